"""An OpenAI-compatible server on loopback: chat, embeddings, completions and /rerank, with a log.

Its chat replies are those of the offline rules; faults and waits are put in by a test.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

from tests.servers import lexical, twins


@dataclass
class Asked:
    """One request the server got: what was asked, when, and what it was answered."""

    number: int
    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    began: float
    ended: float = 0.0
    status: int = 0
    note: str = ""  # the kind of fault, where there was one

    @property
    def prompt(self) -> str:
        """The words of the last chat message."""
        return str(self.body["messages"][-1]["content"]) if "messages" in self.body else ""


@dataclass
class Said:
    """One response; `raw` replaces the JSON of `body`, `drop` cuts the connection after it."""

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    content_type: str = "application/json"
    drop: bool = False
    wait: float = 0.0
    note: str = ""

    def content(self) -> bytes:
        return self.raw if self.raw is not None else json.dumps(self.body).encode()


Answerer = Callable[[Asked], Said]


def chat(content: str | None, finish: str = "stop", prompt: str = "", **message: Any) -> Said:
    """Return a chat completion that says `content`; tokens are counted in words."""
    text = content or ""
    return Said(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "loopback",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": finish,
                    "message": {"role": "assistant", "content": content, **message},
                }
            ],
            "usage": {
                "prompt_tokens": len(prompt.split()),
                "completion_tokens": len(text.split()),
                "total_tokens": len(prompt.split()) + len(text.split()),
            },
        }
    )


def error(status: int, message: str, code: str = "", **headers: str) -> Said:
    """Return an error in the shape OpenAI gives it."""
    about = {"message": message, "type": "error", "code": code or None}
    return Said({"error": about}, status, {k.replace("_", "-"): v for k, v in headers.items()})


def healthy(asked: Asked) -> Said:
    """Answer as a healthy server: chat by the offline rules, vectors and scores by words."""
    if asked.path.endswith("/chat/completions"):
        return chat(twins.answer(asked.prompt), prompt=asked.prompt)
    if asked.path.endswith("/embeddings"):
        return Said(lexical.embeddings(asked.body))
    if asked.path.endswith("/completions"):
        return Said(lexical.completions(asked.body))
    if asked.path.endswith("/rerank"):
        return Said(lexical.rerank(asked.body))
    if asked.path.endswith("/models"):
        return Said({"object": "list", "data": [{"id": "loopback", "object": "model"}]})
    return error(404, f"There is no {asked.path}.")


class Loopback:
    """The running server: `url` ends in /v1; `answer` may be replaced at any time."""

    def __init__(self, answer: Answerer = healthy, latency: float = 0.0) -> None:
        self.answer, self.latency = answer, latency
        self.asked: list[Asked] = []
        self._lock = Lock()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Loopback:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def url(self) -> str:
        return f"{self.root}/v1"

    def count(self, path: str = "/chat/completions") -> int:
        """Return how many requests to a path there were."""
        return sum(item.path.endswith(path) for item in list(self.asked))

    def clear(self) -> None:
        """Forget what was asked so far."""
        with self._lock:
            self.asked.clear()

    def note(self, path: str, body: dict[str, Any], headers: dict[str, str]) -> Asked:
        with self._lock:
            item = Asked(len(self.asked), path, body, headers, time.perf_counter())
            self.asked.append(item)
        return item

    def busy(self, since: float = 0.0, until: float = float("inf")) -> float:
        """Return the mean number of requests under way between two times (perf_counter)."""
        spans = [(max(a.began, since), min(a.ended, until)) for a in self.asked if a.ended]
        spans = [(began, ended) for began, ended in spans if ended > began]
        if not spans:
            return 0.0
        whole = max(e for _, e in spans) - min(b for b, _ in spans)
        return sum(e - b for b, e in spans) / whole


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent: a client killed in the middle of a call is what some tests are about."""


def _handler(server: Loopback) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            text = self.rfile.read(length)
            self._respond(json.loads(text) if text else {})

        def do_GET(self) -> None:
            self._respond({})

        def _respond(self, body: dict[str, Any]) -> None:
            asked = server.note(self.path, body, {k.title(): v for k, v in self.headers.items()})
            try:
                said = server.answer(asked)
            except Exception as fault:  # noqa: BLE001 - a fault of the test's own: seen as the endpoint's 599
                said = error(599, f"{type(fault).__name__}: {fault}")
            asked.status, asked.note = said.status, said.note
            left = server.latency + said.wait - (time.perf_counter() - asked.began)
            if left > 0:
                time.sleep(left)
            asked.ended = time.perf_counter()
            content = said.content()
            if said.drop:
                self.close_connection = True
                if not content:
                    return
            self.send_response(said.status)
            for name, value in said.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", said.content_type)
            self.send_header("Content-Length", str(len(content) + 10 * said.drop))
            self.end_headers()
            self.wfile.write(content)
            self.wfile.flush()

        def log_message(self, *_: object) -> None:
            """Say nothing: requests are in `Loopback.asked`."""

    return Handler


def running(answer: Answerer = healthy, latency: float = 0.0) -> Iterator[Loopback]:
    """Yield a running server; what the `loopback` fixture yields from."""
    with Loopback(answer, latency) as server:
        yield server
