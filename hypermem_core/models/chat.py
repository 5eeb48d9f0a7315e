"""Any chat model behind an OpenAI-compatible endpoint, as an LLM that answers typed asks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

import json_repair
import openai

from hypermem_core import codec
from hypermem_core.errors import DataError, ModelError, ReplyError
from hypermem_core.models.cache import ReplyCache, reply_key
from hypermem_core.prompts import render
from hypermem_core.prompts.format import blanks_for
from hypermem_core.settings import ModelSettings, secret
from hypermem_core.types import Usage

T = TypeVar("T")
JSON_MODE: dict[str, Any] = {"response_format": {"type": "json_object"}, "temperature": 0}
LOCAL = {"localhost", "127.0.0.1", "::1"}
TIMEOUT, RETRIES = 120.0, 3  # seconds, and the client's own bounded retries for 429 and 5xx
HINTS = {
    401: "Check the key in the variable {key}.",
    402: "The account has no credit left; top it up, or choose another model.",
    403: "The key in {key} may not use this model; choose another model or key.",
    404: "Check the model's name and the base URL in the settings.",
    429: "The endpoint limits requests; wait a while, or choose another model.",
}


@dataclass(slots=True)
class Meter:
    """What the calls of one model have cost so far, counted across threads."""

    usage: Usage = Usage()
    repaired: int = 0
    plain: bool = False  # the endpoint refused JSON mode once: it is not asked for again
    lock: Lock = field(default_factory=Lock, repr=False)

    def add(self, prompt_tokens: int, completion_tokens: int) -> None:
        """Count one call."""
        with self.lock:
            self.usage = replace(
                self.usage,
                calls=self.usage.calls + 1,
                prompt_tokens=self.usage.prompt_tokens + prompt_tokens,
                completion_tokens=self.usage.completion_tokens + completion_tokens,
            )

    def mark_repaired(self) -> None:
        """Count one reply whose JSON had to be repaired."""
        with self.lock:
            self.repaired += 1


@dataclass(frozen=True, slots=True)
class ChatModel:
    """A chat model; replies that fit are kept in `replies` and never paid for twice."""

    name: str
    key_name: str
    host: str
    client: openai.OpenAI = field(repr=False)
    replies: ReplyCache | None = None
    meter: Meter = field(default_factory=Meter)

    @classmethod
    def from_settings(
        cls, settings: ModelSettings, replies: Path | None = None, retries: int = RETRIES
    ) -> ChatModel:
        """Return the model the settings name; `replies` is the file that keeps its replies.

        Raises:
            ModelError: there is no key and the endpoint is not on this machine.
        """
        host = urlsplit(settings.base_url).hostname or settings.base_url
        key = secret(settings.api_key_env)
        if not key and host not in LOCAL:
            raise ModelError(
                f"There is no key for {settings.llm} at {host}.",
                f"Set {settings.api_key_env or 'models.api_key_env'}, or choose the offline model.",
            )
        client = openai.OpenAI(
            base_url=settings.base_url, api_key=key or "none", max_retries=retries, timeout=TIMEOUT
        )
        kept = ReplyCache(replies) if replies else None
        return cls(settings.llm, settings.api_key_env, host, client, kept)

    @property
    def usage(self) -> Usage:
        """What all calls so far have cost; kept replies cost nothing."""
        return self.meter.usage

    def reply(self, prompt: str, shape: type[T], blanks: Mapping[str, Any], attempt: int = 0) -> T:
        """Return the reply to a prompt as `shape`.

        Raises:
            ReplyError: the reply was cut short or does not fit; says what is wrong.
            ModelError: the model cannot be reached or used.
        """
        words = render(prompt, **blanks_for(prompt, blanks))
        key = reply_key(self.name, words, {**JSON_MODE, "host": self.host}, attempt)
        kept = self.replies.get(key) if self.replies else None
        if kept is not None:
            return self._read(kept, shape)[0]
        text = self._ask(words)
        found, repaired = self._read(text, shape)
        if repaired:
            self.meter.mark_repaired()
        if self.replies:
            self.replies.put(key, self.name, text, repaired)
        return found

    def _ask(self, words: str) -> str:
        """Return the text of the reply to a rendered prompt, in JSON mode where there is one."""
        try:
            if self.meter.plain:
                return self._send(words, {})
            try:
                return self._send(words, JSON_MODE)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                if _too_long(error):
                    raise
                text = self._send(words, {})
                self.meter.plain = True
                return text
        except openai.APIStatusError as error:
            if _too_long(error):
                raise ReplyError("The prompt is longer than the model can read.") from None
            raise self._refused(error.status_code) from None
        except openai.OpenAIError as error:
            raise ModelError(
                f"{self.name} at {self.host} cannot be reached ({type(error).__name__}).",
                "Check the network and models.base_url, or choose the offline model.",
            ) from None

    def _send(self, words: str, parameters: Mapping[str, Any]) -> str:
        create = cast(Any, self.client.chat.completions.create)  # parameters vary by endpoint
        answer = create(
            model=self.name, messages=[{"role": "user", "content": words}], **parameters
        )
        if answer.usage:
            self.meter.add(answer.usage.prompt_tokens, answer.usage.completion_tokens)
        else:
            self.meter.add(0, 0)
        if not answer.choices:
            raise ReplyError("The reply was empty.")
        choice = answer.choices[0]
        text = choice.message.content or ""
        if choice.finish_reason == "length":
            raise ReplyError("The reply was cut at the length limit; be briefer.", "", (text,))
        return text

    def _refused(self, status: int) -> ModelError:
        """Return the error for a status; its own words may hold a key."""
        hint = HINTS.get(status, "Try again later, or choose another model.")
        return ModelError(
            f"{self.name} at {self.host} refused the request (status {status}).",
            hint.format(key=self.key_name),
        )

    def _read(self, text: str, shape: type[T]) -> tuple[T, bool]:
        """Return the reply as its shape, and whether its JSON had to be repaired."""
        data, repaired = parse(text)
        try:
            return cast(T, codec.decode(shape, data, "Reply")), repaired
        except DataError as error:
            raise ReplyError(error.message, "", (text,)) from None


def parse(text: str) -> tuple[Any, bool]:
    """Return the JSON object in a text, out of its fence if need be, and if it was repaired.

    Raises:
        ReplyError: there is no JSON object in it.
    """
    bare = text.strip()
    if bare.startswith("```"):
        bare = bare.removeprefix("```json").strip("`").strip()
    try:
        return json.loads(bare), False
    except json.JSONDecodeError as error:
        start = bare.find("{")
        if start < 0:
            raise ReplyError("The reply is no JSON object.", "", (text,)) from None
        data = json_repair.loads(bare[start:])
        if not isinstance(data, dict) or not data:
            raise ReplyError(f"The reply is not valid JSON: {error.msg}.", "", (text,)) from None
        return data, True


def _too_long(error: openai.APIStatusError) -> bool:
    return getattr(error, "code", None) == "context_length_exceeded"
