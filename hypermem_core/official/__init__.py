"""The official HyperMem implementation's results: imported, exported, and their faults named."""

from hypermem_core.official.exporting import Exported, export_run
from hypermem_core.official.importing import Imported, import_run

__all__ = ["Exported", "Imported", "export_run", "import_run"]
