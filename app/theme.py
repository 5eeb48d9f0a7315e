"""Every colour and mark of the app, and the one Plotly template; light and dark."""

from __future__ import annotations

from typing import Final

import plotly.graph_objects as go

# Okabe–Ito: told apart by colour-blind eyes on white and on near-black.
TOPIC: Final = "#CC79A7"
EPISODE: Final = "#009E73"
FACT: Final = "#E69F00"
TURN: Final = "#56B4E9"
PERSON: Final = "#0072B2"
TIME: Final = "#D55E00"
NEUTRAL: Final = "#8A94A3"
INK: Final = "#14171C"  # words on a solid level colour, on the light and the dark page
PAPER: Final = "#FFFFFF"  # words on a dark level colour
GRID: Final = "rgba(138, 148, 163, 0.25)"
CLEAR: Final = "rgba(0, 0, 0, 0)"

LEVELS: Final[dict[str, str]] = {
    "topic": TOPIC,
    "episode": EPISODE,
    "fact": FACT,
    "turn": TURN,
    "chunk": TURN,
    "segment": TURN,
    "person": PERSON,
    "time": TIME,
    "location": EPISODE,
    "entity": EPISODE,
    "relation": FACT,
    "fragment": FACT,
    "point": TOPIC,
}
METHODS: Final[dict[str, str]] = {
    "hypermem": PERSON,
    "hingemem": TIME,
    "hgmem": EPISODE,
    "flat": NEUTRAL,
}
DARK_LEVELS: Final = frozenset({"person"})  # too dark for ink: their words are paper
LEGENDS: Final[dict[str, tuple[str, ...]]] = {
    "levels": ("topic", "episode", "fact"),
    "fields": ("person", "time", "location", "topic"),
}
PARTS: Final[dict[str, str]] = {"similarity": TURN, "salience": PERSON, "topic": TOPIC}
CHANGES: Final[dict[str, str]] = {
    "insert": EPISODE,
    "update": FACT,
    "merge": PERSON,
    "parent": NEUTRAL,
    "same": TOPIC,
}
SYMBOLS: Final[dict[str, str]] = {
    "insert": "diamond",
    "update": "square",
    "merge": "hexagon",
    "parent": "x",
    "same": "circle",
}
# heatmap: nothing → full weight; from see-through TOPIC, as from black it would go through grey
WEIGHTS: Final = [[0.0, "rgba(204, 121, 167, 0)"], [1.0, TOPIC]]

# shares with words on them: light enough for INK on both pages
SHARES: Final = [[0.0, "#F7E6F0"], [1.0, TOPIC]]

GOLD: Final = "★"
LOST: Final = "☆"
CORRECT: Final = "✓"
WRONG: Final = "✗"
UNSCORED: Final = "–"
MARKS: Final[dict[str, str]] = {"correct": CORRECT, "wrong": WRONG, "unscored": UNSCORED}


def level(kind: str) -> str:
    """Return the colour of a level; neutral for one without a colour."""
    return LEVELS.get(kind, NEUTRAL)


def words_on(kind: str) -> str:
    """Return the colour of words on a level's solid colour, dark or light enough to read."""
    return PAPER if kind in DARK_LEVELS else INK


def template() -> go.layout.Template:
    """Return the Plotly template: see-through, so it sits on the light and the dark page."""
    axis = {"gridcolor": GRID, "zerolinecolor": GRID, "linecolor": GRID, "automargin": True}
    return go.layout.Template(
        layout={
            "paper_bgcolor": CLEAR,
            "plot_bgcolor": CLEAR,
            "colorway": [PERSON, FACT, EPISODE, TOPIC, TURN, TIME],
            "font": {"size": 13},
            "margin": {"l": 8, "r": 8, "t": 36, "b": 8},
            "xaxis": axis,
            "yaxis": axis,
            "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
            "hoverlabel": {"align": "left"},
        }
    )


def style() -> str:
    """Return the style sheet of the app's own HTML; the rest is Streamlit's theme."""
    colours = "".join(f"--hm-{kind}:{colour};" for kind, colour in LEVELS.items())
    # the n-th button of a legend has the n-th level's colour
    legend = "".join(
        f".st-key-{key} button[data-variant=pills]:nth-of-type({number})::before"
        f"{{background:{level(kind)};}}"
        for key, kinds in LEGENDS.items()
        for number, kind in enumerate(kinds, 1)
    )
    return (
        f"<style>:root{{{colours}--hm-neutral:{NEUTRAL};--hm-grid:{GRID};}}{RULES}{legend}</style>"
    )


RULES: Final = """
.block-container {padding: 1.4rem 2.5rem 3rem; max-width: 1500px;}
.block-container > [data-testid="stVerticalBlock"] {gap: .7rem;}
.block-container h1 {padding: 0; line-height: 1.3;}
[data-testid="stSidebarHeader"]::before {content: "HyperMem Studio"; font-weight: 650;
  font-size: 1.05rem; align-self: center; white-space: nowrap;}
.st-key-context [data-testid="stPageLink-NavLink"] {background: none;}
.st-key-context [data-testid="stPageLink-NavLink"] p {font-weight: inherit;}
[data-testid="stCheckbox"] label p {white-space: normal; overflow: visible;}
.stApp :is(a, button, summary, input, [role="tab"], [role="slider"]):focus-visible,
.stApp label:has(input:is([type="checkbox"], [type="radio"]):focus-visible) {
  outline: 2px solid var(--hm-person) !important; outline-offset: 1px;}
/* Streamlit's own download of a table writes formulas as they are; ours stands below each table */
[data-testid="stElementToolbarButton"]:has(button[aria-label^="Download as CSV"]) {display: none;}
.modebar:focus-within {opacity: 1 !important;}
.modebar-group > .hm-save {font-size: .72rem !important; opacity: .75;}
.modebar-group > .hm-save:is(:hover, :focus-visible) {opacity: 1;}
.hm-empty {font-size: 2rem; line-height: 1; text-align: center; opacity: .5;}
.hm-id {font-family: monospace; font-size: .72rem; padding: 0 .35em; border-radius: .3em;
  border: 1px solid var(--hm-grid); opacity: .75; white-space: nowrap; display: inline-block;
  max-width: 100%; overflow: hidden; text-overflow: ellipsis; vertical-align: text-bottom;
  box-sizing: border-box;}
:is(.hm-id, .hm-speaker, .hm-why, .hm-title) {unicode-bidi: isolate;}
.hm-turn {display: grid; grid-template-columns: 4.2rem 1fr; gap: .1rem .6rem; padding: .25rem 0;
  overflow-wrap: anywhere; font-size: .95rem; line-height: 1.5;}
.hm-turn > .hm-id {align-self: start; justify-self: start; margin-top: .25rem; line-height: 1.4;}
.hm-speaker {font-weight: 600;}
.hm-image {font-size: .86rem; border-left: 3px solid var(--hm-turn); padding-left: .5rem;
  margin-top: .15rem; opacity: .8;}
.hm-cut {border-top: 2px solid var(--hm-episode); margin: .35rem 0 .5rem; padding-top: .2rem;
  font-size: .88rem; overflow-wrap: anywhere;}
.hm-why {opacity: .72; font-size: .82rem;}
.hm-fact {border-left: 3px solid var(--hm-fact); padding: .05rem 0 .05rem .55rem;
  margin: .2rem 0 .3rem 1rem; font-size: .88rem; overflow-wrap: anywhere;}
.hm-topic {border-left: 4px solid var(--hm-topic); padding: .1rem 0 .1rem .6rem;
  margin: .4rem 0 .6rem; overflow-wrap: anywhere; font-size: .92rem;}
.hm-text {font-size: .9rem; overflow-wrap: anywhere; white-space: pre-line;}
.hm-bar {height: 4px; background: var(--hm-topic); border-radius: 2px; margin-top: .2rem;}
.hm-tail {height: 400px; overflow-y: auto; display: flex; flex-direction: column-reverse;}
.hm-scroll {height: 400px; overflow-y: auto;}
.st-key-answer-sources {row-gap: 0;}
.hm-pending {opacity: .6;}
:is(.st-key-levels, .st-key-fields) button[data-variant="pills"]::before {content: "";
  width: .75em; height: .75em; border-radius: .2em; margin-right: .4em; flex: none;}
:is(.st-key-levels, .st-key-fields) button[aria-pressed="false"] {opacity: .65;
  text-decoration: line-through;}
[data-testid="stHorizontalBlock"] {row-gap: .6rem;}
[data-testid="stButtonGroup"] [role] {flex-wrap: wrap;}
@media (max-width: 640px) {
  .block-container {padding: 3.75rem 1rem 3rem;}
  .hm-turn {grid-template-columns: 1fr;}
  /* the page scrolls, not a box in it */
  .st-key-node-details, :has(> .st-key-node-details) {height: auto !important;}
  .st-key-answer-sources {justify-content: flex-start !important;}
  .hm-scroll {height: auto; max-height: 400px;}
  /* a wrapped row of segments: each whole in itself, as none has a neighbour to lean on */
  [data-testid="stButtonGroup"] button[data-variant="segmented_control"] {
    border-radius: .4rem !important; margin: 0 .3rem .3rem 0 !important;
    border-width: 1px !important; border-style: solid !important;}
  [data-testid="stButtonGroup"] button[data-variant="segmented_control"]:not([data-selected]) {
    border-color: var(--hm-grid) !important;}
  .st-key-knobs [data-testid="stColumn"] {min-width: calc(50% - 1rem); flex: 1 1 calc(50% - 1rem);}
}
"""
