import pytest
from streamlit.testing.v1 import AppTest

from app.state import AppState, from_address, settings, to_address


def test_address_and_state_are_each_others_inverse() -> None:
    state = AppState(
        experiment="trial-2",
        conversation_id="conv-26",
        source="/data/a chat.json",
        preset="paper",
        overrides=(("retrieval.topic_k", "7"),),
    )
    address = to_address(state)
    plain = {name: value for name, value in address.items() if isinstance(value, str)}
    assert from_address(plain, tuple(address["set"])) == state


def test_defaults_leave_the_address_empty() -> None:
    assert to_address(AppState()) == {}


def test_an_address_cannot_name_a_folder_outside_the_results() -> None:
    for name in ("../../etc", "a/b", "..", ".hidden", "a" * 65):
        assert from_address({"experiment": name}).experiment == "studio"


def test_the_environment_names_the_experiment_unless_the_address_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HYPERMEM_EXPERIMENT_NAME", "mine")
    assert from_address({}).experiment == "mine"
    assert from_address({"experiment": "other"}).experiment == "other"
    monkeypatch.setenv("HYPERMEM_EXPERIMENT_NAME", "../mine")
    assert from_address({}).experiment == "studio"


def test_impossible_presets_and_knobs_of_an_address_are_ignored() -> None:
    state = from_address({"preset": "best"}, ("retrieval.topic_k=10000", "no.knob=1"))
    assert state == AppState()


def test_settings_are_preset_then_overrides() -> None:
    tree = settings(AppState(preset="paper", overrides=(("retrieval.fact_k", 12),)))
    assert (tree.retrieval.topic_k, tree.retrieval.fact_k) == (10, 12)


def _moved_and_back() -> None:
    import streamlit as st

    from app import state

    state.override("retrieval.topic_k", 9)
    st.text(str(state.get().overrides))
    state.override("retrieval.topic_k", 15)
    st.text(str(state.get().overrides))


def test_moving_a_knob_back_to_the_preset_is_no_override() -> None:
    at = AppTest.from_function(_moved_and_back).run()
    assert [item.value for item in at.text] == ["(('retrieval.topic_k', 9),)", "()"]


def _choose() -> None:
    from app import state

    state.update(conversation_id="conv-26", method="flat")


def test_what_is_chosen_stands_in_the_address() -> None:
    at = AppTest.from_function(_choose).run()
    assert at.query_params == {"conversation_id": "conv-26", "method": "flat"}
