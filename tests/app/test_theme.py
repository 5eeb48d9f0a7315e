import re
from pathlib import Path

from app import theme

ROOT = Path(__file__).resolve().parents[2]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_of_black_on_white_is_21() -> None:
    assert round(contrast("#000000", "#FFFFFF"), 3) == 21


def test_the_four_levels_have_four_colours() -> None:
    assert len({theme.level(kind) for kind in ("topic", "episode", "fact", "turn")}) == 4


def test_level_colours_are_seen_on_the_light_and_the_dark_page() -> None:
    for colour in theme.LEVELS.values():
        assert contrast(colour, "#FFFFFF") > 2
        assert contrast(colour, "#12161C") > 3


def test_text_of_both_themes_is_readable() -> None:
    import tomllib

    themes = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["theme"]
    for name in ("light", "dark"):
        one = themes[name]
        assert contrast(one["textColor"], one["backgroundColor"]) > 7
        assert contrast(one["textColor"], one["secondaryBackgroundColor"]) > 7
        assert contrast(one["linkColor"], one["backgroundColor"]) > 4.5


def test_every_state_has_a_mark_of_its_own() -> None:
    marks = [theme.GOLD, theme.LOST, theme.CORRECT, theme.WRONG, theme.UNSCORED]
    assert len(set(marks)) == 5


def test_the_style_uses_only_named_colours() -> None:
    assert not re.search(r"#[0-9A-Fa-f]{3,6}\b", theme.RULES)
    for name in re.findall(r"var\((--hm-\w+)\)", theme.RULES):
        assert f"{name}:" in theme.style()


def test_charts_are_see_through() -> None:
    assert theme.template().layout.paper_bgcolor == theme.CLEAR
