"""The spans that could answer."""

from hypermem_core.models.offline.answering.candidates import LIMIT, spans


def texts(sentence: str, known: str) -> set[str]:
    return {span.text for span in spans(sentence, frozenset(known.split()))}


def test_spans_begin_and_end_where_phrases_do() -> None:
    found = texts("Ann adopted a grey cat with a bell.", "ann adopt")
    assert {"a grey cat", "a bell", "a grey cat with a bell"} <= found
    assert "a grey cat with" not in found and "a grey cat with a" not in found


def test_a_span_says_something_new_and_is_short() -> None:
    assert texts("Ann adopted a cat.", "ann adopt cat") == set()
    long = "Ann packed " + " ".join(f"thing{n}," for n in range(30))
    assert all(len(text.split()) <= LIMIT for text in texts(long, "ann pack"))


def test_a_caption_is_read_without_who_shared_it() -> None:
    assert "a red kite" in texts("Ann shared a photo of a red kite.", "")
