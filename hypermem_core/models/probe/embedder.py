"""The steps to an embedder: does it answer, with which dimension, and in the right order?"""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

import numpy as np

from hypermem_core.errors import HyperMemError, ModelError
from hypermem_core.memory import Matrix
from hypermem_core.models import Embedder
from hypermem_core.models.choose import embedder_for
from hypermem_core.models.embedded import QUERY_PREFIX, EmbeddedEmbedder
from hypermem_core.models.probe.steps import Probe, Step, advice, ground, once, said, unmade
from hypermem_core.models.remote_embedder import RemoteEmbedder, query_form
from hypermem_core.models.sentence_transformer import SentenceTransformerEmbedder
from hypermem_core.settings import Settings, session_keys

TEXTS = (
    "Mara won the chess tournament in Lisbon.",
    "The bakery on the corner sells rye bread.",
    "Heavy rain flooded the railway last night.",
)
ALIKE = 0.99  # cosine of the same text embedded twice, at least; batching rounds a little
OTHER = "Look at the embedding server's log, or choose another embedder."
MIXED = "Its vectors cannot be told apart or are mixed up: look at the server, or choose another."


def probe_embedder(settings: Settings, keys: Mapping[str, str] | None = None) -> Probe:
    """Embed three texts, the same three the other way round, and a question; keep nothing."""
    name = settings.models.embedder
    try:
        with session_keys(keys or {}):
            embedder = embedder_for(once(settings.models))
    except HyperMemError as error:
        return unmade(name, error)
    host = embedder.endpoint.host if isinstance(embedder, RemoteEmbedder) else ""
    steps: list[Step] = []
    problem: HyperMemError | None = None
    started = perf_counter()
    try:
        there = embedder.documents(TEXTS)
        took = perf_counter() - started
        steps += [*_begun(host), _dimension(there)]
        back = embedder.documents(TEXTS[::-1])[::-1]
        steps.append(_order(there, back))
        asked = embedder.query(TEXTS[0])
        steps += [_query(embedder, len(asked) == there.shape[1]), _seconds(host, took)]
    except HyperMemError as error:
        problem = error
    except (RuntimeError, ValueError, TypeError, OSError) as error:  # of a foreign local model
        problem = ModelError(f"{name} fails when it is used ({type(error).__name__}).", OTHER)
    if problem is not None:
        steps += _failing(host, problem, steps)
        return Probe(name, host, tuple(steps), advice(problem, OTHER))
    bad = any(step.works is False for step in steps)
    return Probe(name, host, tuple(steps), MIXED if bad else "")


def _begun(host: str) -> tuple[Step, ...]:
    return ground(None) if host else (Step("loads", True),)


def _seconds(host: str, took: float) -> Step:
    more = "" if host else ", loading included"
    return Step("seconds", True, f"{took:.1f} s for {len(TEXTS)} texts{more}")


def _failing(host: str, problem: HyperMemError, done: list[Step]) -> tuple[Step, ...]:
    """Return the steps that a failure adds: the one it stops at."""
    begun = () if done else ground(None)  # who gives vectors, bad ones too, is there
    if "gave a vector of" in problem.message:
        return (*begun, Step("dimension", False, said(problem)))
    if "left out" in problem.message:
        return (*begun, Step("batch", False, said(problem)))
    if done:
        return (Step("query" if done[-1].name == "batch" else "batch", False, said(problem)),)
    return ground(problem) if host else (Step("loads", False, said(problem)),)


def _dimension(vectors: Matrix) -> Step:
    return Step("dimension", True, f"{vectors.shape[1]} numbers")


def _order(there: Matrix, back: Matrix) -> Step:
    """Return whether each text has the same vector from both orders, and each its own."""
    own = bool(np.all(np.sum(there * back, axis=1) >= ALIKE))
    apart = bool(np.all(there @ there.T - 2 * np.eye(len(there)) < ALIKE))
    if own and apart:
        return Step("batch", True, f"{len(there)} texts, each with its own vector")
    words = "texts got each other's vectors" if apart else "different texts got the same vector"
    return Step("batch", False, f"In one request {words}.")


def _query(embedder: Embedder, fits: bool) -> Step:
    """Return what is put before a question, if anything."""
    prompt = ""
    if isinstance(embedder, RemoteEmbedder):
        prompt = query_form(embedder.endpoint.model, "")
    elif isinstance(embedder, SentenceTransformerEmbedder):
        prompt = embedder.query_prompt()
    elif isinstance(embedder, EmbeddedEmbedder):
        prompt = QUERY_PREFIX
    words = f"a question is put after “{' '.join(prompt.split())}”" if prompt else "no prompt"
    return Step("query", fits, words if fits else "A question's vector has another dimension.")
