"""The words of a Chinese sentence that answer."""

from hypermem_core.models.offline.answering.chinese import phrase, stated
from hypermem_core.models.offline.answering.kinds import asked
from hypermem_core.models.offline.answering.support import supports
from hypermem_core.types import Evidence


def test_a_place_or_the_best_clause() -> None:
    assert phrase(asked("周航在哪里写代码？"), "周航在杭州写代码。").startswith("杭州")
    assert phrase(asked("林悦养了什么？"), "林悦养了一只猫。") == "林悦养了一只猫"
    long = "林悦昨天和朋友一起去山里走了很久很久才回到城里的家，她养了一只柯基，天气很好。"
    assert phrase(asked("她养了什么狗？"), long) == "她养了一只柯基"


def given(question: str, told: str) -> str | None:
    wanted = asked(question)
    item = Evidence("fact-0001", "fact", told, ("D1:1",), 1.0, 10)
    found = stated(wanted, supports(wanted, [item]))
    return found[0] if found else None


def test_a_colour_or_an_amount_is_given_alone() -> None:
    assert given("船是什么颜色的？", "船是天蓝色的，很旧。") == "天蓝色"
    assert given("桨花了多少钱？", "桨花了六百八十元。") == "六百八十元"
    assert given("她买了几只桨？", "她买了两只桨。") == "两只"
    assert given("她喜欢什么？", "她买了两只桨。") is None
