from app.figures.labels_apart import labels_apart


def test_words_of_two_close_marks_stand_on_different_sides() -> None:
    sides = labels_apart([(0.5, 0.5), (0.55, 0.5)], ["hypermem", "hingemem"], 400, 400)
    assert sides == ["top center", "bottom center"]


def test_words_without_room_are_left_out() -> None:
    marks = [(0.5, 0.5), *[(0.5 + x / 100, 0.5 + y / 100) for x in (-4, 4) for y in (-4, 4)]]
    sides = labels_apart(marks, ["much too long for this"] * 5, 200, 200)
    assert "" in sides
    assert any(sides)


def test_words_stay_inside_the_width() -> None:
    assert labels_apart([(0.99, 0.5)], ["at the edge"], 300, 300) == ["middle left"]


def test_words_do_not_cover_other_marks() -> None:
    above = [(0.5, 0.53)]  # 12 pixels above the mark, in the middle of its word
    assert labels_apart([(0.5, 0.5)], ["word"], 400, 400, above) == ["bottom center"]
    assert labels_apart([(0.5, 0.5)], ["word"], 400, 400) == ["top center"]
