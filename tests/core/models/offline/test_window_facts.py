from hypermem_core.models.offline.facts import tell
from hypermem_core.models.offline.window_facts import reply
from hypermem_core.types import Conversation

LINES = "episode 1: D1:1 to D1:4\nepisode 2: D1:5 to D1:6"


def test_facts_are_those_of_each_episode_alone_and_unweighed(tiny: Conversation) -> None:
    facts = reply(tiny.turns[:6], LINES).facts
    alone = [*tell(tiny.turns[:4]), *tell(tiny.turns[4:6], tiny.turns[2:4])]
    assert [fact.text for fact in facts] == [fact.text for fact in alone]
    assert {fact.role for fact in facts} == {""}
