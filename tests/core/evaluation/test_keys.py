from hypermem_core.evaluation.keys import key
from hypermem_core.types import Question


def test_a_key_tells_a_question_from_its_duplicate() -> None:
    first = Question("abc", "Who?", alias="conv-1 #1")
    again = Question("abc", "Who?", alias="conv-1 #7")
    assert key("conv-1", first) == "conv-1/conv-1 #1/abc"
    assert key("conv-1", first) != key("conv-1", again)
