from hypermem_core.models.offline.weights import described, information, scaled


def test_numbers_and_names_tell_more() -> None:
    assert information("") == 0
    assert information("a bowl with 3 cats") > information("a bowl with some cats")


def test_weights_stay_between_the_least_and_one() -> None:
    assert (scaled(-1), scaled(0), scaled(1), scaled(9)) == (0.15, 0.15, 1.0, 1.0)


def test_the_rationale_names_what_is_shared() -> None:
    assert described(["bowl"]) == "Shares bowl" and described([]) == "Shares no keyword"
