"""Knobs: one setting each with range, help and what it affects; read and changed by path."""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

from hypermem_core.errors import SettingsError

Tree = TypeVar("Tree")

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
Affects = Literal["build", "retrieve", "answer", "judge", "run"]  # run: how fast, not what


@dataclass(frozen=True, slots=True)
class Knob:
    """What is known about one setting besides its value."""

    help: str
    affects: Affects
    low: float | None = None
    high: float | None = None
    step: float | None = None
    env: str = ""
    odd: bool = False  # only odd numbers: votes that cannot tie
    known: tuple[str, ...] = ()  # values of a free text worth offering
    variable: bool = False  # the name of a variable that holds a key, never the key itself
    address: bool = False  # where an endpoint is


def knob(
    default: Any,
    help: str,  # noqa: A002 - the word users know
    affects: Affects = "retrieve",
    low: float | None = None,
    high: float | None = None,
    step: float | None = None,
    env: str = "",
    odd: bool = False,
    known: tuple[str, ...] = (),
    variable: bool = False,
    address: bool = False,
) -> Any:
    """Declare one leaf of the tree."""
    about = Knob(help, affects, low, high, step, env, odd, known, variable, address)
    return field(default=default, metadata={"knob": about})


def iter_knobs(settings: Any) -> Iterator[tuple[str, Knob, Any, Any]]:
    """Yield (path, knob, value, type) of every leaf, in the order of the tree."""
    for section in dataclasses.fields(settings):
        branch = getattr(settings, section.name)
        hints = _hints(type(branch))  # type: ignore[arg-type] # a class is hashable
        for leaf in dataclasses.fields(branch):
            path = f"{section.name}.{leaf.name}"
            yield path, leaf.metadata["knob"], getattr(branch, leaf.name), hints[leaf.name]


@cache
def _hints(section: type) -> dict[str, Any]:
    return get_type_hints(section)


def choices(kind: Any) -> tuple[str, ...]:
    """Return the choices of a Literal type, () for any other."""
    return get_args(kind) if get_origin(kind) is Literal else ()


def unknown(path: str, known: Sequence[str]) -> SettingsError:
    """Return the error for a name that no setting has, with the nearest one that exists."""
    close = difflib.get_close_matches(path, list(known), 1)
    hint = f"Did you mean {close[0]}?" if close else "See `python -m hypermem_core settings`."
    return SettingsError(f"There is no setting {path!r}.", hint)


def _number(path: str, about: Knob, kind: type[int] | type[float], value: Any) -> int | float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise SettingsError(f"{path} = {value!r} is not a number.", "Write a number.") from None
    if kind is int and not number.is_integer():
        raise SettingsError(f"{path} = {value} is not whole.", "Write a whole number.")
    low, high = about.low, about.high
    if not (low is None or number >= low) or not (high is None or number <= high):
        raise SettingsError(f"{path} = {value} is out of range.", f"Choose {low} to {high}.")
    if about.odd and number % 2 == 0:
        raise SettingsError(
            f"{path} = {value} is even, so votes could tie.", "Write an odd number."
        )
    return kind(number)


def _variable(path: str, name: str) -> str:
    if not name or (VARIABLE.fullmatch(name) and not re.match("(?i)(sk|pk|key)[-_]", name)):
        return name
    raise SettingsError(  # what was given may be a key: it is not repeated
        f"{path} is no name of a variable.",
        "Write a name such as OPENAI_API_KEY; the key itself belongs into that variable.",
    )


def _address(path: str, text: str) -> str:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - reading it is the check
    except ValueError:  # an address may hold a password: it is not repeated
        raise SettingsError(
            f"{path} is no address.", "Write one such as http://localhost:8000/v1."
        ) from None
    if "@" in parts.netloc or parts.query:  # addresses are kept on disk
        raise SettingsError(
            f"{path} holds more than an address: a password or a query.",
            "Write the address alone; a key belongs into the variable that an api_key_env names.",
        )
    return text


def _coerce(path: str, about: Knob, kind: Any, value: Any) -> Any:
    if kind is bool:
        text = str(value).strip().lower()
        if text not in {"true", "false", "1", "0", "on", "off", "yes", "no"}:
            raise SettingsError(f"{path} = {value!r} is not true or false.", "Write true or false.")
        return text in {"true", "1", "on", "yes"}
    if kind in (int, float):
        return _number(path, about, kind, value)
    if about.variable:
        return _variable(path, str(value).strip())
    if about.address:
        return _address(path, str(value).strip())
    options = choices(kind)
    if options and value not in options:
        raise SettingsError(f"{path} = {value!r} is no choice.", f"Choose {', '.join(options)}.")
    return str(value)


def with_value(settings: Tree, path: str, value: Any) -> Tree:
    """Return the tree with one leaf changed; text is read as the leaf's type.

    Raises:
        SettingsError: unknown path (with the nearest name), wrong type or out of range.
    """
    for known, about, _, kind in iter_knobs(settings):
        if known == path:
            section, leaf = path.split(".")
            branch = getattr(settings, section)
            changed = dataclasses.replace(branch, **{leaf: _coerce(path, about, kind, value)})
            return cast(Tree, dataclasses.replace(cast(Any, settings), **{section: changed}))
    raise unknown(path, [row[0] for row in iter_knobs(settings)])
