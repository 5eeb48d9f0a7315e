"""A saved run of five questions, its answers given, to be judged again."""

from pathlib import Path

from hypermem_core.evaluation.gold import GoldAudit, GoldError
from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.rows import write_rows
from hypermem_core.types import Answer, EvalRow, Question, RetrievalTrace, Verdict

JUDGE = "three votes v1 · model"
QUESTIONS = (
    Question("a", "What did Ben make?", "a blue bowl", "single-hop"),
    Question("b", "When did Ana leave?", "7 May 2023", "temporal"),
    Question("c", "What does Ana like?", "pottery, camping and painting", "multi-hop"),
    Question("d", "Where did Ana fly?", "", "adversarial"),
    Question("e", "Who called?", "Clara", "single-hop"),
)
ANSWERS = ("a bowl", "8 May 2023", "camping", "No information available", None)
LABELS = ("correct", "wrong", "wrong", "correct", "unscored")
KEYS = tuple(key("talk", question) for question in QUESTIONS)


def rows() -> dict[str, EvalRow]:
    found = {}
    for question, text, label in zip(QUESTIONS, ANSWERS, LABELS, strict=True):
        judge = "string match" if question.category == "adversarial" else JUDGE
        verdict = Verdict(label, "", (), judge)  # type: ignore[arg-type]
        found[key("talk", question)] = EvalRow(
            "talk",
            question,
            RetrievalTrace("flat", question.text, (), ()),
            Answer(text) if text else None,
            verdict,
            0.5 if text else None,
            error="" if text else "The model was away.",
        )
    return found


def saved(folder: Path) -> Path:
    folder.mkdir(parents=True)
    write_rows(folder, rows().values())
    return folder


def fault(place: int, corrected: str = "", kind: str = "TEMPORAL_ERROR") -> GoldError:
    question = QUESTIONS[place]
    return GoldError(KEYS[place], "talk", question.text, question.answer, kind, corrected)


def audit(*faults: GoldError) -> GoldAudit:
    return GoldAudit({one.key: one for one in faults})
