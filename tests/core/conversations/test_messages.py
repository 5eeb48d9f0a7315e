import json
from datetime import datetime
from pathlib import Path

from hypermem_core.conversations import load, load_text

DATA = Path(__file__).resolve().parents[2] / "data" / "conversations"


def read(value, name="chat.json"):
    loaded = load_text(json.dumps(value), name)
    assert loaded.report.format == "messages"
    return loaded.conversations, {f.kind: f.count for f in loaded.report.findings}


def test_jsonl_keeps_the_rest_of_a_file_with_a_bad_line():
    loaded = load(DATA / "one_bad_line.jsonl")
    first, second = loaded.conversations
    assert [(t.speaker, t.text) for t in first.turns] == [("User", "hi"), ("Assistant", "yo")]
    assert [t.text for t in second.turns] == ["second", "ok"]
    findings = {f.kind: f for f in loaded.report.findings}
    assert findings["bad_json_lines"].examples == ("line 2: Expecting value",)
    assert findings["system_and_tool_messages"].count == 1
    assert findings["messages_without_text"].count == 1
    assert findings["parts_without_text"].examples == (f"{first.id}, message 4: image_url",)


def test_sharegpt_object_and_list():
    chat = {"conversations": [{"from": "human", "value": "a"}, {"from": "gpt", "value": "b"}]}
    (one,), _ = read(chat)
    assert [t.speaker for t in one.turns] == ["User", "Assistant"] and one.title == "chat"
    two, _ = read([chat | {"id": "x"}, chat | {"id": "x", "title": "Named"}])
    assert [c.id for c in two] == ["x", "x-2"] and two[1].title == "Named"


def test_names_win_over_roles():
    (chat,), _ = read(
        [
            {"role": "user", "name": "Ida", "content": "a"},
            {"author": {"role": "assistant"}, "content": {"parts": ["b", "c"]}},
        ]
    )
    assert [(t.speaker, t.text) for t in chat.turns] == [("Ida", "a"), ("Assistant", "b\nc")]


def test_loose_messages_are_gathered_by_conversation():
    rows = [
        {"role": "user", "content": str(number), "conversation_id": f"c{number % 2}"}
        for number in range(4)
    ]
    text = "\n".join(json.dumps(row) for row in rows)
    chats = load_text(text, "x.jsonl").conversations
    assert {c.id: [t.text for t in c.turns] for c in chats} == {"c0": ["0", "2"], "c1": ["1", "3"]}


def test_times_of_every_kind_make_sessions():
    times = [1700000000, 1700000060000, "2023-11-15T10:00:00Z"]
    (chat,), kinds = read([{"role": "user", "content": "x", "timestamp": t} for t in times])
    assert [t.time for t in chat.turns] == [
        datetime(2023, 11, 14, 22, 13, 20),
        datetime(2023, 11, 14, 22, 14, 20),
        datetime(2023, 11, 15, 10),
    ]
    assert [s.number for s in chat.sessions] == [1, 2] and chat.turns[2].id == "D2:1"
    assert kinds["epoch_times_read_as_utc"] == 2 and kinds["time_zones_dropped"] == 1


def test_what_is_no_message_is_reported():
    (chat,), kinds = read([{"role": "user", "content": "a"}, {"x": 1}, 5])
    assert len(chat.turns) == 1
    assert kinds["not_a_message"] == 2 and kinds["conversations_without_dates"] == 1


def test_half_an_emoji_is_repaired():
    loaded = load_text('[{"role": "user", "content": "a \\ud83d"}]', "f")
    assert loaded.conversations[0].turns[0].text == "a ?"
    assert "broken_characters" in {f.kind for f in loaded.report.findings}
