"""A conversation, and a chat model, in which every text is an attack on the page that shows it."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.servers import twins
from tests.servers.loopback import Asked, Said, chat, healthy

FIRE = "window.__canary=1"
SCRIPT = f"<script>{FIRE}</script>"
IMAGE = f'"><img src=x onerror="{FIRE}">'
LONG = "w" * 10_000
ATTACKS = (
    SCRIPT,
    IMAGE,
    "**boldword** _emword_ [linkword](https://evil.example/a) `codeword` ~~strikeword~~",
    "$latexword^2$ $$\\frac{latexword}{2}$$",
    "\u202eesrever\u202c \u200fright\u200f \u2067isolated\u2069",
    LONG,
    "😀 👩‍👩‍👧 🏴‍☠️",  # noqa: RUF001 - as people type them
    ":material/skull: :red[crimsonword] :blue-badge[badgeword] :tada: :small[smallword]",
    f'<svg onload="{FIRE}"></svg><a href="javascript:{FIRE}">x</a></div></td></table>',
    "\n# headword\n\n> quoteword\n\n- listword\n",
    f"${{{FIRE}}} {{{{7*7}}}} &lt;b&gt; <!-- comment --> <style>*{{display:none}}</style>",
)
SHORT = " ".join(text for text in ATTACKS if text != LONG and "\n" not in text)
FILE = f"<img src=x onerror={FIRE}> **boldword** :red[crimsonword] $latexword$.json"
ANA = f"Ana {IMAGE}"
BEN = "Ben :red[crimsonword] **boldword** $latexword$ :material/skull:"
LINES = (
    "I adopted a grey cat named Pixel yesterday.",
    "How old is Pixel, and does she like fish?",
    "Pixel is two years old and hides under the sofa.",
    "I started a pottery class in Leeds last Saturday.",
    "My sister Clara visited Porto with her boss in March.",
    "I bought a red bicycle for 200 dollars on Monday.",
    "I made a blue bowl in the pottery class and gave it to Clara.",
    "I joined a chess club and won two games there last week.",
    "Pixel knocked over my only vase two days ago.",
    "I want to run the marathon in Lisbon next October.",
    "I am reading a book about whales by Philip Hoare.",
)
ASKED = (
    (2, "When did Ana adopt the cat Pixel?", "6 May 2024", ["D1:1"]),
    (4, "What did Ben make in the pottery class?", "a blue bowl", ["D1:7", "D2:6"]),
    (1, "How many games of chess did Ben win?", "two", ["D1:8", "D2:7", "D3:6"]),
    (3, "Would Ana like a book about whales?", "yes", ["D1:11", "D9:99"]),
    (5, "What did Clara win in Porto?", "nothing", ["D1:5"]),
    (4, "Who knocked over the vase?", "Pixel", ["D1:9"]),
)


def conversation() -> dict[str, Any]:
    """Return three sessions of eleven turns in LoCoMo's shape, every field an attack."""
    talk: dict[str, Any] = {"speaker_a": ANA, "speaker_b": BEN}
    attacks = cycle(ATTACKS)
    for session in (1, 2, 3):
        talk[f"session_{session}_date_time"] = f"10:00 am on {session * 7} May, 2024"
        turns = [
            {
                "speaker": (ANA, BEN)[n % 2],
                "dia_id": f"D{session}:{n + 1}",
                "text": f"{LINES[(n + session - 1) % len(LINES)]} {next(attacks)}",
            }
            for n in range(len(LINES))
        ]
        turns[1] |= {"blip_caption": SHORT, "query": SHORT, "img_url": ["javascript:0//" + IMAGE]}
        talk[f"session_{session}"] = turns
    qa = [
        {
            "question": f"{words} {attack}",
            "answer": f"{gold} {attack}",
            "evidence": evidence,
            "category": category,
            "adversarial_answer": f"{gold} {attack}",
        }
        for (category, words, gold, evidence), attack in zip(
            ASKED, (SHORT, *ATTACKS[:2], LONG, *ATTACKS[7:9]), strict=True
        )
    ]
    return {"sample_id": f"hostile {IMAGE} :red[crimsonword]", "conversation": talk, "qa": qa}


def write(folder: Path) -> Path:
    """Write the conversation under a file name that is an attack too."""
    path = folder / FILE.replace("/", "")
    path.write_text(json.dumps([conversation()]), encoding="utf-8")
    return path


KEPT = {"id", "local_id", "turn_ids", "role", "label", "mode", "type", "points", "point", "weight"}
KEPT |= {"evidence", "matches", "members", "when", "fields", "field", "topic_id", "cut_after"}


def poisoned(value: Any, attacks: Any, name: str = "") -> Any:
    """Return a reply with an attack added to every text that is no id or one of a few words."""
    if isinstance(value, dict):
        return {k: v if k in KEPT else poisoned(v, attacks, k) for k, v in value.items()}
    if isinstance(value, list):
        return [poisoned(one, attacks, name) for one in value]
    return f"{value} {next(attacks)}" if isinstance(value, str) and " " in value else value


def model() -> Any:
    """Return how a hostile chat model answers: as the rules do, with an attack in every text."""
    attacks = cycle(ATTACKS)

    def answer(asked: Asked) -> Said:
        if not asked.path.endswith("/chat/completions"):
            return healthy(asked)
        try:
            text = json.dumps(poisoned(json.loads(twins.answer(asked.prompt)), attacks))
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            text = SHORT  # a twin that cannot read so hostile a prompt back
        return replace(chat(text, prompt=asked.prompt), note="hostile")

    return answer
