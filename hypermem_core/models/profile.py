"""Profiles: which chat model answers in which role, where it is, and how fast it may be asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from hypermem_core.models.throttle import Throttle
from hypermem_core.settings import ModelSettings

Role = Literal["extraction", "answer", "judge"]
ROLES: tuple[Role, ...] = ("extraction", "answer", "judge")
Target = Literal["extraction", "answer", "judge", "embedder", "reranker"]  # what can be tested
TARGETS: tuple[Target, ...] = (*ROLES, "embedder", "reranker")
OFFLINE = "offline"
LOCAL = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True, slots=True)
class Profile:
    """One model behind one endpoint; the key itself is in no profile, only its variable's name."""

    model: str
    base_url: str
    key_name: str
    concurrency: int = 8
    per_minute: int = 0
    tokens_per_minute: int = 0
    tries: int = 6
    backoff: float = 0.5
    timeout: float = 120.0
    reply_tokens: int = 8192

    def throttle(self) -> Throttle:
        """Return a new gate before this endpoint."""
        return Throttle(self.concurrency, self.per_minute, self.tokens_per_minute)


def is_local(url: str) -> bool:
    """Return whether an address is on this machine: it costs nothing and needs no key."""
    try:
        return urlsplit(url).hostname in LOCAL
    except ValueError:  # a moved memory's manifest may name anything
        return False


def key_name(base_url: str, given: str = "") -> str:
    """Return the variable that holds an endpoint's key: the given one, or the usual one."""
    if given:
        return given
    host = urlsplit(base_url).hostname or ""
    return "OPENROUTER_API_KEY" if host.endswith("openrouter.ai") else "OPENAI_API_KEY"


def profile(settings: ModelSettings, role: Role) -> Profile | None:
    """Return the profile of a role, None where the offline rules answer; empty means the same."""
    model, url, key = settings.llm, settings.base_url, settings.api_key_env
    if role == "answer":
        model = settings.answer_llm or model
        url, key = settings.answer_base_url or url, settings.answer_api_key_env or key
    elif role == "judge":
        model = settings.judge_llm or model
        url, key = settings.judge_base_url or url, settings.judge_api_key_env or key
    if model == OFFLINE:
        return None
    return Profile(
        model,
        url,
        key_name(url, key),
        settings.concurrency,
        settings.requests_per_minute,
        settings.tokens_per_minute,
        settings.tries,
        settings.backoff_seconds,
        settings.timeout_seconds,
        settings.reply_tokens,
    )
