from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hypermem_core.errors import ReplyError
from hypermem_core.events import Event
from hypermem_core.methods.hingemem.boundaries import Draft, drafts, problem
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.models import Models
from hypermem_core.replies import BoundariesReply, ElementsReply, SegmentItem
from hypermem_core.settings import BuildSettings, HingeMemSettings
from hypermem_core.types import Conversation


def segment(*turn_ids: str, reason: str = "topic_shift") -> SegmentItem:
    return SegmentItem(list(turn_ids), ["Ana"], [], [], ["cats"], "told", reason)  # type: ignore[arg-type]


def session(blanks: Any) -> BoundariesReply:
    ids = [turn.id for turn in blanks["turns"]]
    return BoundariesReply([segment(*ids[:2], reason="change_time"), segment(*ids[2:])])


Run = Callable[..., tuple[list[Draft], Any, list[Event]]]


@pytest.fixture
def run(tiny: Conversation, script: Any, directions: Any) -> Run:
    def start(replies: dict[str, Any], **knobs: Any) -> tuple[list[Draft], Any, list[Event]]:
        llm, events = script(replies), []
        models = Models(llm, directions(), None)
        building = Building(tiny, models, events.append, BuildSettings())
        return drafts(building, replace(HingeMemSettings(), **knobs)), llm, events

    return start


def test_every_turn_is_in_exactly_one_segment(run: Run, tiny: Conversation) -> None:
    made, llm, _ = run({"hingemem/boundaries": session})
    assert [turn for draft in made for turn in draft.turns] == list(tiny.turns)
    assert [draft.reason for draft in made] == ["change_time", "topic_shift"] * 2
    assert len(llm.asked) == 2  # once a session


def test_a_session_that_is_not_covered_is_asked_again_with_what_is_wrong(run: Run) -> None:
    gap = BoundariesReply([segment("D1:1", "D1:2"), segment("D1:4", "D1:5", "D1:6", "D9:9")])
    made, llm, _ = run({"hingemem/boundaries": [gap, session, session]})
    assert len(made) == 4 and len(llm.asked) == 3
    assert llm.asked[1][1]["problem"] == "turn_ids unknown: D9:9; missing: D1:3."


def test_a_session_no_model_can_cut_is_one_degraded_segment(run: Run) -> None:
    bad = BoundariesReply([segment("D1:1")])
    made, _, events = run({"hingemem/boundaries": [bad, bad, bad, session]})
    assert made[0].degraded and len(made[0].turns) == 6
    assert made[0].found.persons == ["Ana", "Ben"]
    assert made[0].found.description.startswith("Ana: Hey Ben!")
    assert not made[1].degraded
    warned = [event.message for event in events if event.kind == "warned"]
    assert [event.item for event in events if event.kind == "degraded"] == ["session 1"]
    assert len(warned) == 1 and "Session 1 is one degraded segment" in warned[0]


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ([segment("a", "b"), segment("c")], ""),
        ([segment("b", "a"), segment("c")], "turn_ids are not in the order of the messages."),
        ([segment("a", "b"), segment("b", "c")], "turn_ids in two segments: b."),
        ([segment("a", "b"), segment(), segment("c")], "A segment has no turns."),
        ([], "turn_ids missing: a, b, c."),
    ],
)
def test_what_is_wrong_with_segments_is_said(items: list[SegmentItem], said: str) -> None:
    assert problem(BoundariesReply(items), ["a", "b", "c"]) == said


def test_without_boundaries_a_window_is_cut_every_few_turns(run: Run, unusable: Any) -> None:
    found = ElementsReply(["Ana"], [], [], ["cats"], "told")
    made, llm, events = run(
        {"hingemem/elements": [found, found, unusable, unusable, unusable, found]},
        boundaries="windows",
        window_turns=4,
    )
    assert [len(draft.turns) for draft in made] == [4, 2, 4, 2]  # sessions of six turns
    assert [draft.degraded for draft in made] == [False, False, True, False]
    assert {prompt for prompt, _ in llm.asked} == {"hingemem/elements"}
    assert sum(event.kind == "warned" for event in events) == 1


@pytest.fixture
def unusable() -> ReplyError:
    return ReplyError("not in shape")
