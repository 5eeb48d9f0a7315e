"""How JSON is asked for: JSON schema, JSON object or plain words, as far as the endpoint can."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Any, Literal

from hypermem_core import codec

Mode = Literal["schema", "object", "plain"]
MODES: tuple[Mode, ...] = ("schema", "object", "plain")
LIMITS = ("max_tokens", "max_completion_tokens", "")  # names of the length limit; "": unlimited


@dataclass(frozen=True, slots=True)
class Rung:
    """What a request asks of an endpoint beyond its words."""

    mode: Mode = "schema"
    limit: str = LIMITS[0]
    temperature: bool = True


@dataclass(slots=True)
class Ladder:
    """Finds, by being refused, what one endpoint understands; shared by all threads."""

    reply_tokens: int
    rung: Rung = Rung()
    proven: bool = False  # a request in this form was answered: a refusal has other reasons
    lock: Lock = field(default_factory=Lock, repr=False)

    def parameters(self, rung: Rung, shape: type) -> dict[str, Any]:
        """Return the fields of a request that asks for a reply of this shape."""
        found: dict[str, Any] = {}
        if rung.temperature:
            found["temperature"] = 0
        if rung.limit and self.reply_tokens:
            found[rung.limit] = self.reply_tokens
        if rung.mode == "schema":
            schema = {"name": shape.__name__, "strict": True, "schema": strict_schema(shape)}
            found["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif rung.mode == "object":
            found["response_format"] = {"type": "json_object"}
        return found

    def refused(self, rung: Rung, words: str) -> bool:
        """Step down after a refusal (status 400 or 422); False if there is nothing to give up."""
        with self.lock:
            if rung != self.rung:  # another thread has stepped down meanwhile
                return True
            lower = None if self.proven else _lower(rung, words.lower())
            if lower is None:
                return False
            self.rung = lower
            return True

    def answered(self, rung: Rung) -> None:
        """Remember that a request in this form was understood."""
        with self.lock:
            self.proven = self.proven or rung == self.rung


def _lower(rung: Rung, words: str) -> Rung | None:
    """Return the rung below, by what the refusal names; the reply's form if it names nothing."""
    if rung.limit and ("max_tokens" in words or "max_completion_tokens" in words):
        return Rung(rung.mode, LIMITS[LIMITS.index(rung.limit) + 1], rung.temperature)
    if rung.temperature and "temperature" in words:
        return Rung(rung.mode, rung.limit, False)
    if rung.mode != "plain":
        return Rung(MODES[MODES.index(rung.mode) + 1], rung.limit, rung.temperature)
    return None


@cache
def strict_schema(shape: type) -> dict[str, Any]:
    """Return the JSON schema of a shape as strict endpoints want it: all required, nothing else."""
    found: dict[str, Any] = _strict(codec.schema(shape))
    return found


@cache
def schema_digest(shape: type) -> str:
    """Return a short name of a shape's schema: another shape is another question."""
    words = json.dumps(strict_schema(shape), sort_keys=True)
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def _strict(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    dropped = {"default", "title"} if "properties" not in node else {"title", "description"}
    kept = {k: v for k, v in node.items() if k not in dropped or not isinstance(v, str | int)}
    if "properties" not in node:
        kept.pop("default", None)
    strict = {key: _strict(value) for key, value in kept.items()}
    if "properties" in node:
        properties = {name: _strict(value) for name, value in node["properties"].items()}
        strict |= {
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
    return strict
