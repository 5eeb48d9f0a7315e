from hypermem_core.models.offline.topic_update import reply
from hypermem_core.types import Episode, Topic

TOPIC = Topic("t", "Ana's pottery class", "One. Two. Three. Four. Five. Six.", ("pottery",))
NEW = Episode("e", "Ana sold a bowl", "Ana sold a bowl. It was blue.", "", (), keywords=("bowl",))


def test_title_stays_keywords_join_and_the_summary_keeps_six_sentences() -> None:
    found = reply(topic=TOPIC, episode=NEW)
    assert found.title == TOPIC.title
    assert found.keywords == ["pottery", "bowl"]
    assert found.summary == "One. Two. Four. Five. Six. Ana sold a bowl."
