from dataclasses import replace

from app.components.run_cards import card_rows
from hypermem_core.reports.run_card import run_card
from hypermem_core.types import Conversation


def test_a_card_in_words_names_models_dataset_and_an_unknown_cost(tiny: Conversation) -> None:
    card = run_card({"a.b": 1}, {"answer": "m-1"}, [tiny], "2026-01-02T03:04:05", {"prompt": 1200})
    rows = dict(card_rows(card))
    assert rows["model: answer"] == "m-1" and rows["tokens"] == "1,200"
    assert rows["begun"] == "2026-01-02 03:04:05" and rows["cost"] == "unknown"
    assert rows["finished"].startswith("no") and rows["dataset"].endswith("tiny")
    assert dict(card_rows(replace(card, cost=0.25)))["cost"] == "$0.25"
