"""The arguments of every command."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from hypermem_core.cli import reporting
from hypermem_core.errors import SettingsError
from hypermem_core.evaluation.gold import GoldMode
from hypermem_core.methods import METHODS
from hypermem_core.models.profile import TARGETS
from hypermem_core.settings import PRESETS, Settings, load, place
from hypermem_core.settings.answering import JudgeName
from hypermem_core.types import CATEGORIES, Category

EXPERIMENT = "name of the folder for memories and runs (or set HYPERMEM_EXPERIMENT_NAME)"
WAYS = f"{', '.join(METHODS)} (hypermem)"


def _assignment(text: str) -> tuple[str, str]:
    path, equals, value = text.partition("=")
    if not equals or not path:
        raise argparse.ArgumentTypeError(f"{text!r} is not section.knob=value")
    return path, value


def _categories(text: str) -> tuple[Category, ...]:
    try:
        return tuple(CATEGORIES[int(part)] for part in text.split(","))
    except (KeyError, ValueError):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of numbers from 1 to 5") from None


def _whole(text: str) -> str:
    """Return a text without the half characters that bytes of another encoding come as."""
    return text.encode("utf-8", "replace").decode()


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1")
    return int(text)


def _everywhere() -> argparse.ArgumentParser:
    # No defaults here: the sub-command's would overwrite what stood before its name.
    parser = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    parser.add_argument("--results", type=Path, metavar="DIR", help="results folder (results)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _with_settings() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--preset", default="readme", help=f"one of {', '.join(PRESETS)} (readme)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        type=_assignment,
        metavar="SECTION.KNOB=VALUE",
        help="change one setting; repeat for more",
    )
    return parser


def _with_memory() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    name = place("EXPERIMENT_NAME", "") or None
    parser.add_argument(
        "--experiment", required=not name, default=name, metavar="E", help=EXPERIMENT
    )
    parser.add_argument("--method", default="hypermem", metavar="M", help=WAYS)
    return parser


def _official(command: Callable[..., Any], knobs: argparse.ArgumentParser) -> None:
    """Add the commands that read and write the folders of the official HyperMem code."""
    name = place("EXPERIMENT_NAME", "") or None
    ours = argparse.ArgumentParser(add_help=False)
    ours.add_argument("--experiment", required=not name, default=name, metavar="E", help=EXPERIMENT)
    into = command("import-official", "Import a run of the official HyperMem code.", knobs, ours)
    into.add_argument("path", type=Path, metavar="PATH", help="its results/<experiment> folder")
    into.add_argument(
        "--vectors",
        choices=("anew", "official"),
        default="anew",
        help="embed the nodes anew, so that they can be asked here, or keep the vectors (anew)",
    )
    into.add_argument("--model", default="", metavar="M", help="the chat model that made it")
    out = command("export-official", "Write memories as the official HyperMem code does.", ours)
    out.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new or empty folder")
    out.add_argument("--run", metavar="NAME", help="evaluation run to write with them")


def _judge(command: Callable[..., Any], knobs: argparse.ArgumentParser) -> None:
    """Add the command that judges a run's saved answers again."""
    name = place("EXPERIMENT_NAME", "") or None
    judge = command("judge", "Judge a run's saved answers with another judge.", knobs)
    judge.add_argument("run", metavar="RUN", help="name of the evaluation run")
    judge.add_argument(
        "--experiment", required=not name, default=name, metavar="E", help=EXPERIMENT
    )
    judge.add_argument(
        "--judge", choices=get_args(JudgeName), metavar="J", help=", ".join(get_args(JudgeName))
    )
    judge.add_argument("--audit", type=Path, metavar="FILE", help="JSON list of faulty golds")
    judge.add_argument(
        "--gold",
        choices=get_args(GoldMode),
        default="as published",
        metavar="MODE",
        help=f"{', '.join(get_args(GoldMode))} (as published)",
    )


def _spending(command: Callable[..., Any], knobs: argparse.ArgumentParser) -> Any:
    """Add the commands about what chat models cost and whether they can be reached."""
    estimate = command("estimate", "Say what a build and its questions would take.", knobs)
    estimate.add_argument("--method", default="hypermem", metavar="M", help=WAYS)
    probe = command("probe", "Test the connection to the chosen models.", knobs)
    probe.add_argument("--role", choices=TARGETS, nargs="+", default=TARGETS, help="which (all)")
    return estimate


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    everywhere, knobs, memory = _everywhere(), _with_settings(), _with_memory()
    root = argparse.ArgumentParser(
        prog="python -m hypermem_core",
        description="Build, ask and evaluate a hypergraph memory of long conversations.",
        parents=[everywhere],
    )
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, about: str, *parents: argparse.ArgumentParser) -> Any:
        return commands.add_parser(
            name, help=about, description=about, parents=[everywhere, *parents]
        )

    inspect = command("inspect", "Report what a file holds and what was repaired.")
    build = command("build", "Build the memory of conversations.", knobs, memory)
    ask = command("ask", "Ask a built memory one question.", knobs, memory)
    evaluate = command("evaluate", "Ask and score a file's questions.", knobs, memory)
    estimate = _spending(command, knobs)
    command("settings", "List every setting.", knobs)
    _judge(command, knobs)
    _official(command, knobs)
    reporting.arguments(command)
    for sub in (inspect, build, evaluate, estimate):
        sub.add_argument("path", type=Path, metavar="PATH", help="file of conversations")
    ask.add_argument("question", type=_whole, help="the question")
    ask.add_argument("--conversation", required=True, metavar="ID", help="id of the conversation")
    for sub in (build, evaluate, estimate):
        sub.add_argument(
            "--conversation", nargs="+", action="extend", metavar="ID", help="ids of conversations"
        )
    build.add_argument("--all", action="store_true", help="every conversation of the file")
    for sub in (evaluate, estimate):
        sub.add_argument(
            "--categories", type=_categories, metavar="1,2,3,4", help="categories of questions, 1–5"
        )
        sub.add_argument("--limit", type=_positive, metavar="N", help="only the first N questions")
    evaluate.add_argument("--no-answers", action="store_true", help="measure retrieval only")
    evaluate.add_argument("--run", metavar="NAME", help="run to begin or resume (by settings)")
    return root


def chosen_settings(args: argparse.Namespace) -> Settings:
    """Return preset, environment and `--set` as one tree; SettingsError for a bad one."""
    overrides = dict(args.set)
    if len(overrides) < len(args.set):
        raise SettingsError("A setting is given twice.", "Give every --set path once.")
    return load(preset_name=args.preset, overrides=overrides)
