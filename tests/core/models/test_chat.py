"""A chat model over real HTTP on loopback: replies, misfits, refusals and the kept replies."""

import json
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from hypermem_core.errors import ModelError, Paused, ReplyError, Unanswered
from hypermem_core.models import Models, connect
from hypermem_core.models.ask import ask
from hypermem_core.models.chat import ChatModel
from hypermem_core.models.ledger import ledger
from hypermem_core.models.records import record_of
from hypermem_core.replies import SummaryReply
from hypermem_core.settings import ModelSettings, Settings
from hypermem_core.types import Turn
from tests.servers.loopback import chat, error

KEY = "sk-very-secret-0123456789"
PROMPT, BLANKS = "hypermem/episode_summary", {"turns": (Turn("D1:1", "Ana", "Hi"),)}
GOOD = json.dumps({"title": "t", "summary": "s", "text": "x", "keywords": ["k"]})
WANTED = SummaryReply("t", "s", "x", ["k"])


@pytest.fixture
def serve(loopback, monkeypatch):
    """Answer with these in turn, the last for ever; return the model and the requests."""
    monkeypatch.setenv("MY_KEY", KEY)

    def start(*answers, replies=None, tries=1):
        loopback.clear()
        loopback.answer = lambda asked: answers[min(asked.number, len(answers) - 1)]
        settings = ModelSettings(
            llm="m",
            base_url=loopback.url,
            api_key_env="MY_KEY",
            tries=tries,
            backoff_seconds=0.001,
        )
        return ChatModel.from_settings(settings, replies), loopback.asked

    return start


def test_a_good_reply_has_its_shape_and_is_counted(serve):
    model, seen = serve(chat(GOOD, prompt="one two three"))
    with ledger() as calls:
        assert model.reply(PROMPT, SummaryReply, BLANKS) == WANTED
    assert seen[0].body["response_format"]["json_schema"]["name"] == "SummaryReply"
    assert "D1:1 | no time | Ana: Hi" in seen[0].prompt
    assert seen[0].headers["Authorization"] == f"Bearer {KEY}"
    (call,) = calls
    assert (call.prompt_tokens, call.cached, call.repaired, call.cost) == (3, False, False, 0.0)


def test_a_broken_reply_is_marked_as_repaired(serve):
    model, _ = serve(chat(GOOD.replace('"]', '",]')))
    with ledger() as calls:
        assert model.reply(PROMPT, SummaryReply, BLANKS) == WANTED
    assert calls[0].repaired


def test_a_misfit_is_asked_again_with_the_validators_words(serve):
    model, seen = serve(chat('{"title": "t"}'), chat(GOOD))
    assert ask(model, PROMPT, SummaryReply, **BLANKS) == WANTED
    assert "could not be used" not in seen[0].prompt
    assert "could not be used: Reply: field summary: Field required." in seen[1].prompt


def test_three_misfits_are_a_reply_error_that_holds_them_and_may_be_asked_again(serve):
    model, seen = serve(chat("no"))
    for times in (1, 2):
        with pytest.raises(ReplyError, match="no usable reply") as caught:
            ask(model, PROMPT, SummaryReply, **BLANKS)
        assert (caught.value.replies, len(seen)) == (("no", "no", "no"), 3 * times)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (chat(GOOD, "length"), "cut at the length limit"),
        (chat(None), "was empty"),
        (chat(None, refusal="I cannot."), "refused"),
        (chat(GOOD, "content_filter"), "refused"),
    ],
)
def test_what_is_cut_empty_or_refused_is_no_result_even_if_it_fits(serve, answer, words):
    model, _ = serve(answer)
    with pytest.raises(ReplyError, match=words):
        model.reply(PROMPT, SummaryReply, BLANKS)


def test_a_refused_key_stops_the_run_and_is_never_shown(serve, results):
    words = error(401, f"Incorrect API key provided: {KEY}")
    model, seen = serve(words, replies=results / "replies.db")
    with pytest.raises(Paused, match="does not accept the key") as caught:
        ask(model, PROMPT, SummaryReply, **BLANKS)
    assert "MY_KEY" in caught.value.hint
    assert len(seen) == 1
    told = "".join(traceback.format_exception(caught.value))
    assert KEY not in told + repr(model)
    assert not [p for p in results.rglob("*") if p.is_file() and KEY.encode() in p.read_bytes()]


def test_an_endpoint_is_asked_in_the_form_it_understands_from_then_on(serve):
    model, seen = serve(
        error(400, "response_format json_schema"), error(400, "response_format"), chat(GOOD)
    )
    model.reply(PROMPT, SummaryReply, BLANKS)
    model.reply(PROMPT, SummaryReply, BLANKS, 1)
    kinds = [asked.body.get("response_format", {}).get("type") for asked in seen]
    assert kinds == ["json_schema", "json_object", None, None]


def test_a_refusal_after_that_costs_its_item_only(serve):
    model, _ = serve(chat(GOOD), error(400, "strange content"))
    model.reply(PROMPT, SummaryReply, BLANKS)
    with pytest.raises(Unanswered, match="strange content"):
        model.reply(PROMPT, SummaryReply, BLANKS, 1)


def test_a_kept_reply_makes_no_request_and_costs_what_it_cost(serve, tmp_path):
    model, seen = serve(chat(GOOD, prompt="a b"), replies=tmp_path / "replies.db")
    with ledger() as calls:
        first = model.reply(PROMPT, SummaryReply, BLANKS)
        assert model.reply(PROMPT, SummaryReply, BLANKS) == first
    assert [call.cached for call in calls] == [False, True]
    assert replace(calls[1], cached=False) == calls[0]
    assert len(seen) == 1
    model.reply(PROMPT, SummaryReply, BLANKS, 1)
    assert len(seen) == 2
    kept = record_of(tmp_path / "replies.db", calls[0].key)
    assert (kept.text, kept.words, kept.mode) == (GOOD, seen[0].prompt, "schema")


def test_a_chain_that_ended_well_is_walked_again_without_a_request(serve, tmp_path):
    model, seen = serve(chat("{}"), chat(GOOD), replies=tmp_path / "replies.db")
    assert ask(model, PROMPT, SummaryReply, **BLANKS) == WANTED
    assert ask(model, PROMPT, SummaryReply, **BLANKS) == WANTED
    assert len(seen) == 2


def test_equal_asks_at_the_same_time_share_one_call(serve, loopback):
    model, seen = serve(chat(GOOD))
    loopback.latency = 0.1
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: model.reply(PROMPT, SummaryReply, BLANKS), range(8)))
    assert found == [WANTED] * 8
    assert len(seen) == 1


def test_no_key_is_told_before_anything_is_sent():
    with pytest.raises(ModelError, match="Set NO_SUCH_KEY"):
        ChatModel.from_settings(ModelSettings(llm="m", api_key_env="NO_SUCH_KEY"))


def test_an_endpoint_that_is_not_there_stops_the_run():
    settings = ModelSettings(llm="m", base_url="http://127.0.0.1:9/v1", tries=1)
    with pytest.raises(Paused, match="127.0.0.1 cannot be reached"):
        ChatModel.from_settings(settings).reply(PROMPT, SummaryReply, BLANKS)


def test_a_key_given_for_the_session_is_used_and_not_kept(serve, loopback):
    serve(chat(GOOD))
    chosen = ModelSettings(llm="m", base_url=loopback.url, api_key_env="TYPED")
    models = connect(replace(Settings(), models=chosen), keys={"TYPED": "typed-key"})
    models.llm.reply(PROMPT, SummaryReply, BLANKS)
    assert loopback.asked[0].headers["Authorization"] == "Bearer typed-key"
    assert "typed-key" not in repr(models)


def test_connect_takes_the_chat_model_the_settings_name():
    chosen = ModelSettings(llm="m", base_url="http://127.0.0.1:9/v1", judge_llm="j")
    models = connect(replace(Settings(), models=chosen))
    assert isinstance(models, Models)
    assert (models.llm.name, models.answerer.name, models.judging.name) == ("m", "m", "j")
