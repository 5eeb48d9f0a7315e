"""The official HyperMem implementation's results: imported, exported, and their faults named."""

from hypermem_core.official.importing import Imported, import_run

__all__ = ["Imported", "import_run"]
