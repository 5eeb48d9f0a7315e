import streamlit as st

from app import cache, state
from app.components import bundle_box, knobs
from app.components.build import preset_picker
from app.components.context_line import context_line
from app.components.endpoints import endpoints
from app.components.studio import models_table, places_table

action = context_line("Settings")
now = state.get()
left, right = st.columns([3, 2], vertical_alignment="bottom")
with left:
    preset_picker()
moved = len(now.overrides)
if action.button("Back to the preset", disabled=not moved, icon=":material/undo:", type="primary"):
    state.update(overrides=())
    st.rerun()
right.caption(
    f"{moved} knob{'' if moved == 1 else 's'} moved · {knobs.REBUILD} = needs a rebuild, "
    "all others act at once"
)
names = {
    "retrieval": "Retrieval",
    "build": "Build",
    "hingemem": "HingeMem",
    "hgmem": "HGMem",
    "models": "Models",
    "answer": "Answer",
    "judge": "Judge",
}
for tab, name in zip(st.tabs(list(names.values())), names, strict=True):
    with tab:
        if name == "models":
            endpoints()
            models_table(state.settings(now))
        else:
            knobs.section(name)
with st.expander("Move an experiment to another machine", icon=":material/archive:"):
    bundle_box.export_bundle(now.experiment)
    bundle_box.import_bundle()
with st.expander("Where files lie", icon=":material/folder:"):
    places_table(cache.store().root, now.experiment, now.source)
