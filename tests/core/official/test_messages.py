import dataclasses

from hypermem_core.conversations.findings import Findings
from hypermem_core.official.messages import Messages
from hypermem_core.types import Conversation, Episode


def test_turns_of_a_session_stand_half_a_minute_apart(tiny: Conversation) -> None:
    messages = Messages(3, tiny, Findings())
    found = messages.message(tiny.turns[2])
    assert found["timestamp"] == "2024-05-04T10:01:00+08:00"
    assert (found["speaker_id"], found["session"]) == ("ana_3", "session_1")
    assert messages.time_of(["D1:1", "D2:2", "D1:2"]) == "2024-05-19T20:30:30+08:00"
    assert messages.users == ["ana_3", "ben_3"]


def test_an_image_is_noted_only_with_its_address(tiny: Conversation) -> None:
    first = dataclasses.replace(tiny.turns[0], caption="a cat", image_url="https://example.org/c")
    second = dataclasses.replace(tiny.turns[1], caption="a dog")
    chat = dataclasses.replace(tiny, turns=(first, second))
    messages = Messages(0, chat, Findings())
    assert messages.message(first)["content"].startswith("[Ana shared an image: a cat] Hey")
    assert messages.message(first)["img_url"] == ["https://example.org/c"]
    assert messages.message(second)["content"] == second.text
    assert messages.message(second)["blip_caption"] == "a dog"


def test_an_episode_has_the_time_of_its_last_turn_and_a_summary(tiny: Conversation) -> None:
    findings = Findings()
    found = Messages(0, tiny, findings).episode(Episode("e", "T", "", "N", ("D1:1", "D1:3")))
    assert found["timestamp"] == "2024-05-04T10:01:00+08:00"
    assert (found["summary"], found["keywords"], found["participants"]) == ("T", None, ["ana_0"])
    untimed = dataclasses.replace(tiny, turns=(dataclasses.replace(tiny.turns[0], time=None),))
    Messages(0, untimed, findings)
    assert [one.kind for one in findings.done()] == ["turns_without_time"]
