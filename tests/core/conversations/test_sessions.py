from datetime import datetime

from hypermem_core.conversations.findings import Findings
from hypermem_core.conversations.ids import TurnIds
from hypermem_core.conversations.sessions import check_order, split_by_gap, title_of
from hypermem_core.types import Session, Turn


def split(*times):
    findings = Findings()
    turns = [Turn("", "A", "x", time) for time in times]
    placed, sessions = split_by_gap(turns, TurnIds("c", findings), findings, "c")
    return [t.id for t in placed], len(sessions), {f.kind: f.count for f in findings.done()}


def test_six_hours_of_silence_part_sessions():
    nine, almost, six = (datetime(2024, 1, 1, *at) for at in ((9, 0), (14, 59), (20, 59)))
    ids, count, kinds = split(nine, almost, six)
    assert ids == ["D1:1", "D1:2", "D2:1"] and count == 2
    assert kinds["sessions_split_by_gap"] == 1


def test_messages_without_time_stay_where_they_are():
    ids, count, _ = split(None, datetime(2024, 1, 1), None, datetime(2024, 1, 2))
    assert ids == ["D1:1", "D1:2", "D1:3", "D2:1"] and count == 2


def test_time_running_backwards_is_reported():
    _, count, kinds = split(datetime(2024, 1, 1, 10), datetime(2024, 1, 1, 9))
    assert count == 1 and kinds["messages_out_of_time_order"] == 1


def test_sessions_against_time_are_reported():
    findings = Findings()
    days = [Session(1, datetime(2024, 1, 2)), Session(2), Session(3, datetime(2024, 1, 1))]
    check_order(days, findings, "c")
    assert findings.done()[0].examples == ("c: session 3 is before session 1",)


def test_titles():
    assert title_of(" Club ", ("A",), "f") == "Club"
    assert title_of(None, ("A", "B", "C"), "f") == "A, B and C"
    assert title_of(None, tuple("ABCDEF"), "f") == "A, B, C and 3 others"
    assert title_of(None, (), "f") == "f"
