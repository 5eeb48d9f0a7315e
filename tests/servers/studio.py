"""The app itself as a server of its own on a free port, over a folder of results."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0  # seconds


@contextmanager
def serving(results: Path) -> Iterator[str]:
    """Yield the address of a running app; it is stopped afterwards."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = f"-m streamlit run app/main.py --server.headless true --server.port {port}"
    server = subprocess.Popen(
        [sys.executable, *command.split(), "--server.address", "127.0.0.1"],
        cwd=ROOT,
        env={**os.environ, "HYPERMEM_RESULTS": str(results), "HF_HUB_OFFLINE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(address)
        yield address
    finally:
        server.terminate()
        server.wait(20)


def _wait(address: str) -> None:
    started = time.monotonic()
    while time.monotonic() - started < PATIENCE:
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"The app did not answer at {address} within {PATIENCE:g} seconds.")
