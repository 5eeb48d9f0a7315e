"""The settings tree: every knob with its default, range, help and what it affects; presets.

Precedence: default < preset < `HYPERMEM_*` environment < what the user moved (UI, `--set`).
"""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypermem_core.errors import SettingsError
from hypermem_core.presets import PRESETS as PRESETS

Affects = Literal["build", "retrieve", "answer", "judge"]


@dataclass(frozen=True, slots=True)
class Knob:
    """What is known about one setting besides its value."""

    help: str
    affects: Affects
    low: float | None = None
    high: float | None = None
    step: float | None = None
    env: str = ""


def knob(
    default: Any,
    help: str,  # noqa: A002 - the word users know
    affects: Affects = "retrieve",
    low: float | None = None,
    high: float | None = None,
    step: float | None = None,
    env: str = "",
) -> Any:
    """Declare one leaf of the tree."""
    return field(default=default, metadata={"knob": Knob(help, affects, low, high, step, env)})


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which models run; keys are never settings, only the name of their variable is."""

    llm: str = knob("offline", "Chat model for building and answering; `offline` = rules", "build")
    embedder: Literal["bge-small-en-v1.5", "all-MiniLM-L6-v2"] = knob(
        "bge-small-en-v1.5", "Embedder; bge-small runs embedded, MiniLM imports torch", "build"
    )
    reranker: Literal["ms-marco-MiniLM-L-12-v2"] = knob(
        "ms-marco-MiniLM-L-12-v2", "Cross-encoder used where reranking is on", "retrieve"
    )
    base_url: str = knob("https://api.openai.com/v1", "Endpoint of the chat model", "build")
    api_key_env: str = knob("OPENAI_API_KEY", "Name of the variable holding the key", "build")


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """How a conversation becomes a hypergraph."""

    boundaries: Literal["windowed", "streaming"] = knob(
        "windowed", "Episode cuts: one question a session window, or one a message", "build"
    )
    max_turns: int = knob(12, "An episode is cut after this many turns", "build", 2, 60, 1)
    max_tokens: int = knob(600, "An episode is cut after this many tokens", "build", 50, 4000, 50)
    gap_hours: float = knob(4.0, "A silence this long cuts an episode", "build", 0.1, 168, 0.1)
    similar_episodes: int = knob(5, "Similar past episodes looked at per episode", "build", 1, 50)
    candidate_topics: int = knob(5, "Candidate topics looked at per episode", "build", 1, 50)
    similarity: float = knob(
        0.75, "Cosine from which two episodes are similar", "build", 0, 1, 0.01
    )
    facts_per: Literal["episode", "topic"] = knob("episode", "Unit of fact extraction", "build")


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """The coarse-to-fine cascade."""

    topic_k: int = knob(15, "Topics kept (k_T)", "retrieve", 1, 100, 1, "TOPIC_TOP_K")
    episode_k: int = knob(25, "Episodes kept (k_E)", "retrieve", 1, 200, 1, "EPISODE_TOP_K")
    fact_k: int = knob(30, "Facts kept (k_F)", "retrieve", 1, 400, 1, "FACT_TOP_K")
    pool: int = knob(
        100, "Candidates fused and reranked per stage", "retrieve", 1, 500, 1, "INITIAL_CANDIDATES"
    )
    rrf_k: int = knob(60, "RRF constant k", "retrieve", 1, 200, 1)
    propagation: float = knob(0.5, "λ of hyperedge embedding propagation", "retrieve", 0, 2, 0.05)
    aggregate: Literal["sum", "mean"] = knob("sum", "How a node's hyperedges are combined")
    rerank_topics: bool = knob(False, "Rerank topics", env="USE_RERANKER")
    rerank_episodes: bool = knob(False, "Rerank episodes", env="USE_RERANKER")
    rerank_facts: bool = knob(False, "Rerank facts", env="USE_RERANKER")
    topic_stage: bool = knob(True, "Retrieve topics first (off: w/o TR)")
    episode_stage: bool = knob(True, "Retrieve episodes (off: w/o ER)")
    fact_stage: bool = knob(True, "Retrieve facts (off: stop at episodes)")
    topic_context: bool = knob(False, "Put topics into the context")
    episode_context: bool = knob(True, "Put episode summaries into the context (off: w/o EC)")
    fact_context: bool = knob(True, "Put facts into the context (off: w/o FC)")
    parent_rank: bool = knob(False, "Addition: the parent's rank is one more list in the fusion")
    window_rank: bool = knob(
        False, "Addition: BM25 and dense rank of each fact with its neighbours, two more lists"
    )
    context_rank: bool = knob(
        False, "Addition: BM25 and dense rank of each fact with the question it replies to"
    )
    episode_rank: bool = knob(
        False, "Addition: the episode's own BM25 and dense scores as two lists of its facts"
    )
    fusion: Literal["rrf", "z-score"] = knob(
        "rrf", "Addition: fuse the lists of facts by rank (RRF) or by standardised scores"
    )
    dense_weight: float = knob(
        1.0, "Addition: weight of dense lists in z-score fusion", "retrieve", 0, 10, 0.5
    )
    rerank_context: bool = knob(
        False, "Addition: the reranker reads the question a fact replies to before the fact"
    )
    rerank_blend: float = knob(
        0.0, "Addition: weight of the fused score beside the reranker's", "retrieve", 0, 5, 0.25
    )
    speaker_bonus: float = knob(
        0.0, "Addition: bonus for facts of the one speaker the query names", "retrieve", 0, 5, 0.1
    )
    neighbour_share: float = knob(
        0.0, "Addition: share of the best adjacent fact's score", "retrieve", 0, 1, 0.05
    )
    episode_share: float = knob(
        0.0, "Addition: share of its episode's best score", "retrieve", 0, 1, 0.05
    )


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """How the evidence becomes an answer."""

    budget: int = knob(4000, "Tokens of evidence the answerer reads", "answer", 100, 32000, 100)
    style: Literal["full", "brief"] = knob("brief", "Reason in steps, or answer briefly", "answer")


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """How answers are judged."""

    votes: int = knob(3, "Votes per answer; the majority counts", "judge", 1, 9, 2)
    lexical_threshold: float = knob(
        0.5, "Gold-token recall from which the lexical judge says correct", "judge", 0, 1, 0.05
    )
    adversarial: Literal["exclude", "official"] = knob(
        "exclude", "Category 5: left out of the overall score, or official string match", "judge"
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole tree."""

    models: ModelSettings = ModelSettings()
    build: BuildSettings = BuildSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    answer: AnswerSettings = AnswerSettings()
    judge: JudgeSettings = JudgeSettings()


def iter_knobs(settings: Settings) -> Iterator[tuple[str, Knob, Any, Any]]:
    """Yield (path, knob, value, type) of every leaf, in the order of the tree."""
    for section in dataclasses.fields(settings):
        branch = getattr(settings, section.name)
        hints = get_type_hints(type(branch))
        for leaf in dataclasses.fields(branch):
            path = f"{section.name}.{leaf.name}"
            yield path, leaf.metadata["knob"], getattr(branch, leaf.name), hints[leaf.name]


def choices(kind: Any) -> tuple[str, ...]:
    """Return the choices of a Literal type, () for any other."""
    return get_args(kind) if get_origin(kind) is Literal else ()


def _unknown(path: str, known: list[str]) -> SettingsError:
    close = difflib.get_close_matches(path, known, 1)
    hint = f"Did you mean {close[0]}?" if close else "See `python -m hypermem_core settings`."
    return SettingsError(f"There is no setting {path!r}.", hint)


def _number(path: str, about: Knob, kind: type[int] | type[float], value: Any) -> int | float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise SettingsError(f"{path} = {value!r} is not a number.", "Write a number.") from None
    if kind is int and not number.is_integer():
        raise SettingsError(f"{path} = {value} is not whole.", "Write a whole number.")
    low, high = about.low, about.high
    if not (low is None or number >= low) or not (high is None or number <= high):
        raise SettingsError(f"{path} = {value} is out of range.", f"Choose {low} to {high}.")
    return kind(number)


def _coerce(path: str, about: Knob, kind: Any, value: Any) -> Any:
    if kind is bool:
        text = str(value).strip().lower()
        if text not in {"true", "false", "1", "0", "on", "off", "yes", "no"}:
            raise SettingsError(f"{path} = {value!r} is not true or false.", "Write true or false.")
        return text in {"true", "1", "on", "yes"}
    if kind in (int, float):
        return _number(path, about, kind, value)
    options = choices(kind)
    if options and value not in options:
        raise SettingsError(f"{path} = {value!r} is no choice.", f"Choose {', '.join(options)}.")
    return str(value)


def with_value(settings: Settings, path: str, value: Any) -> Settings:
    """Return the tree with one leaf changed; text is read as the leaf's type.

    Raises:
        SettingsError: unknown path (with the nearest name), wrong type or out of range.
    """
    for known, about, _, kind in iter_knobs(settings):
        if known == path:
            section, leaf = path.split(".")
            branch = getattr(settings, section)
            changed = dataclasses.replace(branch, **{leaf: _coerce(path, about, kind, value)})
            return dataclasses.replace(settings, **{section: changed})
    raise _unknown(path, [row[0] for row in iter_knobs(settings)])


def preset(name: str) -> Settings:
    """Return the settings of a preset; SettingsError for an unknown name."""
    if name not in PRESETS:
        raise SettingsError(f"There is no preset {name!r}.", f"Choose {', '.join(PRESETS)}.")
    settings = Settings()
    for path, value in PRESETS[name].items():
        settings = with_value(settings, path, value)
    return settings


OTHER_NAMES = {"HYPERMEM_EXPERIMENT_NAME", "HYPERMEM_RESULTS"}


def _environment_names(settings: Settings) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for path, about, _, _ in iter_knobs(settings):
        names["HYPERMEM_" + path.replace(".", "_").upper()] = [path]
        if about.env:
            names.setdefault("HYPERMEM_" + about.env, []).append(path)
    return names


def load(
    env: Mapping[str, str] | None = None,
    preset_name: str = "readme",
    overrides: Mapping[str, Any] | None = None,
) -> Settings:
    """Return preset, environment and overrides as one tree.

    Raises:
        SettingsError: unknown `HYPERMEM_` variable or path, or a bad value.
    """
    env = os.environ if env is None else env  # noqa: TID251 - the one place that reads it
    settings = preset(preset_name)
    names = _environment_names(settings)
    for name, value in env.items():
        if name.startswith("HYPERMEM_") and name not in OTHER_NAMES:
            if name not in names:
                raise _unknown(name, list(names))
            for path in names[name]:
                settings = with_value(settings, path, value)
    for path, value in (overrides or {}).items():
        settings = with_value(settings, path, value)
    return settings


def secret(name: str) -> str:
    """Return the key held by the environment variable of that name; empty if there is none."""
    return os.environ.get(name, "") if name else ""  # noqa: TID251 - the one place that reads it


def place(name: Literal["RESULTS", "EXPERIMENT_NAME"], default: str) -> str:
    """Return what `HYPERMEM_<name>` says: where results go, which is no knob of theirs."""
    return os.environ.get(f"HYPERMEM_{name}") or default  # noqa: TID251 - the one place, as above


def build_values(settings: Settings) -> dict[str, str]:
    """Return the values that a built memory depends on: path → JSON of the value."""
    return {
        path: json.dumps(value)
        for path, about, value, _ in iter_knobs(settings)
        if about.affects == "build"
    }


def fingerprint(values: Mapping[str, str]) -> str:
    """Return a short hash of some knob values; equal values give equal hashes."""
    text = json.dumps(dict(sorted(values.items())))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
