from datetime import datetime

from hypermem_core.conversations.findings import Findings
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.official.context import context
from hypermem_core.official.messages import Messages
from hypermem_core.types import (
    Conversation,
    Episode,
    Fact,
    RetrievalTrace,
    StageRanking,
    Turn,
)


def test_the_context_is_laid_out_as_the_official_one() -> None:
    turn = Turn("D1:1", "Ana", "Hi", datetime(2024, 5, 4, 10))
    chat = Conversation("c", "", ("Ana", "Ben"), (turn,))
    graph = Hypergraph()
    graph.add_node(Episode("e", "T", "short", "the long story", ("D1:1",)))
    graph.add_node(Fact("f", "Ana has a cat.", when="4 May 2024", where="Leeds"))
    graph.add_node(Fact("g", "Ben bakes."))
    stages = (
        StageRanking("episode", "q", (), (), ("e",)),
        StageRanking("fact", "q", (), (), ("g", "f")),
    )
    trace = RetrievalTrace("hypermem", "q", stages, ())
    found = context(trace, graph, Messages(0, chat, Findings()), chat.speakers)
    assert found == (
        "Episodes memories for conversation between Ana and Ben:\n"
        "## Relevant Memory Cells:\n"
        "[Memory 1] the long story\n  Time: 2024-05-04T10:00:00+08:00\n"
        "## Relevant Facts:\n"
        "[Fact 1] Ben bakes.\n\n"
        "[Fact 2] Ana has a cat.\n  Time: 4 May 2024\n  Location: Leeds"
    )
