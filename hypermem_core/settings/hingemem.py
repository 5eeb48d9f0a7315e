"""How HingeMem builds and retrieves; what the paper leaves open is a knob marked `ours`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hypermem_core.settings.knobs import knob


@dataclass(frozen=True, slots=True)
class HingeMemSettings:
    """Boundaries, merging, planning and the adaptive stop."""

    boundaries: Literal["elements", "windows"] = knob(
        "elements", "Cut where an element changes, or every few turns (w/o boundary)", "build"
    )
    window_turns: int = knob(4, "Turns of a fixed window (ours)", "build", 1, 30, 1)
    max_turns: int = knob(8, "A segment is cut after this many turns (ours)", "build", 2, 60, 1)
    merge_above: float = knob(
        0.8, "Hyperedges merge when their Jaccard is above this", "build", 0, 1, 0.05
    )
    same_element: float = knob(
        0.85, "Cosine from which two topics or places are one (ours)", "build", 0, 1, 0.01
    )
    cluster_similarity: float = knob(
        0.65, "Mean cosine from which topics share a cluster (ours)", "build", 0, 1, 0.01
    )
    node_index: bool = knob(True, "Candidates by elements (off: w/o node index)")
    salience_term: bool = knob(True, "Ω_S: salience of the matched elements (off: w/o Ω_S)")
    topic_term: bool = knob(True, "Ω_T: rare against common topics (off: w/o Ω_T)")
    stop: Literal["adaptive", "top-k"] = knob(
        "adaptive", "Stop by the question's type, or always after k hyperedges (w/o stop)"
    )
    top_k: int = knob(20, "Hyperedges kept by the fixed stop", "retrieve", 1, 400, 1)
    semantic_k: int = knob(50, "Nearest descriptions taken (ours)", "retrieve", 1, 400, 1)
    salience_scale: float = knob(
        0.25, "Scale of the priority weights in Ω_S (ours)", "retrieve", 0, 2, 0.05
    )
    priority_step: float = knob(
        0.25, "What each rank of the priority takes from its weight (ours)", "retrieve", 0, 0.33
    )
    topic_weight: float = knob(0.1, "μ of Ω_T (ours)", "retrieve", 0, 1, 0.05)
    knee: float = knob(0.1, "Sensitivity of the knee, recall questions", "retrieve", 0, 1, 0.05)
    recall_ratio: float = knob(
        0.5, "Past the knee: share of the best score to stay above", "retrieve", 0, 1, 0.05
    )
    precision_ratio: float = knob(
        0.8, "Precision: share of the best score to stay above", "retrieve", 0, 1, 0.05
    )
    judgment_ratio: float = knob(
        0.8, "Judgment: share of the best softmax to stay above", "retrieve", 0, 1, 0.05
    )
    centre: bool = knob(
        False, "Addition: cosines measured from the mean description, for a narrow embedder"
    )
    similarity: Literal["description", "closest"] = knob(
        "description", "Addition: ξ by the description, or by the nearest of it and its turns"
    )
    turn_order: Literal["edge", "turn"] = knob(
        "edge", "Addition: kept turns by their hyperedge's score, or ranked one by one"
    )
