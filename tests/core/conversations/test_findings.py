from hypermem_core.conversations.findings import Findings
from hypermem_core.types import Finding


def test_counts_all_and_keeps_five_different_examples():
    findings = Findings()
    for number in range(7):
        findings.add("odd", f"turn {number}", "repaired")
        findings.add("odd", "turn 0", "repaired")
    assert findings.done() == (
        Finding("odd", 14, tuple(f"turn {number}" for number in range(5)), "repaired"),
    )


def test_long_examples_become_one_short_line():
    findings = Findings()
    findings.add("long", "a\n" + "b" * 500)
    example = findings.done()[0].examples[0]
    assert len(example) == 160 and example.startswith("a b") and example.endswith("…")
