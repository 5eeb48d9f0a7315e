"""The steps to a reranker: does it score, and does it tell an answer from something else?"""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from hypermem_core.errors import HyperMemError, ModelError
from hypermem_core.models import LLM, Reranker
from hypermem_core.models.choose import reranker_for
from hypermem_core.models.offline import OfflineRules
from hypermem_core.models.probe.steps import (
    Probe,
    Step,
    advice,
    ground,
    once,
    said,
    unmade,
)
from hypermem_core.models.profile import profile
from hypermem_core.models.qwen_reranker import QwenReranker
from hypermem_core.models.rerank_endpoint import RerankEndpoint
from hypermem_core.settings import ModelSettings, Settings, session_keys

QUESTION = "Which tournament did Mara win in Lisbon?"
TEXTS = ("The bakery on the corner sells rye bread.", "Mara won the chess tournament in Lisbon.")
OTHER = "Look at the server's log, or choose another reranker."
BACKWARDS = "It ranks the wrong text first: check that this model is a reranker, or choose another."
SCORES = {QwenReranker: "log-probabilities of yes and no", RerankEndpoint: "an index and a score"}


def probe_reranker(settings: Settings, keys: Mapping[str, str] | None = None) -> Probe:
    """Score two texts, of which the second answers the question; keep nothing."""
    models = once(settings.models)
    name = models.reranker
    try:
        with session_keys(keys or {}):
            llm, host = _chat(models)
            reranker = reranker_for(models, llm)
    except HyperMemError as error:
        return unmade(name, error)
    if reranker is None:
        return Probe(name, "", (Step("scores", True, "no reranker: the fused order stays"),))
    if isinstance(reranker, QwenReranker | RerankEndpoint):
        host = reranker.endpoint.host
    started = perf_counter()
    try:
        scores = reranker.score(QUESTION, TEXTS)
    except HyperMemError as error:
        return Probe(name, host, _failing(host, error), advice(error, OTHER))
    except (RuntimeError, ValueError, TypeError, OSError) as error:  # of a foreign local model
        fault = ModelError(f"{name} fails when it is used ({type(error).__name__}).", OTHER)
        return Probe(name, host, _failing(host, fault), OTHER)
    return _found(reranker, name, host, scores, perf_counter() - started)


def _chat(models: ModelSettings) -> tuple[LLM, str]:
    """Return the chat model that reranks and where it is; rules where none is needed."""
    from hypermem_core.models.chat import ChatModel

    found = profile(models, "extraction") if models.reranker == "llm" else None
    if found is None:
        return OfflineRules(), ""
    model = ChatModel.at(found)
    return model, model.transport.host


def _failing(host: str, problem: HyperMemError) -> tuple[Step, ...]:
    """Return the steps of a failure: an endpoint that answered, but not with scores, is there."""
    if not host:
        return (Step("loads", False, said(problem)),)
    if any(words in problem.message for words in ("gave yes or no", "scored", "no usable reply")):
        return (*ground(None), Step("scores", False, said(problem)))
    return ground(problem)


def _found(reranker: Reranker, name: str, host: str, scores: list[float], seconds: float) -> Probe:
    begun = ground(None) if host else (Step("loads", True),)
    kind = SCORES.get(type(reranker), "a score a text")
    right = scores[1] > scores[0]
    told = f"{scores[1]:.2f} for the answer, {scores[0]:.2f} for another text"
    took = f"{seconds:.1f} s for {len(TEXTS)} texts{'' if host else ', loading included'}"
    steps = (
        *begun,
        Step("scores", True, kind),
        Step("sense", right, told),
        Step("seconds", True, took),
    )
    return Probe(name, host, steps, "" if right else BACKWARDS)
