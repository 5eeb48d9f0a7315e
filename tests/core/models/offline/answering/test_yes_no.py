"""Yes, no, and alternatives."""

from hypermem_core.models.offline.answering.kinds import asked
from hypermem_core.models.offline.answering.support import supports
from hypermem_core.models.offline.answering.yes_no import yes_or_no
from hypermem_core.types import Evidence


def said(question: str, *told: str) -> str:
    items = [
        Evidence(f"fact-{n:04}", "fact", text, (f"D1:{n}",), 1.0, 10) for n, text in enumerate(told)
    ]
    wanted = asked(question)
    return yes_or_no(wanted, supports(wanted, items))


def test_no_only_where_the_evidence_denies() -> None:
    assert said("Does Ann swim?", "Ann does not swim.") == "No"
    assert said("Does Ann swim?", "Ann swims.") == "Yes"
    assert said("林悦养猫吗？", "林悦没养猫。") == "没有"


def test_a_hedged_question_gets_a_hedged_answer() -> None:
    assert said("Would Ann likely row?", "Ann rows.") == "Likely yes"
    assert (
        said("Would Ann still row if Bo had not taught her?", "Bo taught Ann to row.")
        == "Likely no"
    )


def test_one_of_two_alternatives_is_chosen_by_the_evidence() -> None:
    assert said("Does Ann prefer the sea or the hills?", "Ann prefers hills.") == "hills"
