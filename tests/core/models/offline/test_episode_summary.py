from hypermem_core.models.offline.episode_summary import reply
from hypermem_core.types import Conversation, Turn


def test_an_episode_is_told_in_the_third_person_with_its_date(tiny: Conversation) -> None:
    found = reply(turns=tiny.turns[2:6])
    assert found.text.startswith("On 4 May 2024: Ana adopted a grey cat named Pixel yesterday")
    assert "Ana adopted" in found.summary and 4 <= len(found.title.split()) <= 10
    assert "cat" in found.keywords and "Ana" not in found.keywords


def test_small_talk_and_nothing_have_titles_too() -> None:
    assert reply(turns=[Turn("1", "Ana", "Hi!")]).title == "Small talk between Ana"
    assert reply(turns=[]).summary == "The speakers exchanged greetings."
