"""A run has one writer at a time, whoever asks, and none once that one is gone."""

from pathlib import Path
from threading import Thread

import pytest

from hypermem_core.errors import DataError
from hypermem_core.evaluation.one_writer import one_writer


def test_a_second_writer_is_told_and_a_later_one_is_let_in(tmp_path: Path) -> None:
    run = tmp_path / "first"
    refused: list[DataError] = []

    def second() -> None:
        try:
            with one_writer(run):
                pass
        except DataError as error:
            refused.append(error)

    with one_writer(run):
        thread = Thread(target=second)
        thread.start()
        thread.join()
    assert [error.message for error in refused] == ["The run first is being evaluated already."]
    with one_writer(run), pytest.raises(ZeroDivisionError), one_writer(tmp_path / "other"):
        raise ZeroDivisionError
    second()
    assert len(refused) == 1
