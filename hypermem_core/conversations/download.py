"""Fetches LoCoMo from where its authors publish it; the licence forbids shipping a copy."""

from __future__ import annotations

import hashlib
import http.client
import os
import tempfile
import urllib.request
from pathlib import Path

from hypermem_core.errors import DataError

URL = "https://raw.githubusercontent.com/snap-research/locomo/main/data/locomo10.json"
SHA256 = "79fa87e90f04081343b8c8debecb80a9a6842b76a7aa537dc9fdf651ea698ff4"
SOURCE = "snap-research/locomo on GitHub"
LICENCE = "CC BY-NC 4.0"
SIZE_LIMIT = 20 * 1024 * 1024
SECONDS = 60


def download_locomo(target: Path) -> Path:
    """Fetch `locomo10.json` to the file `target`, whole or not at all; return its path.

    A target that already is the right file is left as it is.

    Raises:
        DataError: no network, another file than expected, or no place to write.
    """
    target = Path(target)
    if target.is_dir():
        target = target / "locomo10.json"
    if target.is_file() and _digest(target.read_bytes()) == SHA256:
        return target
    content = _fetch(URL)
    check(content, URL)
    _write(target, content)
    return target


def check(content: bytes, where: str) -> None:
    """Raise DataError unless `content` is LoCoMo as published."""
    found = _digest(content)
    if found != SHA256:
        raise DataError(
            f"{where}: not the file we know (sha256 {found[:12]}…, not {SHA256[:12]}…).",
            f"Try again later, or fetch data/locomo10.json from {SOURCE} and open its path.",
        )


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _fetch(url: str) -> bytes:
    request = urllib.request.Request(url, headers={"User-Agent": "hypermem-studio"})
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as response:
            content: bytes = response.read(SIZE_LIMIT)
    except (OSError, http.client.HTTPException) as error:  # URLError and timeouts are OSErrors
        raise DataError(
            f"{url}: cannot be fetched ({error}).",
            f"Check the network, or fetch data/locomo10.json from {SOURCE} and open its path.",
        ) from None
    return content


def _write(target: Path, content: bytes) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(part).replace(target)
        finally:
            Path(part).unlink(missing_ok=True)
    except OSError as error:
        raise DataError(
            f"{target}: cannot be written ({error}).", "Choose another place."
        ) from None
