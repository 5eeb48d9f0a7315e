"""Requests to a chat endpoint: bounded retries with jitter, and what each failure means."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import uniform
from threading import Lock
from time import monotonic, sleep
from typing import Any, cast

import httpx2
import openai
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt

from hypermem_core.errors import HyperMemError, Paused, Unanswered
from hypermem_core.models.throttle import Throttle

LONGEST = 60.0  # seconds between two tries at most; who asks for more wants the run to stop
LARGEST = 20_000_000  # bytes of a body read at most
IN_A_ROW = 4  # requests given up one after the other: then the endpoint is down
STOPS = {401, 402, 403, 404}
AGAIN = {408, 409, 425, 429}
QUOTA = re.compile(r"insufficient_quota|quota|billing|insufficient (credit|balance|funds)", re.I)
TOO_LONG = re.compile(
    r"context_length|context length|context window|maximum context|too long", re.I
)
HINTS = {
    401: "Check the key in {key}, then start again: what is done is kept.",
    402: "Top up the account or choose another model, then start again: what is done is kept.",
    403: "The key in {key} may not use this model; choose another, then start again.",
    404: "Check the model's name and the base URL in the settings, then start again.",
}
REASONS = {
    401: "does not accept the key",
    402: "says that the account has no credit left",
    403: "does not allow this model with this key",
    404: "knows no such model or address",
}


@dataclass(frozen=True, slots=True)
class Message:
    """What an endpoint replied, as it came."""

    text: str
    finish: str
    refusal: str
    prompt_tokens: int | None
    completion_tokens: int | None
    requests: int = 1


class Refused(HyperMemError):  # noqa: N818 - reads as the state it names
    """The endpoint did not accept the form of a request (status 400, 413 or 422)."""


class _Again(Exception):  # noqa: N818 - never leaves this file
    """A fault that the next try may not meet; `after` seconds when the server says so."""

    def __init__(self, reason: str, after: float | None = None, slowed: bool = False) -> None:
        super().__init__(reason)
        self.after, self.slowed = after, slowed


@dataclass(slots=True)
class Luck:
    """Whether an endpoint has ever answered, and how many requests in a row were given up."""

    answered: bool = False
    given_up: int = 0
    lock: Lock = field(default_factory=Lock, repr=False)


@dataclass(frozen=True, slots=True)
class Transport:
    """Sends the requests of one model; the key is in `client` only and never shown."""

    model: str
    host: str
    key_name: str
    client: openai.OpenAI = field(repr=False)
    throttle: Throttle = field(repr=False)
    tries: int = 6
    backoff: float = 0.5  # seconds, doubled with each try
    timeout: float = 120.0
    rest: Callable[[float], None] = sleep
    luck: Luck = field(default_factory=Luck, repr=False)

    @property
    def named(self) -> str:
        """The model and where it runs, as errors call it."""
        return f"{self.model} at {self.host}"

    def send(self, words: str, parameters: Mapping[str, Any], tokens: int) -> Message:
        """Return the reply to one message of about `tokens` tokens.

        Raises:
            Refused: the endpoint does not understand the parameters, or the content.
            Unanswered: no reply in the bounded number of tries, or the prompt is too long.
            Paused: no key, no credit, no such model, or an endpoint that is down.
        """
        tries = 0

        def once() -> Message:
            nonlocal tries
            tries += 1
            with self.throttle.slot(tokens) as share:
                found = self._once(words, parameters, tries)
                share.tokens = (found.prompt_tokens or tokens) + (found.completion_tokens or 0)
                return found

        retrying = Retrying(
            retry=retry_if_exception_type(_Again),
            stop=stop_after_attempt(self.tries),
            wait=self._wait,
            sleep=self.rest,
            reraise=True,
        )
        try:
            found = retrying(once)
        except _Again as fault:
            raise self._given_up(str(fault)) from None
        self.throttle.succeeded()
        with self.luck.lock:
            self.luck.answered, self.luck.given_up = True, 0
        return found

    def _wait(self, state: RetryCallState) -> float:
        """Return the seconds before the next try: what the server says, or longer each time."""
        fault = state.outcome.exception() if state.outcome else None
        after = fault.after if isinstance(fault, _Again) else None
        most = min(self.backoff * 2 ** (state.attempt_number - 1), LONGEST)
        wait = uniform(most / 2, most) if after is None else after + uniform(0, self.backoff / 2)
        if isinstance(fault, _Again) and fault.slowed:
            self.throttle.slowed(after or 0.0)
        return wait

    def _once(self, words: str, parameters: Mapping[str, Any], tries: int) -> Message:
        create = cast(Any, self.client.chat.completions.with_streaming_response.create)
        messages = [{"role": "user", "content": words}]
        deadline = monotonic() + self.timeout
        try:
            with create(model=self.model, messages=messages, **parameters) as response:
                body = _body(response, deadline)
        except openai.APIStatusError as error:
            raise self._status(error.status_code, _said(error), error.response.headers) from None
        except openai.APITimeoutError:
            raise _Again("no answer in time") from None
        except (openai.OpenAIError, httpx2.HTTPError) as error:
            raise _Again(f"the connection failed: {type(error).__name__}") from None
        return self._message(body, tries)

    def _message(self, body: bytes, tries: int) -> Message:
        try:
            data = json.loads(body)
            if "error" in data and not data.get("choices"):
                about = data["error"] if isinstance(data["error"], dict) else {}
                code = about.get("code")
                status = code if isinstance(code, int) else 500
                raise self._status(status, json.dumps(data["error"]), {})
            choice = data["choices"][0]
            message, usage = choice["message"], data.get("usage") or {}
            return Message(
                message.get("content") or "",
                choice.get("finish_reason") or "",
                message.get("refusal") or "",
                _count(usage.get("prompt_tokens")),
                _count(usage.get("completion_tokens")),
                tries,
            )
        except (ValueError, LookupError, TypeError, AttributeError):
            raise _Again("the answer was no chat completion") from None

    def _status(self, status: int, words: str, headers: Mapping[str, str]) -> Exception:
        """Return the error that a status means; the endpoint's own words may hold a key."""
        if status in STOPS or (status == 429 and QUOTA.search(words)):
            status = 402 if status == 429 else status
            return Paused(
                f"The run stops: {self.named} {REASONS[status]} (status {status}).",
                HINTS[status].format(key=self.key_name),
            )
        if status in AGAIN or status >= 500:
            after = retry_after(headers)
            if after is not None and after > LONGEST:
                return Paused(
                    f"The run stops: {self.named} wants no request for {after:.0f} seconds.",
                    "Start again then: what is done is kept.",
                )
            return _Again(f"status {status}", after, slowed=status in (429, 503))
        if TOO_LONG.search(words) and not re.search("max_(completion_)?tokens", words):
            return Unanswered("The prompt is longer than the model can read.")
        return Refused(f"status {status}: {redacted(words, self.client.api_key)}")

    def _given_up(self, reason: str) -> HyperMemError:
        with self.luck.lock:
            self.luck.given_up += 1
            down = not self.luck.answered or self.luck.given_up >= IN_A_ROW
        if down:
            return Paused(
                f"The run stops: {self.named} cannot be reached ({reason}, {self.tries} tries).",
                "Check the network and models.base_url, then start again: what is done is kept.",
            )
        return Unanswered(f"{self.named} gave no answer in {self.tries} tries ({reason}).")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of a Retry-After header: a number or an HTTP date; None without one."""
    text = (headers.get("retry-after") or headers.get("Retry-After") or "").strip()
    try:
        return max(float(text), 0.0)
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max((date - datetime.now(UTC)).total_seconds(), 0.0)


def redacted(words: str, key: str) -> str:
    """Return the first words of a foreign text without the key or anything that looks like one."""
    bare = words.replace(key, "…") if key else words
    bare = re.sub(r"(?i)\b(sk|pk|key|bearer)[-_ ][\w\-*.]{6,}", "…", bare)
    return " ".join(bare.split())[:200]


def _said(error: openai.APIStatusError) -> str:
    return f"{getattr(error, 'code', '') or ''} {error.message}"


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and value >= 0 else None


def _body(response: Any, deadline: float) -> bytes:
    """Return a whole body; an endpoint that drips or never ends is one that does not answer."""
    found = bytearray()
    for part in response.iter_bytes():
        found += part
        if monotonic() > deadline or len(found) > LARGEST:
            raise _Again("no end of the answer in time")
    return bytes(found)
