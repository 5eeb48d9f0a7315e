"""Ids that are safe as folder names and unique, whatever the file calls things."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from hypermem_core.conversations.findings import Findings

LONGEST = 80
LONGEST_TITLE = 32
# Names Windows keeps for devices: a folder cannot be called so.
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


class ConversationIds:
    """Hands out one path-safe, unique id per conversation of a file."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._taken: set[str] = set()

    def take(self, raw: object, title: str, content: Any) -> str:
        """Return the id of the conversation that the file calls `raw`.

        Without a usable one it is made of `title` and of what was said, so that two chats never
        share a folder of results, and the same chat finds its own again.
        """
        given = "" if raw is None else str(raw)
        safe = _path_safe(given) or content_id(title, content)
        chosen = self._unique(safe)
        if not given.strip():
            self._findings.add("generated_conversation_ids", chosen, "guessed")
        if given.strip() and chosen != given:
            self._findings.add("repaired_conversation_ids", f"{given!r} → {chosen}", "repaired")
        return chosen

    def _unique(self, safe: str) -> str:
        chosen, copy = safe, 1
        # Some file systems do not tell upper from lower case.
        while chosen.casefold() in self._taken:
            copy += 1
            chosen = f"{safe}-{copy}"
        self._taken.add(chosen.casefold())
        return chosen


def content_id(title: str, content: Any) -> str:
    """Return `ana-and-ben-3f9a2c41`: words of the title, then a hash of the content."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, default=str)
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
    words = _path_safe(title[:LONGEST_TITLE]).lower() or "chat"
    return f"{words}-{digest}"


def _path_safe(text: str) -> str:
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", text.strip())[:LONGEST].strip(".-")
    return f"conv-{safe}" if _DEVICES.fullmatch(safe) else safe


class TurnIds:
    """Hands out unique turn ids inside one conversation: the file's own, where it has them."""

    def __init__(self, conversation_id: str, findings: Findings) -> None:
        self._conversation_id = conversation_id
        self._findings = findings
        self._taken: set[str] = set()

    def take(self, raw: object, session: int, position: int) -> str:
        """Return the id of the turn at `position` (from 1) of `session`."""
        given = "" if raw is None else str(raw).strip()
        base = given or f"D{session}:{position}"
        chosen, copy = base, 1
        while chosen in self._taken:
            copy += 1
            chosen = f"{base}-{copy}"
        self._taken.add(chosen)
        if not given:
            self._findings.add(
                "generated_turn_ids", f"{self._conversation_id}: {chosen}", "guessed"
            )
        elif copy > 1:
            self._findings.add(
                "duplicate_turn_ids", f"{self._conversation_id}: {base} → {chosen}", "repaired"
            )
        return chosen


def question_id(conversation_id: str, text: str, category: object) -> str:
    """Return 12 hex digits of a hash, the same wherever in the file the question stands."""
    normal = " ".join(text.casefold().split())
    key = "\n".join((conversation_id, normal, str(category or "")))
    return hashlib.sha256(key.encode()).hexdigest()[:12]
