"""Which conversations a command works on."""

import pytest

from hypermem_core.cli.commands import COMMANDS, _chosen
from hypermem_core.errors import DataError
from hypermem_core.types import Conversation


def talk(name: str) -> Conversation:
    return Conversation(name, name, (), ())


def test_one_is_chosen_by_itself_and_many_only_when_asked_for() -> None:
    one, two = talk("a"), talk("b")
    assert _chosen([one], None, every=False) == (one,)
    assert _chosen([one, two], None, every=True) == (one, two)
    assert _chosen([one, two], ["b", "a", "b"], every=False) == (two, one)
    with pytest.raises(DataError, match="--all"):
        _chosen([one, two], None, every=False)
    with pytest.raises(DataError, match="'c'"):
        _chosen([one, two], ["c"], every=False)


def test_the_commands_are_those_of_the_readme() -> None:
    ours = ["inspect", "build", "ask", "evaluate", "settings"]
    assert set(ours) | {"import-official", "export-official"} <= set(COMMANDS)
    assert [name for name in COMMANDS if name in ours] == ours
