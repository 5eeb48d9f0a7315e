"""A judge's lines: every question is counted as scored, unscored or not judged yet."""

from dataclasses import replace

from hypermem_core.evaluation.gold import Ceiling
from hypermem_core.evaluation.panel import Panel
from hypermem_core.evaluation.panel_scores import score_lines
from hypermem_core.types import Verdict
from tests.core.evaluation.judged_run import KEYS, rows

SIDE = Panel(
    rows(),
    {"me": {KEYS[0]: Verdict("correct"), KEYS[1]: Verdict("wrong"), KEYS[4]: Verdict("unscored")}},
    0,
)


def test_every_question_is_counted_once() -> None:
    lines = {line.group: line for line in score_lines(SIDE, "me", [Ceiling("temporal", 4, 3)])}
    assert list(lines) == ["single-hop", "multi-hop", "temporal", "adversarial", "overall"]
    single = lines["single-hop"]
    assert (single.questions, single.correct, single.scored, single.unscored) == (2, 1, 1, 1)
    assert (single.accuracy, single.unjudged) == (1.0, 0)
    assert (lines["multi-hop"].accuracy, lines["multi-hop"].unjudged) == (None, 1)
    assert (lines["temporal"].ceiling, lines["single-hop"].ceiling) == (0.75, None)
    assert (lines["adversarial"].always_abstain, lines["overall"].always_abstain) == (1.0, 0.0)
    assert (lines["overall"].questions, lines["overall"].scored) == (4, 2)


def test_the_official_mode_counts_category_5_overall() -> None:
    tops = [Ceiling("adversarial", 1, 1), Ceiling("overall", 4, 3)]
    overall = score_lines(SIDE, "me", tops, "official")[-1]
    assert (overall.questions, overall.always_abstain, overall.ceiling) == (5, 0.2, 0.8)
    assert score_lines(SIDE, "me", tops)[-1].ceiling == 0.75
    assert replace(score_lines(SIDE, "me", [])[-1], scored=0).accuracy is None
