"""Twenty kinds of trouble a chat endpoint can make, drawn from a seed."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from threading import Lock
from typing import Any

from tests.servers import twins
from tests.servers.loopback import Asked, Said, chat, error, healthy

Fault = Callable[[str, Asked], Said]  # the good reply's text, and what was asked


def _said(text: str | None, asked: Asked, finish: str = "stop") -> Said:
    return chat(text, finish, asked.prompt)


def _date() -> str:
    return format_datetime(datetime.now(UTC) - timedelta(seconds=1), usegmt=True)


def _changed(text: str, change: Callable[[dict[str, Any]], None]) -> str:
    data = json.loads(text)
    change(data)
    return json.dumps(data)


def _retyped(data: dict[str, Any]) -> None:
    data[next(iter(data))] = {"not": ["what", "was"], "asked": 1}


def _bereft(data: dict[str, Any]) -> None:
    data.pop(next(iter(data)))


def _strangers(data: dict[str, Any]) -> None:
    for item in data.get("roles", []):
        item["local_id"] = f"{item['local_id']}99"
    for item in data.get("facts", []):
        item["turn_ids"] = ["D99:99", *item["turn_ids"]]
    if "matches" in data:
        data["matches"] = ["topic 999", *data["matches"]]


def _twice(data: dict[str, Any]) -> None:
    for name in ("roles", "matches"):
        data[name] = data.get(name, []) * 2 if name in data else data.get(name)
    data |= {k: v for k, v in data.items() if v is not None}


def _heavy(data: dict[str, Any]) -> None:
    for number, item in enumerate(data.get("roles", [])):
        item["weight"] = (7.5, -2.0)[number % 2]
        item["role"] = "hero"


FAULTS: dict[str, Fault] = {
    "429 with seconds": lambda t, a: error(429, "slow down", Retry_After="0.01"),
    "429 with a date": lambda t, a: error(429, "slow down", Retry_After=_date()),
    "429": lambda t, a: error(429, "slow down"),
    "500": lambda t, a: error(500, "oops"),
    "502 HTML": lambda t, a: Said(
        status=502, raw=b"<html><h1>Bad gateway</h1></html>", content_type="text/html"
    ),
    "slow": lambda t, a: replace(_said(t, a), wait=0.05),
    "dropped": lambda t, a: Said(raw=b"", drop=True),
    "dropped in the body": lambda t, a: Said(raw=b'{"choices": [', drop=True),
    "empty body": lambda t, a: Said(raw=b""),
    "HTML with status 200": lambda t, a: Said(
        raw=b"<html>maintenance</html>", content_type="text/html"
    ),
    "truncated JSON": lambda t, a: _said(t[: max(len(t) // 2, 2)], a),
    "JSON in prose": lambda t, a: _said(f"Sure! Here it is:\n\n{t}\n\nAnything else {{?}}", a),
    "fenced": lambda t, a: _said(f"```json\n{t}\n```", a),
    "wrong types": lambda t, a: _said(_changed(t, _retyped), a),
    "missing fields": lambda t, a: _said(_changed(t, _bereft), a),
    "unknown ids": lambda t, a: _said(_changed(t, _strangers), a),
    "duplicate ids": lambda t, a: _said(_changed(t, _twice), a),
    "weights out of range": lambda t, a: _said(_changed(t, _heavy), a),
    "NaN": lambda t, a: _said(re.sub(r'("weight": )[\d.]+', r"\1NaN", t), a),
    "null content": lambda t, a: _said(None, a),
    "refusal": lambda t, a: chat(None, "stop", a.prompt, refusal="I cannot help with that."),
    "length stop": lambda t, a: _said(t, a, "length"),
    "endless thinking": lambda t, a: _said(f"<think>hmm {'and so on ' * 50}", a),
    "thought first": lambda t, a: _said(f"<think>is it {{}}?</think>\n{t}", a),
}


# What a reply can be that nobody can use, however often the request is sent.
SPOILT = ("truncated JSON", "wrong types", "missing fields", "null content", "refusal") + (
    "length stop",
    "endless thinking",
)


class Storm:
    """Answers healthily or with a fault, as a seed decides; counts what it did."""

    def __init__(self, share: float, seed: int = 7, kinds: Iterable[str] = FAULTS) -> None:
        self.share, self._random, self._lock = share, random.Random(seed), Lock()
        self.kinds = list(kinds)
        self.made: Counter[str] = Counter()

    def __call__(self, asked: Asked) -> Said:
        if not asked.path.endswith("/chat/completions"):
            return healthy(asked)
        with self._lock:
            roll, kind = self._random.random(), self._random.choice(self.kinds)
            struck = roll < self.share
            self.made[kind if struck else "healthy"] += 1
        text = twins.answer(asked.prompt)
        return replace(FAULTS[kind](text, asked), note=kind) if struck else _said(text, asked)
