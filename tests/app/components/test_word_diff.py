from app.components.word_diff import word_diff


def test_words_that_came_and_went_are_told_apart() -> None:
    made = word_diff("Ana has a cat", "Ana has two cats")
    assert "Ana has <del>a cat</del> <ins>two cats</ins>" in made


def test_hostile_words_are_escaped() -> None:
    made = word_diff("<b>", "<script>")
    assert "<script>" not in made
    assert "<del>&lt;b&gt;</del> <ins>&lt;script&gt;</ins>" in made
