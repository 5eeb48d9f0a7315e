import re

import pytest

from hypermem_core.conversations.findings import Findings
from hypermem_core.conversations.ids import ConversationIds, TurnIds, content_id, question_id


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("conv-26", "conv-26"),
        ("../../etc/passwd", "etc-passwd"),
        ("a/b c", "a-b-c"),
        (7, "7"),
        ("NUL", "conv-NUL"),
    ],
)
def test_conversation_ids_are_path_safe(raw, expected):
    assert ConversationIds(Findings()).take(raw, "Title", []) == expected


def test_conversation_ids_are_unique_whatever_the_case_and_reported():
    findings = Findings()
    ids = ConversationIds(findings)
    assert [ids.take("Chat", "", [1]), ids.take("chat", "", [2])] == ["Chat", "chat-2"]
    generated = [ids.take(None, "", [3]), ids.take(None, "", [3])]
    assert generated == [content_id("", [3]), content_id("", [3]) + "-2"]
    assert {f.kind: f.count for f in findings.done()} == {
        "repaired_conversation_ids": 1,
        "generated_conversation_ids": 2,
    }


@pytest.mark.parametrize("raw", [None, "", "..", "中文"])
def test_a_conversation_without_a_usable_id_is_named_by_title_and_content(raw):
    def taken(title, content):
        return ConversationIds(Findings()).take(raw, title, content)

    first = taken("Ana and Ben", ["hi"])
    assert re.fullmatch(r"ana-and-ben-[0-9a-f]{8}", first)
    assert first == taken("Ana and Ben", ["hi"]) != taken("Ana and Ben", ["hello"])
    assert re.fullmatch(r"chat-[0-9a-f]{8}", taken("年糕", ["hi"]))


def test_turn_ids_kept_generated_and_made_unique():
    findings = Findings()
    ids = TurnIds("c", findings)
    assert [ids.take("D1:1", 1, 1), ids.take(None, 1, 1), ids.take("D1:1", 1, 3)] == [
        "D1:1",
        "D1:1-2",
        "D1:1-3",
    ]
    assert {f.kind: f.count for f in findings.done()} == {
        "generated_turn_ids": 1,
        "duplicate_turn_ids": 1,
    }


def test_question_ids_do_not_depend_on_case_or_blanks():
    one = question_id("c", "Where  did Ann go?", "temporal")
    assert re.fullmatch("[0-9a-f]{12}", one)
    assert one == question_id("c", "where did ann go?", "temporal")
    assert one != question_id("d", "Where did Ann go?", "temporal")
    assert one != question_id("c", "Where did Ann go?", "single-hop")
