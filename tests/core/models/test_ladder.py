from hypermem_core.models.ladder import Ladder, Rung, strict_schema
from hypermem_core.replies import AnswerReply, JudgeReply


def test_it_steps_down_by_what_a_refusal_names() -> None:
    ladder = Ladder(100)
    assert ladder.parameters(ladder.rung, JudgeReply)["max_tokens"] == 100
    assert ladder.refused(ladder.rung, "Use 'max_completion_tokens' instead of 'max_tokens'.")
    assert ladder.rung == Rung("schema", "max_completion_tokens", True)
    assert ladder.refused(ladder.rung, "Unsupported value: 'temperature'")
    assert ladder.refused(ladder.rung, "response_format is not supported")
    assert ladder.rung == Rung("object", "max_completion_tokens", False)
    assert ladder.refused(ladder.rung, "nothing said")
    assert ladder.parameters(ladder.rung, JudgeReply) == {"max_completion_tokens": 100}
    assert not ladder.refused(ladder.rung, "nothing said")


def test_a_form_that_was_answered_is_not_given_up_for_one_refusal() -> None:
    ladder = Ladder(0)
    ladder.answered(ladder.rung)
    assert not ladder.refused(ladder.rung, "bad content")
    assert ladder.rung == Rung()


def test_a_refusal_of_a_form_already_left_only_asks_again() -> None:
    ladder = Ladder(0)
    first = ladder.rung
    assert ladder.refused(first, "")
    assert ladder.refused(first, "")
    assert ladder.rung.mode == "object"


def test_a_strict_schema_requires_all_and_allows_nothing_else() -> None:
    schema = strict_schema(AnswerReply)
    assert schema["required"] == ["answer", "reasoning", "turn_ids"]
    assert schema["additionalProperties"] is False
    assert "default" not in str(schema)
