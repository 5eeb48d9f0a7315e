"""Members: every node gets a role and a weight that can be used."""

import math

from hypermem_core.methods.hypermem.members import local_ids, members
from hypermem_core.replies import FACT_ROLES, RoleItem
from hypermem_core.types import Fact, Member

FACTS = (Fact("fact-0001", "a"), Fact("fact-0002", "b"))


def judged(*items):
    told = []
    found = members(
        list(items), local_ids("fact", FACTS), FACT_ROLES, "detail", lambda *w: told.append(w)
    )
    return found, told


def test_good_roles_are_taken_as_they_are():
    found, told = judged(RoleItem("fact 2", "core", 0.9), RoleItem("fact 1", "spatial", 0.2))
    assert found == {"fact-0001": Member(0.2, "spatial"), "fact-0002": Member(0.9, "core")}
    assert told == []


def test_a_weight_that_is_no_number_counts_as_half():
    found, told = judged(RoleItem("fact 1", "core", math.nan), RoleItem("fact 2", "core", -3))
    assert [member.weight for member in found.values()] == [0.5, 0.0]
    assert [mended for _, mended in told] == ["no weight", "weight"]


def test_an_unknown_role_an_unknown_id_and_a_missing_one_are_told_apart():
    found, told = judged(RoleItem("fact 1", "hero", 2.0), RoleItem("fact 9", "core", 0.9))
    assert found == {"fact-0001": Member(1.0, "detail"), "fact-0002": Member(0.5, "detail")}
    assert [mended for _, mended in told] == ["id", "role", "weight", "no role"]


def test_the_first_role_counts_and_spelling_is_forgiven():
    found, _ = judged(RoleItem("Fact_1", " Core ", 0.7), RoleItem("fact 1", "detail", 0.1))
    assert found["fact-0001"] == Member(0.7, "core")
