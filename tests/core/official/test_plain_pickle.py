import os
import pickle
from typing import Any

import pytest

from hypermem_core.errors import DataError
from hypermem_core.official.plain_pickle import Torn, read_plain, write_plain

PLAIN = [
    {"id": "é" * 300, "embedding": [0.5, -1.25, 1e300], "data": {"keywords": None, "n": [1, -7]}},
    ("a", ("b",), ()),
    2**70,
    True,
    False,
    None,
    "",
    [],
    {},
]


class Runs:
    def __reduce__(self) -> tuple[Any, ...]:
        return (os.system, ("true",))


class Held:
    """An object of a class: its pickle names the class."""


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_plain_data_is_read_from_every_binary_protocol(protocol: int) -> None:
    shared = ["x"]
    value = [PLAIN, shared, shared]
    assert read_plain(pickle.dumps(value, protocol), "here") == value


def test_long_vectors_run_across_frames() -> None:
    value = [float(n) / 7 for n in range(50_000)]
    assert read_plain(pickle.dumps(value, 4), "here") == value


@pytest.mark.parametrize("protocol", [2, 4])
@pytest.mark.parametrize("value", [Runs(), Held(), [Runs()], {"a": Held()}, len, object, {1, 2}])
def test_whatever_is_not_plain_is_refused(value: Any, protocol: int) -> None:
    with pytest.raises(DataError, match=r"bad\.pkl: the pickle asks for more than data"):
        read_plain(pickle.dumps(value, protocol), "bad.pkl")


@pytest.mark.parametrize(
    "data",
    [b"", b"\x80\x04", b"\x80\x04]", b"a.", b"\x80\x04h\x07.", b"\x80\x04](K\x01", b"}](u.", b"e."],
)
def test_torn_ones_are_said_to_be_torn(data: bytes) -> None:
    with pytest.raises(Torn, match="torn or damaged"):
        read_plain(data, "torn.pkl")


def test_a_large_memo_number_costs_no_memory() -> None:
    assert read_plain(b"\x80\x04]r\xff\xff\xff\x7f.", "here") == []


def test_what_is_written_any_python_reads() -> None:
    value = [{"a": [1, -200, 2**40], "b": 0.25, "c": None, "d": True, "e": "é"}, []]
    assert pickle.loads(write_plain(value)) == value
    assert read_plain(write_plain(value), "here") == value


def test_only_plain_data_is_written() -> None:
    with pytest.raises(TypeError, match="Held is no plain data"):
        write_plain([Held()])
