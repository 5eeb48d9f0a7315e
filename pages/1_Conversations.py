import streamlit as st

from app import cache, navigation, state
from app.components import bundle_box
from app.components import conversation as show
from app.components.context_line import context_line
from app.components.import_report import import_report
from app.components.official_run import official_report, official_run
from app.components.open_conversations import open_conversations
from app.markup import literal
from hypermem_core.conversations import sample_path


def doors(first: bool) -> None:
    """Draw the ways to open conversations; a chosen one becomes the state."""
    chosen = open_conversations(state.imports_root(), str(sample_path()), first)
    if chosen:
        found = cache.loaded(chosen).conversations
        state.update(source=chosen, conversation_id=found[0].id, selected="", question="")
        st.rerun()
    official_run()
    with st.expander("Open an experiment bundle", icon=":material/archive:"):
        bundle_box.import_bundle()


now = state.get()
action = context_line("Conversations")
current = cache.conversation(now)
for line in cache.damaged(now):
    st.warning(literal(f"Damaged memory: {line} Open its file and build it again."))
if current is None:
    st.write("Open a conversation; HyperMem Studio turns it into a memory you can see and query.")
    doors(first=True)
    st.stop()

if action.button("Go on to Build", type="primary", icon=":material/arrow_forward:"):
    navigation.go("build")
show.size(current)
transcript, questions, imported, other = st.tabs(
    ["Transcript", f"Questions {len(current.questions)}", "Import report", "Open another"]
)
with transcript:
    show.transcript(current)
with questions:
    show.questions(current)
with imported:
    if now.source:
        import_report(cache.loaded(now.source).report)
        official_report()
    else:
        st.text("Opened from a built memory; its file was read when the memory was built.")
with other:
    doors(first=False)
