from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from hypermem_core.errors import ModelError, ReplyError
from hypermem_core.models.llm_reranker import LLMReranker
from hypermem_core.models.offline import OfflineRules
from hypermem_core.replies import RerankItem, RerankReply


@dataclass
class Written:
    """Replies as the test says."""

    scores: list[RerankItem]
    name: str = "written"
    shown: list[dict[str, str]] = field(default_factory=list)

    def reply(self, prompt: str, shape: Any, blanks: Mapping[str, Any], attempt: int = 0) -> Any:
        self.shown.append(blanks["passages"])
        return RerankReply(self.scores)


@dataclass
class Silent:
    """Never replies in shape."""

    name: str = "silent"

    def reply(self, prompt: str, shape: Any, blanks: Mapping[str, Any], attempt: int = 0) -> Any:
        raise ReplyError("Reply.scores: Field required.")


def test_scores_go_by_local_id_are_clamped_and_strangers_ignored() -> None:
    items = [
        RerankItem("[Passage_2]", 14.0),
        RerankItem("passage 1", 3.5),
        RerankItem("passage 9", 10.0),
        RerankItem("passage 3", float("nan")),
        RerankItem("passage 1", 9.0),
    ]
    assert LLMReranker(Written(items)).score("q", ["a", "b", "c"]) == [3.5, 10.0, -1.0]


def test_twenty_passages_are_shown_at_a_time() -> None:
    llm = Written([RerankItem("passage 1", 5.0)])
    scores = LLMReranker(llm, workers=1).score("q", [f"text {n}" for n in range(45)])
    assert [len(shown) for shown in llm.shown] == [20, 20, 5]
    assert [at for at, score in enumerate(scores) if score == 5.0] == [0, 20, 40]


def test_a_model_without_usable_replies_is_a_model_error() -> None:
    with pytest.raises(ModelError, match="no usable reply"):
        LLMReranker(Silent()).score("q", ["a"])
    with pytest.raises(ModelError, match="scored none of 1"):
        LLMReranker(Written([])).score("q", ["a"])


def test_offline_it_goes_by_shared_words() -> None:
    reranker = LLMReranker(OfflineRules())
    texts = ["Ben bakes bread.", "Ana adopted a cat named Pixel."]
    scores = reranker.score("Which cat did Ana adopt?", texts)
    assert scores[1] > scores[0] == 0.0
    assert reranker.name == "offline rules as reranker"
