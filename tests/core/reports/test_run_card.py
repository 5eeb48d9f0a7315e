from dataclasses import replace
from pathlib import Path

from hypermem_core import codec, prompts
from hypermem_core.reports.run_card import (
    NAME,
    RunCard,
    code_version,
    dataset_fingerprint,
    finished,
    keep,
    package_versions,
    prompt_hashes,
    read,
    run_card,
    source_digest,
)
from hypermem_core.types import Answer, Conversation, EvalRow, RetrievalTrace, Usage, Verdict


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


def test_one_byte_of_the_core_changes_the_code_version() -> None:
    assert source_digest() in code_version()
    assert len(source_digest()) == 12


def test_a_resumed_run_keeps_the_date_it_was_begun(tiny: Conversation, tmp_path: Path) -> None:
    assert read(tmp_path) is None
    keep(tmp_path, run_card({}, {}, [tiny], "2026-01-01T10:00:00"))
    keep(tmp_path, run_card({}, {}, [tiny], "2026-02-02T10:00:00"))
    card = read(tmp_path)
    assert card is not None and card.created == "2026-01-01T10:00:00"
    (tmp_path / NAME).write_text("{torn")
    assert read(tmp_path) is None


def test_a_finished_card_adds_up_tokens_and_never_calls_an_unknown_price_nothing(
    tiny: Conversation,
) -> None:
    question, trace = tiny.questions[0], RetrievalTrace("flat", "", (), ())
    paid = Answer("x", usage=Usage(1, 100, 10, cost=0.5))
    rows = [EvalRow("tiny", question, trace, paid, Verdict("correct", usage=Usage(1, 7, 1)))] * 2
    card = finished(run_card({}, {}, [tiny], "2026-01-01"), rows)
    assert card.tokens["answer prompt"] == 200 and card.tokens["judge completion"] == 2
    assert (card.cost, card.questions, bool(card.finished)) == (1.0, 2, True)
    free = replace(paid, usage=replace(paid.usage, cost=None))
    assert finished(card, [replace(rows[0], answer=free)]).cost is None
