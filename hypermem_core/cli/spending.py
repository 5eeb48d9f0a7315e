"""The commands about money: estimate before a run, test a connection, and what a build cost."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from hypermem_core.cli.arguments import chosen_settings
from hypermem_core.errors import NotBuilt
from hypermem_core.estimate import Estimate, dry_memory, estimate_build, estimate_evaluation
from hypermem_core.evaluation import costs
from hypermem_core.events import Emit
from hypermem_core.models import Models
from hypermem_core.models.prices import prices_of
from hypermem_core.models.probe import Probe, probe
from hypermem_core.models.profile import ROLES, profile
from hypermem_core.settings import Settings, secret
from hypermem_core.store import Store
from hypermem_core.types import Conversation, Usage

MARKS = {True: "works", False: "fails", None: "not tried"}
Told = tuple[dict[str, Any], str]


def estimated(
    args: argparse.Namespace,
    conversations: Sequence[Conversation],
    settings: Settings,
    models: Models,
    emit: Emit,
) -> Told:
    """Return what building and asking would take, as data and as text; nobody is asked."""
    method, data, lines = args.method, {}, []
    for one in conversations:
        found = estimate_build(one, method, settings, models, emit)
        data[one.id] = asdict(found)
        lines.append(f"build {one.id}: {line(found)}")
    asked = None
    if any(one.questions for one in conversations):
        memories = {one.id: dry_memory(one, method, settings, models) for one in conversations}
        asked = estimate_evaluation(
            conversations,
            memories,
            method,
            settings,
            models,
            categories=args.categories,
            limit=args.limit,
        )
        lines.append(f"answer and judge: {line(asked)}")
    about = {"llm": models.llm.name, "method": method, "build": data}
    return {**about, "evaluate": asdict(asked) if asked else None}, "\n".join(lines)


def stand_ins(settings: Settings) -> dict[str, str]:
    """Return a key for every chat model that has none: an estimate asks nobody, so needs none."""
    wanted = [profile(settings.models, role) for role in ROLES]
    names = {found.key_name for found in wanted if found is not None}
    return {name: "unused" for name in names if name and not secret(name)}


def line(found: Estimate) -> str:
    """Return an estimate as one line."""
    if not found.calls:
        return "no call of a chat model, no cost"
    kept = f" ({found.kept:,} answered already)" if found.kept else ""
    return (
        f"about {found.calls:,} calls{kept}, {found.prompt_tokens:,} + "
        f"{found.completion_tokens:,} tokens, cost {costs.money(found.cost)}, "
        f"{duration(found.seconds)}"
    )


def duration(seconds: float) -> str:
    """Return seconds as people say them: `40 s`, `12 min`, `2.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def probed(args: argparse.Namespace) -> Told:
    """Return which steps to the models work, as data and as text."""
    settings = chosen_settings(args)
    found = {target: probe(settings, target) for target in args.role}
    text = "\n".join(_steps(target, one) for target, one in found.items())
    return {name: {**asdict(one), "works": one.works} for name, one in found.items()}, text


def _steps(target: str, found: Probe) -> str:
    where = f" at {found.host}" if found.host else ""
    lines = [f"{target}: {found.model}{where}: {'works' if found.works else 'does not work'}"]
    for step in found.steps:
        words = f" – {step.words}" if step.words else ""
        lines.append(f"  {step.name:<9} {MARKS[step.works]}{words}")
    return "\n".join([*lines, *([f"  → {found.hint}"] if found.hint else [])])


def of_builds(
    store: Store,
    experiment: str,
    method: str,
    conversations: Sequence[Conversation],
    models: Models,
) -> dict[str, Any] | None:
    """Return what the memories' model calls cost at today's prices; None without any."""
    found: list[Usage] = []
    for one in conversations:
        try:
            manifest = store.manifest(experiment, method, one.id)
        except NotBuilt:
            continue
        found += costs.priced(manifest.usage, manifest.made_by, prices_of(models.llm)).values()
    return asdict(costs.total(found)) if found else None
