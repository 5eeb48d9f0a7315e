from hypermem_core import codec
from hypermem_core.manifest import DegradedItem, Manifest, mended_words


def test_a_manifest_from_before_there_were_degraded_items_is_still_read() -> None:
    old = Manifest("flat", "c", "t", "offline rules", {}, {"chunks": 2})
    data = codec.encode(old)
    del data["degraded"], data["usage"]
    assert codec.decode(Manifest, data) == old
    item = DegradedItem("episode-001", "hypermem/facts", "no JSON")
    assert codec.loads(Manifest, codec.dumps(Manifest(*("x",) * 4, {}, {}, 1, (item,)))).degraded


def test_what_was_put_right_is_one_sentence() -> None:
    assert mended_words({}) == mended_words({"weight": 0}) == ""
    assert mended_words({"weight": 1}) == "1 weight was outside 0–1 and was clamped."
    assert mended_words({"role": 2, "weight": 1200, "other": 1}) == (
        "1,200 weights were outside 0–1 and were clamped; "
        "2 unknown roles were mapped to the default one; 1 other."
    )
