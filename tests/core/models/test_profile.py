from hypermem_core.models.profile import is_local, key_name, profile
from hypermem_core.settings import ModelSettings


def test_roles_take_their_own_model_and_endpoint_or_the_same() -> None:
    settings = ModelSettings(llm="a", judge_llm="b", judge_base_url="http://x/v1", concurrency=3)
    extraction, answer, judge = (profile(settings, r) for r in ("extraction", "answer", "judge"))
    assert extraction == answer
    assert (judge.model, judge.base_url, judge.concurrency) == ("b", "http://x/v1", 3)
    assert profile(ModelSettings(), "judge") is None
    assert profile(ModelSettings(answer_llm="a"), "answer").model == "a"


def test_an_endpoint_has_its_usual_key() -> None:
    assert key_name("https://openrouter.ai/api/v1") == "OPENROUTER_API_KEY"
    assert key_name("https://api.openai.com/v1") == "OPENAI_API_KEY"
    assert key_name("https://openrouter.ai/api/v1", "MINE") == "MINE"


def test_only_this_machine_is_local() -> None:
    assert all(map(is_local, ("http://localhost:8000/v1", "http://127.0.0.1", "http://[::1]:1/v1")))
    assert not any(
        map(is_local, ("", "http://[", "http://localhost.example/v1", "https://api.openai.com/v1"))
    )
