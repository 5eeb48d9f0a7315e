"""How the fragments of all rounds are ordered for the answer: by the question, alone and around."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hypermem_core.methods.hgmem.scores import QueryScores, Scores, standardised
from hypermem_core.methods.hgmem.view import GraphView
from hypermem_core.types import HGMemRounds

AROUND = 1.0  # weight of the chunk a fragment stands in, beside the fragment itself
ASKED = 0.3  # weight of the best sub-query
REMEMBERED = 0.2  # bonus of a fragment that a live point rests on
SPOKEN = 0.75  # bonus of a fragment said by the one speaker the question names


def fragment_scores(
    view: GraphView,
    question: str,
    main: QueryScores,
    scores: Mapping[str, QueryScores],
    detail: HGMemRounds,
) -> dict[str, Scores]:
    """Return every list of fragment scores by name; the last one is the order."""
    lists = {"bm25": main.words("fact"), "dense": main.dense("fact")}
    lists["chunk"] = best_chunk(view, main)
    total = main.both("fact") + AROUND * standardised(lists["chunk"])
    others = [one.both("fact") for name, one in scores.items() if name != "q0"]
    if others:
        lists["sub-queries"] = np.max(others, axis=0)
        total = total + ASKED * standardised(lists["sub-queries"])
    total = total + REMEMBERED * _remembered(view, main, detail)
    total = total + SPOKEN * _spoken(view, question, main)
    return {**lists, "final": total}


def best_chunk(view: GraphView, scores: QueryScores) -> Scores:
    """Return for every fragment the best score among the chunks it stands in."""
    both = scores.both("chunk")
    row = view.index.dense("chunk").vectors.row
    lowest = float(both.min()) if both.size else 0.0
    return np.array(
        [
            max((both[row[c]] for c in view.chunks_of_fragment[f]), default=lowest)
            for f in scores.ids("fact")
        ]
    )


def _remembered(view: GraphView, main: QueryScores, detail: HGMemRounds) -> Scores:
    cited = {fragment for point in detail.points for fragment in point.fragments}
    return np.array([float(f in cited) for f in main.ids("fact")])


def _spoken(view: GraphView, question: str, main: QueryScores) -> Scores:
    asked = set(question.replace("'s", "").replace("?", "").casefold().split())
    speakers = {f.speaker for f in view.fragments.values() if f.speaker}
    named = [name for name in speakers if set(name.casefold().split()) & asked]
    chosen = named[0] if len(named) == 1 else None
    return np.array([float(view.fragments[f].speaker == chosen) for f in main.ids("fact")])
