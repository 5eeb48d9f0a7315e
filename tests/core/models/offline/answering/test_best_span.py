"""The best span of the best sentences."""

from hypermem_core.models.offline.answering.best_span import best_spans
from hypermem_core.models.offline.answering.kinds import asked
from hypermem_core.models.offline.answering.support import supports
from hypermem_core.types import Evidence


def item(number: int, text: str) -> Evidence:
    return Evidence(f"fact-{number:04}", "fact", text, (f"D1:{number}",), 1.0, 10)


def best(question: str, *told: str) -> list[str]:
    wanted = asked(question)
    ranked = supports(wanted, [item(n, text) for n, text in enumerate(told, 1)])
    return [found.text for found in best_spans(wanted, ranked, frozenset({"ann", "bo"}))]


def test_the_object_of_the_verb_asked_for() -> None:
    assert (
        best("What did Ann adopt?", "Ann adopted a grey cat.", "Bo likes tea.")[0] == "a grey cat"
    )


def test_each_sentence_gives_one_span_best_first() -> None:
    found = best("What did Ann build?", "Ann built a long boat.", "Bo sold the red barn.")
    assert len(found) == 2 and found[0] == "a long boat"


def test_no_span_where_sentences_only_echo() -> None:
    assert best("What did Ann adopt?", "Ann adopted.") == []
