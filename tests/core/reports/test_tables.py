import csv
import io
import json

import pytest

from hypermem_core.reports.tables import safe_cell, to_csv, to_json


@pytest.mark.parametrize("sign", list("=+-@＝＋－＠﹢﹣﹦﹫\N{MINUS SIGN}"))
@pytest.mark.parametrize(
    "before",
    ["", "  ", "\t", "\r", "\n", "\xa0", "\u3000", "\u200b", "\ufeff", "\u202e", "\x00 \v"],
)
def test_what_a_spreadsheet_would_run_is_made_text(before: str, sign: str) -> None:
    text = f"{before}{sign}1+cmd"
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("value", [-1, -0.5, "plain", "a = b", "", "–", "\u200bword", None, True])
def test_everything_else_stays_as_it_is(value: object) -> None:
    assert safe_cell(value) == value


def test_csv_has_every_column_and_survives_commas_quotes_and_lines() -> None:
    rows = [{"q": 'He said "no", twice\nthen left', "n": 1}, {"n": 2, "ids": ("a", "b")}]
    read = list(csv.reader(io.StringIO(to_csv(rows))))
    assert read[0] == ["q", "n", "ids"]
    assert read[1] == ['He said "no", twice\nthen left', "1", ""]
    assert read[2] == ["", "2", '["a", "b"]']


def test_json_keeps_text_unchanged() -> None:
    assert json.loads(to_json([{"q": "=1+1", "城": "里斯本"}])) == [{"q": "=1+1", "城": "里斯本"}]
