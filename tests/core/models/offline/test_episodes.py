from hypermem_core.models.offline.episodes import reply
from hypermem_core.types import Turn

CLAY = "The bowl on my pottery wheel needs a blue glaze and the kiln."
TRIP = "The train to Porto passes the river, the bridge and the station."


def chat(*texts: str) -> list[Turn]:
    return [Turn(str(i), "AB"[i % 2], text) for i, text in enumerate(texts)]


def test_the_cut_falls_where_the_talk_turns() -> None:
    (cut,) = reply(turns=chat(*[CLAY] * 5, "By the way, " + TRIP, *[TRIP] * 4), max_turns=12).cuts
    assert cut.before == 5 and "by the way" in cut.reason


def test_no_episode_is_longer_than_allowed_or_a_single_turn() -> None:
    for size in (2, 7, 13, 25, 40):
        cuts = [cut.before for cut in reply(turns=chat(*[CLAY] * size), max_turns=12).cuts]
        edges = [0, *cuts, size]
        assert all(2 <= b - a <= 12 for a, b in zip(edges, edges[1:], strict=False))


def test_every_cut_has_a_reason_and_nothing_crashes() -> None:
    assert all(cut.reason for cut in reply(turns=chat(*["😀"] * 30), max_turns=5).cuts)
    assert reply(turns=[], max_turns=12).cuts == []
