"""A chat model over real HTTP on loopback: replies, misfits, refusals and the kept replies."""

import json
from dataclasses import replace

import pytest
from werkzeug import Request, Response

from hypermem_core.errors import ModelError, ReplyError
from hypermem_core.models import Models, connect
from hypermem_core.models.ask import ask
from hypermem_core.models.chat import ChatModel, parse
from hypermem_core.replies import SummaryReply
from hypermem_core.settings import ModelSettings, Settings
from hypermem_core.types import Turn

KEY = "sk-very-secret-0123456789"
PROMPT, BLANKS = "hypermem/episode_summary", {"turns": (Turn("D1:1", "Ana", "Hi"),)}
GOOD = json.dumps({"title": "t", "summary": "s", "text": "x", "keywords": ["k"]})
WANTED = SummaryReply("t", "s", "x", ["k"])


def said(content, finish="stop"):
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": content},
    }
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [choice],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
    }


@pytest.fixture
def serve(httpserver, monkeypatch):
    """Answer with these (status, body) in turn, the last for ever; return model and requests."""
    monkeypatch.setenv("MY_KEY", KEY)

    def start(*answers, replies=None, retries=0):
        seen = []

        def handle(request: Request) -> Response:
            seen.append((request.get_json(), request.headers.get("Authorization")))
            status, body = answers[min(len(seen), len(answers)) - 1]
            return Response(json.dumps(body), status, content_type="application/json")

        httpserver.expect_request("/v1/chat/completions", method="POST").respond_with_handler(
            handle
        )
        settings = ModelSettings(llm="m", base_url=httpserver.url_for("/v1"), api_key_env="MY_KEY")
        return ChatModel.from_settings(settings, replies, retries), seen

    return start


def test_a_good_reply_has_its_shape_and_is_counted(serve):
    model, seen = serve((200, said(GOOD)))
    assert model.reply(PROMPT, SummaryReply, BLANKS) == WANTED
    body, authorization = seen[0]
    assert body["response_format"] == {"type": "json_object"}
    assert "D1:1 | no time | Ana: Hi" in body["messages"][0]["content"]
    assert authorization == f"Bearer {KEY}"
    assert (model.usage.calls, model.usage.prompt_tokens, model.usage.completion_tokens) == (
        1,
        7,
        3,
    )
    assert model.meter.repaired == 0


def test_a_fenced_reply_is_read_and_a_broken_one_marked_as_repaired(serve):
    model, _ = serve((200, said(f"```json\n{GOOD}\n```")), (200, said(GOOD.replace('"]', '",]'))))
    assert model.reply(PROMPT, SummaryReply, BLANKS) == WANTED
    assert model.meter.repaired == 0
    assert model.reply(PROMPT, SummaryReply, BLANKS) == WANTED
    assert model.meter.repaired == 1


def test_a_misfit_is_asked_again_with_the_validators_words(serve):
    model, seen = serve((200, said('{"title": "t"}')), (200, said(GOOD)))
    assert ask(model, PROMPT, SummaryReply, **BLANKS) == WANTED
    first, second = (body["messages"][0]["content"] for body, _ in seen)
    assert "could not be used" not in first
    assert "could not be used: Reply: field summary: Field required." in second


def test_three_misfits_are_a_reply_error_that_holds_them(serve):
    model, seen = serve((200, said("no")))
    with pytest.raises(ReplyError, match="no usable reply") as caught:
        ask(model, PROMPT, SummaryReply, **BLANKS)
    assert (caught.value.replies, len(seen)) == (("no", "no", "no"), 3)


def test_a_reply_cut_by_the_length_limit_is_no_result_even_if_it_fits(serve):
    model, _ = serve((200, said(GOOD, finish="length")))
    with pytest.raises(ReplyError, match="cut at the length limit"):
        model.reply(PROMPT, SummaryReply, BLANKS)


@pytest.mark.parametrize(
    ("status", "hint"), [(401, "MY_KEY"), (402, "credit"), (403, "MY_KEY"), (404, "name")]
)
def test_a_refusal_is_not_asked_again_and_never_shows_the_key(serve, status, hint):
    model, seen = serve((status, {"error": {"message": f"Incorrect API key provided: {KEY}"}}))
    with pytest.raises(ModelError, match=str(status)) as caught:
        ask(model, PROMPT, SummaryReply, **BLANKS)
    assert hint in caught.value.hint
    assert len(seen) == 1
    assert KEY not in str(caught.value) + repr(model)
    assert caught.value.__suppress_context__


def test_a_busy_endpoint_is_tried_again_a_bounded_number_of_times(serve):
    model, seen = serve((503, {}), (200, said(GOOD)), retries=1)
    assert model.reply(PROMPT, SummaryReply, BLANKS) == WANTED
    assert len(seen) == 2


def test_an_endpoint_that_stays_busy_is_a_model_error(serve):
    tired, seen = serve((429, {}))
    with pytest.raises(ModelError, match="429"):
        tired.reply(PROMPT, SummaryReply, BLANKS)
    assert len(seen) == 1


def test_an_endpoint_without_json_mode_is_asked_plainly_from_then_on(serve):
    model, seen = serve((400, {"error": {"message": "response_format"}}), (200, said(GOOD)))
    assert model.reply(PROMPT, SummaryReply, BLANKS) == WANTED
    assert model.reply(PROMPT, SummaryReply, BLANKS) == WANTED
    assert ["response_format" in body for body, _ in seen] == [True, False, False]


def test_a_prompt_too_long_for_the_model_is_one_failed_reply_not_the_end(serve):
    model, _ = serve((400, {"error": {"message": "x", "code": "context_length_exceeded"}}))
    with pytest.raises(ReplyError, match="longer than the model can read"):
        model.reply(PROMPT, SummaryReply, BLANKS)


def test_a_kept_reply_makes_no_request(serve, tmp_path):
    model, seen = serve((200, said(GOOD)), replies=tmp_path / "replies.db")
    first = model.reply(PROMPT, SummaryReply, BLANKS)
    assert model.reply(PROMPT, SummaryReply, BLANKS) == first
    assert (len(seen), model.usage.calls) == (1, 1)
    model.reply(PROMPT, SummaryReply, BLANKS, attempt=1)
    assert len(seen) == 2


def test_a_reply_that_does_not_fit_is_not_kept(serve, tmp_path):
    model, seen = serve((200, said("{}")), (200, said(GOOD)), replies=tmp_path / "replies.db")
    with pytest.raises(ReplyError):
        model.reply(PROMPT, SummaryReply, BLANKS)
    assert model.reply(PROMPT, SummaryReply, BLANKS) == WANTED
    assert len(seen) == 2


def test_no_key_is_told_before_anything_is_sent():
    with pytest.raises(ModelError, match="Set NO_SUCH_KEY"):
        ChatModel.from_settings(ModelSettings(llm="m", api_key_env="NO_SUCH_KEY"))


def test_an_endpoint_that_is_not_there_is_a_model_error():
    settings = ModelSettings(llm="m", base_url="http://127.0.0.1:9/v1", api_key_env="NO_SUCH_KEY")
    with pytest.raises(ModelError, match="127.0.0.1 cannot be reached"):
        ChatModel.from_settings(settings, retries=0).reply(PROMPT, SummaryReply, BLANKS)


def test_connect_takes_the_chat_model_the_settings_name():
    chosen = ModelSettings(llm="m", base_url="http://127.0.0.1:9/v1")
    models = connect(replace(Settings(), models=chosen))
    assert isinstance(models, Models)
    assert models.llm.name == "m"


def test_text_without_an_object_is_no_reply():
    assert parse('Sure: {"a": 1}') == ({"a": 1}, True)
    with pytest.raises(ReplyError, match="no JSON object"):
        parse("I cannot do that.")
