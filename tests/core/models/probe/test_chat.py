from dataclasses import replace

from hypermem_core.models.probe import probe
from hypermem_core.settings import Settings
from tests.servers.loopback import chat, error

GOOD = '{"label": "correct", "reason": "test"}'


def told(loopback, answer, **more):
    loopback.answer = answer if callable(answer) else lambda asked: answer
    models = replace(Settings().models, llm="m", base_url=loopback.url, **more)
    found = probe(replace(Settings(), models=models))
    return found, {step.name: step.works for step in found.steps}


def test_a_healthy_endpoint_works_in_every_form(loopback) -> None:
    found, steps = told(loopback, chat(GOOD))
    assert found.works
    assert set(steps.values()) == {True}
    assert found.hint == ""


def test_a_form_the_endpoint_does_not_know_is_told_and_does_not_matter(loopback) -> None:
    def answer(asked):
        known = "response_format" not in asked.body
        return chat(GOOD) if known else error(400, "response_format?")

    found, steps = told(loopback, answer)
    assert found.works
    assert (steps["schema"], steps["object"], steps["plain"]) == (False, False, True)


def test_a_wrong_key_and_an_unknown_model_say_what_to_do(loopback) -> None:
    found, steps = told(loopback, error(401, "no"))
    assert (steps["reachable"], steps["key"], steps["model"]) == (True, False, None)
    assert "Check the key" in found.hint
    found, steps = told(loopback, error(404, "no such model"))
    assert (steps["key"], steps["model"]) == (True, False)
    assert "model's name" in found.hint
    assert not found.works


def test_nobody_there_and_no_key(loopback) -> None:
    models = replace(Settings().models, llm="m", base_url="http://127.0.0.1:9/v1")
    found = probe(replace(Settings(), models=models))
    assert [step.works for step in found.steps[:3]] == [False, None, None]
    models = replace(models, base_url="https://example.com/v1", api_key_env="NO_SUCH_KEY")
    found = probe(replace(Settings(), models=models))
    assert (found.works, found.steps[0].name) == (False, "key")
    assert "NO_SUCH_KEY" in found.hint
