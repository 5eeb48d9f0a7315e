from hypermem_core.models.offline.keywords import keywords, overlap, singular, terms


def test_keywords_leave_out_stop_words_filler_and_names() -> None:
    text = "Wow, Ana said that the bowl is blue. The bowl stands in Leeds."
    assert keywords(text, 3, ["Ana"]) == ["bowl", "blue", "stands"]


def test_plural_and_singular_are_one() -> None:
    assert singular("bowls") == singular("bowl") and singular("stories") == "story"
    assert keywords("bowls and a bowl") == ["bowl"]


def test_chinese_terms_are_bigrams() -> None:
    assert terms("咖啡馆") == ["咖啡", "啡馆"]


def test_overlap_is_the_share_of_the_smaller_set() -> None:
    assert overlap(["a", "b"], ["b", "c", "d"]) == 1 / 2
    assert overlap([], ["a"]) == 0
