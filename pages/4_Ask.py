import streamlit as st

from app import asking, state
from app.components.answer import answer
from app.components.comparison import comparison, flat_missing
from app.components.context_line import context_line
from app.components.question_box import gold_question, question_box
from app.components.ready import built_memory, open_conversation
from app.components.retrieval_knobs import compare_toggle, retrieval_knobs
from app.components.trace import trace
from hypermem_core.types import Conversation, Question, RetrievalTrace


def answer_part(question: str, found: RetrievalTrace, gold: Question | None) -> None:
    """Draw the answer; with a chat model only when asked for."""
    llm = state.settings(state.get()).models.llm
    if asking.answers_at_once() or st.button(f"Answer with {llm}", icon=":material/chat:"):
        answer(asking.answered(question, found, current), current, gold)
    else:
        st.caption("Answering calls the chat model, so it waits for you.")


def against_flat(found: RetrievalTrace, conversation: Conversation, gold: Question | None) -> None:
    """Draw the baseline's evidence beside ours."""
    other = asking.flat_trace(conversation, found.query)
    if other is None:
        flat_missing()
    else:
        comparison(found, other, gold.evidence if gold else ())


action = context_line("Ask")
current = open_conversation("Questions are asked about a conversation.")
memory = built_memory(current, "Questions are answered from its memory.")
question = question_box(current)
gold = gold_question(current, question)
compare = compare_toggle(action)
if not question:
    retrieval_knobs()
    st.info("Ask something, or choose a gold question: the stages of retrieval appear here.")
    st.stop()

found = asking.retrieved(memory, question)
turns = gold.evidence if gold else ()
with st.container(border=True):
    answer_part(question, found, gold)
retrieval_knobs()
if compare:
    against_flat(found, current, gold)
trace(found, memory.graph, turns)
