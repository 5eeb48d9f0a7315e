"""What an endpoint's refusals mean: which stop a run, which pass, and what of them may be shown."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from hypermem_core.errors import ModelError, Paused

STOPS = {401, 402, 403, 404}
AGAIN = {408, 409, 425, 429}
QUOTA = re.compile(r"insufficient_quota|quota|billing|insufficient (credit|balance|funds)", re.I)
TOO_LONG = re.compile(
    r"context_length|context length|context window|maximum context|too long", re.I
)
HINTS = {
    401: "Check the key in {key}, then start again: what is done is kept.",
    402: "Top up the account or choose another model, then start again: what is done is kept.",
    403: "The key in {key} may not use this model; choose another, then start again.",
    404: "Check the model's name and the base URL in the settings, then start again.",
}
REASONS = {
    401: "does not accept the key",
    402: "says that the account has no credit left",
    403: "does not allow this model with this key",
    404: "knows no such model or address",
}


class Refused(ModelError):
    """The endpoint did not accept the form of a request (status 400, 413 or 422)."""

    def __init__(self, message: str, status: int, too_long: bool = False) -> None:
        super().__init__(message, "Try again later, or choose another model.")
        self.status, self.too_long = status, too_long


class Down(Paused):
    """Nobody answers at the endpoint, or it does not know the model: no request can succeed."""


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of a Retry-After header: a number or an HTTP date; None without one."""
    text = (headers.get("retry-after") or headers.get("Retry-After") or "").strip()
    try:
        seconds = float(text)
        return max(seconds, 0.0) if math.isfinite(seconds) else None
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max((date - datetime.now(UTC)).total_seconds(), 0.0)


def redacted(words: str, key: str) -> str:
    """Return the first words of a foreign text without the key or anything that looks like one."""
    bare = words.replace(key, "…") if key else words
    bare = re.sub(r"(?i)\b(sk|pk|key|bearer)[-_ ][\w\-*.]{6,}", "…", bare)
    return " ".join(bare.split())[:200]


def too_long(words: str) -> bool:
    """Return whether a refusal says that the text is longer than the model can read."""
    about_the_reply = re.search("max_(completion_)?tokens", words)
    return bool(TOO_LONG.search(words)) and not about_the_reply
