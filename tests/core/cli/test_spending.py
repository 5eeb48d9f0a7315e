"""Estimates, probes and costs on the command line, against a server on loopback."""

import json

import pytest

from hypermem_core.__main__ import main
from hypermem_core.cli.spending import duration, line
from hypermem_core.estimate import Estimate
from tests.pages.built import write_source
from tests.servers.loopback import error


def run(results, capsys, loopback, *words):
    knobs = ["--set", "models.llm=m", "--set", f"models.base_url={loopback.url}"]
    code = main(["--results", str(results), *words, *knobs])
    return code, capsys.readouterr().out


def test_an_estimate_asks_nobody_and_the_build_then_says_what_it_cost(
    results, capsys, loopback
) -> None:
    source = write_source(results)
    code, said = run(results, capsys, loopback, "estimate", source, "--json")
    found = json.loads(said)
    assert code == 0 and loopback.asked == []
    assert found["build"]["ana-ben"]["calls"] > 3
    assert found["evaluate"]["calls"] == 8  # two answers, three votes on each
    code, said = run(results, capsys, loopback, "build", source, "--experiment", "e")
    assert code == 0
    assert f"built with {loopback.count()} calls" in said and "cost $0.00" in said
    assert abs(found["build"]["ana-ben"]["calls"] - loopback.count()) <= 2


def test_an_evaluation_says_what_answers_and_votes_cost(results, capsys, loopback) -> None:
    source = write_source(results)
    code, said = run(results, capsys, loopback, "evaluate", source, "--experiment", "e")
    assert code == 0
    assert "answered with 2 calls, 0% from kept replies" in said
    assert "judged with 6 calls" in said


def test_an_estimate_needs_no_key(results, capsys, monkeypatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    source = write_source(results)
    hosted = [
        "--set",
        "models.llm=gpt-4.1-mini",
        "--set",
        "models.base_url=https://api.openai.com/v1",
    ]
    words = ["--results", str(results), "estimate", source, *hosted]
    assert main(words) == 0
    assert "calls" in capsys.readouterr().out
    assert main([*words[:2], "evaluate", source, "--experiment", "e", *hosted]) == 1
    assert "no key" in capsys.readouterr().err


def test_a_probe_says_what_works(results, capsys, loopback) -> None:
    code, said = run(results, capsys, loopback, "probe", "--role", "judge")
    assert code == 0
    assert said.startswith("judge: m at 127.0.0.1: works")
    assert "schema    works" in said


def test_a_probe_tests_embedder_and_reranker_too(results, capsys, loopback) -> None:
    knobs = ["--set", "models.embedder=api:e", "--set", "models.reranker=rerank:r"]
    urls = ["--set", f"models.reranker_base_url={loopback.url}"]
    code, said = run(results, capsys, loopback, "probe", *knobs, *urls)
    assert code == 0
    assert "embedder: api:e at 127.0.0.1" in said and "dimension works – 64 numbers" in said
    assert "reranker: rerank:r at 127.0.0.1" in said and "scores    works" in said
    loopback.answer = lambda asked: error(404, "no such model")
    code, said = run(results, capsys, loopback, "probe", "--role", "embedder", "--json", *knobs)
    found = json.loads(said)["embedder"]
    assert code == 1 and list(json.loads(said)) == ["embedder"]  # `probe && evaluate` stops
    assert not found["works"] and "base URL" in found["hint"]


def test_a_key_in_place_of_its_variables_name_is_refused_and_not_repeated(
    results, capsys, loopback
) -> None:
    words = ("probe", "--set", "models.api_key_env=sk-planted-0123456789")
    assert main(["--results", str(results), *words]) == 1
    said = capsys.readouterr()
    assert "planted" not in said.out + said.err
    assert "no name of a variable" in said.err


@pytest.mark.parametrize(("seconds", "words"), [(40.2, "40 s"), (720, "12 min"), (9000, "2.5 h")])
def test_durations(seconds, words) -> None:
    assert duration(seconds) == words


def test_an_unknown_price_is_not_nothing() -> None:
    assert "cost unknown" in line(Estimate(3, 1, 10, 2, None, 4.0))
    assert line(Estimate()) == "no call of a chat model, no cost"
