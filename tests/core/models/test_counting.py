from hypermem_core.models import connect
from hypermem_core.models.ask import ask
from hypermem_core.models.counting import CountingEmbedder, CountingRules
from hypermem_core.models.ledger import ledger
from hypermem_core.replies import SummaryReply
from hypermem_core.settings import load


def test_what_would_be_asked_is_counted_and_what_is_kept_is_known(loopback, tiny, tmp_path) -> None:
    settings = load({}, overrides={"models.llm": "m", "models.base_url": loopback.url})
    model = connect(settings, tmp_path / "replies.db").llm
    blanks = {"turns": tiny.turns[:6]}
    with ledger() as calls:
        ask(CountingRules(model), "hypermem/episode_summary", SummaryReply, **blanks)
        assert loopback.asked == []
        ask(model, "hypermem/episode_summary", SummaryReply, **blanks)
        ask(CountingRules(model), "hypermem/episode_summary", SummaryReply, **blanks)
    assert [call.cached for call in calls] == [False, False, True]
    assert len({call.key for call in calls}) == 1
    assert calls[0].prompt_tokens > 300


def test_stand_in_vectors_have_length_one_and_like_texts_lie_near() -> None:
    embedder = CountingEmbedder("e", 64)
    rows = embedder.documents(["a grey cat", "a grey dog", "pottery in Leeds"])
    assert rows.shape == (3, 64)
    assert abs(float(rows[0] @ rows[0]) - 1) < 1e-6
    assert rows[0] @ rows[1] > rows[0] @ rows[2]
    assert (embedder.query("a grey cat") == rows[0]).all()
