from streamlit.testing.v1 import AppTest


def draw() -> None:
    from app.components.trace import trace
    from tests.app.figures.graphs import graph
    from tests.app.figures.graphs import trace as made

    trace(made(), graph(), ["D1:1", "D2:1"])


def html(at: AppTest) -> str:
    return " ".join(str(item.proto) for item in at.get("html"))


def test_a_trace_opens_on_the_last_stage_and_tells_the_fate_of_gold() -> None:
    at = AppTest.from_function(draw).run()
    assert not at.exception
    assert "1 of 2" in html(at) and "lost at fact: cut by k_F = 1" in html(at)
    assert "fact-0001" in html(at)


def test_the_context_is_the_last_step_and_escapes_its_text() -> None:
    at = AppTest.from_function(draw).run()
    at.segmented_control(key="stage-hypermem").set_value("context").run()
    assert "12 tokens" in html(at) and "<script" not in html(at)
