import math
from dataclasses import replace

import pytest

from hypermem_core.models.probe import probe
from hypermem_core.settings import Settings
from tests.servers import lexical
from tests.servers.loopback import Said, chat, error, healthy

KEY = "sk-planted-4711-0815"
BOTH = ["qwen3:Qwen/Qwen3-Reranker-4B", "rerank:m"]


def told(**models):
    found = probe(replace(Settings(), models=replace(Settings().models, **models)), "reranker")
    return found, {step.name: step for step in found.steps}


def at(loopback, reranker, answer=healthy, **more):
    loopback.answer = answer if callable(answer) else lambda asked: answer
    return told(reranker=reranker, reranker_base_url=loopback.url, **more)


def completions(top):
    """Return a completion whose next token has these log-probabilities, for both texts."""
    row = {"text": "yes", "logprobs": {"top_logprobs": [top]} if top is not None else None}
    return Said({"choices": [{"index": n, **row} for n in range(2)]})


def test_qwen_gives_yes_and_no_and_ranks_the_answer_first(loopback) -> None:
    found, steps = at(loopback, BOTH[0])
    assert found.works and found.hint == ""
    assert steps["scores"].words == "log-probabilities of yes and no"
    assert steps["sense"].words == "0.57 for the answer, 0.01 for another text"  # 4 of 7 words
    assert loopback.count("/completions") == 1


def test_a_rerank_endpoint_gives_an_index_and_a_score(loopback) -> None:
    found, steps = at(loopback, BOTH[1])
    assert found.works and steps["scores"].words == "an index and a score"
    assert loopback.count("/rerank") == 1


@pytest.mark.parametrize("top", [None, {"maybe": -0.1}])
def test_missing_log_probabilities_are_told_with_what_serves_them(loopback, top) -> None:
    found, steps = at(loopback, BOTH[0], completions(top))
    assert not found.works
    assert (steps["model"].works, steps["scores"].works) == (True, False)
    assert "yes or no for 0 of 2 texts" in steps["scores"].words
    assert "log-probabilities (vLLM does)" in found.hint


def test_a_rerank_endpoint_of_another_shape_is_told(loopback) -> None:
    found, steps = at(loopback, BOTH[1], Said({"ranking": [1, 0]}))
    assert steps["scores"].works is False and "0 of 2 texts" in steps["scores"].words
    assert "an index and a score per document" in found.hint


def test_a_model_that_ranks_the_wrong_text_first_does_not_work(loopback) -> None:
    def backwards(asked):
        body = lexical.rerank(asked.body)
        rows = [{**row, "relevance_score": -row["relevance_score"]} for row in body["results"]]
        return Said({**body, "results": rows})

    found, steps = at(loopback, BOTH[1], backwards)
    assert (steps["scores"].works, steps["sense"].works, found.works) == (True, False, False)
    assert "wrong text first" in found.hint
    always = completions({"yes": math.log(0.5), "no": math.log(0.5)})
    found, steps = at(loopback, BOTH[0], always)
    assert steps["sense"].words == "0.50 for the answer, 0.50 for another text"
    assert not found.works


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    ("answer", "step", "hint"),
    [
        (error(401, f"Incorrect API key {KEY}"), "key", "Check the key in MY_KEY."),
        (error(404, "no such model"), "model", "Check the model's name and the base URL"),
        (error(500, "oops"), "reachable", "Check the network"),
    ],
)
def test_a_failing_endpoint_says_where_it_stops_and_what_to_do(
    loopback, monkeypatch, name, answer, step, hint
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    found, steps = at(loopback, name, answer, reranker_api_key_env="MY_KEY")
    assert not found.works and steps[step].works is False
    assert hint in found.hint and KEY not in repr(found)
    assert "start again" not in found.hint


def test_nobody_there_and_no_address() -> None:
    found, _ = told(reranker="rerank:m", reranker_base_url="http://127.0.0.1:9/v1")
    assert [step.works for step in found.steps] == [False, None, None]
    found, steps = told(reranker="qwen3:m")
    assert steps["reachable"].works is False and "RERANKER_BASE_URL" in found.hint


def test_a_chat_model_reranks_or_says_why_not(loopback, monkeypatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    loopback.answer = lambda asked: chat(
        '{"scores": [{"local_id": "passage 1", "score": 0}, {"local_id": "passage 2", "score": 9}]}'
    )
    chosen = {"reranker": "llm", "llm": "m", "base_url": loopback.url}
    found, steps = told(**chosen)
    assert found.works and steps["sense"].words == "9.00 for the answer, 0.00 for another text"
    loopback.answer = lambda asked: chat("I would rather not.")
    found, steps = told(**chosen)
    assert (steps["model"].works, steps["scores"].works, found.works) == (True, False, False)
    found, steps = told(**{**chosen, "base_url": "https://example.com/v1"})
    assert steps["key"].works is False and "OPENAI_API_KEY" in found.hint


@pytest.mark.parametrize("name", ["ms-marco-MiniLM-L-12-v2", "none"])
def test_the_embedded_one_and_none_need_no_connection(name) -> None:
    found, steps = told(reranker=name)
    assert (found.works, found.host, found.hint) == (True, "", "")
    assert steps["scores"].works


def test_rules_rerank_where_there_is_no_chat_model() -> None:
    assert told(reranker="llm")[0].works


@pytest.mark.slow
def test_a_folder_that_holds_no_cross_encoder_is_told(tmp_path) -> None:
    pytest.importorskip("sentence_transformers")
    found, steps = told(reranker=f"st:{tmp_path}")
    assert not found.works and steps["loads"].works is False
    assert "cannot be loaded" in steps["loads"].words and "folder" in found.hint
