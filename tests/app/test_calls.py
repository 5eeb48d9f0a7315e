from app.calls import FILTERS, asked, filtered, of_calls
from hypermem_core.events import Degraded, ModelCalled, StageAdvanced, Warned
from hypermem_core.models.ledger import Call

A, B = "hypermem/facts", "hypermem/boundary"
EVENTS = [
    ModelCalled(B, key="k1"),
    StageAdvanced("episodes", 1),
    ModelCalled(A, key="k2", attempts=3),
    Degraded("e1", A, "no shape", "nonsense"),
    Warned("e1 keeps nothing"),
    ModelCalled(A, key="k3", repaired=True, attempts=2),
    StageAdvanced("facts", 2),
    Degraded("e3", A, "no answer at all"),
    ModelCalled("offline", key=""),
]


def test_each_ask_has_what_became_of_it() -> None:
    rows = asked(EVENTS)
    assert [(one.number, one.called.key, one.state) for one in rows] == [
        (1, "k1", "as it came"),
        (2, "k2", "degraded"),
        (3, "k3", "repaired"),
        (4, "", "degraded"),  # nothing came back, so there is no reply to show
    ]
    assert rows[1].degraded is not None and rows[1].degraded.reply == "nonsense"


def test_filters_by_outcome_and_prompt() -> None:
    rows = asked(EVENTS)
    counts = {name: len(filtered(rows, name)) for name in FILTERS}
    assert counts == {"All": 4, "Degraded": 2, "Repaired": 1, "Asked again": 2}
    assert [one.number for one in filtered(rows, "All", B)] == [1]


def test_a_ledger_is_listed_without_the_rules() -> None:
    (one,) = of_calls([Call(B, "offline rules"), Call(A, "m", "k", 10, 2, 0.5, True)])
    assert (one.number, one.called.key, one.called.prompt_tokens) == (1, "k", 10)
    assert one.called.cached
