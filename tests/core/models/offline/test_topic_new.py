import numpy as np

from hypermem_core.models.background import Background
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


def test_a_topic_of_a_thread_begins_with_its_words_and_tells_only_of_it() -> None:
    texts = ["Ana lit the kiln in the new shed. Ben fed a parrot.", "Ana sold the kiln to Ben."]
    texts += ["Ben fixed the kiln for Ana.", "Ana met Ben.", "Ben called Ana."]
    episodes = tuple(Episode(f"e{n}", "", "", text, ()) for n, text in enumerate(texts))
    background = Background(episodes, lambda texts: np.eye(len(texts), dtype=np.float32))
    found = reply(episodes=episodes[:1], about="kiln", background=background)
    assert found.keywords[0] == "kiln" and found.title == "Kiln"
    assert found.summary.startswith("Ana lit the kiln")


def test_an_episode_in_no_thread_is_named_by_its_own_noun() -> None:
    episode = Episode("e1", "", "", "Ana saw the parrot. The parrot slept.", ())
    background = Background((episode,), lambda texts: np.eye(len(texts), dtype=np.float32))
    assert reply(episodes=[episode], background=background).title == "Parrot"
