import hashlib
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from hypermem_core.conversations import download
from hypermem_core.errors import DataError

CONTENT = b'[{"session_1": []}]'


class _Page(BaseHTTPRequestHandler):
    def do_GET(self):  # noqa: N802 - the name the server calls
        self.send_response(200 if self.path == "/good" else 404)
        self.end_headers()
        self.wfile.write(CONTENT)

    def log_message(self, *args):
        pass


@pytest.fixture
def site(monkeypatch):
    server = HTTPServer(("127.0.0.1", 0), _Page)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setattr(download, "URL", f"{address}/good")
    yield address
    server.shutdown()
    server.server_close()


def test_the_address_is_the_authors_over_https():
    assert download.URL.startswith("https://raw.githubusercontent.com/snap-research/locomo/")


def test_right_content_is_written_whole_and_kept(site, monkeypatch, tmp_path):
    monkeypatch.setattr(download, "SHA256", hashlib.sha256(CONTENT).hexdigest())
    target = tmp_path / "new" / "locomo10.json"
    assert download.download_locomo(target) == target
    assert [path.name for path in target.parent.iterdir()] == ["locomo10.json"]
    assert target.read_bytes() == CONTENT
    monkeypatch.setattr(download, "URL", "http://127.0.0.1:9/")  # a second call needs no network
    assert download.download_locomo(target) == target


def test_other_content_is_refused_and_nothing_is_written(site, tmp_path):
    target = tmp_path / "locomo10.json"
    target.write_text("mine")
    with pytest.raises(DataError, match="not the file we know") as caught:
        download.download_locomo(target)
    assert "snap-research/locomo" in caught.value.hint
    assert target.read_text() == "mine" and len(list(tmp_path.iterdir())) == 1


def test_no_network_and_no_such_page_have_a_hint(site, monkeypatch, tmp_path):
    for url in ("http://127.0.0.1:9/", f"{site}/missing"):
        monkeypatch.setattr(download, "URL", url)
        with pytest.raises(DataError, match="cannot be fetched") as caught:
            download.download_locomo(tmp_path / "x.json")
        assert "open its path" in caught.value.hint


def test_a_place_that_cannot_be_written(site, monkeypatch, tmp_path):
    monkeypatch.setattr(download, "SHA256", hashlib.sha256(CONTENT).hexdigest())
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="cannot be written"):
        download.download_locomo(tmp_path / "file" / "x.json")
