"""Any chat model behind an OpenAI-compatible endpoint, as an LLM that answers typed asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

from hypermem_core import codec
from hypermem_core.errors import DataError, ModelError, ReplyError, Unanswered
from hypermem_core.models.budget import spending
from hypermem_core.models.cache import Flights, Kept, Replies, ReplyCache, ReplyMemory, reply_key
from hypermem_core.models.faults import Refused
from hypermem_core.models.files import count, roughly
from hypermem_core.models.ladder import Ladder, schema_digest
from hypermem_core.models.ledger import Call, record
from hypermem_core.models.prices import Prices, load_prices
from hypermem_core.models.profile import LOCAL, Profile, profile
from hypermem_core.models.reading import fitted, parse
from hypermem_core.models.throttle import Throttle
from hypermem_core.models.transport import Message, Transport
from hypermem_core.prompts import render
from hypermem_core.prompts.format import blanks_for
from hypermem_core.settings import ModelSettings, secret

T = TypeVar("T")
USUAL = 300  # tokens of a reply nobody has seen yet


@dataclass(frozen=True, slots=True)
class ChatModel:
    """A chat model; every reply is kept in `replies` and never paid for twice."""

    name: str
    transport: Transport
    ladder: Ladder
    replies: Replies = field(default_factory=ReplyMemory, repr=False)
    prices: Prices = field(default_factory=Prices, repr=False)
    workers: int = 8
    flights: Flights = field(default_factory=Flights, repr=False)

    @classmethod
    def at(
        cls, profile: Profile, replies: Path | None = None, throttle: Throttle | None = None
    ) -> ChatModel:
        """Return the model of a profile; `replies` is the file that keeps its replies.

        Raises:
            ModelError: there is no key and the endpoint is not on this machine.
        """
        from hypermem_core.models.client import client_at  # slow, and rules need none

        host = urlsplit(profile.base_url).hostname or profile.base_url
        key = secret(profile.key_name)
        if not key and host not in LOCAL:
            raise ModelError(
                f"There is no key for {profile.model} at {host}.",
                f"Set {profile.key_name}, type it for this session, or choose the offline model.",
            )
        client = client_at(profile.base_url, key, profile.timeout)
        transport = Transport(
            profile.model,
            host,
            profile.key_name,
            client,
            throttle or profile.throttle(),
            profile.tries,
            profile.backoff,
            profile.timeout,
        )
        prices = load_prices(replies.parent if replies else None).at(profile.base_url)
        kept: Replies = ReplyCache(replies) if replies else ReplyMemory()
        ladder = Ladder(profile.reply_tokens)
        return cls(profile.model, transport, ladder, kept, prices, profile.concurrency)

    @classmethod
    def from_settings(cls, settings: ModelSettings, replies: Path | None = None) -> ChatModel:
        """Return the model that builds; ModelError when there is no key, or none is named."""
        found = profile(settings, "extraction")
        if found is None:
            raise ModelError("The settings name no chat model.", "Set models.llm.")
        return cls.at(found, replies)

    def reply(self, prompt: str, shape: type[T], blanks: Mapping[str, Any], attempt: int = 0) -> T:
        """Return the reply to a prompt as `shape`, kept or asked for.

        Raises:
            ReplyError: the reply was cut short or does not fit; says what is wrong.
            Unanswered: there is no reply at all.
            Paused: the run cannot go on: no key, no credit, no budget, no endpoint.
        """
        words = render(prompt, **blanks_for(prompt, blanks))
        key = self.key(words, shape, attempt)
        with self.flights.alone(key):  # who asks the same at the same time waits and then finds it
            kept = self.replies.get(key)
            found = self._value(kept, shape) if kept else None
            cached = kept is not None and (found is not None or bool(kept.problem))
            if kept is None or not cached:
                kept, found = self._asked(key, prompt, words, shape)
                self.replies.put(kept)
        record(self._call(kept, cached))
        if found is None:
            raise ReplyError(kept.problem, "", (kept.text,))
        return found

    def key(self, words: str, shape: type, attempt: int = 0) -> str:
        """Return the key under which the reply to a rendered prompt is kept."""
        parameters = {"host": self.transport.host, "shape": schema_digest(shape)}
        return reply_key(self.name, words, parameters, attempt)

    def forget(self, keys: Iterable[str]) -> None:
        """Drop kept replies that led nowhere, so that a later run asks again."""
        self.replies.forget(keys)

    def _value(self, kept: Kept, shape: type[T]) -> T | None:
        """Return what was read from a kept reply; None if it has a problem or another shape."""
        if kept.problem:
            return None
        try:
            return cast(T, codec.loads(shape, kept.parsed, "Reply"))
        except DataError:  # the shape has changed since
            return None

    def _call(self, kept: Kept, cached: bool) -> Call:
        cost = self.prices.cost(self.name, kept.prompt_tokens, kept.completion_tokens)
        return Call(
            kept.prompt,
            kept.model,
            kept.key,
            kept.prompt_tokens,
            kept.completion_tokens,
            kept.seconds,
            cached,
            kept.requests,
            kept.repaired,
            kept.problem,
            cost,
        )

    def _asked(self, key: str, prompt: str, words: str, shape: type[T]) -> tuple[Kept, T | None]:
        """Return a new reply and what was read from it, None with the reason in `problem`."""
        tokens = roughly(words)
        about = self.prices.cost(self.name, tokens, USUAL)
        with spending(tokens + USUAL, about) as budget:
            started = perf_counter()
            message, mode = self._sent(words, shape, tokens)
            seconds = round(perf_counter() - started, 3)
        asked = message.prompt_tokens if message.prompt_tokens is not None else count(words)
        said = message.completion_tokens
        said = said if said is not None else count(message.text)
        cost = self.prices.cost(self.name, asked, said)
        budget.settle(asked + said - tokens - USUAL, (cost or 0.0) - (about or 0.0))
        found, parsed, repaired, problem = _read(message, shape)
        host = self.transport.host
        numbers = (asked, said, seconds, message.requests, mode)
        kept = Kept(
            key,
            prompt,
            self.name,
            host,
            words,
            message.text or message.refusal,
            parsed,
            problem,
            repaired,
            *numbers,
        )
        return kept, found

    def _sent(self, words: str, shape: type, tokens: int) -> tuple[Message, str]:
        """Return the reply in the best form the endpoint understands."""
        for _ in range(8):  # more than there are rungs
            rung = self.ladder.rung
            try:
                message = self.transport.send(words, self.ladder.parameters(rung, shape), tokens)
            except Refused as refusal:
                if not self.ladder.refused(rung, refusal.message):
                    raise _unasked(self.transport.named, refusal) from None
                continue
            self.ladder.answered(rung)
            return message, rung.mode
        raise Unanswered(f"{self.transport.named} refuses every form of request.")


def _unasked(named: str, refusal: Refused) -> Unanswered:
    return Unanswered(f"{named} refused the request ({refusal.message}).")


def _read(message: Message, shape: type[T]) -> tuple[T | None, str, bool, str]:
    """Return what a reply says, its JSON, whether that was repaired, and what is wrong with it."""
    text = message.text
    if message.finish == "length":
        return None, "", False, "The reply was cut at the length limit; be briefer."
    if message.finish == "content_filter" or message.refusal:
        return None, "", False, "The model refused to answer."
    if not text.strip():
        return None, "", False, "The reply was empty."
    try:
        data, repaired = parse(text)
        found = codec.decode(shape, fitted(data, shape), "Reply")
    except ReplyError as error:
        return None, "", False, error.message
    except DataError as error:
        return None, "", False, error.message
    return cast(T, found), codec.dumps(found, shape), repaired, ""
