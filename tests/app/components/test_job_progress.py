from app.components.job_progress import doing, share_done
from hypermem_core.events import Event, StageAdvanced, StageFinished, StageStarted

HALF: list[Event] = [
    StageStarted("episodes", 10),
    StageAdvanced("episodes", 10),
    StageFinished("episodes", 1.0),
    StageStarted("topics", 4),
    StageAdvanced("topics", 2),
]


def test_every_stage_counts_the_same() -> None:
    assert share_done(HALF, ("episodes", "topics", "facts")) == (1 + 2 / 4 + 0) / 3


def test_nothing_is_done_before_the_first_event() -> None:
    assert share_done([], ("episodes",)) == 0
    assert share_done([], ()) == 0


def test_what_is_being_done_is_said_in_words() -> None:
    assert doing(HALF) == "topics 2 of 4"
    assert doing(HALF[:1]) == "episodes: starting"
    assert doing([]) == "starting"
