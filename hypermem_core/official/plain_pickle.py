"""Pickles that hold data and nothing else, read and written without the pickle module.

An unpickler runs what a file names. This one knows no instruction that names anything: lists,
dicts, tuples, texts and numbers are read, and any other instruction is refused.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from hypermem_core.errors import DataError

_FLOATS = re.compile(rb"(?:G.{8})+", re.DOTALL)  # a vector's numbers stand in one long run
_FLOAT = np.dtype([("instruction", "u1"), ("value", ">f8")])
_MARK = object()
_CONSTANTS = {ord("N"): None, 0x88: True, 0x89: False}
_FACTORIES: dict[int, Callable[[], Any]] = {ord("]"): list, ord("}"): dict, ord(")"): tuple}
_WHOLE = {ord("J"): "<i", ord("K"): "<B", ord("M"): "<H"}  # instruction → number that follows
_TEXTS = {0x8C: "<B", ord("X"): "<I", 0x8D: "<Q"}  # instruction → length that follows
_TUPLES = {0x85: 1, 0x86: 2, 0x87: 3}
_PUTS = {ord("q"): "<B", ord("r"): "<I"}
_GETS = {ord("h"): "<B", ord("j"): "<I"}
_DANGEROUS = {
    **{ord("c"): "GLOBAL", 0x93: "STACK_GLOBAL", ord("R"): "REDUCE", ord("i"): "INST"},
    **{ord("o"): "OBJ", 0x81: "NEWOBJ", 0x92: "NEWOBJ_EX", ord("b"): "BUILD"},
    **{0x82: "EXT1", 0x83: "EXT2", 0x84: "EXT4", ord("P"): "PERSID", ord("Q"): "BINPERSID"},
}


class Torn(DataError):
    """A pickle that ends too early or makes no sense, as a killed run leaves it."""


def read_plain(data: bytes, where: str) -> Any:
    """Return the value a pickle of plain data holds.

    Raises:
        Torn: it is damaged.
        DataError: it asks for anything but plain data.
    """
    reader = _Reader(data, where)
    try:
        return reader.read()
    except (IndexError, struct.error, KeyError, TypeError, ValueError, AttributeError):
        raise Torn(
            f"{where}: the pickle is torn or damaged (near byte {reader.at:,}).",
            "Run the official stage that wrote it again, or delete it.",
        ) from None


class _Reader:
    """A stack, a memo and a place in the data."""

    def __init__(self, data: bytes, where: str) -> None:
        self._data = data
        self._where = where
        self._stack: list[Any] = []
        self._memo: dict[int, Any] = {}
        self.at = 0

    def read(self) -> Any:
        while True:
            instruction = self._data[self.at]
            self.at += 1
            if instruction == ord("."):
                return self._stack.pop()
            self._step(instruction)

    def _step(self, instruction: int) -> None:
        if instruction in _CONSTANTS:
            self._stack.append(_CONSTANTS[instruction])
        elif instruction in _FACTORIES:
            self._stack.append(_FACTORIES[instruction]())
        elif instruction in _TEXTS:
            self._stack.append(self._take(self._number(_TEXTS[instruction])).decode("utf-8"))
        elif instruction in _WHOLE:
            self._stack.append(self._number(_WHOLE[instruction]))
        elif instruction in _PUTS or instruction in _GETS or instruction == 0x94:
            self._remember(instruction)
        elif instruction in _TUPLES:
            size = _TUPLES[instruction]
            self._stack[-size:] = [tuple(self._stack[-size:])]
        else:
            self._rarer(instruction)

    def _rarer(self, instruction: int) -> None:
        steps: dict[int, Callable[[], None]] = {
            ord("G"): self._floats,
            ord("("): lambda: self._stack.append(_MARK),
            ord("a"): lambda: self._extend([self._stack.pop()]),
            ord("e"): lambda: self._extend(self._marked()),
            ord("s"): lambda: self._update([self._stack.pop(-2), self._stack.pop()]),
            ord("u"): lambda: self._update(self._marked()),
            ord("t"): lambda: self._stack.append(tuple(self._marked())),
            0x8A: lambda: self._long("<B"),
            0x80: lambda: self._skip(1),  # the protocol
            0x95: lambda: self._skip(8),  # the length of a frame
        }
        if instruction not in steps:
            name = _DANGEROUS.get(instruction, f"instruction {instruction:#04x}")
            raise DataError(
                f"{self._where}: the pickle asks for more than data ({name}), so it was refused.",
                "Such a file can run code. Use one that the official code wrote, or delete it.",
            )
        steps[instruction]()

    def _take(self, count: int) -> bytes:
        part = self._data[self.at : self.at + count]
        if len(part) < count:
            raise IndexError(count)
        self.at += count
        return part

    def _skip(self, count: int) -> None:
        self._take(count)

    def _number(self, form: str) -> int:
        found: int = struct.unpack(form, self._take(struct.calcsize(form)))[0]
        return found

    def _long(self, form: str) -> None:
        part = self._take(self._number(form))
        self._stack.append(int.from_bytes(part, "little", signed=True))

    def _floats(self) -> None:
        run = _FLOATS.match(self._data, self.at - 1)
        if run is None:
            raise IndexError(self.at)
        self.at = run.end()
        self._stack += np.frombuffer(run[0], _FLOAT)["value"].tolist()

    def _remember(self, instruction: int) -> None:
        if instruction in _GETS:
            self._stack.append(self._memo[self._number(_GETS[instruction])])
        else:
            named = instruction in _PUTS
            place = self._number(_PUTS[instruction]) if named else len(self._memo)
            self._memo[place] = self._stack[-1]

    def _marked(self) -> list[Any]:
        last = len(self._stack) - 1 - self._stack[::-1].index(_MARK)
        items = self._stack[last + 1 :]
        del self._stack[last:]
        return items

    def _extend(self, items: list[Any]) -> None:
        target = self._stack[-1]
        if not isinstance(target, list):
            raise TypeError(type(target).__name__)
        target += items

    def _update(self, pairs: list[Any]) -> None:
        target = self._stack[-1]
        if not isinstance(target, dict):
            raise TypeError(type(target).__name__)
        target.update(zip(pairs[::2], pairs[1::2], strict=True))


def write_plain(value: Any) -> bytes:
    """Return plain data as a pickle that any Python reads (protocol 4).

    Raises:
        TypeError: there is something else than plain data in it.
    """
    parts: list[bytes] = [b"\x80\x04"]
    _write(value, parts)
    return b"".join([*parts, b"."])


def _write(value: Any, parts: list[bytes]) -> None:
    if value is None or isinstance(value, bool):
        parts.append({None: b"N", True: b"\x88", False: b"\x89"}[value])
    elif isinstance(value, float):
        parts.append(b"G" + struct.pack(">d", value))
    elif isinstance(value, int):
        raw = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
        parts.append(b"\x8a" + bytes([len(raw)]) + raw)
    elif isinstance(value, str):
        raw = value.encode()
        parts.append(b"X" + struct.pack("<I", len(raw)) + raw)
    elif isinstance(value, list | dict):
        _write_items(value, parts)
    else:
        raise TypeError(f"{type(value).__name__} is no plain data")


def _write_items(value: list[Any] | dict[Any, Any], parts: list[bytes]) -> None:
    if isinstance(value, list):
        parts.append(b"](")
        if value and all(type(item) is float for item in value):  # a vector
            run = np.full(len(value), ord("G"), _FLOAT)
            run["value"] = value
            parts.append(run.tobytes())
        else:
            for item in value:
                _write(item, parts)
        parts.append(b"e")
        return
    parts.append(b"}(")
    for pair in value.items():
        for part in pair:
            _write(part, parts)
    parts.append(b"u")
