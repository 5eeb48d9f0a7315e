"""Extractive answers with the turns they come from."""

from hypermem_core.abstention import NOTHING, NOTHING_CHINESE
from hypermem_core.models.offline.answer import reply
from hypermem_core.types import Evidence


def item(number: int, text: str, kind: str = "fact") -> Evidence:
    return Evidence(f"fact-{number:04}", kind, text, (f"D{number}:1",), 1.0, 10)


EVIDENCE = [
    item(1, "[4 May 2024] Ben started a pottery class in Leeds. (27 April 2024)"),
    item(2, "[4 May 2024] Ana adopted a grey cat named Pixel. (3 May 2024)"),
    item(3, "[19 May 2024] Ben gave the bowl to his sister Clara."),
    item(4, "Ana keeps a cat and Ben does pottery.", "episode"),
]


def test_a_date_question_gets_the_resolved_date_and_its_turn() -> None:
    found = reply("When did Ana adopt a cat?", EVIDENCE)
    assert (found.answer, found.turn_ids) == ("3 May 2024", ["D2:1"])


def test_other_questions_get_a_span() -> None:
    assert reply("Where does Ben take a pottery class?", EVIDENCE).answer == "Leeds"
    assert "Clara" in reply("Who did Ben give the bowl to?", EVIDENCE).answer
    assert reply("What did Ana adopt?", EVIDENCE).answer.endswith("grey cat named Pixel")


def test_what_nothing_matches_is_not_answered() -> None:
    found = reply("Which orchestra hired Zoltan?", EVIDENCE)
    assert (found.answer, found.turn_ids) == (NOTHING, [])
    assert reply("Which orchestra?", []).answer == NOTHING


def test_counting_counts_distinct_days_and_cites_them_all() -> None:
    wins = [item(n, f"[{n} May 2024] Ana won a tournament again.") for n in (1, 2, 3)]
    wins.append(item(9, "[3 May 2024] Ana won a tournament, she said."))
    found = reply("How many tournaments has Ana won?", wins)
    assert (found.answer, len(found.turn_ids or [])) == ("three", 4)


def test_a_stated_number_beats_counting() -> None:
    found = reply("How many tournaments has Ana won?", [item(1, "Ana has won seven tournaments.")])
    assert found.answer == "seven"


def test_a_summary_is_read_only_where_there_is_nothing_else() -> None:
    summary = item(4, "[4 May 2024] Ana adopted a grey cat.", "episode")
    assert reply("What did Ana adopt?", [summary]).answer == "a grey cat"
    cited = reply("What does Ana keep?", [*EVIDENCE[:1], *EVIDENCE[3:]]).turn_ids
    assert cited in ([], ["D1:1"])


def test_chinese() -> None:
    evidence = [
        item(1, "[2024-03-03] 林悦养了一只两岁半的柯基，名字叫年糕。"),
        item(2, "[2024-03-03] 周航在杭州写代码。"),
    ]
    assert "杭州" in reply("周航在哪里写代码？", evidence).answer
    assert "年糕" in reply("林悦的柯基叫什么名字？", evidence).answer


def test_a_plural_question_gets_the_names_of_several_pieces_of_evidence() -> None:
    trips = [
        item(1, "[4 May 2024] Ana visited the city of Porto."),
        item(2, "[9 June 2024] Ana visited the city of Ghent."),
    ]
    found = reply("Which cities did Ana visit?", trips)
    assert (found.answer, found.turn_ids) == ("Porto, Ghent", ["D1:1", "D2:1"])


def test_counting_needs_dated_events_of_the_person_asked_about() -> None:
    wins = [item(n, f"[9 May 2024] Ana won a cup. ({n} May 2024)") for n in (1, 2)]
    wins.append(item(3, "[9 May 2024] Ben won a cup. (3 May 2024)"))
    assert reply("How many cups did Ana win?", wins).answer == "two"


def test_nothing_known_is_said_in_the_language_of_the_question() -> None:
    assert reply("谁修好了钢琴？", [item(1, "周航在杭州写代码。")]).answer == NOTHING_CHINESE


def test_durations_and_frequencies_are_stated() -> None:
    told = [item(1, "Ana has rowed for three years."), item(2, "Ben rows twice a week.")]
    assert reply("How long has Ana rowed?", told).answer == "three years"
    assert reply("How often does Ben row?", told).answer == "twice a week"
