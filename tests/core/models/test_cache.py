"""Replies are found again by everything they depend on, by threads and processes alike."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from hypermem_core.errors import DataError
from hypermem_core.models.cache import Flights, Kept, ReplyCache, ReplyMemory, reply_key


def kept(key, text, **more):
    return Kept(key, "p", "m", "h", "words", text, **more)


def test_a_reply_is_found_again_after_reopening(tmp_path):
    first = kept("k", "日本語", parsed="{}", repaired=True, prompt_tokens=7, seconds=0.5)
    ReplyCache(tmp_path / "new" / "replies.db").put(first)
    assert ReplyCache(tmp_path / "new" / "replies.db").get("k") == first
    assert ReplyCache(tmp_path / "new" / "replies.db").get("other") is None


@pytest.mark.parametrize("where", ["file", "memory"])
def test_what_led_nowhere_is_forgotten(tmp_path, where):
    cache = ReplyCache(tmp_path / "replies.db") if where == "file" else ReplyMemory()
    cache.put(kept("a", "x"))
    cache.put(kept("b", "y", problem="no JSON"))
    cache.forget(["b", "unknown"])
    assert (cache.get("a").text, cache.get("b")) == ("x", None)


def test_replies_with_a_problem_do_not_count(tmp_path):
    cache = ReplyCache(tmp_path / "replies.db")
    cache.put(kept("a", "x"))
    cache.put(kept("b", "y", problem="no JSON"))
    assert cache.count() == 1


def test_only_one_thread_at_a_time_asks_for_a_key():
    flights, running, most = Flights(), [], []

    def ask(_):
        with flights.alone("k"):
            running.append(1)
            most.append(len(running))
            running.pop()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, range(50)))
    assert max(most) == 1
    assert flights.waiting == {}


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
        list(pool.map(lambda i: cache.put(kept(str(i), str(i))), range(40)))
    assert cache.count() == 40


def test_a_file_moved_away_while_in_use_is_begun_anew(tmp_path):
    cache = ReplyCache(tmp_path / "replies.db")
    cache.put(kept("a", "x"))
    for path in tmp_path.glob("replies.db*"):
        path.rename(tmp_path / f"old-{path.name}")
    assert cache.get("a") is None
    cache.put(kept("b", "y"))
    assert cache.get("b").text == "y"
    assert ReplyCache(tmp_path / "old-replies.db").get("a").text == "x"


def test_a_damaged_file_says_what_to_do(tmp_path):
    (tmp_path / "replies.db").write_bytes(b"this is no database at all" * 100)
    with pytest.raises(DataError, match="Move the file away"):
        ReplyCache(tmp_path / "replies.db").get("k")
