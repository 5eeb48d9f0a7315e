"""The client of an endpoint: no retries of its own, and no refusal is read without end."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import httpx2
import openai

MOST = 100_000  # bytes read of a refusal's body: its first words say what it is


def client_at(url: str, key: str, timeout: float) -> openai.OpenAI:
    """Return a client for a base URL that waits `timeout` seconds for each part of an answer."""

    def shorten(response: httpx2.Response) -> None:
        if response.is_error and isinstance(response.stream, httpx2.SyncByteStream):
            response.stream = Beginning(response.stream, timeout)

    return openai.OpenAI(
        base_url=url,
        api_key=key or "none",
        max_retries=0,  # ours know of Retry-After, pauses and the shared limits
        timeout=timeout,
        http_client=_Sockets(timeout=timeout, event_hooks={"response": [shorten]}),
    )


class _Sockets(openai.DefaultHttpxClient):
    """Connections that are closed with the model they belong to."""

    def __del__(self) -> None:
        self.close()


class Beginning(httpx2.SyncByteStream):
    """What comes of a body in `seconds`, `MOST` bytes at most.

    The client reads the body of every refusal to its end before it tells of it.
    """

    def __init__(self, whole: httpx2.SyncByteStream, seconds: float) -> None:
        self._whole, self._seconds = whole, seconds

    def __iter__(self) -> Iterator[bytes]:
        """Yield the parts of the body until there are enough of them."""
        deadline, left = monotonic() + self._seconds, MOST
        for part in self._whole:
            yield part[:left]
            left -= len(part)
            if left <= 0 or monotonic() > deadline:
                return

    def close(self) -> None:
        """Give the connection back, or close it where there is more to come."""
        self._whole.close()
