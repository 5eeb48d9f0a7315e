from pathlib import Path

import pytest

from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.rows import brief, load_brief, load_row, load_rows, trimmed
from hypermem_core.evaluation.run import evaluate
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.types import Conversation, EvalRow


@pytest.fixture
def run(results: Path, tiny: Conversation, models: Models) -> Path:
    flat = create("flat", Settings(), models)
    memory = flat.build(tiny)
    evaluate([tiny], flat, lambda conversation: memory, models, Settings(), results)
    return results


def test_rows_keep_the_head_of_every_list_and_the_evidence_read(
    tiny: Conversation, models: Models
) -> None:
    flat = create("flat", Settings(), models)
    trace = flat.retrieve(flat.build(tiny), "pottery")
    short = trimmed(trace, 4000)
    assert short.evidence == trace.evidence  # the tiny conversation fits
    assert trimmed(trace, trace.evidence[0].tokens).evidence == trace.evidence[:1]
    assert [stage.kept for stage in short.stages] == [stage.kept for stage in trace.stages]
    assert all(len(r.items) <= 10 for stage in short.stages for r in stage.rankings)


def test_brief_rows_hold_what_tables_need_without_lists_or_texts(run: Path) -> None:
    whole, small = load_rows(run), load_brief(run)
    assert list(whole) == list(small)
    for name, row in small.items():
        assert row == brief(whole[name])
        assert (row.verdict, row.recall, row.tokens) == (
            whole[name].verdict,
            whole[name].recall,
            whole[name].tokens,
        )
        assert row.custody is not None and not row.trace.evidence


def test_a_killed_run_leaves_brief_rows_that_are_made_anew(run: Path) -> None:
    path = run / "brief.jsonl"
    before = path.read_bytes()
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    assert list(load_brief(run)) == list(load_rows(run))
    assert path.read_bytes() == before
    path.unlink()
    assert list(load_brief(run)) == list(load_rows(run))


def test_one_row_is_opened_by_its_key(run: Path) -> None:
    rows = load_rows(run)
    name, row = list(rows.items())[-1]
    assert load_row(run, name) == row
    assert load_row(run, "tiny/none/none") is None
    assert load_row(run / "absent", name) is None


def test_the_tokens_of_a_row_are_those_of_the_context_the_answerer_reads(run: Path) -> None:
    for row in load_rows(run).values():
        assert isinstance(row, EvalRow)
        assert 0 < row.tokens == row.trace.tokens <= Settings().answer.budget
        assert row.custody is not None and row.custody.key == key("tiny", row.question)
