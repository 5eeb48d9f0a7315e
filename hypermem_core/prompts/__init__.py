"""Prompts: one Markdown file each; `render` is strict about missing and unknown blanks."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Template

from hypermem_core.errors import PromptError


@cache
def names() -> tuple[str, ...]:
    """Return every prompt's name, `folder/stem`, sorted."""
    root = files(__package__)
    found = [
        f"{folder.name}/{entry.name.removesuffix('.md')}"
        for folder in root.iterdir()
        if folder.is_dir()
        for entry in folder.iterdir()
        if entry.name.endswith(".md")
    ]
    return tuple(sorted(found))


@cache
def text(name: str) -> str:
    """Return a prompt's template; PromptError if there is none of that name."""
    if name not in names():
        raise PromptError(f"There is no prompt {name!r}.", f"Known: {', '.join(names())}.")
    folder, stem = name.split("/")
    return (files(__package__) / folder / f"{stem}.md").read_text(encoding="utf-8")


def render(name: str, **blanks: str) -> str:
    """Return the prompt with its blanks filled.

    Raises:
        PromptError: a blank is missing or unknown, or there is no such prompt.
    """
    template = Template(text(name))
    wanted = set(template.get_identifiers())
    if wanted != set(blanks):
        missing, unknown = sorted(wanted - set(blanks)), sorted(set(blanks) - wanted)
        raise PromptError(f"Prompt {name}: missing {missing}, unknown {unknown}.")
    return template.substitute(blanks)
