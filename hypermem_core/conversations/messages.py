"""Role–content messages (OpenAI, ShareGPT, chat exports of that shape) → conversations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from hypermem_core.conversations.branches import off_path, shown_messages
from hypermem_core.conversations.dates import DateReader
from hypermem_core.conversations.findings import Findings
from hypermem_core.conversations.ids import ConversationIds, TurnIds
from hypermem_core.conversations.sessions import split_by_gap, title_of
from hypermem_core.types import Conversation, Turn

LISTS = ("messages", "conversations", "conversation", "chat_messages", "turns")
ROLES = ("role", "from", "sender", "speaker", "author", "name")
CONTENTS = ("content", "value", "text", "message")
TIMES = ("timestamp", "time", "created_at", "create_time", "date", "datetime", "ts")
CONVERSATION_IDS = ("conversation_id", "id", "uuid", "sample_id")
_USERS = {"user", "human"}
_ASSISTANTS = {"assistant", "ai", "bot", "gpt", "chatgpt", "model"}
_UNSAID = {"system", "developer", "tool", "function", "observation", "function_call"}


def looks_like_message(value: Any) -> bool:
    """Say whether a JSON value is one message: someone and something said."""
    return (
        isinstance(value, Mapping)
        and any(key in value for key in ROLES)
        and any(key in value for key in (*CONTENTS, "tool_calls"))
    )


def message_list(value: Any) -> list[Any] | None:
    """Return the messages of a conversation object or bare list; None if it is neither."""
    if isinstance(value, Mapping):
        lists = (value[key] for key in LISTS if isinstance(value.get(key), list))
        value = shown_messages(value) or next(lists, None)
    if isinstance(value, list) and any(looks_like_message(item) for item in value):
        return value
    return None


def read_messages(items: Sequence[Any], name: str, findings: Findings) -> tuple[Conversation, ...]:
    """Return the conversations of a list of messages, of conversation objects or of both."""
    ids = ConversationIds(findings)
    read = []
    for given, title, rows in _conversations(items, findings):
        id_ = ids.take(given, title_of(title, (), PurePath(name).stem), rows)
        conversation = _conversation(id_, title, rows, name, findings)
        if conversation.turns:
            read.append(conversation)
        else:
            findings.add("conversations_without_turns", conversation.id, "dropped")
    return tuple(read)


def _conversations(
    items: Sequence[Any], findings: Findings
) -> Iterator[tuple[Any, Any, list[Any]]]:
    """Yield (id, title, messages); loose messages are gathered by their conversation_id."""
    loose: dict[str, list[Any]] = {}
    for position, item in enumerate(items, 1):
        rows = message_list(item)
        if rows is not None:
            about = item if isinstance(item, Mapping) else {}
            given = next((about[key] for key in CONVERSATION_IDS if about.get(key)), None)
            title = about.get("title") or about.get("name")
            for message in off_path(about):
                findings.add("messages_not_shown", f"{title or given}: {message}", "dropped")
            yield given, title, rows
        elif looks_like_message(item):
            loose.setdefault(str(item.get("conversation_id") or ""), []).append(item)
        else:
            findings.add("not_a_message", f"item {position}", "dropped")
    for given, rows in loose.items():
        yield given, None, rows


def _conversation(
    id_: str, title: Any, rows: Sequence[Any], name: str, findings: Findings
) -> Conversation:
    texts = [str(_first(row, TIMES)) for row in rows if isinstance(row, Mapping)]
    dates = DateReader(findings, texts)
    said = [
        turn
        for position, row in enumerate(rows, 1)
        if (turn := _turn(row, f"{id_}, message {position}", dates, findings)) is not None
    ]
    turns, sessions = split_by_gap(said, TurnIds(id_, findings), findings, id_)
    if turns and not any(turn.time for turn in turns):
        findings.add("conversations_without_dates", id_)
    speakers = tuple(dict.fromkeys(turn.speaker for turn in turns))
    return Conversation(id_, title_of(title, (), PurePath(name).stem), speakers, turns, sessions)


def _turn(row: Any, place: str, dates: DateReader, findings: Findings) -> Turn | None:
    if not looks_like_message(row):
        findings.add("not_a_message", place, "dropped")
        return None
    role = _role(row)
    if role.lower() in _UNSAID:
        findings.add("system_and_tool_messages", f"{place}: {role}", "dropped")
        return None
    text = _content(_first(row, CONTENTS), place, findings)
    if not text:
        findings.add("messages_without_text", place, "dropped")
        return None
    if not role:
        findings.add("turns_without_speaker", place, "guessed")
    return Turn("", _speaker(row, role), text, dates.read(_first(row, TIMES), place))


def _role(row: Mapping[str, Any]) -> str:
    value = _first(row, ROLES)
    if isinstance(value, Mapping):  # {"author": {"role": "user", "name": null}}
        value = value.get("role") or value.get("name")
    return str(value or "").strip()


def _speaker(row: Mapping[str, Any], role: str) -> str:
    name = row.get("name")
    if isinstance(name, str) and name.strip():
        return name.strip()
    if role.lower() in _USERS:
        return "User"
    if role.lower() in _ASSISTANTS:
        return "Assistant"
    return role or "Unknown"


def _content(value: Any, place: str, findings: Findings) -> str:
    """Return the words of a content: a string, a list of parts, or an object that holds them."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return "\n".join(filter(None, (_content(part, place, findings) for part in value)))
    if isinstance(value, Mapping):
        if value.get("type", "text") in ("text", "input_text", "output_text"):
            inner = value.get("text", value.get("parts"))
            return _content(inner, place, findings)
        findings.add("parts_without_text", f"{place}: {value.get('type')}", "dropped")
        return ""
    return "" if value is None else str(value)


def _first(row: Mapping[str, Any], keys: Sequence[str]) -> Any:
    return next((row[key] for key in keys if row.get(key) is not None), None)
