from dataclasses import replace

from hypermem_core import codec, prompts
from hypermem_core.reports.run_card import (
    RunCard,
    dataset_fingerprint,
    package_versions,
    prompt_hashes,
    run_card,
)
from hypermem_core.types import Conversation


def test_the_fingerprint_is_of_the_content_not_of_its_order(tiny: Conversation) -> None:
    other = replace(tiny, id="other")
    assert dataset_fingerprint([tiny, other]) == dataset_fingerprint([other, tiny])
    changed = replace(tiny, questions=tiny.questions[1:])
    assert dataset_fingerprint([changed]) != dataset_fingerprint([tiny])


def test_every_prompt_and_installed_package_is_named() -> None:
    assert set(prompt_hashes()) == set(prompts.names())
    assert {"numpy", "streamlit", "rank-bm25"} <= set(package_versions())


def test_a_card_survives_json(tiny: Conversation) -> None:
    card = run_card({"a.b": 1}, {"answer": "m"}, [tiny], "2026-01-01", {"prompt": 3})
    assert codec.loads(RunCard, codec.dumps(card)) == card
    assert (card.conversations, card.cost, card.tokens) == ((tiny.id,), None, {"prompt": 3})
