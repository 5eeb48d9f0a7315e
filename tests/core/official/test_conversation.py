from hypermem_core.conversations.findings import Findings
from hypermem_core.official.conversation import image_note, sample, session_number, turn_id
from tests.core.official.tiny_run import CAPTION, episodes, message, results


def test_a_message_names_its_turn_and_session() -> None:
    assert (turn_id(message("D10:2")), session_number(message("D10:2"))) == ("D10:2", 10)
    assert session_number({"dia_id": "D3:1"}) == 3 and session_number({}) == 1
    assert turn_id({"session": "session_1", "timestamp": "t"}) == "session_1@t"


def test_sessions_stand_by_number_and_shared_turns_once() -> None:
    findings = Findings()
    found = sample(0, episodes(), results()["search_results"], findings)
    body = found["conversation"]
    assert [len(body[f"session_{n}"]) for n in (1, 2, 10)] == [3, 2, 2]
    assert (body["speaker_a"], body["session_2_date_time"]) == ("Ana", "8:30 pm on 19 May, 2024")
    assert [one.kind for one in findings.done()] == ["turns_in_two_episodes"]
    assert found["qa"][0]["evidence"] == ["D1:1"]


def test_the_image_note_is_taken_off_the_words() -> None:
    turn = sample(0, episodes(), [], Findings())["conversation"]["session_1"][2]
    assert (turn["text"], turn["blip_caption"]) == ("Two years.", CAPTION)
    assert image_note("Ana", CAPTION) + turn["text"] == message("D1:3")["content"]


def test_a_turn_that_says_two_things_is_reported() -> None:
    found, findings = episodes(), Findings()
    found[1]["original_data"][0]["content"] = "Three years."
    sample(0, found, [], findings)
    assert [(one.kind, one.action) for one in findings.done()] == [("turns_that_differ", "dropped")]
