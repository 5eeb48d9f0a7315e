"""Replies are found again by everything they depend on, by threads and processes alike."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from hypermem_core.errors import DataError
from hypermem_core.models.cache import ReplyCache, reply_key


def test_a_reply_is_found_again_after_reopening(tmp_path):
    ReplyCache(tmp_path / "new" / "replies.db").put("k", "model", "日本語")
    assert ReplyCache(tmp_path / "new" / "replies.db").get("k") == "日本語"
    assert ReplyCache(tmp_path / "new" / "replies.db").get("other") is None


def test_the_first_reply_stays(tmp_path):
    cache = ReplyCache(tmp_path / "replies.db")
    cache.put("k", "model", "first")
    cache.put("k", "model", "second")
    assert (cache.get("k"), cache.count()) == ("first", 1)


def test_the_key_depends_on_each_part_and_not_on_the_order_of_parameters():
    base = reply_key("m", "p", {"a": 1, "b": 2}, 0)
    assert reply_key("m", "p", {"b": 2, "a": 1}, 0) == base
    others = {
        reply_key("n", "p", {"a": 1, "b": 2}, 0),
        reply_key("m", "q", {"a": 1, "b": 2}, 0),
        reply_key("m", "p", {"a": 1, "b": 3}, 0),
        reply_key("m", "p", {"a": 1, "b": 2}, 1),
    }
    assert len(others | {base}) == 5


def test_threads_may_share_it(tmp_path):
    cache = ReplyCache(tmp_path / "replies.db")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda i: cache.put(str(i), "m", str(i)), range(40)))
    assert cache.count() == 40


def test_a_damaged_file_says_what_to_do(tmp_path):
    (tmp_path / "replies.db").write_bytes(b"this is no database at all" * 100)
    with pytest.raises(DataError, match="Move the file away"):
        ReplyCache(tmp_path / "replies.db").get("k")
