"""What the official code counted of the tokens it used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hypermem_core.conversations.findings import Findings
from hypermem_core.events import Event, ModelCalled
from hypermem_core.official.fields import number, table
from hypermem_core.official.layout import OfficialRun
from hypermem_core.types import Usage

STEPS = ("topic_extraction", "fact_extraction", "response_generation")


def read_tokens(run: OfficialRun, conversation: int, findings: Findings) -> dict[str, Any]:
    """Return a conversation's counts by step as the file holds them; {} without the file."""
    counts = table(run.json("token_stats", conversation))
    for step in STEPS:
        if counts and not table(counts.get(step)):
            findings.add("missing_token_counts", f"official-{conversation}: {step}")
    if counts:
        # One counter is shared by all conversations and set back by each of them.
        findings.add("token_counts_that_cannot_be_trusted", f"official-{conversation}")
    return counts


def usage(counts: dict[str, Any], step: str) -> Usage:
    """Return one step's counts as ours."""
    held = table(counts.get(step))
    names = ("call_count", "prompt_tokens", "completion_tokens")
    return Usage(*(int(number(held.get(name)) or 0) for name in names))


def conversation_tokens(conversation: int, events: Iterable[Event]) -> dict[str, Any]:
    """Return token_stats_conv_<i>.json from what a build told; zeros where nothing was asked."""
    calls = [event for event in events if isinstance(event, ModelCalled)]
    about_facts = [event for event in calls if "fact" in event.prompt]
    about_topics = [event for event in calls if "topic" in event.prompt or "role" in event.prompt]
    steps = {
        "topic_extraction": _counted([one for one in about_topics if one not in about_facts]),
        "fact_extraction": _counted(about_facts),
        "response_generation": _counted([]),
    }
    return {"conv_id": str(conversation), **steps, "total": _added(list(steps.values()))}


def summed(experiment: str, conversations: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return token_stats/summary.json of the conversations' counts."""
    order = ("topic_extraction", "fact_extraction", "total", "response_generation")
    parts = {
        step: _added([table(one.get(step)) for one in conversations.values()]) for step in order
    }
    return {
        "experiment_name": experiment,
        "num_conversations": len(conversations),
        "successful": len(conversations),
        "failed": 0,
        "token_usage": parts,
    }


def _counted(calls: Sequence[ModelCalled]) -> dict[str, float]:
    prompt = sum(one.prompt_tokens for one in calls)
    completion = sum(one.completion_tokens for one in calls)
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "call_count": len(calls),
        "total_duration": sum(one.seconds for one in calls),
    }


def _added(counts: Sequence[dict[str, Any]]) -> dict[str, float]:
    names = list(_counted([]))
    totals = {name: sum(number(one.get(name)) or 0 for one in counts) for name in names}
    return {
        name: value if name == "total_duration" else int(value) for name, value in totals.items()
    }
