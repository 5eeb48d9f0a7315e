"""The offline model: every prompt name answered by a plain rule-based function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from typing import Any, TypeVar, cast

from hypermem_core.errors import PromptError

T = TypeVar("T")

# prompt name → module in this folder; each has `reply(**blanks)` returning the prompt's shape.
TWINS: dict[str, str] = {
    "hypermem/episodes": "episodes",
    "hypermem/boundary": "boundary",
    "hypermem/episode_summary": "episode_summary",
    "hypermem/episode_summaries": "episode_summaries",
    "hypermem/topic_match": "topic_match",
    "hypermem/topic_continue": "topic_match",
    "hypermem/topic_new": "topic_new",
    "hypermem/topic_update": "topic_update",
    "hypermem/episode_roles": "episode_roles",
    "hypermem/facts": "facts",
    "hypermem/window_facts": "window_facts",
    "hypermem/fact_roles": "fact_roles",
    "hgmem/extract": "hgmem.extract",
    "hgmem/evolve": "hgmem.evolve",
    "hgmem/merge": "hgmem.merge",
    "hgmem/plan": "hgmem.plan",
    "hgmem/subqueries": "hgmem.subqueries",
    "hingemem/boundaries": "hingemem.boundaries",
    "hingemem/elements": "hingemem.elements",
    "hingemem/plan": "hingemem.plan",
    "shared/answer": "answer",
    "shared/answer_brief": "answer",
    "judges/lenient": "judges.lenient",
    "judges/three_votes": "judge",
    "judges/strict": "judges.strict",
    "judges/by_type": "judges.by_type",
    "shared/rerank": "rerank",
}


# Not these: they build nothing.
ANSWERING = {"answer", "judge", "match", "plan", "rerank", "spans", "values"} | {
    "covering",
    "evolve",
    "merge",
    "subqueries",
}


@cache
def rules_digest(method: str = "hypermem") -> str:
    """Return a hash of the rules a method builds with: a memory made by older ones is stale.

    They are the modules of this folder, which all share, and those of the method's own folder.
    """
    root = files(__package__)
    folders = [root, root / method] if (root / method).is_dir() else [root]
    sources = sorted(
        (entry.name, entry.read_text(encoding="utf-8"))
        for folder in folders
        for entry in folder.iterdir()
        if entry.name.endswith(".py") and entry.name.removesuffix(".py") not in ANSWERING
    )
    return sha256(repr(sources).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class OfflineRules:
    """An LLM that is no LLM: rules with the same blanks in and the same reply shapes out."""

    name: str = "offline rules"

    def reply(self, prompt: str, shape: type[T], blanks: Mapping[str, Any], attempt: int = 0) -> T:
        """Return the twin's reply; PromptError if the prompt has no twin."""
        if prompt not in TWINS:
            raise PromptError(f"Prompt {prompt!r} has no offline twin.", "Choose a chat model.")
        module = import_module(f"{__name__}.{TWINS[prompt]}")
        twin = cast(Callable[..., T], module.reply)
        return twin(**{name: value for name, value in blanks.items() if name != "problem"})
