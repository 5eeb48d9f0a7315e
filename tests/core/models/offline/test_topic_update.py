import numpy as np

from hypermem_core.models.background import Background
from hypermem_core.models.offline.topic_update import reply
from hypermem_core.types import Episode, Topic

TOPIC = Topic("t", "Ana's pottery class", "One. Two. Three. Four. Five. Six.", ("pottery",))
NEW = Episode("e", "Ana sold a bowl", "Ana sold a bowl. It was blue.", "", (), keywords=("bowl",))


def test_title_stays_keywords_join_and_the_summary_keeps_six_sentences() -> None:
    found = reply(topic=TOPIC, episode=NEW)
    assert found.title == TOPIC.title
    assert found.keywords == ["pottery", "bowl"]
    assert found.summary == "One. Two. Four. Five. Six. Ana sold a bowl."


def test_the_title_follows_what_the_episodes_share_as_the_topic_grows() -> None:
    texts = ["Ana lit a kiln. Ben slept.", "Ana fixed the gas kiln. Ben ate.", "The gas kiln. Ana."]
    texts += ["Ana met Ben.", "Ben called Ana."]
    episodes = tuple(Episode(f"e{n}", "", "", text, ()) for n, text in enumerate(texts))
    background = Background(episodes, lambda texts: np.eye(len(texts), dtype=np.float32))
    topic = Topic("t", "Heat", "One.", ("kiln",))
    found = reply(topic=topic, episode=episodes[2], background=background)
    assert found.title.endswith("gas kiln") and found.keywords[0] == "kiln"
