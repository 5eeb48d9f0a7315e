"""Answering: what fits the budget is read, what is cited exists."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hypermem_core.abstention import NOTHING
from hypermem_core.answer import answer, fit
from hypermem_core.models import connect
from hypermem_core.models.offline import OfflineRules
from hypermem_core.replies import AnswerReply
from hypermem_core.settings import Settings, with_value
from hypermem_core.types import Conversation, Evidence, RetrievalTrace, Turn
from tests.servers.loopback import Loopback


def item(number: int, text: str, tokens: int = 10) -> Evidence:
    return Evidence(f"fact-{number:04}", "fact", text, (f"D1:{number}",), 1.0, tokens)


def trace(*evidence: Evidence) -> RetrievalTrace:
    return RetrievalTrace("hypermem", "q", (), evidence)


@dataclass
class Scripted:
    """A model that remembers what it was asked and cites what it likes."""

    cites: list[str]
    name: str = "scripted"
    asked: tuple[str, Any] = ("", None)

    def reply(
        self, prompt: str, shape: type[Any], blanks: Mapping[str, Any], attempt: int = 0
    ) -> Any:
        self.asked = (prompt, blanks["evidence"])
        return AnswerReply("rowing", "so", self.cites)


def test_items_are_taken_in_order_and_one_too_large_is_skipped() -> None:
    items = [item(1, "a", 60), item(2, "b", 50), item(3, "c", 40)]
    assert [e.node_id for e in fit(items, 100)] == ["fact-0001", "fact-0003"]


def test_the_prompt_follows_the_style_and_the_evidence_follows_the_budget() -> None:
    settings = with_value(Settings(), "answer.budget", 100)
    llm = Scripted([])
    answer("q", trace(item(1, "a", 60), item(2, "b", 60)), llm, settings)
    assert llm.asked[0] == "shared/answer_brief"
    assert [e.text for e in llm.asked[1]] == ["a"]
    answer("q", trace(item(1, "a")), llm, with_value(settings, "answer.style", "full"))
    assert llm.asked[0] == "shared/answer"


def test_citations_of_turns_that_were_not_shown_are_dropped() -> None:
    talk = Conversation("t", "t", ("A",), (Turn("D1:1", "A", "x"),))
    llm = Scripted(["D1:1", "D9:9", "D1:1", "D1:2"])
    given = answer("q", trace(item(1, "a"), item(2, "b")), llm, Settings(), talk)
    assert (given.text, given.turn_ids, given.made_by) == ("rowing", ("D1:1",), "scripted")


def test_without_evidence_no_model_is_asked() -> None:
    llm = Scripted([])
    assert answer("q", trace(), llm, Settings()).text == NOTHING
    assert llm.asked == ("", None)


def test_the_offline_twin_answers_with_its_turns() -> None:
    evidence = trace(
        item(1, "Bo likes tea."), item(2, "[8 May 2023] Ann adopted a cat. (7 May 2023)")
    )
    given = answer("When did Ann adopt a cat?", evidence, OfflineRules(), Settings())
    assert (given.text, given.turn_ids) == ("7 May 2023", ("D1:2",))
    assert given.made_by == "offline rules"


def dated(number: int, date: str, tokens: int) -> Evidence:
    text = f"[{date}] Ana has a cat."
    return Evidence(f"fact-{number:04}", "fact", text, ("D1:1",), 1.0, tokens, date, 5)


def test_a_date_is_paid_once_however_many_items_stand_below_it() -> None:
    first, second, other = (
        dated(1, "7 May 2023", 15),
        dated(2, "7 May 2023", 15),
        dated(3, "8 May 2023", 15),
    )
    # 15, then 15 - 5 for the date already stated, then 15 in full: 40 in all
    assert fit([first, second, other], 40) == (first, second, other)
    assert fit([first, second, other], 39) == (first, second)
    trace = RetrievalTrace("flat", "?", (), (first, second, other))
    assert trace.tokens == 3 * 15 - 5


def test_an_answer_says_what_its_call_cost(tiny: Conversation, tmp_path: Path) -> None:
    with Loopback() as server:
        chosen = replace(Settings().models, llm="loopback", base_url=server.url)
        settings = replace(Settings(), models=chosen)
        models = connect(settings, tmp_path / "replies.db", {"OPENAI_API_KEY": "of-the-test"})
        item = Evidence("turn-D1:3", "chunk", "Ana: I adopted a cat.", ("D1:3",), 1.0, 7)
        trace = RetrievalTrace("flat", "Who has a cat?", (), (item,))
        first = answer("Who has a cat?", trace, models.answerer, settings, tiny).usage
        again = answer("Who has a cat?", trace, models.answerer, settings, tiny).usage
    assert (first.calls, first.cached) == (1, 0)
    assert first.prompt_tokens > 0
    assert (again.calls, again.cached) == (1, 1)
