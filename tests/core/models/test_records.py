import pytest

from hypermem_core.errors import DataError
from hypermem_core.models.cache import Kept, ReplyCache
from hypermem_core.models.records import record_of


def test_the_raw_reply_is_found_beside_what_was_read_from_it(tmp_path) -> None:
    kept = Kept("k", "hypermem/facts", "m", "h", "words", "```{}```", "{}", "", True, 5, 3, 0.5, 2)
    ReplyCache(tmp_path / "replies.db").put(kept)
    assert record_of(tmp_path / "replies.db", "k") == kept
    with pytest.raises(DataError, match="not kept"):
        record_of(tmp_path / "replies.db", "other")
    with pytest.raises(DataError, match="not kept"):
        record_of(tmp_path / "none.db", "k")
