import re

import pytest

from hypermem_core.conversations.findings import Findings
from hypermem_core.conversations.ids import ConversationIds, TurnIds, question_id


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("conv-26", "conv-26"),
        ("../../etc/passwd", "etc-passwd"),
        ("a/b c", "a-b-c"),
        ("..", "conv-1"),
        ("", "conv-1"),
        (None, "conv-1"),
        (7, "7"),
        ("NUL", "conv-NUL"),
        ("中文", "conv-1"),
    ],
)
def test_conversation_ids_are_path_safe(raw, expected):
    assert ConversationIds(Findings()).take(raw, 1) == expected


def test_conversation_ids_are_unique_whatever_the_case_and_reported():
    findings = Findings()
    ids = ConversationIds(findings)
    assert [ids.take("Chat", 1), ids.take("chat", 2), ids.take(None, 3)] == [
        "Chat",
        "chat-2",
        "conv-3",
    ]
    assert {f.kind: f.count for f in findings.done()} == {
        "repaired_conversation_ids": 1,
        "generated_conversation_ids": 1,
    }


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
