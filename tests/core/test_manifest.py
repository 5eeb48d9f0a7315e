from hypermem_core import codec
from hypermem_core.manifest import DegradedItem, Manifest


def test_a_manifest_from_before_there_were_degraded_items_is_still_read() -> None:
    old = Manifest("flat", "c", "t", "offline rules", {}, {"chunks": 2})
    data = codec.encode(old)
    del data["degraded"], data["usage"]
    assert codec.decode(Manifest, data) == old
    item = DegradedItem("episode-001", "hypermem/facts", "no JSON")
    assert codec.loads(Manifest, codec.dumps(Manifest(*("x",) * 4, {}, {}, 1, (item,)))).degraded
