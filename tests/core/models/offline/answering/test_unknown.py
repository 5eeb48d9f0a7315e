"""When nothing answers."""

from hypermem_core.models.offline.answering.kinds import asked
from hypermem_core.models.offline.answering.support import supports
from hypermem_core.models.offline.answering.unknown import unsupported
from hypermem_core.types import Evidence


def unknown(question: str, *told: str) -> bool:
    items = [
        Evidence(f"fact-{n:04}", "fact", text, (f"D1:{n}",), 1.0, 10) for n, text in enumerate(told)
    ]
    wanted = asked(question)
    return unsupported(wanted, supports(wanted, items))


def test_what_the_evidence_does_not_cover_is_unknown() -> None:
    assert unknown("Which orchestra hired Zoltan?", "Ann rows.", "Bo sings.")
    assert not unknown("What does Ann row?", "Ann rows a red boat.")


def test_what_is_said_only_of_someone_else_is_unknown() -> None:
    told = ("Ben joined the sailing club.", "Ana likes tea.")
    assert unknown("Which sailing club did Ana join?", *told)
    assert not unknown("Which sailing club did Ben join?", *told)


def test_a_hedged_question_asks_for_a_guess() -> None:
    assert not unknown("Would Ana likely join a choir?", "Ben rows.", "Ana likes tea.")
