"""The JSON in a model's reply: bare, fenced, in prose, after thinking; mended where possible."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_origin, get_type_hints

import json_repair

from hypermem_core.errors import ReplyError

THINKING = re.compile(r"^.*</think(?:ing)?>", re.DOTALL)
_OPENER = re.compile(r"[{\[]")
_ESCAPE = re.compile(  # two that are no half, or a half of a character that stands alone
    r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


def parse(text: str) -> tuple[Any, bool]:
    """Return the JSON in a text, and whether it had to be repaired.

    Raises:
        ReplyError: there is none, or it breaks off, or holds more than Python reads.
    """
    bare = THINKING.sub("", text).strip()
    if "<think" in bare:
        raise ReplyError("The reply never left its thinking.", "", (text,))
    try:
        return _parsed(_whole_characters(bare), text)
    except RecursionError:
        raise ReplyError("The reply's JSON is nested too deeply.", "", (text,)) from None
    except ValueError:  # not of its form: that is mended
        raise ReplyError("A number in the reply has thousands of digits.", "", (text,)) from None


def _whole_characters(text: str) -> str:
    """Return JSON without halves of emoji, which no file can hold; a sign of loss instead."""
    return _ESCAPE.sub(lambda found: r"\ufffd" if found[1] else found[0], text)


def _parsed(bare: str, text: str) -> tuple[Any, bool]:
    try:
        return json.loads(bare), False
    except json.JSONDecodeError:
        pass
    found = max(_values(bare), key=lambda pair: pair[1], default=None)
    if found:
        return found[0], False
    start = _OPENER.search(bare)
    if not start:
        raise ReplyError("The reply is no JSON object.", "", (text,))
    rest = bare[start.start() :]
    if _open_brackets(rest) > 0:
        raise ReplyError("The reply breaks off in the middle of its JSON.", "", (text,))
    data = json_repair.loads(rest)
    if not isinstance(data, dict | list) or not data:
        raise ReplyError("The reply is not valid JSON.", "", (text,))
    return data, True


def _values(text: str) -> Iterator[tuple[Any, int]]:
    """Yield every outermost JSON object or array of a text with its length."""
    decoder, start = json.JSONDecoder(), 0
    broken = 0
    while (match := _OPENER.search(text, start)) and broken < 50:  # prose may be full of brackets
        try:
            value, end = decoder.raw_decode(text, match.start())
        except json.JSONDecodeError:
            if text[match.start()] == "{":  # what is inside a broken object is not the reply
                return
            start, broken = match.end(), broken + 1
            continue
        if isinstance(value, dict) or (value and isinstance(value[0], dict)):
            yield value, end - match.start()
        start = end


def _open_brackets(text: str) -> int:
    """Return how many brackets a text leaves open; those inside strings do not count."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", text, flags=re.DOTALL)
    openers, closers = len(re.findall(r"[{\[]", bare)), len(re.findall(r"[}\]]", bare))
    return openers - closers + (bare.count('"') % 2)


def fitted(data: Any, shape: type) -> Any:
    """Return a bare list as the one list its shape holds: models often leave the wrapping out."""
    if not isinstance(data, list) or not is_dataclass(shape):
        return data
    hints = get_type_hints(shape)
    names = [field.name for field in fields(shape) if get_origin(hints[field.name]) is list]
    return {names[0]: data} if len(names) == 1 else data
