import threading

from app.jobs import Jobs
from hypermem_core.errors import Cancelled, DataError
from hypermem_core.events import Emit, StageAdvanced, StageStarted


def count_to(number: int, emit: Emit) -> int:
    emit(StageStarted("count", number))
    for done in range(1, number + 1):
        emit(StageAdvanced("count", done))
    return number


def test_a_job_keeps_its_events_and_its_result() -> None:
    job = Jobs().start("a", lambda emit: count_to(3, emit))
    assert job.wait(5)
    assert (job.result, job.error, len(job.events)) == (3, None, 4)


def test_an_error_is_kept_for_the_page() -> None:
    def fail(emit: Emit) -> None:
        raise DataError("line 3 is no message")

    job = Jobs().start("a", fail)
    assert job.wait(5)
    assert isinstance(job.error, DataError) and not job.cancelled


def test_a_second_start_meets_the_running_job() -> None:
    jobs, gate = Jobs(), threading.Event()
    first = jobs.start("a", lambda emit: gate.wait(5))
    assert jobs.start("a", lambda emit: None) is first
    assert jobs.running() == (first,)
    gate.set()
    assert first.wait(5)
    assert jobs.start("a", lambda emit: None) is not first


def test_stop_ends_the_run_at_its_next_event() -> None:
    reached, gate = threading.Event(), threading.Event()

    def work(emit: Emit) -> None:
        emit(StageAdvanced("a", 1))
        reached.set()
        gate.wait(5)
        emit(StageAdvanced("a", 2))

    job = Jobs().start("a", work)
    assert reached.wait(5)
    job.stop()
    gate.set()
    assert job.wait(5)
    assert job.cancelled and isinstance(job.error, Cancelled)


def wait_for(job: object, number: int) -> int:
    for _ in range(500):
        if len(job.events) >= number:  # type: ignore[attr-defined]
            break
        threading.Event().wait(0.005)
    return len(job.events)  # type: ignore[attr-defined]


def test_step_mode_halts_after_every_step_until_told() -> None:
    job = Jobs().start("a", lambda emit: count_to(5, emit), step=True)
    assert wait_for(job, 2) == 2 and not job.wait(0.05)
    job.next()
    assert wait_for(job, 3) == 3 and not job.wait(0.05)
    job.run_on()
    assert job.wait(5) and job.result == 5


def test_stop_wakes_a_halted_run() -> None:
    job = Jobs().start("a", lambda emit: count_to(5, emit), step=True)
    wait_for(job, 2)
    job.stop()
    assert job.wait(5) and job.cancelled


def test_a_running_job_is_not_forgotten() -> None:
    jobs, gate = Jobs(), threading.Event()
    job = jobs.start("a", lambda emit: gate.wait(5))
    jobs.forget("a")
    assert jobs.get("a") is job
    gate.set()
    job.wait(5)
    jobs.forget("a")
    assert jobs.get("a") is None


def test_ended_runs_are_forgotten_by_the_start_of_their_key() -> None:
    jobs = Jobs()
    for key in ("e/report/a", "e/report/b", "e/judge/a"):
        assert jobs.start(key, lambda emit: 1).wait(5)
    jobs.forget_all("e/report/")
    found = [jobs.get(key) is None for key in ("e/report/a", "e/report/b", "e/judge/a")]
    assert found == [True, True, False]
