from hypermem_core.events import ModelCalled, StageStarted
from hypermem_core.official.tokens import conversation_tokens, summed, usage
from hypermem_core.types import Usage
from tests.core.official.tiny_run import counts


def test_official_counts_become_usage() -> None:
    assert usage({"topic_extraction": counts(5)}, "topic_extraction") == Usage(5, 500, 50)
    assert usage({"topic_extraction": None}, "topic_extraction") == Usage()


def test_calls_of_a_build_are_counted_by_step() -> None:
    events = [
        StageStarted("topics"),
        ModelCalled("hypermem/topic_match", 100, 10, 1.0),
        ModelCalled("hypermem/episode_roles", 50, 5, 1.0),
        ModelCalled("hypermem/facts", 30, 3, 0.5),
        ModelCalled("hypermem/fact_roles", 20, 2, 0.5),
        ModelCalled("hypermem/boundary", 1000, 1, 9.0),  # the official code counts no boundaries
    ]
    found = conversation_tokens(7, events)
    assert list(found) == [
        "conv_id",
        "topic_extraction",
        "fact_extraction",
        "response_generation",
        "total",
    ]
    assert found["topic_extraction"]["total_tokens"] == 165
    assert found["fact_extraction"]["call_count"] == 2
    assert found["total"] == {
        "prompt_tokens": 200,
        "completion_tokens": 20,
        "total_tokens": 220,
        "call_count": 4,
        "total_duration": 3.0,
    }
    both = summed("E", {"7": found, "8": found})
    assert both["token_usage"]["total"]["prompt_tokens"] == 400 and both["successful"] == 2
