"""METHODS: the memory methods by name, and `create`."""

from __future__ import annotations

from hypermem_core.errors import SettingsError
from hypermem_core.methods.base import MemoryMethod
from hypermem_core.methods.flat import Flat
from hypermem_core.methods.hgmem import HGMem
from hypermem_core.methods.hingemem import HingeMem
from hypermem_core.methods.hypermem import HyperMem
from hypermem_core.models import Models
from hypermem_core.settings import Settings

METHODS: dict[str, type[HyperMem] | type[HingeMem] | type[HGMem] | type[Flat]] = {
    "hypermem": HyperMem,
    "hingemem": HingeMem,
    "hgmem": HGMem,
    "flat": Flat,
}


def create(name: str, settings: Settings, models: Models) -> MemoryMethod:
    """Return the method of that name; SettingsError for an unknown one."""
    if name not in METHODS:
        raise SettingsError(f"There is no method {name!r}.", f"Choose {', '.join(METHODS)}.")
    return METHODS[name](settings, models)
