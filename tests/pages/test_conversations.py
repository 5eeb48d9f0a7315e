import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hypermem_core.conversations import download

MAIN = str(Path(__file__).resolve().parents[2] / "app" / "main.py")
PAGE = "../pages/1_Conversations.py"


@pytest.fixture
def at(results: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    return AppTest.from_file(MAIN, default_timeout=60).run()


def press(at: AppTest, label: str) -> AppTest:
    next(button for button in at.button if button.label == label).click()
    return at.run()


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def html(at: AppTest) -> str:
    return "".join(item.proto.body for item in at.get("html"))


def test_the_first_screen_offers_three_doors(at: AppTest) -> None:
    assert not at.exception
    assert [title.value for title in at.title] == ["Conversations"]
    labels = [button.label for button in at.button]
    assert {"Open the sample", "Open this file", "Open this chat"} <= set(labels)
    assert any("CC BY-NC 4.0" in label for label in labels)
    assert any("snap-research/locomo" in caption.value for caption in at.caption)


def test_the_sample_opens_with_sessions_and_questions(at: AppTest) -> None:
    press(at, "Open the sample")
    assert not at.exception
    counts = {metric.label: int(metric.value) for metric in at.metric if metric.value.isdigit()}
    assert counts["sessions"] >= 12 and counts["turns"] >= 200 and counts["questions"] >= 60
    assert at.dataframe
    assert "D1:1" in html(at)


def test_what_is_open_survives_a_reload(at: AppTest) -> None:
    press(at, "Open the sample")
    again = AppTest.from_file(MAIN, default_timeout=60)
    for name, value in at.query_params.items():
        again.query_params[name] = value
    again.run()
    assert {m.label for m in again.metric} == {m.label for m in at.metric}
    assert html(again) == html(at)


def test_a_pasted_chat_is_opened_and_its_markup_is_only_text(at: AppTest) -> None:
    text = "Ana: hello <script>alert(1)</script>\nBen: <img src=x onerror=alert(2)> **hi**"
    at.text_area[0].set_value(text)
    press(at, "Open this chat")
    assert not at.exception
    assert "&lt;script&gt;alert(1)" in html(at)
    assert "<script" not in html(at) and "<img" not in html(at)


def test_an_empty_paste_says_what_to_do(at: AppTest) -> None:
    press(at, "Open this chat")
    assert not at.exception
    assert "The pasted chat is empty." in [text.value for text in at.text]


def test_a_bad_file_is_explained_and_the_doors_stay(at: AppTest, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"a": [1, 2')
    path_input = next(item for item in at.text_input if "locomo10.json" in item.label)
    path_input.set_value(str(bad)).run()
    press(at, "Open this file")
    assert not at.exception
    assert any("bad.json" in text.value for text in at.text)
    assert "Open the sample" in [button.label for button in at.button]


def test_a_file_that_is_gone_can_be_closed(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    at = AppTest.from_file(MAIN, default_timeout=60)
    at.query_params["source"] = str(results / "gone.json")
    at.run()
    assert not at.exception
    press(at, "Close the file")
    assert "Open the sample" in [button.label for button in at.button]


def test_words_are_found_in_all_sessions(at: AppTest) -> None:
    press(at, "Open the sample")
    box = next(item for item in at.text_input if item.label == "Find in all sessions")
    box.set_value("zzzz-no-such-word").run()
    assert "0 turns hold" in " ".join(text.value for text in at.text)


def test_questions_are_filtered_by_category(at: AppTest) -> None:
    press(at, "Open the sample")
    all_rows = len(at.dataframe[0].value)
    at.button_group[0].set_value(["temporal"]).run()
    assert set(at.dataframe[0].value["category"]) == {"temporal"}
    assert len(at.dataframe[0].value) < all_rows


def test_locomo_shows_its_repairs(at: AppTest, locomo_path: Path) -> None:
    path_input = next(item for item in at.text_input if "locomo10.json" in item.label)
    path_input.set_value(str(locomo_path)).run()
    press(at, "Open this file")
    assert not at.exception
    report = at.dataframe[-1].value
    assert list(report.columns) == ["action", "what", "count", "for example"]
    assert len(report) >= 3


def test_a_download_that_fails_says_why_and_leaves_every_door(
    at: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "URL", "http://127.0.0.1:9/locomo10.json")
    press(at, f"Download ({download.LICENCE})")
    assert not at.exception
    assert any("cannot be fetched" in text.value for text in at.text)
    assert {"Open the sample", "Open this chat"} <= {button.label for button in at.button}


def test_a_download_opens_what_it_fetched(
    at: AppTest, monkeypatch: pytest.MonkeyPatch, locomo_path: Path
) -> None:
    with serve_folder(locomo_path.parent) as address:
        monkeypatch.setattr(download, "URL", f"{address}/{locomo_path.name}")
        press(at, f"Download ({download.LICENCE})")
    assert not at.exception
    assert at.query_params["source"].endswith("locomo10.json")
    assert "Transcript" in [tab.label for tab in at.tabs]


def test_two_own_chats_never_share_an_id(at: AppTest) -> None:
    ids = []
    for text in ("Ana: hello\nBen: hi", "Ana: hello again\nBen: hi"):
        at.text_area[0].set_value(text)
        press(at, "Open this chat")
        ids.append(at.query_params["conversation_id"])
    assert ids[0] != ids[1]
    assert all(one.startswith("ana-and-ben-") for one in ids)


def test_a_damaged_memory_is_named(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    torn = results / "studio" / "memory" / "hypermem" / "torn" / "manifest.json"
    torn.parent.mkdir(parents=True)
    torn.write_text("{")
    at = AppTest.from_file(MAIN, default_timeout=60).run()
    assert not at.exception
    assert any("torn" in warning.value for warning in at.warning)
