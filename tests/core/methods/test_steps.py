"""Steps tell what they do in the order of the items, and name what has no reply."""

from time import sleep

import pytest

from hypermem_core.errors import ReplyError
from hypermem_core.events import Degraded, ModelCalled, Warned
from hypermem_core.methods.steps import Steps
from hypermem_core.models import Models
from hypermem_core.models.ledger import Call, record


class Scripted:
    """A model of one name that replies with what it is asked for, and may record a call."""

    name, workers = "m", 4
    call = None

    def reply(self, prompt, shape, blanks, attempt=0):
        if self.call:
            record(self.call)
        return shape()


@pytest.fixture
def steps(tiny, models):
    events = []
    return Steps(tiny, Models(Scripted(), models.embedder, None), events.append), events


def warnings(events):
    return [event.message for event in events if isinstance(event, Warned)]


def test_an_ask_tells_what_it_cost(steps):
    building, events = steps
    kept = Call("hypermem/facts", "m", "key-1", 10, 5, 0.5, cached=True, requests=2)
    building.models.llm.call = kept
    building.ask("hypermem/facts", list)
    assert events == [ModelCalled("hypermem/facts", 10, 5, 0.5, True, "m", 1, 2, False, "key-1")]


def test_items_are_told_in_order_however_many_are_worked_on_at_once(steps):
    building, events = steps

    def work(quiet, number):
        sleep(0.01 * (4 - number))
        quiet.warn(f"item {number}")
        return number

    assert list(building.each(work, range(4))) == [0, 1, 2, 3]
    assert warnings(events) == ["item 0", "item 1", "item 2", "item 3"]


def test_a_degraded_item_is_named_with_its_reason(steps):
    building, events = steps
    building.degrade("episode-001", "hypermem/facts", ReplyError("no JSON"), "No facts")
    assert events[0] == Degraded("episode-001", "hypermem/facts", "no JSON")
    assert warnings(events) == ["No facts: no JSON"]


def test_turns_come_in_the_order_of_the_conversation(steps):
    found = steps[0].turns(("D2:1", "D1:2"))
    assert [turn.id for turn in found] == ["D1:2", "D2:1"]
