import streamlit as st

from app import cache, navigation, state, touring
from app.components import tour
from app.components.context_line import context_line
from hypermem_core.conversations import sample_path

name = touring.open_experiment(cache.store())
number = touring.stop_number(state.get().tour)
state.update(
    experiment=name,
    method="hypermem",
    source=str(sample_path()),
    conversation_id=touring.CONVERSATION,
    preset=touring.PRESET,
    overrides=touring.OVERRIDES,
    question="",
    selected="",
    run="",
    tour=str(number),
)
context_line("Tour")
memory = cache.memory(name, "hypermem", touring.CONVERSATION)
chat, graph = cache.evaluated_conversation(name, "hypermem", memory.conversation_id), memory.graph
asked = touring.counting_question(chat)
thread = touring.thread(graph, asked.evidence)
runs = [cache.evaluation(name, method) for method in touring.METHODS]
read = [touring.reading(cache.store(), name, method, asked) for method in touring.METHODS]
said = (
    tour.transcript(chat),
    tour.episodes(chat, graph),
    tour.topics(graph, thread),
    tour.hyperedge(graph, thread),
    tour.counting(graph, asked, thread, read),
    tour.scores(runs),
)[number - 1]
pressed = tour.tour_frame(number, said)
if pressed == "leave":
    state.update(tour="")
    navigation.go("conversations")
if pressed:
    state.update(tour=str(number + (1 if pressed == "next" else -1)))
    st.rerun()
stale = cache.status(state.get(), chat).state == "stale"
if stale:
    st.caption("Made with earlier rules: the memory is stale. Build makes it anew.")
if number == 1:
    tour.draw_transcript(chat)
elif number == 2:
    tour.draw_episodes(chat, graph)
elif number == 3:
    tour.draw_topics(graph)
elif number == 4:
    tour.draw_hyperedge(graph, thread)
elif number == 5:
    tour.draw_counting(asked, chat, read, runs[0].llm)
else:
    tour.draw_scores(runs)
