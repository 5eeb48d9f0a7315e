from hypermem_core.models.offline.verbs import base_of_past, base_of_third, is_past, third


def test_third_person() -> None:
    assert [third(v) for v in ("love", "try", "go", "have", "don't", "went", "can")] == [
        "loves", "tries", "goes", "has", "doesn't", "went", "can",
    ]  # fmt: skip


def test_base_of_a_past() -> None:
    assert [base_of_past(v) for v in ("went", "baked", "planned", "tried", "painted")] == [
        "go", "bake", "plan", "try", "paint",
    ]  # fmt: skip


def test_base_of_a_third_person() -> None:
    assert [base_of_third(v) for v in ("loves", "tries", "watches", "has")] == [
        "love", "try", "watch", "have",
    ]  # fmt: skip


def test_need_is_no_past() -> None:
    assert not is_past("need") and is_past("needed")
