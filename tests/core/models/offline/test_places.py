from hypermem_core.models.offline.places import place


def test_a_name_after_a_preposition_is_a_place() -> None:
    assert place("I moved to Porto last year") == "Porto"
    assert place("We met in March") == ""
    assert place("We talked near Ben", ["Ben"]) == ""


def test_kinds_of_places_count() -> None:
    assert place("we walked in the park") == "the park"
    assert place("我去了医院") == "医院"
