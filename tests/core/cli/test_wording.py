"""Results as text."""

from hypermem_core.cli import wording


def test_an_inspection_lists_counts_and_findings() -> None:
    finding = {"kind": "dates without a dialog", "count": 16, "examples": ["session_20"]}
    counts = {"conversations": 1, "sessions": 2, "turns": 1234, "questions": 3}
    text = wording.inspection({**counts, "by_category": {"temporal": 3}, "findings": [finding]})
    assert "1,234 turns" in text
    assert "16 dates without a dialog (session_20)" in text


def test_moved_settings_are_starred() -> None:
    row = {"path": "a.b", "value": 2, "default": 1, "affects": "build", "help": "Help"}
    same = {**row, "path": "a.c", "value": 1}
    assert wording.settings([row, same]).split("\n")[0].startswith("* a.b = 2")
    assert wording.settings([row, same]).split("\n")[1].startswith("  a.c = 1")


def test_a_chat_cannot_steer_the_terminal_nor_turn_its_text_round() -> None:
    assert wording.shown("a\x1b[31mb\x00\x9b\u202ec\r") == "a�[31mb���c�"
    assert wording.shown("line\n\ttab 你好 👩‍🔬") == "line\n\ttab 你好 👩‍🔬"


def test_a_memory_says_what_was_put_right_and_what_lacks_a_reply() -> None:
    made = {"before": "missing", "changed": [], "counts": {"facts": 2}, "seconds": 1.5}
    row = {"conversation": "talk", **made, "degraded": 1, "mended": {"weight": 3}}
    text = wording.memories({"llm": "m", "memories": [row]})
    assert "  3 weights were outside 0–1 and were clamped." in text.split("\n")
    assert "  1 item goes without a model's reply: build again to retry" in text.split("\n")
    whole = {**row, "degraded": 0, "mended": {}}
    assert wording.memories({"llm": "m", "memories": [whole]}).count("\n") == 0
