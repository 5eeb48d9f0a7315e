"""Offline twin of `hypermem/fact_roles`: how much, and as what, a fact is in an episode."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hypermem_core.models.offline.keywords import terms
from hypermem_core.models.offline.weights import described, information, scaled
from hypermem_core.replies import RoleItem, RolesReply
from hypermem_core.types import Episode, Fact

_CAUSE = re.compile(
    r"\b(?:because|'cause|therefore|that's why|so that|due to|led to|thanks to|inspired|reason)\b"
    "|因为|所以",
    re.IGNORECASE,
)
_CENTRAL = 0.7


def reply(episode: Episode, members: Mapping[str, Fact]) -> RolesReply:
    """Return one role and weight per member: shared words and what it tells."""
    source = [episode.title, episode.summary, *episode.keywords]
    about = list(dict.fromkeys(terms(" ".join(source))))
    shared = {name: _shared(about, fact) for name, fact in members.items()}
    most = max((len(found) for found in shared.values()), default=0)
    return RolesReply([_item(name, members[name], shared[name], most) for name in members])


def _shared(about: list[str], fact: Fact) -> list[str]:
    told = set(terms(fact.text))
    return [term for term in about if term in told]


def _item(name: str, fact: Fact, shared: list[str], most: int) -> RoleItem:
    central = len(shared) / most if most else 0.0
    precise = (0.1 if fact.when else 0.0) + (0.05 if fact.where else 0.0)
    weight = scaled(0.5 * central + 0.35 * information(fact.text) + precise)
    extras = [f"dated {fact.when}"] if fact.when else []
    extras += [f"at {fact.where}"] if fact.where else []
    return RoleItem(name, _role(fact, central), weight, "; ".join([described(shared), *extras]))


def _role(fact: Fact, central: float) -> str:
    if " asked: " in fact.text[:60] or "问：" in fact.text[:30]:
        return "context"
    if central >= _CENTRAL:
        return "core"
    if fact.when:
        return "temporal"
    if _CAUSE.search(fact.text):
        return "causal"
    if fact.where:
        return "spatial"
    return "detail" if central >= 0.2 else "context"
