from hypermem_core.models import connect
from hypermem_core.models.offline import OfflineRules
from hypermem_core.models.roles import llms_for
from hypermem_core.settings import ModelSettings, Settings, with_value


def test_equal_profiles_share_a_model_and_one_endpoint_one_gate() -> None:
    url = "http://127.0.0.1:9/v1"
    build, answer, judge = llms_for(ModelSettings(llm="a", judge_llm="b", base_url=url))
    assert build is answer
    assert (build.name, judge.name) == ("a", "b")
    assert build.transport.throttle is judge.transport.throttle
    assert isinstance(llms_for(ModelSettings())[0], OfflineRules)


def test_vectors_and_scores_wait_at_the_gate_of_the_chats_they_share_an_address_with() -> None:
    settings = Settings()
    for path, value in {
        "models.llm": "a",
        "models.base_url": "http://127.0.0.1:9/v1",
        "models.embedder": "api:e",
        "models.reranker": "rerank:r",
        "models.reranker_base_url": "http://127.0.0.1:8",
        "models.requests_per_minute": 7,
    }.items():
        settings = with_value(settings, path, value)
    models = connect(settings)
    chat, vectors = models.llm.transport.throttle, models.embedder.endpoint.transport.throttle
    scores = models.reranker.endpoint.transport.throttle
    assert chat is vectors
    assert scores is not chat
    assert (chat.per_minute, scores.per_minute) == (7, 7)
