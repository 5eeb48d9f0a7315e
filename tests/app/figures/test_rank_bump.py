from app.figures.rank_bump import bump_lines, final_ranking, rank_bump
from hypermem_core.types import Cut, Ranked, Ranking, StageRanking
from tests.app.figures.graphs import fact_stage


def test_lines_follow_a_node_through_the_lists() -> None:
    first = bump_lines(fact_stage(), {"fact-0001"}, 10)[0]
    assert first.places == (("BM25", 2), ("Dense", 1), ("RRF", 1))
    assert (first.kept, first.gold) == (True, True)


def test_a_gold_node_below_the_drawn_ranks_is_drawn_anyway() -> None:
    assert [line.node_id for line in bump_lines(fact_stage(), {"fact-0003"}, 1)] == [
        "fact-0001",
        "fact-0003",
    ]


def test_the_cut_is_a_line_below_the_kept_with_its_limits_name() -> None:
    figure = rank_bump(fact_stage(), {})
    assert figure.layout.shapes[0].y0 == 1.5
    assert figure.layout.annotations[0].text == "k_F = 1"


def test_titles_cannot_be_markup() -> None:
    figure = rank_bump(fact_stage(), {"fact-0001": "<b>x</b>"})
    assert "<b>" not in str(figure.data[0].hovertext)


def test_a_stage_without_lists_has_no_line() -> None:
    empty = StageRanking("fact", "q", (), (), ())
    assert final_ranking(empty) is None and len(rank_bump(empty, {}).data) == 0


def test_a_wide_stage_draws_its_first_forty_and_no_cut_beyond_them() -> None:
    ids = [f"fact-{number:04}" for number in range(1, 151)]
    ranking = Ranking("rrf", tuple(Ranked(node_id, 1 / n) for n, node_id in enumerate(ids, 1)))
    cut = (Cut("fact-0150", "k_F = 149"),)
    figure = rank_bump(StageRanking("fact", "?", tuple(ids), (ranking,), tuple(ids[:149]), cut), {})
    assert [line.name for line in figure.data] == ids[:40]
    assert len(figure.layout.shapes) == 0
