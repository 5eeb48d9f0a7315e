"""Open the browser once the server answers: `python -m app.opening 8501` beside the server."""

from __future__ import annotations

import sys
import time
import urllib.request
import webbrowser


def answers(address: str, seconds: float = 60.0) -> bool:
    """Return whether the server at `address` answers within so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):
                return True
        except OSError:
            time.sleep(0.2)
    return False


if __name__ == "__main__":
    here = f"http://localhost:{sys.argv[1]}"
    if answers(here):
        webbrowser.open(here)
