"""The only `st.cache_*`: conversations, models, memories, the store and the jobs."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from app import comparing, state
from app.evaluating import Evaluated, read_run
from app.explaining import Asked, ask_again, settings_of
from app.jobs import Jobs
from app.sweeping import TaskSets
from hypermem_core import codec
from hypermem_core.conversations import Loaded, load
from hypermem_core.diagnosis import kept
from hypermem_core.errors import DataError, NotBuilt
from hypermem_core.evaluation.costs import priced
from hypermem_core.evaluation.disputes import doubts as found_doubts
from hypermem_core.evaluation.disputes import gold_folder
from hypermem_core.evaluation.gold import GoldAudit
from hypermem_core.evaluation.panel import Kept, whole
from hypermem_core.evaluation.rejudge import FOLDER as JUDGEMENTS
from hypermem_core.evaluation.rejudge import judgements as read_judgements
from hypermem_core.events import Event
from hypermem_core.manifest import Manifest
from hypermem_core.memory import Memory
from hypermem_core.models import Models
from hypermem_core.models.prices import FILE as PRICES
from hypermem_core.models.prices import load_prices
from hypermem_core.settings import ModelSettings, Settings
from hypermem_core.store import BuildStatus, Store
from hypermem_core.types import Conversation, Custody, Usage

Events = tuple[Event, ...]


def loaded(source: str) -> Loaded:
    """Return the conversations of a file and its import report, read once per version.

    Raises:
        DataError: the file is missing or cannot be read as conversations.
    """
    path = Path(source)
    return _loaded(source, path.stat().st_mtime if path.exists() else 0.0)


@st.cache_resource(max_entries=8, show_spinner="Reading the conversations …")
def _loaded(source: str, changed: float) -> Loaded:
    return load(Path(source))


def conversations(now: state.AppState) -> tuple[Conversation, ...]:
    """Return those of the opened file; without one, those the experiment has memories of."""
    if now.source:
        return loaded(now.source).conversations
    return _remembered_all(now)[0]


def damaged(now: state.AppState) -> tuple[str, ...]:
    """Return why memories of the method cannot be shown, one sentence for each."""
    torn = store().list_damaged(now.experiment)
    found = tuple(f"{one.conversation_id}: {one.why}" for one in torn if one.method == now.method)
    return found if now.source else found + _remembered_all(now)[1]


def _remembered_all(now: state.AppState) -> tuple[tuple[Conversation, ...], tuple[str, ...]]:
    """Return the conversations of the built memories, and what is wrong with the others."""
    root, found, wrong = str(state.results_root()), [], []
    for one in store().list_memories(now.experiment):
        if one.method != now.method:
            continue
        try:
            found.append(_remembered(root, now.experiment, now.method, one.conversation_id))
        except DataError as error:
            wrong.append(f"{one.conversation_id}: {error.message}")
    return tuple(found), tuple(wrong)


@st.cache_resource(max_entries=64, ttl=600, show_spinner=False)
def _remembered(root: str, experiment: str, method: str, conversation_id: str) -> Conversation:
    return store().load_conversation(experiment, method, conversation_id)


def conversation(now: state.AppState) -> Conversation | None:
    """Return the chosen conversation, or the first there is; None without any."""
    found = conversations(now)
    chosen = (item for item in found if item.id == now.conversation_id)
    return next(chosen, found[0] if found else None)


def readable(source: str) -> bool:
    """Return whether a file can be read as conversations."""
    try:
        loaded(source)
    except DataError:
        return False
    return True


@st.cache_resource
def jobs() -> Jobs:
    """Return the jobs of this server."""
    return Jobs()


def store() -> Store:
    """Return the store below the results root."""
    return Store(state.results_root())


def models(settings: Settings) -> Models:
    """Return the models of the settings, loaded once per choice of models and keys.

    Raises:
        ModelError: a key is missing, or a model's files.
    """
    keys, root = state.keys(), state.results_root()
    prices = root / PRICES  # models know their prices: a changed one connects them anew
    changed = prices.stat().st_mtime_ns if prices.exists() else 0
    return _models(settings.models, root / "replies.db", f"{_mark(keys)}{changed}", keys)


@st.cache_resource(max_entries=4, show_spinner="Loading the models …")
def _models(
    chosen: ModelSettings, replies: Path, mark: str, _keys: Mapping[str, str]
) -> Models:  # `_keys` is no part of the cache's key: `mark` stands for it
    from hypermem_core.models import connect

    return connect(Settings(models=chosen), replies, _keys)


_SALT = secrets.token_bytes(16)  # of this process: nobody can look a mark up elsewhere


def _mark(keys: Mapping[str, str]) -> str:
    """Return what tells sets of keys apart and cannot be read back."""
    text = json.dumps(sorted(keys.items()))
    return hashlib.blake2b(text.encode(), key=_SALT, digest_size=16).hexdigest()


def memory(experiment: str, method: str, conversation_id: str) -> Memory:
    """Return a built memory, read once per build.

    Raises:
        NotBuilt: there is none yet.
    """
    manifest = store().memory_folder(experiment, method, conversation_id) / "manifest.json"
    if not manifest.exists():
        raise NotBuilt(f"No memory of {conversation_id} is built yet.", "Open Build.")
    return _memory(str(manifest), experiment, method, conversation_id, manifest.stat().st_mtime)


@st.cache_resource(max_entries=12, show_spinner="Reading the memory …")
def _memory(manifest: str, experiment: str, method: str, conversation_id: str, at: float) -> Memory:
    return store().load_memory(experiment, method, conversation_id)


def evaluated_conversation(experiment: str, method: str, conversation_id: str) -> Conversation:
    """Return the conversation a run asked about, as its memory was built from it.

    Raises:
        NotBuilt: its memory is gone.
    """
    return _remembered(str(state.results_root()), experiment, method, conversation_id)


def status(now: state.AppState, chosen: Conversation) -> BuildStatus:
    """Return whether the memory is missing, built or stale under the current settings."""
    return store().status(now.experiment, now.method, chosen.id, state.settings(now), chosen)


def events(now: state.AppState, conversation_id: str) -> tuple[Event, ...]:
    """Return the events of a finished build, read once per build."""
    folder = store().memory_folder(now.experiment, now.method, conversation_id)
    path = folder / "events.jsonl"
    changed = path.stat().st_mtime if path.exists() else 0.0
    return _events(str(path), now.experiment, now.method, conversation_id, changed)


@st.cache_resource(max_entries=8, show_spinner="Reading the build's events …")
def _events(path: str, experiment: str, method: str, conversation_id: str, at: float) -> Events:
    return store().load_events(experiment, method, conversation_id)


def talks(experiment: str, run: Evaluated) -> tuple[Conversation, ...]:
    """Return the conversations a run asked about, with their turns where a memory keeps them."""
    return whole(run.rows, lambda name: evaluated_conversation(experiment, run.method, name))


def doubts(experiment: str, run: Evaluated) -> GoldAudit:
    """Return the faulty and disputed gold answers among a run's questions."""
    folder = gold_folder(store(), experiment)
    return found_doubts(folder, talks(experiment, run)) if folder.exists() else GoldAudit({})


def judgements(experiment: str, run: str) -> Kept:
    """Return what was judged anew of a run, read once per change of its files."""
    folder = store().run_folder(experiment, run)
    files = sorted((folder / JUDGEMENTS).glob("*.jsonl"))
    return _judgements(str(folder), tuple(path.stat().st_size for path in files))


@st.cache_resource(max_entries=8, show_spinner="Reading the judgements …")
def _judgements(folder: str, sizes: tuple[int, ...]) -> Kept:
    return read_judgements(Path(folder))


def manifest(now: state.AppState, conversation_id: str) -> Manifest | None:
    """Return what is written beside a memory; None where there is none that can be read."""
    try:
        return store().manifest(now.experiment, now.method, conversation_id)
    except (NotBuilt, DataError):
        return None


def spent(now: state.AppState, conversation_id: str) -> dict[str, Usage]:
    """Return what each step of a finished build cost at today's prices."""
    where = (now.experiment, now.method, conversation_id)
    manifest, timing = store().manifest(*where), store().timing(*where)
    url = codec.loads(str, manifest.built_with.get("models.base_url", '""'), "manifest.json")
    prices = load_prices(state.results_root()).at(url)
    return priced(timing.usage or manifest.usage, manifest.made_by, prices)


def evaluation(experiment: str, run: str) -> Evaluated:
    """Return a run's finished rows and their scores, read once per change of the file."""
    path = store().run_folder(experiment, run) / "rows.jsonl"
    return _evaluation(str(path), path.stat().st_mtime if path.exists() else 0.0)


@st.cache_resource(max_entries=24, show_spinner="Reading the evaluation …")
def _evaluation(path: str, changed: float) -> Evaluated:
    return read_run(Path(path).parent)


def leaderboard_line(experiment: str, run: str) -> dict[str, Any]:
    """Return a run's line of the leaderboard, made once per change of the run."""
    path = store().run_folder(experiment, run) / "rows.jsonl"
    return _leaderboard_line(experiment, run, path.stat().st_mtime if path.exists() else 0.0)


@st.cache_resource(max_entries=500, show_spinner="Reading the runs …")
def _leaderboard_line(experiment: str, run: str, changed: float) -> dict[str, Any]:
    return comparing.line(experiment, evaluation(experiment, run))


def kept_sweep(path: Path) -> kept.KeptSweep:
    """Return a kept sweep, read once per change of its file."""
    return _kept_sweep(str(path), path.stat().st_mtime)


@st.cache_resource(max_entries=24, show_spinner="Reading the sweep …")
def _kept_sweep(path: str, changed: float) -> kept.KeptSweep:
    return kept.load(Path(path))


@st.cache_resource
def task_sets() -> TaskSets:
    """Return the questions and memories that what-ifs of this server were last put to."""
    return TaskSets()


def asked_again(experiment: str, run: Evaluated, question: Custody, chat: Conversation) -> Asked:
    """Return a run's question retrieved again as the run was set, once per build of the memory.

    Raises:
        NotBuilt: its memory is gone.
    """
    held = memory(experiment, run.method, chat.id)
    manifest = store().memory_folder(experiment, run.method, chat.id) / "manifest.json"
    folder = str(store().run_folder(experiment, run.run))
    found = _asked_again(folder, question.key, manifest.stat().st_mtime, held, chat, question)
    # its gold may have been corrected since
    return replace(found, gold=tuple(turn.turn_id for turn in question.turns))


@st.cache_resource(max_entries=32, show_spinner="Asking again …")
def _asked_again(
    folder: str, name: str, built: float, _memory: Memory, _chat: Conversation, _question: Custody
) -> Asked:
    settings = settings_of(Path(folder))
    return ask_again(_memory, _chat, settings, models(settings), _question.question)
