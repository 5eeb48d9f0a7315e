import json

from hypermem_core.conversations import load_text
from hypermem_core.conversations.inspect import inspect


def test_inspect_is_plain_json_with_all_categories():
    text = json.dumps(
        {
            "session_1": [{"speaker": "A", "text": "x"}],
            "qa": [{"question": "q", "answer": "a", "evidence": ["D1:1"]}],
        }
    )
    loaded = load_text(text, "f.json")
    report = inspect(loaded)
    assert json.loads(json.dumps(report)) == report
    assert (report["source"], report["format"]) == ("f.json", "locomo")
    assert [report[key] for key in ("conversations", "sessions", "turns", "questions")] == [1] * 4
    assert report["by_category"] == {
        "multi-hop": 0,
        "temporal": 0,
        "open-domain": 0,
        "single-hop": 0,
        "adversarial": 0,
        "uncategorised": 1,
    }
    assert {
        "kind": "questions_without_category",
        "count": 1,
        "examples": [f"{loaded.conversations[0].id} #0"],
        "action": "noted",
    } in report["findings"]
