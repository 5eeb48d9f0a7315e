"""The main action of every page, and the way to it, with the keyboard alone."""

from collections.abc import Iterator

import pytest

from hypermem_core.models import connect
from hypermem_core.settings import Settings
from hypermem_core.store import Store
from tests.browser import screens
from tests.browser.test_hostile import page  # noqa: F401 - a fixture
from tests.browser.test_walk import playwright, pytestmark  # noqa: F401
from tests.pages.built import QUESTION, write_source
from tests.pages.evaluated import run_methods
from tests.servers.studio import serving

METHODS = ("hypermem", "hingemem", "hgmem")


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """An app over an experiment with runs of three methods; its address and what is chosen."""
    results = tmp_path_factory.mktemp("keyboard") / "results"
    results.mkdir()
    source = write_source(results)
    run_methods(source, results, connect(Settings()), *METHODS)
    chosen = {"source": source, "conversation_id": "ana-ben", "experiment": results.parent.name}
    assert len(Store(results).list_runs(results.parent.name)) == len(METHODS)
    with serving(results) as address:
        yield address, chosen


def heading(page: "playwright.Page", title: str) -> None:  # noqa: F811
    playwright.expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    screens.settle(page)


def open_at(page: "playwright.Page", studio: tuple[str, dict[str, str]], name: str, **more: str):  # noqa: F811, ANN201
    page.goto(screens.at(studio[0], name, **studio[1], **more))
    screens.settle(page)


def test_the_menu_leads_to_every_page(page, studio) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    open_at(page, studio, "")
    for title in ("Build", "Hypergraph", "Ask", "Diagnose", "Evaluate", "Compare", "What-if"):
        screens.tab_to(page, title)
        page.keyboard.press("Enter")
        heading(page, title)


@pytest.mark.parametrize("method", METHODS)
def test_a_memory_is_asked(page, studio, method) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    open_at(page, studio, "hypergraph", method=method)
    screens.tab_to(page, "Ask this memory")
    page.keyboard.press("Enter")
    heading(page, "Ask")
    screens.tab_to(page, "Question")
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    page.get_by_text("D1:1", exact=False).first.wait_for()


@pytest.mark.parametrize("method", METHODS)
def test_the_table_instead_of_the_picture(page, studio, method) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    open_at(page, studio, "hypergraph", method=method)
    screens.tab_to(page, "Graph")  # one stop for all tabs, then the arrow keys
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.get_by_test_id("stDataFrame").first.wait_for()
    assert page.locator("[data-testid=stMain] iframe").count() == 0  # only the open tab is drawn


def test_a_lost_question_opens_in_ask(page, studio) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    open_at(page, studio, "diagnose", question=QUESTION)
    screens.tab_to(page, "Open in Ask")
    page.keyboard.press("Enter")
    heading(page, "Ask")


def test_all_questions_are_rerun(page, studio) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    open_at(page, studio, "whatif")
    screens.tab_to(page, "One question")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Rerun 2 questions").wait_for()
    page.evaluate("document.activeElement.blur()")
    screens.tab_to(page, "Rerun 2 questions")
    page.keyboard.press("Enter")
    page.get_by_text("Tokens read").first.wait_for()


def test_two_runs_are_compared(page, studio) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    open_at(page, studio, "compare")
    screens.tab_to(page, "Leaderboard")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("[role=radio][aria-checked=true]", has_text="Two runs").wait_for()
    screens.settle(page)
    assert page.get_by_test_id("stException").count() == 0


def test_answers_are_judged_by_another_judge(page, studio) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    open_at(page, studio, "judges")
    label = page.get_by_role("button", name="Judge ").first.inner_text().split("\n")[-1]
    screens.tab_to(page, label)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="All judged").wait_for()
