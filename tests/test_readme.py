"""The README tells the truth: paths exist, targets exist, commands parse."""

import re
import shlex
from pathlib import Path

import pytest

from hypermem_core.settings import PRESETS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def paths() -> list[str]:
    found = re.findall(r"`((?:hypermem_core|app|pages|tests|data)/[^`\s]*)`", README)
    return sorted(set(found))


@pytest.mark.parametrize("path", paths())
def test_every_path_named_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_every_make_target_named_exists() -> None:
    named = set(re.findall(r"\bmake ([a-z]+)\b", README)) - {"a"}
    assert {"app", "test"} <= named
    assert named <= set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))


def test_every_preset_named_exists() -> None:
    assert set(re.findall(r"^\| `([a-z]+)` \|", README, re.MULTILINE)) == set(PRESETS)


def commands() -> list[str]:
    return re.findall(r"^python -m hypermem_core (.+)$", README, re.MULTILINE)


@pytest.mark.parametrize("command", commands())
def test_every_command_parses(command: str) -> None:
    from hypermem_core.__main__ import parser

    assert parser().parse_args(shlex.split(command)).command == shlex.split(command)[0]
