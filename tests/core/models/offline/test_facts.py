import json
import time
from datetime import datetime
from pathlib import Path

import pytest

from hypermem_core.models.offline.facts import reply, tell
from hypermem_core.types import Conversation, Episode, Turn

SAID = datetime(2024, 5, 15)


def turns(*texts: str, names: tuple[str, ...] = ("Ana", "Ben"), caption: str = "") -> list[Turn]:
    return [
        Turn(f"t{i}", names[i % len(names)], text, SAID, 1, caption) for i, text in enumerate(texts)
    ]


def test_every_informative_turn_of_the_tiny_chat_has_one_fact(tiny: Conversation) -> None:
    found = tell(tiny.turns[:6])
    assert [fact.turn_ids for fact in found] == [["D1:3"], ["D1:4"], ["D1:5"], ["D1:6"]]
    assert found[0].text == "Ana adopted a grey cat named Pixel yesterday (3 May 2024)."
    assert found[0].when == "2024-05-03"


def test_reply_takes_the_blanks_of_the_prompt(tiny: Conversation) -> None:
    episode = Episode("e", "", "", "", ())
    assert reply(episode=episode, turns=tiny.turns[2:3], before=tiny.turns[:2]).facts


def test_a_short_reply_is_told_with_its_question() -> None:
    (question, answer) = tell(turns("How often do you practise?", "Yes, twice a week!"))
    assert answer.context == "Ana: How often does Ben practise?"
    assert answer.text == 'Ben, asked "How often does Ben practise?": Twice a week!'
    assert answer.queries[0] == "How often does Ben practise?"


def test_filler_sentences_are_dropped_and_filler_turns_have_no_fact() -> None:
    (fact,) = tell(turns("Wow, that's great! I sold two bowls.", "Thanks!"))
    assert fact.text == "Ana sold two bowls."


def test_a_picture_is_told() -> None:
    (fact,) = tell(turns("Look!", caption="a photo of a red kite"))
    assert fact.text == "Ana shared a photo of a red kite."


def test_a_long_turn_becomes_two_facts() -> None:
    long = " ".join(
        f"I planted {n} tall trees behind the old mill near our village." for n in range(8)
    )
    assert [fact.turn_ids for fact in tell(turns(long))] == [["t0"], ["t0"]]


def test_chinese_turns_have_facts() -> None:
    (fact,) = tell(turns("我昨天去了医院。", names=("丽丽", "小明")))
    assert (fact.text, fact.when) == ("丽丽昨天（2024年5月14日）去了医院。", "2024-05-14")


@pytest.mark.parametrize(
    "text",
    ["", "😀", "a" * 10_000, "I " * 5_000, '"' * 9_999, "我" * 10_000, "A.B. " * 2_000, "\ud800"],
)
def test_hostile_text_is_survived_quickly(text: str) -> None:
    start = time.perf_counter()
    tell(turns(text, text))
    assert time.perf_counter() - start < 2


def test_the_evidence_of_locomo_is_carried(locomo_path: Path) -> None:
    sample = json.loads(locomo_path.read_text(encoding="utf-8"))[0]
    chat = sample["conversation"]
    lost, gold = 0, 0
    carried: set[str] = set()
    for key in [k for k in chat if k.startswith("session_") and isinstance(chat[k], list)]:
        said = [
            Turn(t["dia_id"], t["speaker"], t["text"], SAID, 1, t.get("blip_caption", ""))
            for t in chat[key]
        ]
        carried |= {turn for fact in tell(said) for turn in fact.turn_ids}
    for question in sample["qa"]:
        if question["category"] != 5:
            gold += len(question["evidence"])
            lost += sum(id not in carried for e in question["evidence"] for id in e.split("; "))
    assert lost <= gold // 100
