"""Files that came through the browser: kept under results/imports, so a reload finds them."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from hypermem_core.store import write_atomic


def keep(folder: Path, name: str, data: bytes) -> Path:
    """Write an upload below `folder` under a safe name that its content decides; return it."""
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", Path(name).stem).strip("-.")[:60] or "chat"
    suffix = Path(name).suffix.lower()
    suffix = suffix if suffix in {".json", ".jsonl", ".txt", ".md"} else ".txt"
    path = folder / hashlib.sha256(data).hexdigest()[:8] / f"{stem}{suffix}"
    write_atomic(path, data)
    return path
