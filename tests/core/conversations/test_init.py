import json
from collections import Counter

from hypermem_core.conversations import load, load_text, sample_path
from hypermem_core.types import CATEGORY_ORDER


def test_the_sample_has_what_the_demo_needs():
    *english, chinese = load(sample_path()).conversations
    assert [c.id for c in english] == ["sample-mara-theo", "sample-ines-oskar"]
    for chat in english:
        assert len(chat.sessions) >= 12 and len(chat.turns) >= 200 and len(chat.questions) >= 60
        assert any(turn.caption for turn in chat.turns)
        assert (chat.sessions[-1].time - chat.sessions[0].time).days > 100
    assert chinese.id == "sample-lin-zhou" and len(chinese.questions) == 20
    for chat in (*english, chinese):
        assert set(Counter(q.category for q in chat.questions)) == set(CATEGORY_ORDER)


def test_the_sample_is_clean():
    loaded = load(sample_path())
    kinds = {finding.kind for finding in loaded.report.findings}
    assert kinds == {"captions_without_url", "evidence_ids_resolved"}
    assert all(q.evidence for c in loaded.conversations for q in c.questions)


def test_every_speaker_and_session_of_the_sample_is_used():
    for chat in load(sample_path()).conversations:
        assert {t.speaker for t in chat.turns} == set(chat.speakers)
        assert {t.session for t in chat.turns} == {s.number for s in chat.sessions}
        assert all(session.time for session in chat.sessions)


def test_loading_twice_gives_the_same():
    assert load(sample_path()) == load(sample_path())


def test_text_and_file_give_the_same_conversations():
    text = sample_path().read_text("utf-8")
    assert load_text(text, "sample.json") == load(sample_path())


def test_structure_not_the_name_decides():
    assert load_text("A: x\nB: y", "odd.json").report.format == "transcript"
    assert load_text('[{"role": "user", "content": "x"}]', "odd.txt").report.format == "messages"
    stamped = "[14/10/2021, 15:34] A: x\n[14/10/2021, 15:35] B: y"
    assert load_text(stamped, "odd.json").report.format == "transcript"


def test_several_samples_on_json_lines():
    line = json.dumps({"sample_id": "a", "session_1": [{"speaker": "A", "text": "x"}]})
    loaded = load_text(f"{line}\n{line}\n", "f.jsonl")
    assert loaded.report.format == "locomo" and [c.id for c in loaded.conversations] == ["a", "a-2"]
