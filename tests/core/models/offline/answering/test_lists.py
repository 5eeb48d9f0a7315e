"""Lists from several sentences."""

from hypermem_core.models.offline.answering.kinds import asked
from hypermem_core.models.offline.answering.lists import listed
from hypermem_core.models.offline.answering.support import supports
from hypermem_core.types import Evidence


def item(number: int, text: str) -> Evidence:
    return Evidence(f"fact-{number:04}", "fact", text, (f"D1:{number}",), 1.0, 10)


def lists(question: str, *told: str) -> tuple[str, list[str]]:
    wanted = asked(question)
    ranked = supports(wanted, [item(n, text) for n, text in enumerate(told, 1)])
    text, used = listed(wanted, ranked, frozenset({"ana", "ben"}))
    return text, [support.item.node_id for support in used]


def test_members_of_a_kind_come_once_and_only_of_the_person_asked_about() -> None:
    found = lists(
        "What instruments does Ana play?",
        "Ana plays the flute.",
        "Ana plays the cello and the flute.",
        "Ben plays the drums.",
    )
    assert sorted(found[0].split(", ")) == ["cello", "flute"]


def test_names_are_listed_with_the_sentences_they_come_from() -> None:
    found = lists("Which cities did Ana visit?", "Ana visited Porto.", "Ana visited Ghent.")
    assert found == ("Porto, Ghent", ["fact-0001", "fact-0002"])
