"""The tour's frame and its six stops: one thing to look at each, with its numbers from data."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from app import markup, theme, touring
from app.components import conversation as show
from app.components.evaluation_results import numbers, retrieval_charts
from app.components.hypergraph_view import hypergraph_view
from app.evaluating import Evaluated
from app.figures.canvas import chart_config
from app.figures.episode_timeline import episode_timeline
from app.figures.graph_picture import focus
from app.touring import STOPS, Reading, Thread
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Conversation, Episode, Question, Topic

SHOWN_EPISODES = 3
HEIGHT = 430


def tour_frame(number: int, said: str) -> str:
    """Draw where the tour is and its buttons; return `next`, `back`, `leave` or ""."""
    st.markdown(f"#### {number} of {len(STOPS)} · {STOPS[number - 1]}")
    st.markdown(said)
    pressed = ""
    with st.container(horizontal=True, gap="small"):
        if st.button("Back", disabled=number == 1, icon=":material/arrow_back:", shortcut="Left"):
            pressed = "back"
        last = number == len(STOPS)
        if st.button(
            "Finish" if last else "Next",
            type="primary",
            icon=":material/check:" if last else ":material/arrow_forward:",
            shortcut="Right",
        ):
            pressed = "leave" if last else "next"
        if st.button("Leave the tour", type="tertiary", icon=":material/close:"):
            pressed = "leave"
    return pressed


def transcript(conversation: Conversation) -> str:
    """Return the first stop's words."""
    return (
        f"{markup.literal(' and '.join(conversation.speakers))} wrote {len(conversation.turns):,} "
        f"turns in {len(conversation.sessions)} sessions, {touring.period(conversation)}. "
        "What one question needs is often said months apart."
    )


def draw_transcript(conversation: Conversation) -> None:
    """Draw the conversation's size and its first session."""
    show.size(conversation)
    first = conversation.sessions[0]
    turns = [turn for turn in conversation.turns if turn.session == first.number]
    with st.container(border=True, height=HEIGHT):
        st.html(f"<b>{escape(markup.session_title(first))}</b>{markup.transcript(turns)}")


def episodes(conversation: Conversation, graph: Hypergraph) -> str:
    """Return the second stop's words."""
    count = len(graph.ids("episode"))
    return (
        f"Consecutive turns about one thing become an episode: {len(conversation.turns):,} turns, "
        f"{count:,} episodes. Every cut (✂) says why it was made there."
    )


def draw_episodes(conversation: Conversation, graph: Hypergraph) -> None:
    """Draw the first episodes with their cuts, and all of them in time."""
    nodes = [node for node in graph.of_kind("episode") if isinstance(node, Episode)]
    left, right = st.columns(2, gap="medium")
    with left.container(border=True, height=HEIGHT):
        shown = touring.shortest(nodes, SHOWN_EPISODES)
        st.html("".join(markup.episode(node, conversation) for node in shown))
    with right:
        st.plotly_chart(
            episode_timeline(graph), key="tour-timeline", config=chart_config("episodes")
        )
        st.caption(f"The text: {len(shown)} short ones. The chart: all, one mark each, by topic.")


def topics(graph: Hypergraph, found: Thread) -> str:
    """Return the third stop's words."""
    return (
        f"Episodes about the same thread, however far apart, share a topic: "
        f"{len(graph.ids('topic')):,} topics. The largest threads stand first; "
        f"“{_title(graph, found.topic)}” returns in {found.size} episodes."
    )


def draw_topics(graph: Hypergraph) -> None:
    """Draw every topic with a bar as long as its episodes, the largest first."""
    nodes = [node for node in graph.of_kind("topic") if isinstance(node, Topic)]
    sizes = {node.id: len(graph.children(node.id)) for node in nodes}
    nodes.sort(key=lambda node: -sizes[node.id])
    most = max(sizes.values(), default=1)
    with st.container(border=True, height=HEIGHT):
        st.html("".join(markup.topic(node, sizes[node.id], most) for node in nodes))


def hyperedge(graph: Hypergraph, found: Thread) -> str:
    """Return the fourth stop's words."""
    return (
        f"A topic is a hyperedge: one set that joins all its {found.size} episodes at once, each "
        "with a weight and a role. An episode joins its facts in the same way."
    )


def draw_hyperedge(graph: Hypergraph, found: Thread) -> None:
    """Draw the topic's hyperedge."""
    hypergraph_view(focus(graph, found.topic), set(found.episodes), HEIGHT)


def counting(graph: Hypergraph, asked: Question, found: Thread, read: Sequence[Reading]) -> str:
    """Return the fifth stop's words: the claim in numbers, true or not."""
    parts = [f"**{item.method}** {len(item.found)} of {len(asked.evidence)}" for item in read]
    return (
        f"*{markup.literal(asked.text)}* The {len(asked.evidence)} results stand in "
        f"{len(found.episodes)} episodes of one topic, “{_title(graph, found.topic)}”. "
        f"Inside {touring.BUDGET:,} tokens of context: {', '.join(parts)}."
    )


def draw_counting(
    asked: Question, conversation: Conversation, read: Sequence[Reading], made_by: str
) -> None:
    """Draw what each method's context holds of the results, side by side."""
    for column, item in zip(st.columns(len(read), gap="medium"), read, strict=True):
        with column.container(border=True):
            st.markdown(f"**{item.method}** · {len(item.found)} of {len(asked.evidence)} results")
            st.text(f"Answered “{item.answer}” by {made_by} {theme.MARKS.get(item.label, '')}")
            st.html("".join(_result(turn, item, conversation) for turn in asked.evidence))
    st.caption(
        f"{theme.GOLD} in the context · {theme.LOST} missing from it. Gold answer: "
        f"{markup.literal(asked.answer)}. Offline rules count badly even with all of it before "
        "them; a language model reads the same context."
    )


def _result(turn_id: str, item: Reading, conversation: Conversation) -> str:
    turn = conversation.turn(turn_id)
    there = turn_id in item.found
    mark = theme.GOLD if there else theme.LOST
    when = f"{turn.time:%-d %b}" if turn.time else ""
    look = "hm-turn" if there else "hm-turn hm-pending"
    words = f'<span class="hm-speaker">{mark} {when}</span> {markup.lines(turn.text)}'
    return f'<div class="{look}">{markup.badge(turn_id)}<div>{words}</div></div>'


def scores(runs: Sequence[Evaluated]) -> str:
    """Return the sixth stop's words."""
    asked = max((run.summary["asked"] for run in runs), default=0)
    scored = max((run.summary["questions"] for run in runs), default=0)
    made = "offline, without a language model" if _offline(runs) else "by a language model"
    return (
        f"All {asked:,} questions of this conversation, answered and judged {made}; the "
        f"{asked - scored:,} adversarial ones are counted apart. Diagnose says where each lost "
        "answer was lost; Evaluate runs your own."
    )


def _offline(runs: Sequence[Evaluated]) -> bool:
    return all("offline" in run.llm for run in runs)


def draw_scores(runs: Sequence[Evaluated]) -> None:
    """Draw the numbers and the recall of the finished runs."""
    numbers(runs)
    retrieval_charts(runs)


def _title(graph: Hypergraph, topic: str) -> str:
    node = graph.nodes[topic]
    return markup.literal(node.title if isinstance(node, Topic) else topic)
