"""How well evidence speaks of a question."""

from hypermem_core.models.offline.match import matches, share, terms, weighted
from hypermem_core.types import Evidence


def item(number: int, text: str) -> Evidence:
    return Evidence(f"fact-{number:04}", "fact", text, (f"D{number}:1",), 1.0, 10)


def test_forms_of_an_irregular_verb_are_one_term() -> None:
    assert terms("Ana won") == terms("Ana win")


def test_rare_terms_weigh_most_and_shares_add_up() -> None:
    weights = weighted("Did Ana buy a kayak?", [{"ana"}, {"ana", "kayak"}, {"ana"}])
    assert weights["kayak"] > weights["ana"]
    assert share(weights, weights) == 1.0


def test_the_period_of_a_count_is_no_part_of_the_thing_counted() -> None:
    assert set(weighted("How many races in May 2024?", [{"race"}])) == {"race"}


def test_the_best_sentence_and_the_next_are_the_passage() -> None:
    lines = [item(1, "[4 May 2024] Hello. Ana bought a kayak. It is red. Bye."), item(2, "Rain.")]
    best = matches("What did Ana buy?", lines)[0]
    assert best.passage == "Ana bought a kayak. It is red."


def test_evidence_that_names_nobody_asked_about_is_marked() -> None:
    found = matches("Where did Ana row?", [item(1, "Ben will row."), item(2, "Ana will row.")])
    assert {match.item.node_id: match.named for match in found} == {
        "fact-0001": False,
        "fact-0002": True,
    }
