import subprocess
import sys
import threading

from app import warming
from app.jobs import Jobs


def test_packages_are_imported_once_on_a_server() -> None:
    jobs = Jobs()
    warming.warm(jobs)
    job = jobs.get(warming.KEY)
    assert job is not None and job.wait(60) and job.error is None
    assert set(warming.PACKAGES) <= set(sys.modules)
    warming.warm(jobs)
    assert jobs.get(warming.KEY) is job


def test_a_package_that_is_missing_disturbs_nobody(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(warming, "PACKAGES", ("no_such_package",))
    before, jobs = threading.active_count(), Jobs()
    warming.warm(jobs)
    job = jobs.get(warming.KEY)
    assert job is not None and job.wait(5) and isinstance(job.error, ModuleNotFoundError)
    assert threading.active_count() <= before + 1


def test_the_first_screen_imports_none_of_them() -> None:
    drawn = (
        "import sys; from app import cache, navigation, theme, warming; "
        "from app.components import bundle_box, conversation, import_report, official_run, "
        "open_conversations; "
        "print([name for name in (*warming.PACKAGES, 'openai', 'scipy') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", drawn], capture_output=True, text=True)
    assert said.stdout.strip().splitlines()[-1:] == ["['plotly.graph_objects']"], said.stderr
