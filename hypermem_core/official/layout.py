"""The folder the official code writes, `results/<experiment>/`: its names, and how to read them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypermem_core.conversations.findings import Findings
from hypermem_core.errors import DataError
from hypermem_core.official.fields import objects, table
from hypermem_core.official.plain_pickle import Torn, read_plain

# What is numbered by conversation: folder → file. Source: the released code, stages 1 to 3.
NUMBERED = {
    "episodes": "episode_list_conv_{}.json",
    "topics": "topics_conv_{}.json",
    "facts": "facts_conv_{}.json",
    "hypergraphs": "hypergraph_conv_{}.json",
    "token_stats": "token_stats_conv_{}.json",
    "bm25_index": "hypergraph_bm25_index_conv_{}.pkl",
    "vectors": "hypergraph_embedding_index_conv_{}.pkl",
}
ENHANCED = "hypergraph_embedding_index_enhanced_conv_{}.pkl"
WHOLE = ("search_results", "retrieval_logs", "responses", "judged")
USER = "locomo_exp_user_{}"
_NUMBER = re.compile(r"_conv_(\d{1,6})\.(?:json|pkl)")
LARGEST = 1 << 30  # bytes of one file


class OfficialRun:
    """One results folder; what cannot be read is a finding, not the end."""

    def __init__(self, path: Path, findings: Findings) -> None:
        self.folder = _run_folder(path)
        self.findings = findings
        self._whole: dict[str, dict[str, Any]] = {}

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the conversations there are, in order."""
        found: set[int] = set()
        for folder in ("hypergraphs", "episodes"):
            names = (path.name for path in (self.folder / folder).glob("*_conv_*.json"))
            found |= {int(match[1]) for name in names if (match := _NUMBER.search(name))}
        return tuple(sorted(found))

    def path(self, kind: str, number: int) -> Path:
        """Return where a conversation's artefact of a kind is kept."""
        return self.folder / kind / NUMBERED[kind].format(number)

    def json(self, kind: str, number: int) -> Any:
        """Return a conversation's JSON artefact; None, reported, if missing or damaged."""
        return self._read(self.path(kind, number), _json, f"missing_{kind}_files")

    def pickle(self, number: int, enhanced: bool = False) -> Any:
        """Return a conversation's vectors as they lie in the pickle; None if there are none.

        Raises:
            DataError: the pickle asks for more than plain data.
        """
        name = ENHANCED if enhanced else NUMBERED["vectors"]
        path = self.folder / "vectors" / name.format(number)
        kind = "missing_unpropagated_vectors" if enhanced else "missing_vectors"
        return self._read(path, _pickle, kind)

    def results(self, kind: str, number: int) -> list[dict[str, Any]]:
        """Return a conversation's rows of a file that holds all conversations."""
        if kind not in self._whole:
            path = self.folder / f"{kind}.json"
            self._whole[kind] = table(self._read(path, _json, f"missing_{kind}"))
        return objects(self._whole[kind].get(USER.format(number)))

    def token_summary(self) -> dict[str, Any]:
        """Return the run's token counts."""
        return table(self._read(self.folder / "token_stats" / "summary.json", _json, ""))

    def _read(self, path: Path, read: Callable[[bytes, str], Any], missing: str) -> Any:
        where = str(path.relative_to(self.folder))
        try:
            if path.stat().st_size > LARGEST:
                self.findings.add("files_too_large", where, "dropped")
                return None
            return read(path.read_bytes(), where)
        except FileNotFoundError:
            if missing:
                self.findings.add(missing, where)
        except (ValueError, RecursionError, OSError, Torn):
            # The official code writes in place: a killed run leaves half a file.
            self.findings.add("damaged_files", where, "dropped")
        return None


def _json(data: bytes, where: str) -> Any:
    return json.loads(data.decode("utf-8-sig"))


def _pickle(data: bytes, where: str) -> Any:
    return read_plain(data, where)


def _run_folder(path: Path) -> Path:
    """Return the results folder itself, or the only one in the folder given."""
    path = path.expanduser()
    if not path.is_dir():
        raise DataError(f"{path}: there is no such folder.", "Check the path.")
    if _is_run(path):
        return path
    inside = sorted(child for child in path.iterdir() if child.is_dir() and _is_run(child))
    if len(inside) == 1:
        return inside[0]
    if inside:
        names = ", ".join(child.name for child in inside)
        raise DataError(f"{path}: there are {len(inside)} runs in it.", f"Choose one of: {names}.")
    raise DataError(
        f"{path}: this is no results folder of the official HyperMem code.",
        "Choose the folder that holds `hypergraphs` and `episodes`.",
    )


def _is_run(path: Path) -> bool:
    return (path / "hypergraphs").is_dir() or (path / "episodes").is_dir()
