"""The text of every command's result."""

from __future__ import annotations

import re
from typing import Any

from hypermem_core.evaluation.costs import money
from hypermem_core.evaluation.report import markdown
from hypermem_core.manifest import mended_words
from hypermem_core.types import Conversation

SHOWN = 10  # items of a context below an answer
# What steers a terminal (C0 but tab and newline, C1) or turns the writing direction round.
_CONTROLS = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]")


def shown(text: str) -> str:
    """Return a text whose control characters are visible: a chat must not steer the terminal."""
    return _CONTROLS.sub("�", text)


def inspection(data: dict[str, Any]) -> str:
    """Return an import report as text."""
    names = ("conversations", "sessions", "turns", "questions")
    lines = [f"{data[name]:>7,} {name}" for name in names]
    lines += [f"{number:>7,} {name} questions" for name, number in data["by_category"].items()]
    lines += ["Findings:"] if data["findings"] else ["Nothing was repaired, dropped or guessed."]
    for finding in data["findings"]:
        examples = "; ".join(str(example) for example in finding["examples"][:3])
        tail = f" ({examples})" if examples else ""
        lines.append(f"{finding['count']:>7,} {finding['kind']}{tail}")
    return "\n".join(lines)


def memories(data: dict[str, Any]) -> str:
    """Return one line for each memory."""
    lines = []
    for row in data["memories"]:
        counts = ", ".join(f"{number} {name}" for name, number in row["counts"].items())
        done = "was built already" if row["before"] == "built" else f"built in {row['seconds']} s"
        if row["changed"]:
            done += f" again, as this changed: {', '.join(row['changed'])}"
        lines.append(f"{row['conversation']}: {done} ({data['llm']}): {counts}")
        if put_right := mended_words(row["mended"]):
            lines.append(f"  {put_right}")
        if lacking := row["degraded"]:
            items = "item goes" if lacking == 1 else "items go"
            lines.append(f"  {lacking} {items} without a model's reply: build again to retry")
    return "\n".join([*lines, *spent(data.get("usage"), "built with")])


def spent(usage: dict[str, Any] | None, did: str) -> list[str]:
    """Return one line with what a chat model was paid for, none where no model was called."""
    if not usage or not usage["calls"]:
        return []
    share = usage.get("cached_share")
    kept = f", {share:.0%} from kept replies" if share is not None else ""
    tokens = f"{usage['prompt_tokens']:,} + {usage['completion_tokens']:,} tokens"
    return [f"{did} {usage['calls']:,} calls{kept}, {tokens}, cost {money(usage['cost'])}"]


def answered(data: dict[str, Any], conversation: Conversation) -> str:
    """Return an answer, the turns it rests on and the evidence it was given."""
    turns = {turn.id: turn for turn in conversation.turns}
    given = data["answer"]
    lines = [given["text"], f"({given['made_by']})", ""]
    for turn_id in given["turn_ids"]:
        if turn_id in turns:
            lines.append(f"  {turn_id} {turns[turn_id].speaker}: {turns[turn_id].content}")
    lines += ["", f"Evidence ({sum(item['tokens'] for item in data['evidence'])} tokens):"]
    lines += [f"  {item['node_id']}  {item['text']}" for item in data["evidence"][:SHOWN]]
    if len(data["evidence"]) > SHOWN:
        lines.append(f"  and {len(data['evidence']) - SHOWN} more (all of them with --json)")
    for stage in data["trace"]["stages"]:
        counts = f"{len(stage['candidates'])} candidates, {len(stage['kept'])} kept"
        lines.append(f"{stage['stage']}: {counts}, {stage['seconds'] * 1000:.1f} ms")
    lines += [f"note: {note}" for note in data["trace"]["notes"]]
    if data["stale"]:
        lines.append(f"note: the memory was built with other settings: {', '.join(data['stale'])}")
    return "\n".join(lines)


def evaluation(summary: dict[str, Any]) -> str:
    """Return an evaluation as Markdown."""
    usage = summary.get("usage", {})
    lines = [
        *spent(usage.get("answer"), "answered with"),
        *spent(usage.get("judge"), "judged with"),
    ]
    return "\n".join([markdown(summary).rstrip(), *([""] if lines else []), *lines])


def settings(rows: list[dict[str, Any]]) -> str:
    """Return one line for each setting, a star before those that are not at their default."""
    width = max(len(row["path"]) for row in rows)
    return "\n".join(
        f"{'*' if row['value'] != row['default'] else ' '} {row['path']:<{width}} = {row['value']}"
        f"  [{row['affects']}] {row['help']}"
        for row in rows
    )
