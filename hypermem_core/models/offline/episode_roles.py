"""Offline twin of `hypermem/episode_roles`: how much, and as what, an episode is in a topic."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from hypermem_core.models.offline.keywords import terms
from hypermem_core.models.offline.weights import described, information, scaled
from hypermem_core.replies import RoleItem, RolesReply
from hypermem_core.types import Episode, Topic


def reply(topic: Topic, members: Mapping[str, Episode]) -> RolesReply:
    """Return one role and weight per member: its share of the topic's words, and what it tells."""
    about = list(dict.fromkeys(terms(" ".join([topic.title, *topic.keywords]))))
    shared = {name: _shared(about, episode) for name, episode in members.items()}
    order = sorted(members, key=lambda name: _start(members[name]))
    most = max((len(found) for found in shared.values()), default=0)
    return RolesReply(
        [
            _item(name, members[name], shared[name], most, order.index(name), len(order))
            for name in members
        ]
    )


def _start(episode: Episode) -> datetime:
    return episode.start.replace(tzinfo=None) if episode.start else datetime.max


def _shared(about: list[str], episode: Episode) -> list[str]:
    told = set(terms(" ".join([episode.title, episode.summary, episode.text])))
    return [term for term in about if term in told]


def _item(
    name: str, episode: Episode, shared: list[str], most: int, place: int, count: int
) -> RoleItem:
    central = len(shared) / most if most else 0.0
    weight = scaled(0.65 * central + 0.35 * information(episode.text or episode.summary))
    role = _role(central, place, count)
    where = f"{place + 1} of {count} in time"
    return RoleItem(name, role, weight, f"{described(shared)}; {where}")


def _role(central: float, place: int, count: int) -> str:
    if place == 0:
        return "initiating"
    if central < 0.25:
        return "background"
    if place == count - 1 and count >= 3:
        return "concluding"
    if central == 1.0:
        return "climax" if count >= 4 and place >= count // 2 else "key_moment"
    return "developing" if central >= 0.5 else "recurring"
