"""What vendors and hosts charge for tokens: the list in the package genai-prices, read offline."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.metadata import version
from typing import Any

PACKAGE = "genai-prices"
VENDORS = {  # who alone sells the models whose names begin so
    "openai": ("gpt-3", "gpt-4", "gpt-5", "o1", "o3", "o4", "chatgpt-", "text-embedding-"),
    "anthropic": ("claude-",),
    "google": ("gemini-",),
}
MILLION = 1_000_000
FEW = 1000  # tokens priced to read a price off: the price of the first tier, see `listed`
_DATE = re.compile(r"[-@:](\d{4}-\d{2}-\d{2}|\d{4,8}|latest|preview)$")


def source() -> str:
    """Return where the prices come from: the package and its version."""
    return f"{PACKAGE} {version(PACKAGE)}"


@lru_cache(maxsize=1000)
def listed(model: str, url: str = "") -> tuple[float, float] | None:
    """Return dollars per million prompt and completion tokens; None when they are not listed.

    A host in the list has its own prices. At any other address, a proxy say, a model of OpenAI,
    Anthropic or Google costs what its vendor takes; open weights may run anywhere.
    Discounts for cached prompts and batches are left out, and so is what some models cost more
    beyond a length of prompt.
    """
    name = model.strip().lower()
    bare = name.rpartition("/")[2]
    if url and _hosted(url):
        return _found(name, provider_api_url=url) or _found(bare, provider_api_url=url)
    vendor = next((one for one in VENDORS if bare.startswith(VENDORS[one])), "")
    return _found(bare, provider_id=vendor) if vendor else None


def spellings(name: str) -> tuple[str, ...]:
    """Return the names a model may be listed under: without its vendor, without its date."""
    parts = (name, name.rpartition("/")[2])
    return tuple(spelt for part in parts for spelt in (part, _DATE.sub("", part)))


def _hosted(url: str) -> bool:
    from genai_prices.data_snapshot import get_snapshot  # slow, and rules need no prices

    try:
        get_snapshot().find_provider(None, None, url)
    except LookupError:
        return False
    return True


def _found(name: str, **where: str) -> tuple[float, float] | None:
    """Return the price of a name at a host or vendor; None where there is none by the token."""
    from genai_prices import Usage, calc_price

    usage = Usage(input_tokens=FEW, output_tokens=FEW)
    ask: Any = calc_price
    try:
        found = ask(usage, name, **where)
    except (LookupError, ValueError):
        return None
    if getattr(found.model_price, "input_mtok", None) is None:
        return None
    read, written = (
        round(float(one) * MILLION / FEW, 6) for one in (found.input_price, found.output_price)
    )
    return read, written
