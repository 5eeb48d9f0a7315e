"""Hypergraph memory of long conversations: what a notebook user imports."""

from hypermem_core.conversations import load
from hypermem_core.methods import METHODS, create
from hypermem_core.models import connect
from hypermem_core.settings import Settings, preset, with_value
from hypermem_core.store import Store

__all__ = ["METHODS", "Settings", "Store", "connect", "create", "load", "preset", "with_value"]
