from dataclasses import replace

import pytest

from app.providers import PROVIDERS, needs
from hypermem_core.settings import ModelSettings


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in PROVIDERS:
        monkeypatch.delenv(one.key_env, raising=False)


def test_rules_need_no_key() -> None:
    assert needs(ModelSettings(), ()) == ()


def test_a_key_is_named_once_with_everyone_who_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = replace(ModelSettings(), llm="m", embedder="api:e")
    (one,) = needs(chosen, ())
    assert one.name == "OPENAI_API_KEY"
    assert one.users == ("extraction", "answer", "judge", "embedder")
    assert one.state == "missing"
    assert needs(chosen, ["OPENAI_API_KEY"])[0].state == "typed"
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    assert needs(chosen, ())[0].state == "environment"


def test_a_server_on_this_machine_needs_none_and_another_judge_needs_its_own() -> None:
    chosen = replace(
        ModelSettings(),
        llm="m",
        base_url="http://localhost:8000/v1",
        api_key_env="VLLM_API_KEY",
        judge_llm="j",
        judge_base_url="https://openrouter.ai/api/v1",
        judge_api_key_env="OPENROUTER_API_KEY",
    )
    assert [(one.name, one.state) for one in needs(chosen, ())] == [
        ("VLLM_API_KEY", "not needed"),
        ("OPENROUTER_API_KEY", "missing"),
    ]
