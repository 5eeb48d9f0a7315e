import streamlit as st

from app import asking
from app.components.ask_first import answer_part
from app.components.asked import asked
from app.components.comparison import comparison, flat_missing
from app.components.context_line import context_line
from app.components.explain import explain_ask
from app.components.hgmem_rounds import hgmem_rounds
from app.components.hingemem_plan import hingemem_plan
from app.components.question_box import examples, gold_question, question_box
from app.components.ready import built_memory, open_conversation
from app.components.retrieval_knobs import compare_toggle, retrieval_knobs
from app.components.trace import trace
from hypermem_core.types import (
    Conversation,
    HGMemRounds,
    HingePlan,
    Question,
    RetrievalTrace,
)


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
    examples(current)
    st.stop()

found = asked(memory, question)
turns = gold.evidence if gold else ()
with st.container(border=True):
    answer_part(found, current, gold)
retrieval_knobs()
if compare:
    against_flat(found, current, gold)
if isinstance(found.detail, HingePlan):
    hingemem_plan(found.detail, memory.graph, turns)
elif isinstance(found.detail, HGMemRounds):
    hgmem_rounds(question, found.detail, current, turns)
trace(found, memory.graph, turns)
explain_ask(memory, current, found, turns)
