import json

from hypermem_core.conversations import load_text
from hypermem_core.conversations.branches import shown_messages


def node(parent, text=None, role="user", time=None, **fields):
    content = {"content_type": "text", "parts": [text]}
    message = {"author": {"role": role}, "content": content, "create_time": time} | fields
    return {"parent": parent, "message": message if text else None}


TREE = {
    "root": node(None),
    "hidden": node("root", "rules", "system", weight=0.0),
    "ask": node("hidden", "question", time=1700000000.5),
    "old": node("ask", "first reply", "assistant", time=1700000001.0),
    "new": node("ask", "second reply", "assistant", time=1700000002.0),
}


def texts(item):
    return [message["content"]["parts"][0] for message in shown_messages(item)]


def test_the_current_branch_is_read_from_its_leaf():
    assert texts({"mapping": TREE, "current_node": "old"}) == ["question", "first reply"]


def test_without_a_current_node_the_newest_leaf_counts():
    assert texts({"mapping": TREE, "current_node": "gone"}) == ["question", "second reply"]


def test_cycles_end_and_other_objects_are_no_tree():
    loop = {"a": node("b", "x"), "b": node("a", "y")}
    assert texts({"mapping": loop, "current_node": "a"}) == ["y", "x"]
    assert shown_messages({"messages": []}) is None


def test_an_export_loads_as_messages():
    export = [{"id": "e1", "title": "Trip", "mapping": TREE, "current_node": "new"}]
    loaded = load_text(json.dumps(export), "conversations.json")
    (chat,) = loaded.conversations
    assert (chat.id, chat.title) == ("e1", "Trip")
    assert [(t.speaker, t.text) for t in chat.turns] == [
        ("User", "question"),
        ("Assistant", "second reply"),
    ]
    kinds = {f.kind: f.examples for f in loaded.report.findings}
    assert kinds["messages_not_shown"] == ("Trip: hidden", "Trip: old")
