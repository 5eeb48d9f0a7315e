"""Requests to a chat endpoint: bounded retries with jitter, and what each failure means."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from random import uniform
from threading import Lock
from time import monotonic, sleep
from typing import Any, TypeVar

import httpx2
import openai
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt

from hypermem_core.errors import HyperMemError, Paused, Unanswered
from hypermem_core.models.faults import (
    AGAIN,
    HINTS,
    QUOTA,
    REASONS,
    STOPS,
    Down,
    Refused,
    redacted,
    retry_after,
    too_long,
)
from hypermem_core.models.throttle import Throttle

T = TypeVar("T")
LONGEST = 60.0  # seconds between two tries at most; who asks for more wants the run to stop
LARGEST = 20_000_000  # bytes of a body read at most
MANY = 1_000_000_000  # tokens: no reply has as many, whatever its server counts
# What `with_streaming_response` sets: the client hands over the body unread.
UNREAD: openai.RequestOptions = {"headers": {"X-Stainless-Raw-Response": "stream"}}
IN_A_ROW = 4  # requests given up one after the other: then the endpoint is down


@dataclass(frozen=True, slots=True)
class Message:
    """What an endpoint replied, as it came."""

    text: str
    finish: str
    refusal: str
    prompt_tokens: int | None
    completion_tokens: int | None
    requests: int = 1


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

        def once(tries: int) -> tuple[Message, int]:
            found = self._once(words, parameters, tries)
            return found, (found.prompt_tokens or tokens) + (found.completion_tokens or 0)

        try:
            return self._patiently(once, tokens)
        except Refused as refusal:
            if refusal.too_long:
                raise Unanswered("The prompt is longer than the model can read.") from None
            raise

    def post(self, path: str, body: Mapping[str, Any], tokens: int) -> tuple[Any, int, int]:
        """Return the JSON of a reply to a plain request, its tokens and the requests it took.

        Raises:
            Refused: the endpoint does not understand the body, or it is too large.
            Unanswered: no reply in the bounded number of tries.
            Paused: no key, no credit, no such model, or an endpoint that is down.
        """

        def once(tries: int) -> tuple[tuple[Any, int, int], int]:
            found = self._posted(path, body)
            used = found.get("usage") if isinstance(found, dict) else None
            counted = _count(used.get("total_tokens")) if isinstance(used, dict) else None
            spent = tokens if counted is None else counted
            return (found, spent, tries), spent

        return self._patiently(once, tokens)

    def _patiently(self, send: Callable[[int], tuple[T, int]], tokens: int) -> T:
        """Return the first good reply of several tries; each gives its value and its tokens."""
        tries = 0

        def once() -> T:
            nonlocal tries
            tries += 1
            with self.throttle.slot(tokens) as share:
                found, share.tokens = send(tries)
                return found

        known_down = self.luck.given_up >= IN_A_ROW
        retrying = Retrying(
            retry=retry_if_exception_type(_Again),
            stop=stop_after_attempt(1 if known_down else self.tries),
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
        asked = {"messages": [{"role": "user", "content": words}], **parameters}
        return self._message(self._exchange("/chat/completions", asked), tries)

    def _posted(self, path: str, body: Mapping[str, Any]) -> Any:
        try:
            data = json.loads(self._exchange(path, body))
            self._hear(data, "data", "choices", "results")
        except (ValueError, RecursionError):
            raise _Again("the answer was no JSON") from None
        return data

    def _hear(self, data: Any, *goods: str) -> None:
        """Raise what a reply tells with status 200: a router says so what its provider said."""
        if isinstance(data, dict) and data.get("error") and not any(map(data.get, goods)):
            code = data["error"].get("code") if isinstance(data["error"], dict) else None
            status = code if isinstance(code, int) and 400 <= code < 600 else 500
            raise self._status(status, json.dumps(data["error"]), {})

    def _exchange(self, path: str, body: Mapping[str, Any]) -> bytes:
        """Return the body of one reply, as it came.

        The client's `post` sends what it is given: `chat.completions.create` would first rewrite
        it at length, a third of all the time a call takes us.
        """
        deadline = monotonic() + self.timeout
        asked = {"model": self.model, **body}
        try:
            with closing(
                self.client.post(path, cast_to=httpx2.Response, body=asked, options=UNREAD)
            ) as response:
                return _body(response, deadline)
        except (openai.OpenAIError, httpx2.HTTPError, _Again) as error:
            fault = self._meaning(error)
        raise fault  # here, no traceback leads to the endpoint's own words, which may hold a key

    def _meaning(self, error: Exception) -> Exception:
        """Return what an error of the client means for the run."""
        if isinstance(error, _Again):
            return error
        if isinstance(error, openai.APIStatusError):
            return self._status(error.status_code, _said(error), error.response.headers)
        if isinstance(error, openai.APITimeoutError):
            return _Again("no answer in time")
        return _Again(f"the connection failed: {type(error).__name__}")

    def _message(self, body: bytes, tries: int) -> Message:
        try:
            data = json.loads(body)
            self._hear(data, "choices")
            choice = data["choices"][0]
            message, usage = choice["message"], data.get("usage")
            usage = usage if isinstance(usage, dict) else {}
            return Message(
                _text(message.get("content")),
                str(choice.get("finish_reason") or ""),
                _text(message.get("refusal")),
                _count(usage.get("prompt_tokens")),
                _count(usage.get("completion_tokens")),
                tries,
            )
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise _Again("the answer was no chat completion") from None

    def _status(self, status: int, words: str, headers: Mapping[str, str]) -> Exception:
        """Return the error that a status means; the endpoint's own words may hold a key."""
        if status in STOPS or (status == 429 and QUOTA.search(words)):
            status = 402 if status == 429 else status
            stop = Down if status == 404 else Paused
            return stop(
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
        return Refused(
            f"status {status}: {redacted(words, self.client.api_key)}", status, too_long(words)
        )

    def _given_up(self, reason: str) -> HyperMemError:
        with self.luck.lock:
            self.luck.given_up += 1
            down = not self.luck.answered or self.luck.given_up >= IN_A_ROW
        tried = "one try" if self.tries == 1 else f"{self.tries} tries"
        if down:
            return Down(
                f"The run stops: {self.named} cannot be reached ({reason}, {tried}).",
                "Check the network and the base URL, then start again: what is done is kept.",
            )
        return Unanswered(f"{self.named} gave no answer in {tried} ({reason}).")


def _said(error: openai.APIStatusError) -> str:
    return f"{getattr(error, 'code', '') or ''} {error.message}"


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and 0 <= value < MANY else None


def _text(value: Any) -> str:
    """Return a message's words: a text, or the texts among its parts; TypeError where it is none.

    Halves of emoji, which no file can hold, become question marks.
    """
    if isinstance(value, list):
        value = "".join(part.get("text", "") for part in value if isinstance(part, dict))
    if value and not isinstance(value, str):
        raise TypeError
    return (value or "").encode("utf-8", "replace").decode()


def _body(response: Any, deadline: float) -> bytes:
    """Return a whole body; an endpoint that drips or never ends is one that does not answer."""
    found = bytearray()
    for part in response.iter_bytes():
        found += part
        if monotonic() > deadline or len(found) > LARGEST:
            raise _Again("no end of the answer in time")
    return bytes(found)
