import pytest

from hypermem_core.errors import ReplyError
from hypermem_core.models.reading import fitted, parse
from hypermem_core.replies import RolesReply, TopicReply


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        '```json\n{"a": 1}\n```',
        'Sure [as you wish]: {"a": 1} – anything else {?}',
        '<think>{"a": 2}, or…</think>\n{"a": 1}',
    ],
)
def test_the_object_is_found_wherever_it_stands_and_needs_no_repair(text) -> None:
    assert parse(text) == ({"a": 1}, False)


def test_a_broken_object_is_repaired_and_marked() -> None:
    assert parse('{"a": [1, 2,], }') == ({"a": [1, 2]}, True)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("I cannot do that.", "no JSON object"),
        ('{"facts": [{"text": "one"}, {"te', "breaks off"),
        ("<think>and so on and so on", "never left its thinking"),
        ("[" * 100_000, "nested too deeply"),
        ("See: " + '{"a":' * 50_000, "nested too deeply"),
        (f'{{"weight": {"9" * 5000}}}', "thousands of digits"),
        (f'Here: {{"weight": {"9" * 5000}}}', "thousands of digits"),
    ],
)
def test_half_a_reply_is_no_reply(text, problem) -> None:
    with pytest.raises(ReplyError, match=problem) as caught:
        parse(text)
    assert caught.value.replies == (text,)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (r'{"a": "\ud83d!"}', "\ufffd!"),
        (r'{"a": "\uDE00\ud83d"}', "\ufffd\ufffd"),
        (r'{"a": "\ud83d\ude00"}', "\U0001f600"),
        (r'{"a": "C:\\ud83d"}', r"C:\ud83d"),
    ],
)
def test_half_an_emoji_is_replaced_since_no_file_can_hold_it(text, whole) -> None:
    assert parse(text) == ({"a": whole}, False)
    assert parse(f"So: {text}") == ({"a": whole}, False)


def test_a_bare_list_is_wrapped_when_its_place_is_clear() -> None:
    assert fitted([1], RolesReply) == {"roles": [1]}
    assert fitted([1], TopicReply) == {"keywords": [1]}
    assert fitted({"roles": []}, RolesReply) == {"roles": []}
