"""Each outcome of the rule, by a constructed case."""

from dataclasses import replace

import pytest

from hypermem_core.diagnosis.loss import diagnose, rule, stage_order
from hypermem_core.evaluation.keys import key
from hypermem_core.types import Answer, Custody, Label, Question, RetrievalTrace, Verdict
from hypermem_core.types.diagnosis import (
    CONTEXT_CUT,
    FOUND,
    GOLD_DISPUTED,
    JUDGED_WRONG,
    NO_EVIDENCE,
    NOT_AVAILABLE,
    NOT_EXTRACTED,
    NOT_USED,
)
from tests.core.diagnosis.test_custody import TALK, TOPICS, evidence, index, stage, trace

WANTED = Question("q1", "What is grey?", "a grey cat", "single-hop", ("D1:1",))
IN_CONTEXT = trace(
    TOPICS, stage("fact", ["fact-1"], 1, "k_F"), items=(evidence("fact-1", "D1:1", 9),)
)


def verdict(label: Label) -> Verdict:
    return Verdict(label, "because")


def loss(question: Question, found: RetrievalTrace, text: str, label: Label) -> Custody:
    return diagnose(question, found, index(), TALK, 100, Answer(text), verdict(label))


def test_not_available_when_retrieval_failed_or_no_judge_could_score() -> None:
    failed = diagnose(WANTED, trace(), index(), TALK, 100, error="The embedder is gone.")
    assert (failed.loss, failed.why) == ("not available", "The embedder is gone.")
    assert loss(WANTED, IN_CONTEXT, "dog", "unscored").loss == "not available"


def test_gold_disputed_only_when_the_answer_is_wrong() -> None:
    disputed = {key(TALK.id, WANTED)}
    for label, outcome in (("wrong", "gold disputed"), ("correct", "found")):
        given = Answer("dog")
        found = diagnose(
            WANTED,
            IN_CONTEXT,
            index(),
            TALK,
            100,
            given,
            verdict(label),
            disputed,  # type: ignore[arg-type]
        )
        assert found.loss == outcome
        assert "gold disputed" in found.badges


def test_no_evidence_when_the_question_names_none_or_one_that_does_not_exist() -> None:
    none = replace(WANTED, evidence=())
    broken = replace(WANTED, unresolved=("D9:99",))
    assert loss(none, IN_CONTEXT, "dog", "wrong").loss == "no evidence"
    assert loss(broken, IN_CONTEXT, "dog", "wrong").why == "Its evidence D9:99 names no turn."


@pytest.mark.parametrize(
    ("gold", "outcome"),
    [(("D1:3",), "not extracted"), (("D1:1", "D1:3"), "not extracted"), (("D1:4",), "fact cut")],
)
def test_the_earliest_loss_of_any_gold_turn_is_the_questions(
    gold: tuple[str, ...], outcome: str
) -> None:
    facts = stage("fact", ["fact-1", "fact-4"], 1, "k_F")
    found = trace(TOPICS, facts, items=(evidence("fact-1", "D1:1", 9),))
    assert loss(replace(WANTED, evidence=gold), found, "dog", "wrong").loss == outcome


def test_topic_episode_and_context_cuts_are_told_apart() -> None:
    episodes = stage("episode", ["episode-2", "episode-1"], 1, "k_E")
    assert loss(WANTED, trace(TOPICS, episodes), "dog", "wrong").loss == "episode cut"
    no_topic = replace(TOPICS, kept=())
    assert loss(WANTED, trace(no_topic), "dog", "wrong").loss == "topic cut"
    assert loss(WANTED, trace(TOPICS), "dog", "wrong").loss == "context cut"


def test_an_answer_that_states_the_gold_was_misjudged_and_another_did_not_use_it() -> None:
    judged = loss(WANTED, IN_CONTEXT, "It is a grey cat.", "wrong")
    assert judged.loss == "judged wrong although present"
    assert loss(WANTED, IN_CONTEXT, "It is a dog.", "wrong").loss == "not used"


@pytest.mark.parametrize("gold", ["", "a grey cat"])
def test_a_trap_that_caught_the_answer_is_no_misjudgement(gold: str) -> None:
    trap = replace(WANTED, category="adversarial", answer=gold)
    found = loss(trap, IN_CONTEXT, "It is a grey cat.", "wrong")
    assert found.loss == "not used"
    assert found.why.endswith("the answer should have abstained.")


def test_a_correct_answer_is_found_whatever_is_missing() -> None:
    found = loss(replace(WANTED, evidence=("D1:3",)), IN_CONTEXT, "a grey cat", "correct")
    assert (found.loss, found.why) == ("found", "Correct, although 1 of 1 gold turns were lost.")


def test_without_answers_only_retrieval_is_diagnosed() -> None:
    found = diagnose(WANTED, IN_CONTEXT, index(), TALK, 100)
    assert (found.loss, found.label) == ("found", None)


def test_the_reason_names_the_turn_and_the_limit() -> None:
    episodes = stage("episode", ["episode-2", "episode-1"], 1, "k_E")
    found = loss(WANTED, trace(TOPICS, episodes), "dog", "wrong")
    assert found.why == "D1:1: episode cut: k_E = 1."


def test_stages_of_loss_follow_the_method() -> None:
    assert stage_order(["turn"])[:3] == ("not extracted", "turn cut", "context cut")


def test_the_rule_names_every_outcome_it_can_have() -> None:
    told = rule()
    names = (NOT_EXTRACTED, CONTEXT_CUT, NOT_USED, JUDGED_WRONG, GOLD_DISPUTED, NO_EVIDENCE)
    assert told.startswith("1. ")
    for name in (*names, NOT_AVAILABLE, FOUND):
        assert f"*{name}*" in told
