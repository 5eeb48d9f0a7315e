import numpy as np
import pytest

from hypermem_core.methods.hypermem.rare_words import RareWords

TEXTS = ["ana kiln bowl", "ana kiln tram", "ana tram", "ana"]


def test_words_all_episodes_say_count_nothing() -> None:
    rare = RareWords(TEXTS)
    assert rare.idf["ana"] == 0 and rare.cosines(3).tolist() == [0, 0, 0, 0]
    kiln, bowl = np.log(2), np.log(4)
    assert rare.cosines(0)[1] == pytest.approx(
        kiln**2 / (np.hypot(kiln, bowl) * np.hypot(kiln, kiln)), abs=1e-6
    )


def test_the_share_of_a_topics_keywords_is_by_rarity() -> None:
    rare = RareWords(TEXTS)
    assert rare.share(1, ["kiln", "bowl"]) == pytest.approx(np.log(2) / (np.log(2) + np.log(4)))
    assert rare.share(1, []) == 0 and rare.share(1, ["ana"]) == 0


def test_an_episode_says_a_matter_when_it_says_all_its_words() -> None:
    rare = RareWords(TEXTS)
    assert rare.says(0, "Kilns and bowls") and not rare.says(1, "kiln bowl")
