from typing import Any

from hypermem_core.conversations.findings import Findings
from hypermem_core.official.faults import report_faults, wall_clock
from tests.core.official.tiny_run import episode, episodes


def found(parts: list[dict[str, Any]], facts: list[dict[str, Any]] | None = None) -> dict[str, str]:
    findings = Findings()
    report_faults("c", parts, facts or [], findings)
    return {one.kind: one.examples[0] for one in findings.done()}


def test_times_are_read_with_and_without_a_zone() -> None:
    one, other = wall_clock("2024-05-04T10:00:00+08:00"), wall_clock("2024-05-04T10:00:00")
    assert one == other and one is not None
    assert wall_clock("soon") is None and wall_clock(None) is None


def test_eight_hours_are_told_as_eight_hours() -> None:
    assert found(episodes())["shifted_episode_times"].endswith("is -8.0 h from its last message")


def test_episodes_in_good_order_have_no_fault() -> None:
    parts = [
        episode("e1", ["D1:1", "D1:2"], "2024-05-04T10:00:30+08:00", "one"),
        episode("e2", ["D2:1", "D2:2"], "2024-05-19T20:30:30+08:00", "two"),
        episode("e3", ["D10:1"], "2024-08-01T09:00:00+08:00", "three"),
    ]
    assert found(parts, [{"id": "f", "timestamp": "2024-05-04T10:00:30"}]) == {}


def test_sessions_sorted_as_texts_are_told_from_other_orders() -> None:
    assert found(episodes())["sessions_sorted_as_text"] == "c: session 10 stands before session 2"
    parts = [
        episode("e1", ["D2:1", "D2:2"], "2024-05-19T20:30:30+08:00", "two"),
        episode("e2", ["D1:1", "D1:2"], "2024-05-04T10:00:30+08:00", "one"),
    ]
    assert "sessions_sorted_as_text" not in found(parts)  # 2 before 1 is no order of texts


def test_captions_without_their_words_and_late_facts_are_named() -> None:
    parts = episodes()
    parts[2]["original_data"][0]["blip_caption"] = "shards"
    said = found(parts, [{"id": "f", "timestamp": "2026-01-01T00:00:00"}])
    assert said["captions_the_extraction_never_saw"] == "c: D2:1"
    assert said["fact_times_that_are_those_of_the_extraction"] == "c: f: 2026-01-01"
