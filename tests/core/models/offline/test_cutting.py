from hypermem_core.models.offline.cutting import best_cuts


def test_cuts_fall_where_the_scores_are_worth_the_discomfort() -> None:
    scores = [0.0] * 8
    scores[4] = 1.0
    assert best_cuts(scores, 8, (3, 6)) == [4]


def test_a_stretch_longer_than_the_limit_is_cut_all_the_same() -> None:
    assert best_cuts([0.0] * 6, 3, (3, 6)) == [3]


def test_a_lone_turn_needs_a_very_strong_sign() -> None:
    scores = [0.0, 0.0, 0.0, 2.0]
    assert best_cuts(scores, 8, (3, 6)) == []
    scores[3] = 9.0
    assert best_cuts(scores, 8, (3, 6)) == [3]


def test_a_short_part_costs_each_turn_below_the_comfortable() -> None:
    scores = [0.0, 0.0, 0.44, 0.0, 0.0]  # parts of 2 and 3: one turn short costs 0.45
    assert best_cuts(scores, 8, (3, 6)) == []
    scores[2] = 0.46
    assert best_cuts(scores, 8, (3, 6)) == [2]
