import pytest

from hypermem_core.conversations.evidence import Resolved, resolve

KNOWN = {"D8:6", "D9:17", "D11:26", "D30:5", "D9:1", "D4:4", "m 7"}


@pytest.mark.parametrize(
    ("raw", "ids", "lost", "faulty"),
    [
        ("D8:6", ("D8:6",), (), False),
        ("m 7", ("m 7",), (), False),
        ("D8:6; D9:17", ("D8:6", "D9:17"), (), True),
        ("D9:1 D4:4", ("D9:1", "D4:4"), (), True),
        ("D:11:26", ("D11:26",), (), True),
        ("D30:05", ("D30:5",), (), True),
        ("D", (), ("D",), True),
        ("D10:19", (), ("D10:19",), True),
        ("D8:6,D8:99", ("D8:6",), ("D8:99",), True),
        ("", (), ("",), True),
    ],
)
def test_resolve(raw, ids, lost, faulty):
    assert resolve(raw, KNOWN) == Resolved(ids, lost, faulty)
