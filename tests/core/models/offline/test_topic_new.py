from hypermem_core.models.offline.topic_new import merged_keywords, reply
from hypermem_core.types import Episode

CLASS = Episode(
    "e1",
    "Ana joined a pottery class",
    "Ana joined a pottery class in Leeds. The pottery class meets weekly.",
    "Ana joined a pottery class in Leeds. The pottery class meets weekly.",
    ("t1",),
    keywords=("pottery", "class"),
)


def test_the_title_says_whose_thread_it_is() -> None:
    found = reply(episodes=[CLASS])
    assert found.title == "Ana's pottery class"
    assert found.keywords == ["pottery", "class"] and "Leeds" in found.summary


def test_keywords_are_a_union_with_the_shared_first() -> None:
    assert merged_keywords([["a1", "bowls"], ["bowl", "c1"]]) == ["bowls", "a1", "c1"]


def test_no_episodes_make_a_topic_all_the_same() -> None:
    assert reply(episodes=[]).title == "Small talk"
