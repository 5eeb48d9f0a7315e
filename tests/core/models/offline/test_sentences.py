from hypermem_core.models.offline.sentences import asks, has_cjk, is_question, sentences, words


def test_sentences_end_at_marks_but_not_at_titles() -> None:
    assert sentences("Dr. Lee called. I left! Why?") == ["Dr. Lee called.", "I left!", "Why?"]


def test_chinese_needs_no_spaces() -> None:
    assert sentences("我走了。你呢？") == ["我走了。", "你呢？"]


def test_nothing_gives_nothing() -> None:
    assert sentences("  ") == []
    assert words("😀😀") == []


def test_words_keep_apostrophes_and_hyphens() -> None:
    assert words("I’m well-read, 2 cats") == ["I'm", "well-read", "2", "cats"]


def test_a_question_is_told_by_its_mark() -> None:
    assert is_question("Where?") and is_question("好吗") and not is_question("Here.")
    long = "Roses stand for love and sunflowers mean warmth and happiness to most people, right?"
    assert not asks(long)


def test_cjk_is_noticed() -> None:
    assert has_cjk("ab 猫") and not has_cjk("cat")
