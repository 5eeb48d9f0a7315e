from streamlit.testing.v1 import AppTest

from hypermem_core.settings import Settings, iter_knobs


def _all_sections() -> None:
    import dataclasses

    import streamlit as st

    from app import state
    from app.components import knobs
    from hypermem_core.settings import Settings

    for field in dataclasses.fields(Settings):
        knobs.section(field.name)
    st.text(str(state.get().overrides))


def test_every_knob_of_the_tree_has_a_widget() -> None:
    at = AppTest.from_function(_all_sections).run()
    assert not at.exception
    keys = {
        widget.key
        for kind in (at.toggle, at.slider, at.number_input, at.selectbox, at.text_input)
        for widget in kind
    }
    assert keys == {f"knob-{path}" for path, *_ in iter_knobs(Settings())}


def test_moving_widgets_of_every_kind_changes_the_settings() -> None:
    at = AppTest.from_function(_all_sections).run()
    at.slider(key="knob-retrieval.topic_k").set_value(7).run()
    at.toggle(key="knob-retrieval.rerank_facts").set_value(True).run()
    at.selectbox(key="knob-build.boundaries").set_value("streaming").run()
    assert not at.exception
    assert at.text[-1].value == str(
        (
            ("retrieval.topic_k", 7),
            ("retrieval.rerank_facts", True),
            ("build.boundaries", "streaming"),
        )
    )


def test_only_build_knobs_are_marked_for_a_rebuild() -> None:
    at = AppTest.from_function(_all_sections).run()
    assert "↻" in at.selectbox(key="knob-build.boundaries").label
    assert "↻" not in at.slider(key="knob-retrieval.topic_k").label


def _outside() -> None:
    import streamlit as st

    from app import state
    from app.components import knobs

    if st.button("back"):
        state.update(overrides=())
    knobs.knob("retrieval.topic_k")


def test_a_widget_follows_the_state() -> None:
    at = AppTest.from_function(_outside).run()
    at.slider[0].set_value(7).run()
    assert at.slider[0].value == 7
    at.button[0].click().run()
    assert at.slider[0].value == 15
