import numpy as np

from hypermem_core.models.background import Background
from hypermem_core.models.offline.topic_match import reply
from hypermem_core.replies import ThreadMatchReply, TopicCandidate
from hypermem_core.types import Episode

NEW = Episode("e", "Ana fired a bowl", "", "", (), keywords=("pottery", "bowl", "kiln", "glaze"))


def offered(local_id: str, similarity: float, *keywords: str) -> TopicCandidate:
    return TopicCandidate(local_id, "", "", keywords, similarity)


def test_similarity_and_shared_words_decide() -> None:
    pottery = offered("topic 1", 0.8, "pottery", "bowl")  # 0.8 + 0.25 * 2/2 = 1.05
    travel = offered("topic 2", 0.8, "Porto", "tram")  # 0.8 + 0 < 0.9
    found = reply(episode=NEW, candidates=[travel, pottery])
    assert found.matches == ["topic 1"] and found.reason == "Shares pottery, bowl"


def test_nothing_close_matches_nothing() -> None:
    assert reply(episode=NEW, candidates=[]).matches == []
    assert reply(episode=NEW, candidates=[offered("topic 1", 0.5, "bowl")]).matches == []


def test_with_a_background_threads_decide_and_those_not_offered_are_named() -> None:
    texts = ["A kiln.", "A parrot.", "A kiln. A parrot.", "A kiln.", "A parrot.", "Ana."]
    episodes = tuple(Episode(f"e{n}", "", "", text, ()) for n, text in enumerate(texts))
    background = Background(episodes, lambda texts: np.eye(len(texts), dtype=np.float32))
    assert not isinstance(reply(episode=NEW, candidates=[]), ThreadMatchReply)
    candidates = [offered("topic 1", 0.1, "kiln", "heat"), offered("topic 2", 0.9, "boat")]
    found = reply(episode=episodes[2], candidates=candidates, background=background)
    assert (found.matches, found.another) == (["topic 1"], ["parrot"])
