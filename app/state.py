"""AppState: what is chosen, and the only use of `st.session_state` and of the address bar."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from hypermem_core import settings as core_settings
from hypermem_core.errors import SettingsError
from hypermem_core.settings import PRESETS, Settings

KEY = "app_state"
KEYS = "session_keys"
ADDRESS = (
    "experiment",
    "method",
    "conversation_id",
    "source",
    "preset",
    "question",
    "selected",
    "run",
    "tour",
)
NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}")  # one safe folder


@dataclass(frozen=True, slots=True)
class AppState:
    """Everything the user has chosen; never what was computed from it."""

    experiment: str = "studio"
    method: str = "hypermem"
    conversation_id: str = ""
    source: str = ""  # path of the loaded file
    preset: str = "readme"
    overrides: tuple[tuple[str, Any], ...] = ()
    question: str = ""
    selected: str = ""
    run: str = ""  # the evaluation opened in Diagnose or What-if
    tour: str = ""  # the tour's stop, from 1
    trial: tuple[tuple[str, Any], ...] = ()  # knobs moved in What-if, against the run shown there


def results_root() -> Path:
    """Return where results are kept: `HYPERMEM_RESULTS`, or `results/` of the project."""
    default = Path(__file__).resolve().parent.parent / "results"
    return Path(core_settings.place("RESULTS", str(default)))


def imports_root() -> Path:
    """Return where uploaded, pasted and downloaded conversations are kept."""
    return results_root() / "imports"


def from_address(params: Mapping[str, str], overrides: tuple[str, ...] = ()) -> AppState:
    """Return the state an address names; parts that make no sense are left at their default."""
    given = {"experiment": core_settings.place("EXPERIMENT_NAME", "studio")}
    given |= {name: params[name] for name in ADDRESS if params.get(name)}
    if not NAME.fullmatch(given["experiment"]):
        del given["experiment"]
    if given.get("preset", "readme") not in PRESETS:
        del given["preset"]
    moved = tuple(tuple(item.split("=", 1)) for item in overrides if "=" in item)
    state = AppState(**given, overrides=moved)  # type: ignore[arg-type]
    try:
        settings(state)
    except SettingsError:
        return dataclasses.replace(state, overrides=())
    return state


def to_address(state: AppState) -> dict[str, str | list[str]]:
    """Return the address that names the state; defaults are left out."""
    default = AppState()
    address: dict[str, str | list[str]] = {
        name: getattr(state, name)
        for name in ADDRESS
        if getattr(state, name) != getattr(default, name)
    }
    if state.overrides:
        address["set"] = [f"{path}={value}" for path, value in state.overrides]
    return address


def get() -> AppState:
    """Return the state of this session; a fresh session takes it from the address."""
    if KEY not in st.session_state:  # noqa: TID251
        found = from_address(st.query_params.to_dict(), tuple(st.query_params.get_all("set")))
        st.session_state[KEY] = found  # noqa: TID251
    kept: AppState = st.session_state[KEY]  # noqa: TID251
    return kept


def update(**changes: Any) -> AppState:
    """Change parts of the state and the address with it."""
    changed = dataclasses.replace(get(), **changes)
    st.session_state[KEY] = changed  # noqa: TID251
    keep_address()
    return changed


def keep_address() -> None:
    """Write the state into the address, which a page switch empties; so F5 keeps it."""
    address = to_address(get())
    now = {name: st.query_params.get_all(name) for name in st.query_params}
    wanted = {name: [v] if isinstance(v, str) else v for name, v in address.items()}
    if now != wanted:
        st.query_params.from_dict(address)


def override(path: str, value: Any) -> AppState:
    """Move one knob; a value equal to the preset's is no override."""
    state = get()
    others = tuple(item for item in state.overrides if item[0] != path)
    bare = settings(dataclasses.replace(state, overrides=others))
    moved = settings(dataclasses.replace(state, overrides=(*others, (path, value))))
    return update(overrides=others if bare == moved else (*others, (path, value)))


def bind(key: str, value: Any) -> None:
    """Give a widget its value before it is drawn; the state owns it, not the widget."""
    st.session_state[key] = value  # noqa: TID251


def widget(key: str) -> Any:
    """Return what a widget holds: for its callback, which hands it to `update`."""
    return st.session_state[key]  # noqa: TID251


def holds(key: str, options: Collection[Any]) -> bool:
    """Return whether a widget holds one of these values; not before it was drawn once."""
    return st.session_state.get(key) in options  # noqa: TID251


def keys() -> dict[str, str]:
    """Return the keys typed for this session, by the name of their variable; kept nowhere else."""
    return dict(st.session_state.get(KEYS, {}))  # noqa: TID251


def give_key(name: str, value: str) -> None:
    """Take a key for this session; an empty one is forgotten."""
    others = {known: key for known, key in keys().items() if known != name}
    st.session_state[KEYS] = {**others, name: value} if value else others  # noqa: TID251


def keep(name: str, value: Any) -> None:
    """Keep something for this session that was asked for by a click and must not be asked twice."""
    st.session_state[f"kept-{name}"] = value  # noqa: TID251


def kept(name: str) -> Any:
    """Return what was kept under a name, None without it."""
    return st.session_state.get(f"kept-{name}")  # noqa: TID251


def choose_preset(name: str) -> AppState:
    """Choose a preset: it drops the knobs moved by hand, but not the models and their endpoints."""
    moved = tuple(item for item in get().overrides if item[0].startswith("models."))
    return update(preset=name, overrides=moved)


def settings(state: AppState) -> Settings:
    """Return the settings the state names: preset, environment, then what was moved.

    Raises:
        SettingsError: an environment variable or an override is impossible.
    """
    return core_settings.load(preset_name=state.preset, overrides=dict(state.overrides))
