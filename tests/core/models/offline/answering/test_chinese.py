"""The words of a Chinese sentence that answer."""

from hypermem_core.models.offline.answering.chinese import phrase
from hypermem_core.models.offline.answering.kinds import asked


def test_a_place_or_the_best_clause() -> None:
    assert phrase(asked("周航在哪里写代码？"), "周航在杭州写代码。").startswith("杭州")
    assert phrase(asked("林悦养了什么？"), "林悦养了一只猫。") == "林悦养了一只猫"
    long = "林悦昨天和朋友一起去山里走了很久很久才回到城里的家，她养了一只柯基，天气很好。"
    assert phrase(asked("她养了什么狗？"), long) == "她养了一只柯基"
