from app.components.ranked_list import delta, lists_html, mark, shown, significant
from hypermem_core.types import Ranking, StageRanking
from tests.app.figures.graphs import HOSTILE, fact_stage


def test_scores_have_three_significant_digits() -> None:
    assert [significant(s) for s in (0.0321456, 12.345, -3.2, 123.4)] == [
        "0.0321",
        "12.3",
        "-3.20",
        "123",
    ]


def test_a_move_is_told_against_the_list_before() -> None:
    before = {"a": 5, "b": 1, "c": 3}
    assert [delta(3, before, i) for i in ("a", "b", "c", "d")] == ["▲2", "▼2", "=", "new"]
    assert delta(1, None, "a") == ""


def test_gold_is_a_full_star_when_kept_and_hollow_when_lost() -> None:
    about = shown(fact_stage(), {}, {"fact-0001", "fact-0002"})
    assert mark("fact-0001", about) == ("★", "gold, kept")
    assert mark("fact-0002", about) == ("☆", "gold, lost here")
    assert mark("fact-0003", about) == ("○", "cut")


def test_the_limit_is_drawn_once_in_the_list_that_decides() -> None:
    html = lists_html(fact_stage(), {}, ())
    assert html.count('role="separator"') == 1 and "k_F = 1" in html


def test_titles_are_escaped() -> None:
    html = lists_html(fact_stage(), {"fact-0001": HOSTILE}, ())
    assert "<script" not in html and "&lt;script&gt;" in html


def test_an_empty_list_says_why() -> None:
    note = "no query term occurs in any fact"
    stage = StageRanking("fact", "q", ("a",), (Ranking("bm25", (), note),), ())
    assert note in lists_html(stage, {}, ())
