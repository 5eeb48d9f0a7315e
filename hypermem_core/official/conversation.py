"""The official episodes' messages and questions → one sample in LoCoMo's shape."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from hypermem_core.conversations.findings import Findings
from hypermem_core.official.fields import objects, rows, text

_IN_ID = re.compile(r"D(\d+):(\d+)")
_HEADER = re.compile(r"[^\n]*conversation between (.{1,80}) and (.{1,80}):")


def turn_id(message: dict[str, Any]) -> str:
    """Return the id of the turn that a message in an episode is."""
    return text(message.get("dia_id")).strip() or _made_up(message)


def _made_up(message: dict[str, Any]) -> str:
    return f"{text(message.get('session'))}@{text(message.get('timestamp'))}".strip()


def session_number(message: dict[str, Any]) -> int:
    """Return the session a message belongs to: by its field, else by its id, else 1."""
    match = re.fullmatch(r"session_(\d{1,6})", text(message.get("session")))
    match = match or _IN_ID.match(text(message.get("dia_id")))
    return int(match[1]) if match else 1


def _place(message: dict[str, Any]) -> tuple[int, int]:
    match = _IN_ID.fullmatch(text(message.get("dia_id")))
    return session_number(message), int(match[2]) if match else 0


def image_note(speaker: str, caption: str) -> str:
    """Return what the official code puts before the words of a message with an image."""
    return f"[{speaker} shared an image: {caption}] "


def sample(
    number: int, episodes: Sequence[dict[str, Any]], searched: Any, findings: Findings
) -> dict[str, Any]:
    """Return a conversation put together from its episodes: each turn once, sessions by number.

    `searched` are the conversation's rows of search_results.json, which hold its questions.
    """
    messages = _messages(number, episodes, findings)
    body: dict[str, Any] = _speakers(messages, searched)
    for message in sorted(messages, key=_place):
        name = f"session_{session_number(message)}"
        when = text(message.get("original_timestamp")) or text(message.get("timestamp"))[:19]
        body.setdefault(f"{name}_date_time", when)
        body.setdefault(name, []).append(_turn(message))
    found = [row["original_qa"] for row in objects(searched) if "original_qa" in row]
    return {"sample_id": f"official-{number}", "conversation": body, "qa": found}


def _messages(
    number: int, episodes: Sequence[dict[str, Any]], findings: Findings
) -> list[dict[str, Any]]:
    kept: dict[str, dict[str, Any]] = {}
    for episode in episodes:
        for message in objects(episode.get("original_data")):
            name = turn_id(message)
            if kept.setdefault(name, message) != message:
                findings.add("turns_that_differ", f"official-{number}: {name}", "dropped")
            elif kept[name] is not message:
                findings.add("turns_in_two_episodes", f"official-{number}: {name}")
    return list(kept.values())


def _turn(message: dict[str, Any]) -> dict[str, Any]:
    speaker = text(message.get("speaker_name")) or text(message.get("user_name"))
    caption = text(message.get("blip_caption"))
    words = text(message.get("content"))
    turn: dict[str, Any] = {
        "speaker": speaker,
        "dia_id": turn_id(message),
        "text": words.removeprefix(image_note(speaker, caption)) if caption else words,
    }
    given = (("img_url", rows(message.get("img_url"))), ("blip_caption", caption))
    turn |= {key: value for key, value in (*given, ("query", message.get("query"))) if value}
    return turn


def _speakers(messages: Sequence[dict[str, Any]], searched: Any) -> dict[str, Any]:
    """Return both speakers, in the order of the contexts' header if there is one."""
    heard = [text(message.get("speaker_name")) for message in messages]
    names = list(dict.fromkeys(name for name in heard if name))
    for row in objects(searched)[:1]:
        match = _HEADER.match(text(row.get("context")))
        if match and {match[1], match[2]} == set(names):
            names = [match[1], match[2]]
    return dict(zip(("speaker_a", "speaker_b"), names, strict=False))
