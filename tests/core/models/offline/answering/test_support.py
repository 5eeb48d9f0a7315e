"""How well sentences support an answer."""

from hypermem_core.models.offline.answering.kinds import asked
from hypermem_core.models.offline.answering.lines import read
from hypermem_core.models.offline.answering.support import in_period, share, supports, weigh
from hypermem_core.types import Evidence


def item(number: int, text: str, kind: str = "fact") -> Evidence:
    return Evidence(f"fact-{number:04}", kind, text, (f"D1:{number}",), 1.0, 10)


def test_rare_terms_weigh_most_and_shares_add_up() -> None:
    lines = [read("Ana rows."), read("Ana rows a kayak."), read("Ana rows.")]
    weights = weigh(frozenset({"row", "kayak"}), lines)
    assert weights["kayak"] > weights["row"]
    assert share(weights, weights) == 1.0


def test_evidence_that_names_nobody_asked_about_is_marked() -> None:
    told = [item(1, "Ben will row."), item(2, "Ana will row.")]
    found = supports(asked("Where did Ana row?"), told)
    assert {s.item.node_id: s.named for s in found} == {"fact-0001": False, "fact-0002": True}
    assert found[0].item.node_id == "fact-0002"


def test_questions_state_nothing_but_point_to_the_next_turn() -> None:
    told = [
        item(8, "Ana likes rain."),
        item(3, "Ben asked: What boat does Ana row?"),
        item(4, "Ana: A red one."),
    ]
    found = supports(asked("What boat does Ana row?"), told)
    assert [s.item.node_id for s in found if s.reply] == ["fact-0004"]
    assert "fact-0003" not in {s.item.node_id for s in found}


def test_a_summary_is_read_only_where_there_is_nothing_else() -> None:
    summary, fact = item(1, "Ana rows.", "episode"), item(2, "Ana rows.")
    rowing = asked("Does Ana row?")
    assert [s.item.kind for s in supports(rowing, [summary, fact])] == ["fact"]
    assert [s.item.kind for s in supports(rowing, [summary])] == ["episode"]


def test_a_line_lies_in_the_period_asked_about() -> None:
    rowing = asked("What did Ana row in May 2023?")
    assert in_period(rowing, read("[7 May 2023] Ana rowed."))
    assert not in_period(rowing, read("[7 June 2023] Ana rowed."))
    assert not in_period(asked("What did Ana row?"), read("[7 May 2023] Ana rowed."))
