"""A small file of conversations with questions, and the app opened on one page of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from hypermem_core.build import build
from hypermem_core.conversations import load
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.store import Store

MAIN = str(Path(__file__).resolve().parents[2] / "app" / "main.py")
QUESTION = "When did Ana adopt a cat?"
LINES = {
    1: [
        ("Ana", "I adopted a grey cat named Pixel yesterday."),
        ("Ben", "Lovely! How old is Pixel?"),
        ("Ana", "She is two years old and hides under the sofa."),
        ("Ben", "I started a pottery class in Leeds last Saturday."),
    ],
    2: [
        ("Ben", "My second pottery class was on Friday; I made a blue bowl."),
        ("Ana", "Pixel knocked over my only vase two days ago."),
        ("Ben", "I gave the <b>bowl</b> to my sister Clara."),
    ],
}


def sample() -> dict[str, Any]:
    talk: dict[str, Any] = {"speaker_a": "Ana", "speaker_b": "Ben"}
    for number, lines in LINES.items():
        talk[f"session_{number}_date_time"] = f"10:00 am on {number * 7} May, 2024"
        talk[f"session_{number}"] = [
            {"speaker": who, "dia_id": f"D{number}:{n}", "text": text}
            for n, (who, text) in enumerate(lines, 1)
        ]
    qa = [
        {"question": QUESTION, "answer": "6 May 2024", "evidence": ["D1:1"], "category": 2},
        {"question": "What did Ben make?", "answer": "bowl", "evidence": ["D2:1"], "category": 4},
    ]
    return {"sample_id": "ana-ben", "conversation": talk, "qa": qa}


def write_source(folder: Path) -> str:
    path = folder / f"{folder.name}.json"
    path.write_text(json.dumps([sample()]))
    return str(path)


def build_memory(source: str, results: Path, models: Models, method: str = "hypermem") -> None:
    (chat,) = load(Path(source)).conversations
    build(chat, results.parent.name, method, Settings(), models, Store(results))


def open_page(
    page: str, results: Path, monkeypatch: pytest.MonkeyPatch, source: str = "", **params: str
) -> AppTest:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    at = AppTest.from_file(MAIN, default_timeout=60)
    at.query_params["experiment"] = results.parent.name
    if source:
        params |= {"source": source, "conversation_id": "ana-ben"}
    for name, value in params.items():
        at.query_params[name] = value
    at.run()
    return at.switch_page(page).run()


def open_tab(at: AppTest, key: str, label: str) -> AppTest:
    at.session_state[key] = label
    return at.run()


def html(at: AppTest) -> str:
    return " ".join(item.proto.body for item in at.get("html"))


def words(at: AppTest) -> str:
    kinds = (at.text, at.markdown, at.info, at.caption)
    return " ".join(item.value for kind in kinds for item in kind)


def labels(at: AppTest) -> list[str]:
    return [button.label for button in at.button]
