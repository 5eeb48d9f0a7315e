"""Asking: counts, a way on without a reply, and a budget."""

from hypermem_core.methods.hgmem.asking import Asker
from hypermem_core.models.offline import OfflineRules
from hypermem_core.replies import MergeItem, MergeReply

from .scripted import Scripted

ONE = MergeReply([MergeItem(["p1", "p2"], "x")])


def test_a_reply_is_returned_and_counted_once():
    asker = Asker(Scripted({"hgmem/merge": [ONE]}))
    assert asker.ask("hgmem/merge", MergeReply, MergeReply(), question="?", points=[]) == ONE
    assert asker.taken() == (1, 10, 1, "")
    assert asker.taken() == (0, 0, 0, "")  # told already


def test_three_misfits_are_one_call_and_a_note():
    asker = Asker(Scripted(fail=("hgmem/merge",)))
    assert asker.ask("hgmem/merge", MergeReply, ONE, question="?", points=[]) is ONE
    calls, read, _, note = asker.taken()
    assert (calls, read) == (1, 30)  # three attempts of ten tokens each
    assert "nonsense" in note


def test_nothing_is_asked_beyond_the_budget():
    llm = Scripted()
    asker = Asker(llm, budget=1)
    for _ in range(2):
        asker.ask("hgmem/merge", MergeReply, ONE, question="?", points=[])
    assert len(llm.asked) == 1 and asker.spent
    assert asker.taken()[3] == "no call is left"


def test_rules_cost_nothing():
    asker = Asker(OfflineRules())
    asker.ask("hgmem/merge", MergeReply, ONE, question="?", points=[])
    assert asker.taken() == (1, 0, 0, "")
