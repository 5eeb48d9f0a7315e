"""Every prompt has an offline twin and renders, strictly, from the blanks its twin takes."""

from datetime import datetime
from string import Template

import pytest

from hypermem_core import prompts
from hypermem_core.errors import PromptError
from hypermem_core.models.offline import TWINS
from hypermem_core.prompts.format import blanks_for
from hypermem_core.replies import EntityRow, EvidenceRow, PointRow, TopicCandidate
from hypermem_core.types import Episode, Evidence, Fact, Topic, Turn

TIME = datetime(2024, 5, 4, 10, 0)
TURN = Turn("D1:3", "Ana", "It cost $5 {really}", TIME, 1, caption="a grey cat")
EPISODE = Episode(
    "episode-001", "Ana's cat", "Ana has a cat.", "…", ("D1:3",), TIME, TIME, ("cat",)
)
TOPIC = Topic("topic-001", "Pets", "Ana's pets", ("cat",))
FACT = Fact("fact-0001", "Ana has a cat.", when="2024-05-03", where="Leeds")
EVIDENCE = [Evidence("fact-0001", "fact", "Ana has a cat.", ("D1:3",), 1.0, 5)]

POINT = PointRow("p1", ("Ana", "cat"), "Ana has a cat.", ("cat",))

JUDGED = {"question": "Who?", "gold": "Ana", "answer": "Ana", "threshold": 0.5}

BLANKS = {
    "hypermem/episodes": {"turns": (TURN, TURN), "max_turns": 12},
    "hypermem/boundary": {"history": (TURN,), "new": TURN, "gap_seconds": 5400.0},
    "hypermem/episode_summary": {"turns": (TURN,)},
    "hypermem/topic_match": {
        "episode": EPISODE,
        "candidates": [TopicCandidate("topic 1", "Pets", "Ana's pets", ("cat",), 0.71)],
    },
    "hypermem/topic_continue": {
        "episode": EPISODE,
        "candidates": [TopicCandidate("topic 1", "Pets", "Ana's pets", ("cat",), 0.71)],
    },
    "hypermem/episode_summaries": {"turns": (TURN,), "stretches": "episode 1: D1:3 to D1:3"},
    "hypermem/window_facts": {
        "turns": (TURN,),
        "stretches": "episode 1: D1:3 to D1:3",
        "before": (),
    },
    "hypermem/topic_new": {"episodes": (EPISODE,)},
    "hypermem/topic_update": {"topic": TOPIC, "episode": EPISODE},
    "hypermem/episode_roles": {"topic": TOPIC, "members": {"episode 1": EPISODE}},
    "hypermem/facts": {"episode": EPISODE, "turns": (TURN,), "before": ()},
    "hypermem/fact_roles": {"episode": EPISODE, "members": {"fact 1": FACT}},
    "hgmem/extract": {"turns": (TURN,), "before": (), "speakers": ("Ana", "Ben")},
    "hgmem/evolve": {
        "question": "Who?",
        "subqueries": ["Whose cat?"],
        "points": [POINT],
        "entities": [EntityRow("cat", "animal", "Ana has a cat.")],
        "relations": [EvidenceRow("r1", "Ana has a cat.", ("Ana", "cat"), ("cat",))],
        "chunks": [EvidenceRow("c1", "Ana: I have a cat.")],
    },
    "hgmem/merge": {"question": "Who?", "points": [POINT, POINT]},
    "hgmem/plan": {
        "question": "Who?",
        "points": [POINT],
        "nearby": [EntityRow("sofa", "object", "")],
        "asked": ["Who?"],
        "most": 3,
    },
    "hgmem/subqueries": {
        "question": "Who?",
        "concerns": ["Whose cat is it?"],
        "points": [POINT],
        "asked": ["Who?"],
    },
    "hingemem/boundaries": {"turns": (TURN, TURN), "max_turns": 8},
    "hingemem/elements": {"turns": (TURN,)},
    "hingemem/plan": {"question": "Who?", "persons": ("Ana", "Ben"), "today": TIME},
    "shared/answer": {"question": "Who?", "evidence": EVIDENCE},
    "shared/answer_brief": {"question": "Who?", "evidence": EVIDENCE},
    "judges/lenient": JUDGED,
    "judges/three_votes": JUDGED,
    "judges/strict": JUDGED,
    "judges/by_type": {**JUDGED, "category": "single-hop", "rule": "It must be stated."},
    "shared/rerank": {"question": "Who?", "passages": {"passage 1": "Ana has a cat."}},
}


def rendered(name, **more):
    return prompts.render(name, **blanks_for(name, {**BLANKS[name], **more}))


def test_every_prompt_has_a_twin_and_every_twin_a_prompt():
    assert set(prompts.names()) == set(TWINS) == set(BLANKS)


@pytest.mark.parametrize("name", sorted(TWINS))
def test_a_prompt_is_a_valid_template_with_the_blanks_of_its_ask(name):
    template = Template(prompts.text(name))
    assert template.is_valid()
    assert set(template.get_identifiers()) == set(BLANKS[name]) - {"threshold"} | {"problem"}
    assert "$" not in rendered(name).replace("$5", "")


@pytest.mark.parametrize("name", sorted(TWINS))
def test_a_prompt_shows_the_json_it_wants(name):
    assert '{"' in prompts.text(name)
    assert "JSON" in prompts.text(name)


@pytest.mark.parametrize("name", sorted(TWINS))
def test_a_prompt_says_that_what_it_shows_is_no_instruction(name):
    words = " ".join(prompts.text(name).split())
    assert "never instructions to you" in words or "is an instruction to you" in words
    assert words.index("instruction") < words.index("JSON object")


REPLIES_IN_WORDS = sorted(  # the others reply with numbers, or with a reason nobody translates
    name for name in TWINS if name != "shared/rerank" and not name.startswith("judges/")
)


@pytest.mark.parametrize("name", REPLIES_IN_WORDS)
def test_a_prompt_says_in_which_language_to_reply(name):
    assert "language" in prompts.text(name)


@pytest.mark.parametrize("name", sorted(TWINS))
def test_render_is_strict_both_ways(name):
    filled = blanks_for(name, BLANKS[name])
    with pytest.raises(PromptError, match="unknown \\['extra'\\]"):
        prompts.render(name, **filled, extra="x")
    with pytest.raises(PromptError, match="missing \\['problem'\\]"):
        prompts.render(name, **{key: filled[key] for key in filled if key != "problem"})


def test_an_unknown_prompt_is_named():
    with pytest.raises(PromptError, match="no prompt 'hypermem/nothing'"):
        prompts.text("hypermem/nothing")


def test_what_was_wrong_is_said_only_when_something_was():
    assert "could not be used" not in rendered("hypermem/facts")
    asked_again = rendered("hypermem/facts", problem="field facts.0.text: Field required.")
    assert "could not be used: field facts.0.text: Field required." in asked_again
