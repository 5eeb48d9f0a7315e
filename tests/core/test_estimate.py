from hypermem_core.estimate import (
    Estimate,
    dry_memory,
    estimate_build,
    estimate_evaluation,
    total,
)
from hypermem_core.evaluation.run import evaluate
from hypermem_core.methods import create
from hypermem_core.models import connect
from hypermem_core.settings import load


def test_an_estimate_says_what_the_run_then_takes(loopback, tiny, tmp_path) -> None:
    knobs = {"models.llm": "m", "models.base_url": loopback.url, "judge.votes": 3}
    settings = load({}, overrides=knobs)
    models = connect(settings, tmp_path / "replies.db")
    before = estimate_build(tiny, "hypermem", settings, models)
    assert loopback.asked == []
    assert (before.kept, before.cost) == (0, 0.0)
    method = create("hypermem", settings, models)
    memory = method.build(tiny)
    assert abs(before.calls - loopback.count()) <= 2
    after = estimate_build(tiny, "hypermem", settings, models)
    assert after.kept >= after.calls - 4
    loopback.clear()
    about = estimate_evaluation([tiny], {"tiny": memory}, "hypermem", settings, models)
    assert loopback.asked == []
    evaluate([tiny], method, lambda c: memory, models, settings, tmp_path / "run")
    assert abs(about.calls - loopback.count()) <= 3
    assert about.prompt_tokens > 100 * about.calls


def test_an_estimate_asks_neither_a_paid_embedder_nor_a_reranker(loopback, tiny, tmp_path) -> None:
    knobs = {
        "models.llm": "m",
        "models.base_url": loopback.url,
        "models.embedder": "api:e",
        "models.reranker": "llm",
        "retrieval.rerank_facts": True,
    }
    settings = load({}, overrides=knobs)
    models = connect(settings, tmp_path / "replies.db")
    build = estimate_build(tiny, "hypermem", settings, models)
    memory = dry_memory(tiny, "hypermem", settings, models)
    asked = estimate_evaluation([tiny], {"tiny": memory}, "hypermem", settings, models)
    assert loopback.asked == []
    assert "shared/rerank" in {name for name, _, _ in asked.by_prompt}
    both = total([build, asked])
    assert both.calls == build.calls + asked.calls
    assert total([both, Estimate(1, cost=None)]).cost is None
