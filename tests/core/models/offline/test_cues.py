from hypermem_core.models.offline.cues import cohesion, drift, holding, silence, spoken
from hypermem_core.types import Turn


def test_cohesion_is_a_cosine() -> None:
    assert cohesion([["a", "b"]], [["a"]]) == 1 / 2**0.5
    assert cohesion([], [["a"]]) == 0


def test_only_long_silences_count() -> None:
    assert silence(60) is None and silence(None) is None
    cue = silence(5 * 3600)
    assert cue and cue.reason == "5 hours pass before the next message"


def test_a_transition_is_quoted() -> None:
    cues = spoken(Turn("1", "Ana", "The bowl is blue."), Turn("2", "Ben", "By the way, I moved."))
    assert cues[0].reason == 'Ben changes the subject: "by the way"'


def test_an_open_question_holds_the_episode_together() -> None:
    asked, answer = (
        Turn("1", "Ana", "Which glaze?"),
        Turn("2", "Ben", "A deep blue one from Leeds."),
    )
    assert holding(asked, answer) == 0.6


def test_drift_names_old_and_new_words() -> None:
    said = drift(
        [Turn("1", "Ana", "The bowls need glaze.")], [Turn("2", "Ben", "Porto has trams.")], []
    )
    assert said == "The talk moves from bowls and glaze to Porto and trams"
