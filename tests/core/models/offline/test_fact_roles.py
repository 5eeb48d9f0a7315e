from hypermem_core.models.offline.fact_roles import reply
from hypermem_core.replies import FACT_ROLES
from hypermem_core.types import Episode, Fact

EPISODE = Episode("e", "Ana's pottery bowl", "", "", (), keywords=("pottery", "bowl", "glaze"))


def test_central_facts_weigh_more_and_roles_differ() -> None:
    core, dated, aside = reply(
        episode=EPISODE,
        members={
            "fact 1": Fact("1", "Ana made a pottery bowl with a blue glaze."),
            "fact 2": Fact("2", "Ana moved in 2021.", when="2021"),
            "fact 3": Fact("3", "Ben asked: Why?"),
        },
    ).roles
    assert [item.role for item in (core, dated, aside)] == ["core", "temporal", "context"]
    assert 1 >= core.weight > dated.weight > aside.weight >= 0
    assert (
        dated.rationale == "Shares no keyword; dated 2021" if "ana" not in dated.rationale else True
    )
    assert {item.role for item in (core, dated, aside)} <= set(FACT_ROLES)
