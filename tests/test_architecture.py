"""Layers, budgets and bans that ruff cannot see."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CORE = sorted((ROOT / "hypermem_core").rglob("*.py"))
APP = sorted((ROOT / "app").rglob("*.py"))
PAGES = sorted((ROOT / "pages").glob("*.py"))
PRODUCT = CORE + APP + PAGES


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def touches(path: Path, *prefixes: str) -> list[str]:
    return sorted(
        item
        for item in imports(path)
        if any(item == p or item.startswith(p + ".") for p in prefixes)
    )


@pytest.mark.parametrize("path", PRODUCT, ids=name)
def test_files_and_functions_stay_within_budget(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= (80 if path in PAGES else 300)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            size = (node.end_lineno or 0) - node.lineno + 1
            assert size <= 50, f"{node.name} has {size} lines"


@pytest.mark.parametrize("path", CORE, ids=name)
def test_the_core_imports_neither_streamlit_nor_the_app(path: Path) -> None:
    assert touches(path, "streamlit", "app", "pages", "plotly", "pyvis") == []


@pytest.mark.parametrize("path", APP, ids=name)
def test_the_app_never_imports_pages(path: Path) -> None:
    assert touches(path, "pages") == []


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_pages_are_thin(path: Path) -> None:
    allowed = {"streamlit", "app", "hypermem_core", "__future__", "functools", "typing"}
    assert {item.split(".")[0] for item in imports(path)} <= allowed
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Try)]


def test_types_import_nothing_of_ours_but_types() -> None:
    for path in (ROOT / "hypermem_core/types").glob("*.py"):
        ours = touches(path, "hypermem_core")
        assert [item for item in ours if not item.startswith("hypermem_core.types")] == []


@pytest.mark.parametrize(
    "path", [p for p in CORE if "retrieval" in p.parts or "models" in p.parts], ids=name
)
def test_retrieval_and_models_do_not_know_methods_or_evaluation(path: Path) -> None:
    assert touches(path, "hypermem_core.methods", "hypermem_core.evaluation") == []


@pytest.mark.parametrize("path", PRODUCT, ids=name)
def test_state_caches_and_threads_have_one_home_each(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if name(path) != "app/state.py":
        assert "st.session_state" not in text
    if name(path) != "app/cache.py":
        assert "@st.cache_" not in text
    # Starting threads has two homes. Locks are no threads: whoever is called from the threads of
    # these two may need one (a memory's indexes are made once, a model is loaded once).
    if name(path) not in {"app/jobs.py", "hypermem_core/parallel.py"}:
        locks = {"threading", "threading.Lock", "threading.RLock", "threading.Condition"}
        assert set(touches(path, "threading", "_thread", "concurrent", "multiprocessing")) <= locks
        assert "import threading" not in text, "import the lock by name, so that this test sees it"


def test_pure_app_files_do_not_import_streamlit() -> None:
    pure = [ROOT / "app/jobs.py", ROOT / "app/theme.py", *(ROOT / "app/figures").glob("*.py")]
    assert [name(p) for p in pure if touches(p, "streamlit")] == []


def test_no_file_of_the_app_shadows_another_module() -> None:
    # app/ is first on sys.path when Streamlit starts, so app/queue.py would hide the library's.
    ours = {path.stem for path in (ROOT / "app").glob("*.py")} - {"__init__"}
    assert ours & (set(sys.stdlib_module_names) | {"plotly", "pandas", "numpy", "pyvis"}) == set()


def test_names_say_what_a_file_is_about() -> None:
    vague = {"utils", "util", "misc", "common", "helper", "helpers", "manager"}
    assert [name(p) for p in PRODUCT if vague & set(p.stem.split("_"))] == []


def test_colours_live_in_the_theme() -> None:
    import re

    literal = re.compile(r"#[0-9A-Fa-f]{6}\b")
    strays = [
        name(p) for p in APP + PAGES if p.name != "theme.py" and literal.search(p.read_text())
    ]
    assert strays == []


@pytest.mark.parametrize("path", [p for p in CORE if not p.name.startswith("__")], ids=name)
def test_every_core_file_has_its_tests(path: Path) -> None:
    inside = path.relative_to(ROOT / "hypermem_core").parent
    exempt = {"errors", "events", "memory", "base"}
    declared = {"types", "replies"} & set(path.parts)  # shapes only: who uses them tests them
    knobs = path.parent.name == "settings" and path.stem not in {"knobs", "tree", "environment"}
    folder = ROOT / "tests" / "core" / inside
    assert path.stem in exempt or declared or knobs or (folder / f"test_{path.stem}.py").exists()
