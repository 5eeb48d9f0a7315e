"""What a model's tokens cost: the user's own file, over what vendors list."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from hypermem_core import codec
from hypermem_core.errors import DataError
from hypermem_core.models.listed_prices import listed, spellings
from hypermem_core.models.profile import is_local

FILE = "prices.json"  # beside replies.db
MILLION = 1_000_000
ABOUT = (
    "US dollars per million tokens, [prompt, completion]. These win over the listed prices; a name "
    "also fits with a vendor before it or a date behind it."
)


@dataclass(frozen=True, slots=True)
class _Table:
    prices: dict[str, tuple[float, float]]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Prices:
    """Dollars per million prompt and completion tokens, by model, at one endpoint."""

    table: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    local: bool = False  # the endpoint is on this machine: it costs nothing
    url: str = ""  # of the endpoint: the same model costs differently elsewhere
    listed: bool = False  # a model that is not in the table may be in the vendors' lists

    def at(self, url: str) -> Prices:
        """Return the prices at an endpoint."""
        return replace(self, url=url, local=is_local(url))

    def of(self, model: str) -> tuple[float, float] | None:
        """Return the price of a model; None when it is unknown, which is not nothing."""
        if self.local:
            return (0.0, 0.0)
        for spelt in spellings(model.strip().lower()):
            if spelt in self.table:
                return self.table[spelt]
        return listed(model, self.url) if self.listed else None

    def cost(self, model: str, prompt_tokens: int, completion_tokens: int) -> float | None:
        """Return what so many tokens cost in dollars; None when the price is unknown."""
        price = self.of(model)
        if price is None:
            return None
        return (prompt_tokens * price[0] + completion_tokens * price[1]) / MILLION


def prices_of(llm: object) -> Prices:
    """Return the prices a model was connected with; rules have none and need none."""
    found = getattr(llm, "prices", None)
    return found if isinstance(found, Prices) else Prices()


def load_prices(folder: Path | None = None) -> Prices:
    """Return the listed prices with those of the folder's prices.json over them.

    Raises:
        DataError: the folder's file is no such table.
    """
    table: dict[str, tuple[float, float]] = {}
    own = folder / FILE if folder else None
    if own and own.exists():
        try:
            text = own.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(f"{own} cannot be read: {error}.", "Mend or remove it.") from None
        found = codec.loads(_Table, text, str(own)).prices
        table = {name.lower(): price for name, price in found.items()}
    return Prices(table, listed=True)


def keep_price(folder: Path, model: str, prompt: float, completion: float) -> None:
    """Write a model's price into the folder's prices.json, beside those already there.

    Raises:
        DataError: the file is no such table.
    """
    path = folder / FILE
    own = (
        codec.loads(_Table, path.read_text(encoding="utf-8"), str(path))
        if path.exists()
        else _Table({})
    )
    table = {**own.prices, model.lower(): (prompt, completion)}
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"about": own.about or ABOUT, "prices": table}, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")
