from pathlib import Path

import pytest

from hypermem_core.diagnosis.kept import KeptSweep, listed, load, save, sweep_name
from hypermem_core.diagnosis.sweep import Point
from hypermem_core.diagnosis.whatif import Shift, WhatIf
from hypermem_core.errors import DataError
from hypermem_core.store import Store

POINT = Point("topic_k = 1", {"retrieval.topic_k": 1}, {"500": 0.5}, 0.75, {}, 120.0, 4, 1.5)
SHIFT = Shift("a/1/1", "a", "Who?", "temporal", {"500": 0.0}, {"500": 1.0}, 10, 20, 1.0, 20)


def kept(name: str = "one-knob-1") -> KeptSweep:
    return KeptSweep(
        name,
        "one knob",
        "topic_k",
        "hypermem-1",
        "hypermem",
        "2024-05-01T10:00:00",
        {"retrieval.rrf_k": 20},
        ("retrieval.topic_k",),
        (POINT,),
        found=WhatIf((SHIFT,), 1, 0.5),
    )


def test_a_sweep_comes_back_as_it_was(tmp_path: Path) -> None:
    path = save(Store(tmp_path), "e", kept())
    assert path == tmp_path / "e" / "sweeps" / "one-knob-1.json"
    assert load(path) == kept()
    assert listed(Store(tmp_path), "e") == (path,)


def test_the_same_sweep_has_the_same_name_and_another_run_another() -> None:
    first = sweep_name("one knob", "a", {"values": (1, 2)})
    assert first == sweep_name("one knob", "a", {"values": (1, 2)})
    assert first != sweep_name("one knob", "b", {"values": (1, 2)})
    assert first.startswith("one-knob-")


def test_a_name_cannot_leave_the_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot name a folder"):
        save(Store(tmp_path), "e", kept("../../evil"))


def test_a_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    path = save(Store(tmp_path), "e", kept())
    path.write_text("{")
    with pytest.raises(DataError, match="one-knob-1.json"):
        load(path)
