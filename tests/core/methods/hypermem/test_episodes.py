"""Episodes hold every turn once, and are cut where a rule or the model says."""

from dataclasses import replace
from datetime import datetime, timedelta

from hypermem_core.events import NodeAdded, Warned
from hypermem_core.methods.hypermem.episodes import build_episodes
from hypermem_core.replies import BoundaryReply, CutItem, EpisodesReply, SummaryReply
from hypermem_core.types import Conversation, Turn


def cut(run):
    build_episodes(run.building)
    return list(run.building.graph.of_kind("episode"))


def ids(episodes):
    return [episode.turn_ids for episode in episodes]


def all_ids(conversation):
    return [turn.id for turn in conversation.turns]


def chat(minutes, session=1):
    start = datetime(2024, 1, 1, 9, 0)
    turns = [
        Turn(f"t{index}", "Ana", f"word {index}", start + timedelta(minutes=minute), session)
        for index, minute in enumerate(minutes)
    ]
    return Conversation("chat", "chat", ("Ana",), tuple(turns))


def test_a_session_break_cuts_without_asking(run, tiny):
    started = run()
    episodes = cut(started)
    assert [len(e.turn_ids) for e in episodes] == [6, 6]
    assert [e.cut_reason for e in episodes] == ["end of session 1", "end of the conversation"]
    assert started.llm.count("hypermem/episodes") == 2


def test_start_and_end_are_those_of_its_own_turns(run):
    episodes = cut(run(conversation=chat([0, 5, 90]), gap_hours=1))
    assert episodes[0].start == datetime(2024, 1, 1, 9, 0)
    assert episodes[0].end == datetime(2024, 1, 1, 9, 5)
    assert episodes[1].start == episodes[1].end == datetime(2024, 1, 1, 10, 30)


def test_a_long_silence_cuts_and_says_how_long(run):
    episodes = cut(run(conversation=chat([0, 5, 305]), gap_hours=4))
    assert ids(episodes) == [("t0", "t1"), ("t2",)]
    assert episodes[0].cut_reason == "silence of 5.0 hours"


def test_windowed_cuts_are_the_models(run, tiny):
    reply = EpisodesReply([CutItem(4, "pottery"), CutItem(2, "the cat")])
    episodes = cut(run({"hypermem/episodes": reply}))
    assert [len(e.turn_ids) for e in episodes] == [2, 2, 2, 2, 2, 2]
    assert [e.cut_reason for e in episodes[:3]] == ["the cat", "pottery", "end of session 1"]
    assert [turn for e in episodes for turn in e.turn_ids] == all_ids(tiny)


def test_a_cut_outside_the_window_is_ignored_and_told(run):
    started = run({"hypermem/episodes": EpisodesReply([CutItem(0, "x"), CutItem(6, "y")])})
    assert len(cut(started)) == 2
    assert started.warnings() == ["A cut before turn 6 of 6 was ignored."] * 2


def test_too_many_turns_are_cut_into_even_parts(run, tiny):
    episodes = cut(run(max_turns=4))
    assert [len(e.turn_ids) for e in episodes] == [3, 3, 3, 3]
    assert episodes[0].cut_reason == "longer than 4 turns"
    assert episodes[1].cut_reason == "end of session 1"


def test_too_many_tokens_cut_but_one_turn_stays_whole(run):
    long = chat([0, 1])
    long = replace(long, turns=tuple(replace(t, text="word " * 60) for t in long.turns))
    episodes = cut(run(conversation=long, max_tokens=50))
    assert ids(episodes) == [("t0",), ("t1",)]
    assert episodes[0].cut_reason == "longer than 50 tokens"


def test_a_very_long_sitting_is_asked_about_in_windows_that_overlap_by_the_open_segment(run):
    def halves(blanks):
        return EpisodesReply([CutItem(len(blanks["turns"]) // 2, "half")])

    conversation = chat(range(130))
    started = run({"hypermem/episodes": halves}, conversation=conversation, max_turns=60)
    episodes = cut(started)
    assert [turn for e in episodes for turn in e.turn_ids] == all_ids(conversation)
    assert all(
        len(blanks["turns"]) <= 60 for _, blanks in started.llm.asked if "max_turns" in blanks
    )


def test_streaming_asks_about_every_message_with_the_gap_from_the_true_last_one(run):
    def new_session_of_thought(blanks):
        return BoundaryReply(blanks["new"].id == "t2", "another matter")

    conversation = chat([0, 1, 4, 5])
    started = run(
        {"hypermem/boundary": new_session_of_thought},
        conversation=conversation,
        boundaries="streaming",
    )
    episodes = cut(started)
    asks = [blanks for name, blanks in started.llm.asked if name == "hypermem/boundary"]
    assert ids(episodes) == [("t0", "t1"), ("t2", "t3")]
    assert episodes[0].cut_reason == "another matter"
    assert [ask["gap_seconds"] for ask in asks] == [60, 180, 60]
    assert [len(ask["history"]) for ask in asks] == [1, 2, 1]


def test_streaming_keeps_the_limits_without_asking(run):
    started = run(conversation=chat(range(6)), boundaries="streaming", max_turns=2)
    assert [len(e.turn_ids) for e in cut(started)] == [2, 2, 2]
    assert started.llm.count("hypermem/boundary") == 3


def test_unusable_replies_leave_whole_sessions_with_their_own_words(run, tiny, unusable):
    broken = {"hypermem/episodes": unusable, "hypermem/episode_summary": unusable}
    started = run(broken)
    episodes = cut(started)
    assert [turn for e in episodes for turn in e.turn_ids] == all_ids(tiny)
    assert episodes[0].title.startswith("Ana: Hey Ben!")
    assert "Ben: Lovely! How old is Pixel?" in episodes[0].text
    assert len(started.warnings()) == 4


def test_an_empty_summary_is_filled_from_the_turns(run):
    episodes = cut(run({"hypermem/episode_summary": SummaryReply(" ", "", "", ["", "cat", "cat"])}))
    assert episodes[0].summary.startswith("Ana: Hey Ben!")
    assert episodes[0].keywords == ("cat",)


def test_events_tell_every_node_with_its_reason(run):
    started = run()
    cut(started)
    kinds = [event.kind for event in started.events if event.kind != "model_called"]
    step = ["node_added", "stage_advanced"]
    assert kinds == ["stage_started", *step, *step, "stage_finished"]
    assert started.notes()[0] == "episode-001 ends: end of session 1"


def test_what_a_cut_told_comes_just_before_its_own_episodes(run):
    """Later sittings are cut while the first are summarised: the tale never depends on that."""
    bad = EpisodesReply([CutItem(99, "x")])
    started = run({"hypermem/episodes": bad}, conversation=chat([0, 5, 400, 405, 800]))
    cut(started)
    told = [e.message if isinstance(e, Warned) else e.node.id for e in started.events
            if isinstance(e, Warned | NodeAdded)]  # fmt: skip
    ignored = "A cut before turn 99 of 2 was ignored."
    assert told == [ignored, "episode-001", ignored, "episode-002", "episode-003"]


def test_a_conversation_without_turns_has_no_episodes(run):
    assert cut(run(conversation=chat([]))) == []
