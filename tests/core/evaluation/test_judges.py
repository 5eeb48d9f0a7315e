"""The named judges: every one has a prompt of its own, and a changed prompt a new version."""

from hashlib import sha256
from typing import get_args

import pytest

from hypermem_core import prompts
from hypermem_core.errors import SettingsError
from hypermem_core.evaluation.judges import ANY_TYPE, JUDGES, RULES, protocol, rule_for
from hypermem_core.settings.answering import JudgeName
from hypermem_core.types import CATEGORY_ORDER

# Changing a prompt changes what its verdicts mean: raise the version, then write the new digest.
DIGESTS = {
    ("lenient", 1): "306e7b1b7918",
    ("three votes", 1): "f0ea357113d8",
    ("strict", 1): "addbb2f26eed",
    ("by type", 1): "f07c67442f06",
}


def test_every_choice_of_the_knob_is_a_judge_with_its_own_prompt() -> None:
    assert tuple(JUDGES) == get_args(JudgeName)
    assert len({one.prompt for one in JUDGES.values()}) == len(JUDGES)
    assert {one.prompt for one in JUDGES.values()} <= set(prompts.names())


@pytest.mark.parametrize("name", list(JUDGES))
def test_a_version_stands_for_one_text(name: str) -> None:
    found = protocol(name)
    text = prompts.text(found.prompt)
    if name == "by type":
        text += repr((RULES, ANY_TYPE))
    assert sha256(text.encode()).hexdigest()[:12] == DIGESTS[name, found.version]


def test_only_three_votes_votes_more_than_once() -> None:
    assert {name: one.votes for name, one in JUDGES.items() if one.votes != 1} == {"three votes": 3}


def test_every_category_has_a_rule_and_no_category_a_general_one() -> None:
    assert set(RULES) == set(CATEGORY_ORDER)
    assert rule_for(None) == ANY_TYPE


def test_an_unknown_judge_is_named_with_those_there_are() -> None:
    with pytest.raises(SettingsError, match="no judge 'kind'.*lenient, three votes"):
        protocol("kind")
