"""A line of evidence taken apart."""

from hypermem_core.models.offline.answering.lines import parts, read, sentences, terms


def test_a_line_has_a_date_said_a_text_and_a_date_of_the_event() -> None:
    line = "[8 May 2023] Ann rowed. (7 May 2023)"
    assert parts(line) == ("8 May 2023", "Ann rowed.", "7 May 2023")
    assert parts("Ann (a rower) rowed") == ("", "Ann (a rower) rowed", "")


def test_a_resolved_date_belongs_to_its_sentence() -> None:
    line = read("[7 May 2023] Ann: It rained. Ann rowed yesterday (6 May 2023) in Leeds.")
    assert (line.said, line.speaker) == ("7 May 2023", "Ann")
    assert [s.text for s in line.sentences] == ["It rained.", "Ann rowed yesterday in Leeds."]
    assert [s.date for s in line.sentences] == ["", "6 May 2023"]


def test_a_reported_question_asks_and_a_caption_is_a_photo() -> None:
    assert read("[7 May 2023] Bo asked: What boat does Ann row?").asks
    assert not read("Ann rows. Does Bo row?").asks
    assert read("Ann shared a photo of a boat.").sentences[0].photo


def test_a_point_inside_a_number_ends_no_sentence() -> None:
    assert sentences("Ann rowed 3.5 miles. It rained.") == ["Ann rowed 3.5 miles.", "It rained."]
    assert sentences("她划船。下雨了。") == ["她划船。", "下雨了。"]


def test_forms_of_an_irregular_verb_are_one_term() -> None:
    assert terms("Ana won") == terms("Ana win")


def test_a_verbatim_turn_has_its_relative_dates_resolved_from_the_day_it_was_said() -> None:
    line = read("[8 May 2023] Ana: I went to the group yesterday. It was good.")
    assert [piece.date for piece in line.sentences] == ["7 May 2023", ""]
    assert line.sentences[0].text == "I went to the group yesterday."
    assert read("[8 May 2023] Ana went yesterday.").sentences[0].date == ""  # a fact: its own date
    assert read("Ana: I went yesterday.").sentences[0].date == ""  # nobody knows the day
