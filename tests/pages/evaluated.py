"""Two finished runs of the small conversation, for the pages that compare them."""

from pathlib import Path

from hypermem_core.build import build
from hypermem_core.conversations import load
from hypermem_core.evaluation.run import evaluate, run_name
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.store import Store


def run_methods(
    source: str,
    results: Path,
    models: Models,
    *methods: str,
    settings: Settings = Settings(),  # noqa: B008  frozen
) -> list[str]:
    """Evaluate each method on the file's questions; return the runs' names."""
    (chat,) = load(Path(source)).conversations
    store, names = Store(results), []
    for method in methods:
        memory = build(chat, results.parent.name, method, settings, models, store)
        name = run_name(method, settings, True)
        folder = store.run_folder(results.parent.name, name)
        folder.mkdir(parents=True)
        made = create(method, settings, models)
        evaluate([chat], made, lambda _, found=memory: found, models, settings, folder)
        names.append(name)
    return names
