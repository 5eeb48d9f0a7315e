"""A plain JSON request to a model server: bounded retries, and one sentence when it fails."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import openai

from hypermem_core.errors import ModelError
from hypermem_core.settings import secret

TIMEOUT, RETRIES = 120.0, 5  # seconds; the client's retries for 408, 429, 5xx, lost connections
READINGS = 3  # requests made before a body that is no JSON is believed
TOO_MUCH = {400, 413, 422}  # what servers answer when a batch or a text is too large
_ROUTES = ("/embeddings", "/completions", "/chat/completions", "/rerank")
_HINTS = {
    401: "Check the key in the variable {key}.",
    402: "The account has no credit left; top it up, or choose another model.",
    403: "The key in {key} may not use this model; choose another model or key.",
    404: "Check the model's name and the base URL in the settings.",
    429: "The endpoint limits requests; wait a while, or choose another model.",
}


class Refused(ModelError):
    """A server answered with an error status."""

    def __init__(self, message: str, hint: str, status: int) -> None:
        super().__init__(message, hint)
        self.status = status


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
    """One model behind one base URL; its key is never shown."""

    model: str
    host: str
    key_name: str
    client: openai.OpenAI = field(repr=False)

    @classmethod
    def at(cls, model: str, url: str, key_name: str, retries: int = RETRIES) -> Endpoint:
        """Return the endpoint of a model; `key_name` is the variable that holds the key, or ""."""
        if not urlsplit(url).hostname:
            raise ModelError(
                f"There is no usable address for {model} ({url!r}).",
                "Set its base URL, such as http://localhost:8000/v1.",
            )
        client = openai.OpenAI(
            base_url=base_of(url),
            api_key=secret(key_name) or "none",
            max_retries=retries,
            timeout=TIMEOUT,
        )
        return cls(model, urlsplit(url).netloc.rpartition("@")[2], key_name, client)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Return the decoded JSON of the reply to a request for this model.

        Raises:
            Refused: an error status, after the retries that can heal it.
            ModelError: no connection, or a body that is no JSON.
        """
        for _ in range(READINGS):
            try:
                return json.loads(self._send(path, {"model": self.model, **body}))
            except ValueError:
                continue
        raise ModelError(
            f"{self.model} at {self.host} did not answer in JSON.",
            "Check the base URL: it should end in /v1.",
        )

    def _send(self, path: str, body: dict[str, Any]) -> bytes:
        try:
            return self.client.post(
                path, cast_to=openai.HttpxBinaryResponseContent, body=body
            ).content
        except openai.APIStatusError as error:  # its own words may hold a key
            hint = _HINTS.get(error.status_code, "Try again later, or choose another model.")
            raise Refused(
                f"{self.model} at {self.host} refused the request (status {error.status_code}).",
                hint.format(key=self.key_name or "its api_key_env setting"),
                error.status_code,
            ) from None
        except openai.OpenAIError as error:
            raise ModelError(
                f"{self.model} at {self.host} cannot be reached ({type(error).__name__}).",
                "Start the server, check the base URL, or choose an embedded model.",
            ) from None
