from datetime import datetime

from hypermem_core.models.offline.episode_roles import reply
from hypermem_core.replies import EPISODE_ROLES
from hypermem_core.types import Episode, Topic


def episode(day: int, text: str) -> Episode:
    return Episode(str(day), "", "", text, (), datetime(2024, 5, day))


def test_roles_follow_time_and_weights_follow_shared_words() -> None:
    found = reply(
        topic=Topic("t", "pottery class", "", ("bowl", "kiln")),
        members={
            "episode 2": episode(9, "The weather was dull."),
            "episode 1": episode(2, "Ana joined a pottery class and made a bowl for the kiln."),
        },
    ).roles
    assert [(item.local_id, item.role) for item in found] == [
        ("episode 2", "background"),
        ("episode 1", "initiating"),
    ]
    assert 0 <= found[0].weight < found[1].weight <= 1
    assert {item.role for item in found} <= set(EPISODE_ROLES)
