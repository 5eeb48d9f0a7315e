import json
import re
from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from app import theme
from app.components.export import file_name, plain
from app.figures.canvas import chart_config
from hypermem_core.reports.tables import to_csv

ROOT = Path(__file__).resolve().parents[3]


def test_a_frame_becomes_plain_rows_without_nan_or_nameless_columns() -> None:
    frame = pd.DataFrame({"": ["✓", "✗"], "F1": [0.5, float("nan")], "n": [1, 2]})
    rows = plain(frame)
    assert rows == [{"mark": "✓", "F1": 0.5, "n": 1}, {"mark": "✗", "F1": None, "n": 2}]
    assert json.loads(json.dumps(rows)) == rows  # no numpy scalars


def test_a_formula_in_a_frame_is_text_in_the_csv() -> None:
    assert to_csv(plain(pd.DataFrame({"answer": ["=1+1", "no"]}))) == "answer\n'=1+1\nno\n"


@pytest.mark.parametrize(
    ("name", "kind", "safe"),
    [
        ("questions of flat-1", "csv", "questions-of-flat-1.csv"),
        ("../../etc/passwd", "json", "etc-passwd.json"),
        ("<img onerror>", "csv", "img-onerror.csv"),
        ("年糕", "csv", "table.csv"),
    ],
)
def test_a_file_is_named_safely(name: str, kind: str, safe: str) -> None:
    assert file_name(name, kind) == safe


def page() -> None:
    from app.components.export import export

    export([{"a": 1}], "one table")
    export([{"a": 1}], "one table", key="another")


def test_every_table_has_both_downloads() -> None:
    at = AppTest.from_function(page).run()
    assert not at.exception
    labels = [item.proto.label for item in at.get("download_button")]
    assert labels == ["CSV", "JSON", "CSV", "JSON"]


def hostile() -> None:
    from app.components.export import export

    export([{"a": 1}], "of ![x](http://x.example/) <b>")


def test_a_name_from_a_file_is_text_in_the_tooltip() -> None:
    at = AppTest.from_function(hostile).run()
    tip = at.get("download_button")[0].proto.help
    assert "\\!\\[x\\]" in tip and "\\<b\\>" in tip


def test_charts_offer_one_button_which_saves_them_as_svg() -> None:
    config = chart_config("scores")
    assert config["modeBarButtons"] == [["toImage"]]
    assert config["toImageButtonOptions"] == {"format": "svg", "filename": "hypermem-scores"}


@pytest.mark.parametrize("path", sorted((ROOT / "app").rglob("*.py")), ids=lambda path: path.stem)
def test_every_table_has_its_safe_download(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tables = len(re.findall(r"\bst\.(?:dataframe|data_editor|table)\(", text))
    assert len(re.findall(r"(?<!def )\bexport\(", text)) >= tables


def test_the_tables_own_unsafe_download_is_hidden() -> None:
    assert ':has(button[aria-label^="Download as CSV"]) {display: none;}' in theme.style()
