import numpy as np
import pytest

from hypermem_core.models.background import Background
from hypermem_core.models.offline.contests import RESULTS
from hypermem_core.models.offline.threads import Thread, idf, thread_index
from hypermem_core.types import Episode

TEXTS = [
    "Ana lit the kiln. The bowl broke in the kiln. Ben smiled.",
    "Ben fed the parrot. The parrot bit Ana.",
    "Ana sold the bowl. The kiln was hot. Ben smiled.",
    "Ben took the parrot to the vet. Ana smiled.",
    "Ana cleaned the kiln. The bowl shone. Ben fed the parrot.",
]
EPISODES = tuple(Episode(f"e{n}", "", "", text, ()) for n, text in enumerate(TEXTS, 1))


@pytest.fixture
def background():
    def apart(texts):  # every text in a direction of its own: no company is alike
        return np.eye(max(1, len(texts)), dtype=np.float32)

    return Background(EPISODES, apart)


def test_words_said_together_are_one_thread(background) -> None:
    index = thread_index(background)
    found = {frozenset(thread.words): set(thread.strength) for thread in index.threads}
    assert found[frozenset({"kiln", "bowl"})] == {"e1", "e3", "e5"}
    assert found[frozenset({"parrot"})] == {"e2", "e4", "e5"}


def test_an_episode_is_in_every_thread_it_tells_of(background) -> None:
    index = thread_index(background)
    assert {thread.words[0] for thread in index.of("e5")} == {
        index.named("kiln").words[0],
        "parrot",
    }
    assert [thread.words[0] for thread in index.of("e2")] == ["parrot"]
    assert index.of("e9") == []


def test_a_thread_is_found_by_its_first_word_as_shown(background) -> None:
    index = thread_index(background)
    assert index.named("Parrot") is index.of("e2")[0]
    assert index.named("tram") is None


def test_the_rarer_a_word_the_higher_its_idf(background) -> None:
    words = thread_index(background).words
    assert idf(words, "vet") == pytest.approx(0.7 + np.log(6 / 1.5))  # 1 of 5 episodes
    assert idf(words, "vet") > idf(words, "parrot")


def test_no_episodes_have_no_threads() -> None:
    assert thread_index(Background((), lambda texts: np.zeros((0, 0)))).threads == ()


def test_a_thread_of_results_only_is_shown_by_them(background) -> None:
    index = thread_index(background)
    only = Thread((f"{RESULTS}ana",), {"e1": 1.0})
    index.words.shown[f"{RESULTS}ana"] = "results of Ana"
    assert index.shown(only) == ["results of Ana"]
    del index.words.shown[f"{RESULTS}ana"]  # the index is kept between tests
