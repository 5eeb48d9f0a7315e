"""A refusal without end: its status counts, its body is not read on, its connection is closed."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from time import monotonic, sleep

import openai
import pytest

from hypermem_core.models import client as client_file
from hypermem_core.models.client import client_at
from tests.servers.loopback import Loopback, error

HEAD = b"HTTP/1.1 %d x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"


@contextmanager
def endless(status: int, part: bytes, pause: float) -> Iterator[tuple[str, Thread]]:
    """Yield the address of a server that says `part` until the client hangs up, and its thread."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            found, _ = server.accept()
            with found:
                found.recv(100_000)
                try:
                    found.sendall(HEAD % status)
                    while True:
                        found.sendall(b"%x\r\n%s\r\n" % (len(part), part))
                        sleep(pause)
                except OSError:
                    return

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1", thread


@pytest.mark.parametrize(("part", "pause"), [(b"a", 0.02), (b"a" * 50_000, 0.0)])
def test_an_endless_refusal_is_cut_and_its_connection_closed(part: bytes, pause: float) -> None:
    began = monotonic()
    with endless(401, part, pause) as (url, thread):
        client = client_at(url, "key", 0.3)
        with pytest.raises(openai.AuthenticationError) as caught:
            client.post("/chat/completions", cast_to=object, body={})
        assert 0 < len(caught.value.response.content) <= client_file.MOST
        thread.join(2)
        assert not thread.is_alive()  # it saw the client hang up
    assert monotonic() - began < 2


def test_a_short_refusal_is_read_whole_and_its_connection_used_again(loopback: Loopback) -> None:
    loopback.answer = lambda asked: error(400, "no such parameter")
    client = client_at(loopback.url, "", 5)
    ports = set()
    for _ in range(3):
        with pytest.raises(openai.BadRequestError, match="no such parameter") as caught:
            client.post("/chat/completions", cast_to=object, body={})
        stream = caught.value.response.extensions["network_stream"]
        ports.add(stream.get_extra_info("client_addr"))
    assert len(ports) == 1
    assert client.max_retries == 0
    assert loopback.asked[0].headers["Authorization"] == "Bearer none"
