from dataclasses import replace

import pytest

from app import diagnosing
from app.explaining import Asked, ask_again
from hypermem_core.evaluation.gold import GoldAudit, GoldError
from hypermem_core.evaluation.keys import key
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.types import Answer, Conversation, Custody, EvalRow, TurnCustody, Verdict


def turn(lost_at: str = "") -> TurnCustody:
    return TurnCustody("D1:1", (), (), None, None, (), not lost_at, 0, None, lost_at)


ONE = Custody("a/1", "a", "Who?", "temporal", (turn(),), "found", "", badges=("multi-session",))
TWO = replace(ONE, key="b/1", conversation_id="b", loss="fact cut", turns=(turn("fact cut"),))
THREE = replace(ONE, key="a/2", question="Why?", category=None, loss="no evidence", badges=())
ALL = (ONE, TWO, THREE)


def test_filters_take_any_of_each_kind_and_none_lets_all_pass() -> None:
    assert diagnosing.filtered(ALL, (), ()) == ALL
    assert diagnosing.filtered(ALL, ("temporal",), ()) == (ONE, TWO)
    assert diagnosing.filtered(ALL, ("uncategorised",), ("multi-session",)) == ()
    assert diagnosing.categories(ALL) == {"temporal": 2, "uncategorised": 1}
    assert diagnosing.badges(ALL) == {"multi-session": 2}


def test_bars_keep_the_order_of_the_stages() -> None:
    assert list(diagnosing.counts(ALL, "hypermem")) == ["found", "fact cut", "no evidence"]
    assert diagnosing.counts(ALL, "hypermem")["fact cut"] == {"temporal": 1}


def test_the_flow_conserves_turns() -> None:
    links = diagnosing.flow(ALL, ("topic", "fact"))
    assert links == [
        ("gold turns", "extracted", 3),
        ("extracted", "topic kept", 3),
        ("topic kept", "fact cut", 1),
        ("topic kept", "fact kept", 2),
        ("fact kept", "in context", 2),
    ]


def test_a_question_that_two_chats_ask_opens_in_the_right_one() -> None:
    assert diagnosing.asked(ALL, "Who?", "b") is TWO
    assert diagnosing.asked(ALL, "Who?", "gone") is ONE
    assert diagnosing.asked(ALL, "How?", "a") is None


@pytest.fixture
def asked(tiny: Conversation, models: Models) -> Asked:
    memory = create("flat", Settings(), models).build(tiny)
    return ask_again(memory, tiny, Settings(), models, tiny.questions[0].text)


def test_a_corrected_gold_is_followed_by_its_turns_and_keeps_only_verdicts_on_it(
    asked: Asked,
) -> None:
    question = asked.conversation.questions[0]
    name, judge = key(asked.conversation.id, question), "strict v1"
    verdict = Verdict("wrong", "", (), judge)
    row = EvalRow(
        asked.conversation.id, question, asked.trace, Answer("Nobody."), verdict, custody=None
    )
    other = next(t.id for t in asked.conversation.turns if t.id not in question.evidence)

    def under(kind: str, corrected: str) -> EvalRow | None:
        error = GoldError(name, "", question.text, question.answer, kind, corrected, (other,))
        return diagnosing.corrected(row, judge, GoldAudit({name: error}), {}, asked)

    cited, renamed = under("WRONG_CITATION", ""), under("HALLUCINATION", "Dora")
    assert cited is not None and cited.custody is not None
    assert [turn.turn_id for turn in cited.custody.turns] == [other]
    assert cited.verdict == verdict
    assert renamed is not None and renamed.custody is not None
    assert (renamed.question.answer, renamed.verdict) == ("Dora", None)
    assert under("HALLUCINATION", "") is None  # left out: nothing better is known
