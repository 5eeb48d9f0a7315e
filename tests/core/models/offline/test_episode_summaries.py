from hypermem_core.models.offline import episode_summary
from hypermem_core.models.offline.episode_summaries import divided, reply
from hypermem_core.types import Conversation

LINES = "episode 1: D1:1 to D1:5\nepisode 2: D1:6 to D1:6"


def test_turns_are_divided_as_the_lines_say(tiny: Conversation) -> None:
    parts = [(name, [turn.id for turn in part]) for name, part in divided(tiny.turns, LINES)]
    assert parts == [
        ("episode 1", ["D1:1", "D1:2", "D1:3", "D1:4", "D1:5"]),
        ("episode 2", ["D1:6"]),
    ]


def test_each_episode_is_summarised_as_if_alone(tiny: Conversation) -> None:
    first, second = reply(tiny.turns, LINES).episodes
    alone = episode_summary.reply(tiny.turns[:5])
    assert (first.local_id, first.title, first.text) == ("episode 1", alone.title, alone.text)
    assert second.summary == episode_summary.reply(tiny.turns[5:6]).summary
