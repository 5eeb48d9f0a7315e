from datetime import datetime
from pathlib import Path

import pytest

from hypermem_core.conversations import load, load_text
from hypermem_core.errors import DataError

DATA = Path(__file__).resolve().parents[2] / "data" / "conversations"


def read(text):
    loaded = load_text(text, "paste")
    assert loaded.report.format == "transcript"
    return loaded.conversations[0], {f.kind: f.count for f in loaded.report.findings}


def test_stamped_lines_continuations_and_sessions():
    loaded = load(DATA / "whatsapp.txt")
    (chat,) = loaded.conversations
    assert [(t.id, t.speaker, t.text) for t in chat.turns] == [
        ("D1:1", "Anna", "hi there\nsecond line"),
        ("D1:2", "Ben", "hello: world"),
        ("D2:1", "Ben", "<Media omitted>"),
    ]
    assert chat.turns[0].time == datetime(2021, 10, 14, 15, 34, 9)
    kinds = {f.kind: f.count for f in loaded.report.findings}
    assert kinds["continuation_lines"] == kinds["media_placeholders"] == 1


def test_headers_open_sessions_and_date_the_clock_times():
    chat, kinds = read(
        "Session 1 — 8 May, 2023\nAnna: hi\nBen: yo\n"
        "Session 2: 1:56 pm on 9 May, 2023\n[10:15] Anna: again\n"
        "--- 10 June 2023 ---\nBen: bye"
    )
    assert [(s.number, s.time) for s in chat.sessions] == [
        (1, datetime(2023, 5, 8)),
        (2, datetime(2023, 5, 9, 13, 56)),
        (3, datetime(2023, 6, 10)),
    ]
    assert chat.turns[2].time == datetime(2023, 5, 9, 10, 15)
    assert kinds["session_headers"] == 3


def test_android_lines_and_system_lines():
    chat, kinds = read(
        "12/24/19, 11:20 - Messages are secured\n"
        "12/24/19, 11:23 - Ben K.: ok\n05/01/20, 11:24 - +49 170 123: later"
    )
    assert chat.speakers == ("Ben K.", "+49 170 123")
    assert chat.sessions[1].time == datetime(2020, 5, 1, 11, 24)
    assert kinds["system_lines"] == 1


def test_chinese_colons_and_dates():
    chat, _ = read("2024年3月3日 19:30\n林悦：你好，今天好吗？\n周航：很好！")
    assert chat.speakers == ("林悦", "周航")
    assert chat.turns[1].time == datetime(2024, 3, 3, 19, 30)


def test_times_without_brackets_or_after_the_name():
    chat, _ = read(
        "2024-03-12 18:05 Mara: one\nTheo [2024-03-12 18:06]: two\nMara, [12.03.24 18:07]\nthree"
    )
    assert [(t.speaker, t.text, t.time.minute) for t in chat.turns] == [
        ("Mara", "one", 5),
        ("Theo", "two", 6),
        ("Mara", "three", 7),
    ]


def test_markdown_and_times_inside_a_message():
    chat, kinds = read("**Mara**: the plan\n12:30 - lunch\n13:00 tea\n- **Theo:** fine\n> Mara: ok")
    assert [(t.speaker, t.text) for t in chat.turns] == [
        ("Mara", "the plan\n12:30 - lunch\n13:00 tea"),
        ("Theo", "fine"),
        ("Mara", "ok"),
    ]
    assert kinds["continuation_lines"] == 2


def test_blank_lines_part_sessions_only_between_blocks():
    blocks, kinds = read("A: 1\nB: 2\n\nA: 3\nB: 4")
    assert [t.session for t in blocks.turns] == [1, 1, 2, 2]
    assert kinds["sessions_split_by_blank_line"] == 2
    spaced, _ = read("A: 1\n\nB: 2\n\nA: 3\n\nB: 4")
    assert len(spaced.sessions) == 1


def test_colons_that_name_nobody():
    chat, kinds = read("Title\nAnna:hi\nsee https://example.org\nfine :D\nat 10:30 then\nBen: yo")
    assert chat.speakers == ("Anna", "Ben")
    assert kinds["continuation_lines"] == 3 and kinds["lines_before_first_speaker"] == 1


def test_names_without_words_are_dropped():
    chat, kinds = read("A: 1\nB:\nA: 2")
    assert [t.text for t in chat.turns] == ["1", "2"] and kinds["messages_without_text"] == 1


def test_clock_times_without_a_date_are_told():
    chat, kinds = read("[10:15] A: 1\n[10:16] B: 2")
    assert chat.turns[0].time is None and kinds["times_without_date"] == 2


def test_prose_is_refused():
    with pytest.raises(DataError, match='paste: fewer than two lines read as "Name: text"'):
        load_text("Once upon a time\nthere was\nA: nothing", "paste")
