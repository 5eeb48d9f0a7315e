from hypermem_core.models.offline import OfflineRules
from hypermem_core.models.roles import llms_for
from hypermem_core.settings import ModelSettings


def test_equal_profiles_share_a_model_and_one_endpoint_one_gate() -> None:
    url = "http://127.0.0.1:9/v1"
    build, answer, judge = llms_for(ModelSettings(llm="a", judge_llm="b", base_url=url))
    assert build is answer
    assert (build.name, judge.name) == ("a", "b")
    assert build.transport.throttle is judge.transport.throttle
    assert isinstance(llms_for(ModelSettings())[0], OfflineRules)
