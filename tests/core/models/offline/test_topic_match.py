from hypermem_core.models.offline.topic_match import reply
from hypermem_core.replies import TopicCandidate
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
