from dataclasses import replace
from pathlib import Path

import pytest

from hypermem_core import codec
from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.rows import (
    BRIEF,
    WHOLE,
    brief,
    load_brief,
    load_row,
    load_rows,
    trimmed,
)
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


@pytest.mark.parametrize("look", range(4))
def test_whoever_looks_at_a_run_under_way_takes_no_row_from_it(run: Path, look: int) -> None:
    """A reader may come after any write, even of half a line; the run holds both files open."""
    one = next(iter(load_rows(run).values()))
    rows = [replace(one, question=replace(one.question, id=f"q{n}")) for n in range(4)]
    whole, small = (run / WHOLE, run / BRIEF)
    whole.write_text("")
    small.write_text("")
    with whole.open("a") as file, small.open("a") as short:
        for done, row in enumerate(rows):
            long, bare = codec.dumps(row) + "\n", codec.dumps(brief(row)) + "\n"
            writes = ((short, bare[:40]), (short, bare[40:]), (file, long[:40]), (file, long[40:]))
            for number, (stream, part) in enumerate(writes):
                stream.write(part)
                stream.flush()
                if number == look:
                    assert len(load_brief(run)) == done + (number == 3)
    assert list(load_rows(run).values()) == rows
    assert list(load_brief(run).values()) == [brief(row) for row in rows]


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
