import numpy as np
import pytest

from hypermem_core.diagnosis.fused_by_method import fused_by_method
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.retrieval.index import index_of
from hypermem_core.settings import Settings
from hypermem_core.types import Conversation, HingePlan


def test_hingemem_adds_three_parts_and_writes_them_out(tiny: Conversation, models: Models) -> None:
    method = create("hingemem", Settings(), models)
    memory = method.build(tiny)
    trace = method.retrieve(memory, "What did Ben make?")
    assert isinstance(trace.detail, HingePlan)
    best, stage = trace.detail.scores[0], trace.stages[1]
    vector = models.embedder.query(trace.query)
    index = index_of(memory)
    found = fused_by_method("hingemem", trace, stage, best.node_id, index, vector, Settings())
    assert found is not None and found.kind == "sum"
    assert found.total == pytest.approx(best.similarity + best.salience + best.topic)
    assert found.written == (
        f"{best.similarity:.4f} + {best.salience:.4f} + {best.topic:.4f} = {best.score:.5f}"
    )
    stranger = fused_by_method("hingemem", trace, stage, "segment-999", index, vector, Settings())
    assert stranger is None


def test_a_stage_with_one_list_fuses_nothing(tiny: Conversation, models: Models) -> None:
    method = create("hgmem", Settings(), models)
    memory = method.build(tiny)
    trace = method.retrieve(memory, "What did Ben make?")
    entity = trace.stages[0]
    vector = np.asarray(models.embedder.query(trace.query))
    args = (entity, entity.candidates[0], index_of(memory), vector, Settings())
    assert fused_by_method("hgmem", trace, *args) is None
