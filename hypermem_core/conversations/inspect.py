"""What a file holds, in numbers: the command line's `inspect` and the page's import report."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from hypermem_core.codec import encode
from hypermem_core.types import CATEGORIES

if TYPE_CHECKING:
    from hypermem_core.conversations import Loaded


def inspect(loaded: Loaded) -> dict[str, Any]:
    """Return counts and findings as plain JSON data."""
    conversations = loaded.conversations
    questions = [question for item in conversations for question in item.questions]
    counts: Counter[str] = Counter(question.category or "uncategorised" for question in questions)
    by_category: dict[str, int] = {name: counts[name] for name in CATEGORIES.values()}
    if counts["uncategorised"]:
        by_category["uncategorised"] = counts["uncategorised"]
    return {
        "source": loaded.report.source,
        "format": loaded.report.format,
        "conversations": len(conversations),
        "sessions": sum(len(item.sessions) for item in conversations),
        "turns": sum(len(item.turns) for item in conversations),
        "questions": len(questions),
        "by_category": by_category,
        "findings": [encode(finding) for finding in loaded.report.findings],
    }
