import io
import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest

from hypermem_core.errors import DataError
from hypermem_core.reports.bundle import pack, unpack
from hypermem_core.store import Store

MARK = "hypermem-studio-bundle.json"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    folder = tmp_path / "results" / "mine" / "memory" / "flat" / "conv-1"
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text("{}")
    (folder / "vectors.npz").write_bytes(b"\x00\x01")
    (folder / ".manifest.json.tmp").write_text("half written")
    (tmp_path / "results" / "replies.db").write_text("not of the experiment")
    return Store(tmp_path / "results")


def zipped(**files: str) -> bytes:
    data = io.BytesIO()
    with ZipFile(data, "w") as bundle:
        for name, text in files.items():
            bundle.writestr(name, text)
    return data.getvalue()


def test_a_bundle_opens_as_the_same_experiment_elsewhere(store: Store, tmp_path: Path) -> None:
    data = pack(store, "mine")
    other = Store(tmp_path / "elsewhere")
    assert unpack(data, other, "theirs") == 2
    again = other.root / "theirs" / "memory" / "flat" / "conv-1"
    assert (again / "vectors.npz").read_bytes() == b"\x00\x01"
    assert not list(other.root.rglob("*.tmp")) and not list(other.root.glob(".bundle*"))


def test_packing_twice_gives_the_same_bytes(store: Store) -> None:
    assert pack(store, "mine") == pack(store, "mine")


@pytest.mark.parametrize(
    "name",
    [
        "../evil.json",
        "/etc/evil.json",
        "a/../../b.json",
        "a\\b.json",
        ".hidden.json",
        "run.py",
        "memory/x.pkl",
        "C:evil.json",
        "a//b.json",
    ],
)
def test_a_path_that_no_experiment_has_is_refused_and_nothing_written(
    name: str, tmp_path: Path
) -> None:
    store = Store(tmp_path / "results")
    with pytest.raises(DataError, match="which no experiment has"):
        unpack(zipped(**{MARK: "{}", name: "x"}), store, "mine")
    assert not (tmp_path / "results" / "mine").exists()
    assert not list(tmp_path.rglob("evil*"))


def test_other_zips_and_other_files_are_refused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(DataError, match="no experiment bundle"):
        unpack(zipped(**{"a.json": "{}"}), store, "mine")
    with pytest.raises(DataError, match="cannot be read"):
        unpack(b"no zip at all", store, "mine")


def test_a_bundle_too_large_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("hypermem_core.reports.bundle.MOST_BYTES", 10)
    with pytest.raises(DataError, match="larger than"):
        unpack(zipped(**{MARK: "{}", "a.json": "x" * 11}), Store(tmp_path), "mine")


def test_an_experiment_is_never_overwritten(store: Store) -> None:
    with pytest.raises(DataError, match="already"):
        unpack(pack(store, "mine"), store, "mine")
    with pytest.raises(DataError, match="no experiment"):
        pack(store, "absent")


def test_a_compact_bundle_is_smaller_and_opens_as_well(store: Store, tmp_path: Path) -> None:
    run = store.root / "mine" / "eval" / "one"
    run.mkdir(parents=True)
    text = "".join(f'{{"row": {n}, "text": "the same long evidence again"}}\n' for n in range(3000))
    (run / "rows.jsonl").write_text(text)
    small, plain = pack(store, "mine", compact=True), pack(store, "mine")
    assert len(small) < len(plain)
    assert unpack(small, store, "again") == 3
    assert (store.root / "again" / "eval" / "one" / "rows.jsonl").read_text() == text


@pytest.mark.parametrize("compact", [False, True])
def test_damaged_bytes_inside_a_bundle_are_explained(store: Store, compact: bool) -> None:
    (store.root / "mine" / "rows.jsonl").write_text("row\n" * 5000)
    data = bytearray(pack(store, "mine", compact))
    start = data.index(b"rows.jsonl") + 20
    data[start : start + 20] = bytes(20)
    with pytest.raises(DataError):
        unpack(bytes(data), store, "again")
    assert not (store.root / "again").exists()


@pytest.mark.parametrize(
    "names",
    [
        ("a.json", "a.json/b.json"),
        ("a/B.json/c.json", "a/b.json"),
        (f"{MARK}/a.json",),
        (f"{'a' * 300}.json",),
        (f"{'a/' * 2000}b.json",),
        (),
    ],
)
def test_names_that_no_file_system_holds_are_refused_before_a_byte_is_written(
    names: tuple[str, ...], tmp_path: Path
) -> None:
    with pytest.raises(DataError):
        unpack(zipped(**{MARK: "{}"}, **dict.fromkeys(names, "x")), Store(tmp_path), "mine")
    assert not list(tmp_path.iterdir())


def test_no_torn_byte_of_a_bundle_is_anything_but_explained(store: Store, tmp_path: Path) -> None:
    (store.root / "mine" / "rows.jsonl").write_text("row\n" * 50)
    whole, other = pack(store, "mine", compact=True), Store(tmp_path / "elsewhere")
    for place in range(len(whole)):
        torn = whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]
        try:
            unpack(torn, other, "torn")
        except DataError:
            assert not list(other.root.glob("*"))
        else:
            shutil.rmtree(other.root / "torn")
