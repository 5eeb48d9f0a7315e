"""Values are written into prompts with all a model needs to read them, and no more."""

from dataclasses import replace
from datetime import datetime

from hypermem_core.prompts.format import blanks_for, silence, span, stamp, under_times, written
from hypermem_core.replies import TopicCandidate
from hypermem_core.types import Episode, Evidence, Fact, Question, Turn

TIME = datetime(2024, 5, 4, 10, 0)
TURN = Turn("D1:3", "Ana", "Look!", TIME, caption="a grey cat", image_query="cat stock photo")


def test_a_turn_has_its_id_weekday_and_caption_but_not_the_annotators_search():
    assert written(TURN) == "D1:3 | 2024-05-04 (Saturday) 10:00 | Ana: Look! [image: a grey cat]"


def test_a_turn_without_a_time_says_so():
    assert written(Turn("t0", "Ana", "Hi")) == "t0 | no time | Ana: Hi"


def test_a_window_writes_a_time_once_and_numbers_turns_for_the_cuts_only():
    later = replace(TURN, id="D1:4", time=TIME.replace(hour=11))
    assert under_times((TURN, TURN, later), numbered=True).splitlines() == [
        "[2024-05-04 (Saturday) 10:00]",
        "0. D1:3 | Ana: Look! [image: a grey cat]",
        "1. D1:3 | Ana: Look! [image: a grey cat]",
        "[2024-05-04 (Saturday) 11:00]",
        "2. D1:4 | Ana: Look! [image: a grey cat]",
    ]
    assert "\n0. D1:3" in blanks_for("hypermem/episodes", {"turns": (TURN,)})["turns"]
    assert "\nD1:3" in blanks_for("hypermem/window_facts", {"turns": (TURN,)})["turns"]
    assert blanks_for("hypermem/facts", {"turns": (TURN,)})["turns"].startswith("D1:3")


def test_members_stand_under_their_local_ids():
    fact = Fact("fact-0001", "Ana has a cat.", when="2024-05-03", where="Leeds")
    text = written({"fact 1": fact})
    assert text == "[fact 1]\nAna has a cat. (when: 2024-05-03) (where: Leeds)"


def test_a_candidate_shows_its_local_id_and_similarity():
    text = written([TopicCandidate("topic 2", "Pets", "Ana's pets", (), 0.7149)])
    assert text.startswith("[topic 2] Pets")
    assert text.endswith("keywords: (none)\nsimilarity: 0.71")


def test_evidence_shows_its_turns():
    evidence = Evidence("fact-0001", "fact", "Ana has a cat.", ("D1:3", "D1:5"), 1.0, 5)
    assert written(evidence) == "- [D1:3, D1:5] Ana has a cat."


def test_an_episode_without_times_and_a_question_are_written():
    assert "time: no time" in written(Episode("e", "t", "s", "x", ("t0",)))
    assert written(Question("q1", "Who?")) == "Who?"


def test_nothing_is_written_as_nothing():
    assert written(()) == written([]) == written({}) == "(none)"


def test_times_and_silences():
    assert stamp(None) == "no time"
    assert span(TIME, TIME) == "2024-05-04 (Saturday) 10:00"
    assert span(TIME, datetime(2024, 5, 5)).endswith("to 2024-05-05 (Sunday) 00:00")
    assert silence(3600 * 3.5) == "3.5 hours"
    assert silence(86400 * 2) == "2.0 days"
    assert silence(90) == "1.5 minutes"
    assert silence(0) == "0 seconds (or unknown)"
    assert "out of order" in silence(-1)


def test_the_threshold_of_the_lexical_judge_is_not_shown():
    assert set(blanks_for("judges/strict", {"gold": "x", "threshold": 0.5})) == {"gold", "problem"}
