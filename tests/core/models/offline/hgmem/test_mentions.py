from hypermem_core.models.offline.hgmem.mentions import MOST, mentions, type_of


def test_names_relatives_and_things_with_their_types() -> None:
    found = mentions("Ana met Tom Reed and Ben's sister in Porto Novo.", ("Ana", "Ben"))
    assert found["Ben's sister"] == "person"
    assert found["Tom Reed"] == "person"
    assert found["Porto Novo"] == "place"


def test_speakers_and_days_are_no_mentions() -> None:
    found = mentions("Ana saw Ben on Friday in June.", ("Ana", "Ben"))
    assert not {"Ana", "Ben", "Friday", "June"} & set(found)


def test_titles_in_quotes_are_objects() -> None:
    assert mentions('Ana read "Charlotte\'s Web" again.', ("Ana",))["Charlotte's Web"] == "object"


def test_there_are_at_most_so_many() -> None:
    words = "pottery, violin, kayak, telescope, origami, chess, fencing, juggling and archery"
    assert len(mentions(f"Ana likes {words}.", ("Ana",))) == MOST


def test_types_of_common_nouns() -> None:
    assert [
        type_of(word) for word in ("dogs", "museum", "parade", "sister", "swimming", "idea")
    ] == [
        "animal",
        "place",
        "event",
        "person",
        "activity",
        "concept",
    ]
