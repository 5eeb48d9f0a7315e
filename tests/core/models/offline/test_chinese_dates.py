from datetime import date, datetime

import pytest

from hypermem_core.models.offline.chinese_dates import find
from hypermem_core.models.offline.dates import annotate

SAID = date(2024, 5, 15)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("昨天", "2024-05-14"),
        ("后天", "2024-05-17"),
        ("上周六", "2024-05-11"),
        ("下周一", "2024-05-20"),
        ("下个月", "2024-06"),
        ("去年", "2023"),
        ("去年三月", "2023-03"),
        ("三天前", "2024-05-12"),
        ("两年前", "2022"),
        ("2021年10月2日", "2021-10-02"),
    ],
)
def test_chinese_phrases(text: str, iso: str) -> None:
    assert [when.iso for _, _, when, _ in find(text, SAID)] == [iso]


def test_the_date_is_written_in_chinese() -> None:
    said = datetime(2024, 5, 15)
    assert annotate("昨天下雨了", said)[0] == "昨天（2024年5月14日）下雨了"


def test_an_impossible_month_is_no_date() -> None:
    assert find("13月5日", SAID) == []
