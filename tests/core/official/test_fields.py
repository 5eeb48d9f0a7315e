from hypermem_core.official.fields import number, objects, rows, table, text, texts


def test_texts_are_texts_and_nothing_else() -> None:
    assert [text(v) for v in ("a", 7, 0.5, None, True, [], {})] == ["a", "7", "0.5", "", "", "", ""]
    assert text("half \ud800") == "half ?"
    assert texts(["a", "", None, 3]) == ("a", "3") and texts("ab") == ()


def test_numbers_are_finite() -> None:
    assert [number(v) for v in (1, 0.5, True, "1", None)] == [1.0, 0.5, None, None, None]
    assert number(float("nan")) is None and number(float("inf")) is None
    assert number(10**400) is None


def test_containers_of_another_kind_count_as_empty() -> None:
    assert (rows({}), table([]), objects([1, {"a": 1}, None])) == ([], {}, [{"a": 1}])
