from datetime import datetime
from pathlib import Path

import pytest

from hypermem_core.conversations import load, load_text
from hypermem_core.conversations.inspect import inspect
from hypermem_core.errors import DataError

ROOT = Path(__file__).resolve().parents[3]
LOCOMO = ROOT.parent / "shared" / "data" / "locomo10.json"
CUSTOM = ROOT / "tests" / "data" / "conversations" / "custom.json"
needs_locomo = pytest.mark.skipif(
    not LOCOMO.is_file(), reason="LoCoMo may not be shipped; put locomo10.json beside the project"
)


@pytest.fixture(scope="module")
def real():
    return load(LOCOMO)


@needs_locomo
def test_real_file_in_numbers(real):
    numbers = inspect(real)
    assert numbers["format"] == "locomo"
    assert [numbers[key] for key in ("conversations", "sessions", "turns", "questions")] == [
        *(10, 272, 5882, 1986),
    ]
    assert numbers["by_category"] == {
        "multi-hop": 282,
        "temporal": 321,
        "open-domain": 96,
        "single-hop": 841,
        "adversarial": 446,
    }


@needs_locomo
def test_real_file_every_irregularity_counted(real):
    assert {finding.kind: finding.count for finding in real.report.findings} == {
        "dates_without_dialog": 16,
        "integer_answers": 6,
        "faulty_evidence": 9,
        "unresolvable_evidence": 3,
        "evidence_ids_resolved": 2821,
        "duplicate_evidence": 1,
        "questions_without_evidence": 4,
        "captions_without_url": 316,
        "duplicate_questions": 11,
        "questions_in_two_categories": 1,
        "adversarial_questions_with_answer": 2,
        "trimmed_texts": 209,
        "ignored_fields": 30,
    }
    assert all(1 <= len(finding.examples) <= 5 for finding in real.report.findings)


@needs_locomo
def test_real_file_keeps_ids_order_and_dates(real):
    first = real.conversations[0]
    assert (first.id, len(first.sessions), len(first.turns)) == ("conv-26", 19, 419)
    assert [session.number for session in first.sessions] == list(range(1, 20))
    for conversation in real.conversations:
        times = [session.time for session in conversation.sessions]
        assert None not in times and times == sorted(times)
        assert len({turn.id for turn in conversation.turns}) == len(conversation.turns)
        assert len({q.id for q in conversation.questions}) == len(conversation.questions)
        assert all(conversation.turn(i) for q in conversation.questions for i in q.evidence)
    assert sum(bool(t.caption) for c in real.conversations for t in c.turns) == 1226
    lost = {q.alias: q.unresolved for c in real.conversations for q in c.questions if q.unresolved}
    assert lost == {
        "conv-42 #58": ("D10:19",),
        "conv-42 #88": ("D",),
        "conv-47 #38": ("D4:36",),
    }


def test_custom_file_sessions_by_number_and_repairs():
    loaded = load(CUSTOM)
    (chat,) = loaded.conversations
    assert chat.id == "club-night-1" and chat.speakers == ("Ann", "Ben", "Cy")
    assert [(s.number, s.time) for s in chat.sessions] == [
        (1, None),
        (2, datetime(2024, 2, 3, 21, 5)),
        (10, datetime(2024, 3, 20, 18)),
    ]
    assert [(t.id, t.time) for t in chat.turns][2:] == [
        ("D2:1", datetime(2024, 2, 3, 21, 7)),
        ("D1:1-2", datetime(2024, 3, 20, 18)),
    ]
    assert chat.turns[1].content == "Hi [image: a red kite]"
    assert [q.evidence for q in chat.questions] == [("D2:1", "D1:2"), ("D2:1",), ()]
    assert {f.kind: f.count for f in loaded.report.findings} == {
        "repaired_conversation_ids": 1,
        "dates_without_dialog": 1,
        "unparseable_dates": 1,
        "captions_without_url": 1,
        "trimmed_texts": 1,
        "generated_turn_ids": 1,
        "turns_without_text": 1,
        "duplicate_turn_ids": 1,
        "evidence_ids_resolved": 3,
        "faulty_evidence": 2,
        "duplicate_questions": 1,
        "integer_answers": 1,
        "unresolvable_evidence": 1,
    }


def test_sessions_at_the_top_without_questions():
    loaded = load_text('{"session_1": [{"speaker": "A", "text": "x"}], "mood": 1}', "f")
    assert len(loaded.conversations[0].turns) == 1
    kinds = {f.kind: f.examples for f in loaded.report.findings}
    assert kinds["ignored_fields"] == ("mood",)
    assert "conversations_without_questions" in kinds and "sessions_without_date" in kinds


def test_turn_list_with_timestamps_is_cut_into_sessions():
    turns = (
        '[{"timestamp": "1:56 pm on 8 May, 2023", "speaker": "A", "text": "x"},'
        ' {"timestamp": "1:56 pm on 9 May, 2023", "speaker": "B", "text": "y"}]'
    )
    (chat,) = load_text(f'{{"0": {{"conversation": {turns}, "question": []}}}}', "f").conversations
    assert [t.id for t in chat.turns] == ["D1:1", "D2:1"]


def test_sessions_against_time_are_a_finding():
    loaded = load_text(
        '{"session_1": [{"speaker": "A", "text": "x"}], "session_1_date_time": "2 May 2023",'
        ' "session_2": [{"speaker": "A", "text": "y"}], "session_2_date_time": "1 May 2023"}',
        "f",
    )
    assert "sessions_out_of_time_order" in {f.kind for f in loaded.report.findings}
    assert [t.text for t in loaded.conversations[0].turns] == ["x", "y"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"sample_id": "k", "conversation": {"session_3": "hi"}}', "f.json: k: field session_3"),
        ('{"session_1": [{"speaker": "A", "text": "x"}], "qa": 3}', "f.json: f-0bb9adf6: field qa"),
        ('{"session_1": []}', "f.json: no conversation in it has any turn"),
    ],
)
def test_wrong_fields_are_named(text, says):
    with pytest.raises(DataError) as caught:
        load_text(text, "f.json")
    assert caught.value.message.startswith(says) and caught.value.hint
