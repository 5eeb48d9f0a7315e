"""A plain JSON request to a model server, under the same gate, budget and ledger as chats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from hypermem_core.errors import ModelError, Paused, Unanswered
from hypermem_core.models.budget import spending
from hypermem_core.models.client import client_at
from hypermem_core.models.faults import Down
from hypermem_core.models.files import roughly
from hypermem_core.models.ledger import Call, record
from hypermem_core.models.prices import Prices
from hypermem_core.models.throttle import Throttle
from hypermem_core.models.transport import Transport
from hypermem_core.settings import secret

TOO_MUCH = {400, 413, 422}  # what servers answer when a batch or a text is too large
_ROUTES = ("/embeddings", "/completions", "/chat/completions", "/rerank")


def base_of(url: str) -> str:
    """Return the base of an address that may name a route already; `/v1` where it has no path.

    The official code's EMBEDDING_BASE_URL ends in `/v1/embeddings`, its RERANKER_BASE_URL in the
    port; both work here.
    """
    bare = url.strip().rstrip("/")
    for route in sorted(_ROUTES, key=len, reverse=True):
        bare = bare.removesuffix(route)
    return bare if urlsplit(bare).path.strip("/") else f"{bare}/v1"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model behind one base URL; its key is never shown.

    Where a run can go on without it (`optional`), an endpoint that is down is a `ModelError`.
    """

    transport: Transport
    prices: Prices = field(default_factory=Prices, repr=False)
    optional: bool = False

    @property
    def model(self) -> str:
        """The model's name at the endpoint."""
        return self.transport.model

    @property
    def host(self) -> str:
        """Where the endpoint is."""
        return self.transport.host

    @classmethod
    def at(
        cls,
        model: str,
        url: str,
        key_name: str,
        tries: int = 6,
        *,
        backoff: float = 0.5,
        timeout: float = 120.0,
        throttle: Throttle | None = None,
        prices: Prices | None = None,
        optional: bool = False,
    ) -> Endpoint:
        """Return the endpoint of a model; `key_name` is the variable that holds the key, or "".

        Raises:
            ModelError: the address is none.
        """
        if not urlsplit(url).hostname:
            raise ModelError(
                f"There is no usable address for {model} ({url!r}).",
                "Set its base URL, such as http://localhost:8000/v1.",
            )
        client = client_at(base_of(url), secret(key_name), timeout)
        host, gate = urlsplit(url).netloc.rpartition("@")[2], throttle or Throttle(8)
        named = key_name or "its api_key_env setting"
        transport = Transport(model, host, named, client, gate, tries, backoff, timeout)
        return cls(transport, prices or Prices(), optional)

    def price(self, tokens: int) -> float | None:
        """Return what so many tokens cost in dollars; None when the price is unknown."""
        return self.prices.cost(self.model, tokens, 0)

    def post(self, path: str, body: dict[str, Any], texts: Sequence[str] = ()) -> Any:
        """Return the decoded JSON of the reply to a request for this model about these texts.

        Raises:
            Refused: an error status that another try cannot heal.
            Unanswered: an optional endpoint gave no reply in the bounded number of tries.
            ModelError: an optional endpoint is down.
            Paused: no key, no credit, no budget, or no reply of an endpoint that is needed.
        """
        tokens = sum(roughly(text) for text in texts)
        about = self.price(tokens)
        started = perf_counter()
        try:
            with spending(tokens, about) as budget:
                found, spent, requests = self.transport.post(path, body, tokens)
        except Down as down:
            if self.optional:
                said = down.message.removeprefix("The run stops: ")  # it begins with a name
                raise ModelError(said, down.hint) from None
            raise
        except Unanswered as error:
            if self.optional:
                raise
            raise Paused(
                f"The run stops: {error.message}", "Start it again: what is done is kept."
            ) from None
        cost = self.price(spent)
        budget.settle(spent - tokens, (cost or 0.0) - (about or 0.0))
        seconds = round(perf_counter() - started, 3)
        called = Call(path.strip("/"), self.model, "", spent, 0, seconds, requests=requests)
        record(replace(called, cost=cost, remote=True))
        return found
