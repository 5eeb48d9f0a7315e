"""What the official code counted of the tokens it used."""

from __future__ import annotations

from typing import Any

from hypermem_core.conversations.findings import Findings
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
