from app.figures.episode_timeline import episode_timeline, marks, undated
from app.figures.graph_picture import focus, layers, matching, only, overview, topics_above
from app.figures.labels import plain, shorten
from app.figures.narrow_picture import narrow
from app.figures.weight_heatmap import weight_heatmap, weights
from tests.app.figures.graphs import HOSTILE, graph


def test_weights_are_topics_by_episodes_and_empty_where_they_do_not_meet() -> None:
    topics, episodes, cells = weights(graph())
    assert topics == ("topic-001", "topic-002")
    assert episodes == ("episode-001", "episode-002", "episode-003")
    assert cells == [[0.9, 0.4, None], [None, 0.7, None]]
    assert HOSTILE not in str(weight_heatmap(graph()))


def test_the_timeline_has_a_mark_for_each_episode_of_each_topic() -> None:
    rows = [(mark.episode_id, mark.row) for mark in marks(graph())]
    assert rows == [
        ("episode-001", "topic-001"),
        ("episode-002", "topic-001"),
        ("episode-002", "topic-002"),
        ("episode-003", "no topic"),
    ]
    assert undated(graph()) == 0 and len(episode_timeline(graph()).data) == 1


def test_the_overview_draws_a_hub_for_each_hyperedge_and_says_what_it_leaves_out() -> None:
    picture = overview(graph())
    assert sum(dot.kind == "hub" for dot in picture.dots) == 2
    assert picture.nodes == 4  # two topics, two of three episodes
    assert picture.caption.startswith("showing 4 of 8 nodes – all 2 topics")
    assert overview(graph()) == picture


def test_spokes_carry_weight_and_role() -> None:
    spokes = {(s.hub, s.node): (s.weight, s.role) for s in overview(graph()).spokes}
    assert spokes[("hub:edge-1", "episode-001")] == (0.9, "start")
    assert spokes[("hub:edge-1", "topic-001")] == (None, "")


def test_a_focus_shows_facts_and_an_opened_episode_closes_the_others() -> None:
    every = {dot.id for dot in focus(graph(), "topic-001").dots}
    assert {"fact-0001", "fact-0002"} <= every and "fact-0003" not in every
    opened = {dot.id for dot in focus(graph(), "topic-001", "episode-002").dots}
    assert "fact-0002" in opened and "fact-0001" not in opened


def test_search_needs_every_word_and_finds_the_topics_above() -> None:
    assert matching(graph(), "pixel vase") == {"fact-0002"}
    assert topics_above(graph(), {"fact-0002"}) == {"topic-001", "topic-002"}


def test_labels_are_one_line_and_no_markup() -> None:
    assert shorten("one two three four", 10) == "one two…"
    assert "<" not in plain(HOSTILE)


def test_a_focus_names_the_role_of_every_member() -> None:
    labels = {dot.id: dot.label for dot in focus(graph(), "topic-001").dots}
    assert labels["episode-001"] == "start · Visit 1"
    assert labels["fact-0001"] == "core · Ana adopted Pixel"


def test_layers_draw_one_fact_for_each_episode() -> None:
    kinds = [dot.kind for dot in layers(graph()).dots]
    assert [kinds.count(kind) for kind in ("topic", "episode", "fact")] == [2, 2, 2]


def test_a_hidden_level_takes_its_hubs_along_and_is_counted() -> None:
    picture = only(layers(graph()), ("topic", "episode"))
    assert {dot.kind for dot in picture.dots} == {"topic", "episode", "hub"}
    assert sum(dot.kind == "hub" for dot in picture.dots) == 2  # those of the two topics
    assert picture.caption == "showing 4 of 8 nodes – topics and episodes only"
    assert only(picture, ()).nodes == 0


def test_a_narrow_picture_has_two_columns_and_keeps_every_hub_that_joins() -> None:
    picture = narrow(overview(graph()))
    columns = {dot.x for dot in picture.dots if dot.kind != "hub"}
    assert columns == {-120.0, 120.0}
    assert picture.caption.startswith("showing 4 of 8 nodes – the most connected")
    assert sum(dot.kind == "hub" for dot in picture.dots) == 2
    every = narrow(layers(graph()))
    assert {dot.x for dot in every.dots if dot.kind == "fact"} == {120.0}
