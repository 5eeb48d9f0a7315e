"""What changed between two texts, word by word, as HTML."""

from __future__ import annotations

from difflib import SequenceMatcher
from html import escape

STYLE = """<style>
.hm-diff {font-size: .9rem; overflow-wrap: anywhere;}
.hm-diff ins {text-decoration: underline; text-decoration-color: var(--hm-episode);
  text-decoration-thickness: 2px; font-weight: 600;}
.hm-diff del {opacity: .55; text-decoration-color: var(--hm-time);}
</style>"""


def word_diff(before: str, after: str) -> str:
    """Return the new text with added words in `ins` and the words that went in `del`."""
    old, new = before.split(), after.split()
    parts: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            parts.append(escape(" ".join(new[c:d])))
            continue
        if b > a:
            parts.append(f"<del>{escape(' '.join(old[a:b]))}</del>")
        if d > c:
            parts.append(f"<ins>{escape(' '.join(new[c:d]))}</ins>")
    return f'<div class="hm-diff">{" ".join(parts)}</div>'
