"""Planning: is the memory enough, what is missing where, and which sub-queries ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hypermem_core.methods.hgmem.asking import Asker
from hypermem_core.methods.hgmem.rows import nearby, point_rows
from hypermem_core.methods.hgmem.scores import QueryScores, best
from hypermem_core.methods.hgmem.working import Working
from hypermem_core.replies import SubQueriesReply, SufficiencyReply
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import Concern, SubQuery


@dataclass(frozen=True, slots=True)
class Plan:
    """What the judge said, its concerns checked."""

    sufficient: bool
    concerns: tuple[Concern, ...] = ()


@dataclass(frozen=True, slots=True)
class Planner:
    """Judges the memory of one question and asks on."""

    question: str
    working: Working
    knobs: HGMemSettings
    asker: Asker

    def judge(self, scores: QueryScores, asked: Sequence[SubQuery]) -> Plan:
        """Return whether the memory is enough; where no reply fits, the question is the concern."""
        ids = scores.ids("entity")
        ranked = [ids[row] for row in best(ids, scores.dense("entity"), None, len(ids))]
        reply = self.asker.ask(
            "hgmem/plan",
            SufficiencyReply,
            SufficiencyReply(False),
            question=self.question,
            points=point_rows(self.working.live(), self.working, self.knobs),
            nearby=nearby(self.working, self.knobs, ranked),
            asked=[query.text for query in asked],
            most=self.knobs.max_subqueries,
        )
        if reply.sufficient:
            return Plan(True)
        checked = (self._checked(c.text, c.mode, c.points) for c in reply.concerns)
        concerns = tuple(concern for concern in checked if concern.text)
        if not concerns:
            concerns = (self._checked(f"What else bears on: {self.question}", "global", ()),)
        return Plan(False, concerns[: self.knobs.max_subqueries])

    def _checked(self, text: str, mode: str, points: Iterable[str]) -> Concern:
        """Drop points that are not live; a local concern without any becomes a global one."""
        live = tuple(dict.fromkeys(p for p in points if p in self.working.points))
        text = " ".join(text.split())
        if self.knobs.investigation == "local only":
            live = live or tuple(self.working.points)[:1]
        local = mode == "local" or self.knobs.investigation == "local only"
        if local and live and self.knobs.investigation != "global only":
            return Concern(text, "local", live)
        return Concern(text, "global")

    def subqueries(
        self, concerns: Sequence[Concern], asked: Sequence[SubQuery]
    ) -> tuple[list[SubQuery], list[str]]:
        """Return the next sub-queries, at most one a concern, and those dropped as repeats."""
        reply = self.asker.ask(
            "hgmem/subqueries",
            SubQueriesReply,
            SubQueriesReply([]),
            question=self.question,
            concerns=[concern.text for concern in concerns],
            points=point_rows(self.working.live(), self.working, self.knobs),
            asked=[query.text for query in asked],
        )
        texts = {i: concern.text for i, concern in enumerate(concerns)}
        texts |= {
            item.concern: " ".join(item.query.split())
            for item in reply.subqueries
            if item.concern in texts and item.query.strip()
        }
        known = {_plain(query.text) for query in asked}
        made: list[SubQuery] = []
        dropped: list[str] = []
        for i, text in sorted(texts.items()):
            if _plain(text) in known:
                dropped.append(text)
                continue
            known.add(_plain(text))
            concern = concerns[i]
            made.append(
                SubQuery(
                    f"q{len(asked) + len(made)}", text, concern.mode, concern.points, concern.text
                )
            )
        return made, dropped


def _plain(text: str) -> str:
    return " ".join(word.strip(".,;:!?\"'") for word in text.casefold().split())
