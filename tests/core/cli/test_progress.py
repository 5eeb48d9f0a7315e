"""Progress is drawn on a terminal and nowhere else."""

from io import StringIO

from hypermem_core.cli.progress import Printer, listener
from hypermem_core.events import StageAdvanced, StageFinished, StageStarted, Warned, ignore


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_hears_nothing() -> None:
    assert listener(StringIO()) is ignore


def test_a_terminal_sees_bars_and_what_was_degraded() -> None:
    out = Terminal()
    emit = listener(out)
    assert isinstance(emit, Printer)
    emit(StageStarted("facts", 4))
    emit(StageAdvanced("facts", 2))
    emit(Warned("the reranker is away"))
    emit(StageFinished("facts", 1.25))
    lines = out.getvalue().split("\r\x1b[K")
    assert lines[2] == f"facts [{'#' * 12}{'.' * 12}] 2/4"
    assert lines[3] == "warning: the reranker is away\n"
    assert lines[4] == "facts: 1.2 s\n"


def test_an_unknown_total_has_no_bar() -> None:
    out = Terminal()
    Printer(out)(StageStarted("facts"))
    assert out.getvalue().endswith("facts 0")
