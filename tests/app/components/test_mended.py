from streamlit.testing.v1 import AppTest


def page() -> None:
    from app.components.mended import mended
    from hypermem_core.events import Warned

    told = Warned("edge-topic-001: fact 1 was given the weight 7", "weight", "edge-topic-001")
    mended({"weight": 1, "![x](http://host/x.png)": 2}, [told, Warned("not mended")])


def test_what_was_put_right_is_counted_as_text_and_listed_by_hyperedge() -> None:
    at = AppTest.from_function(page).run()
    (box,) = at.expander
    assert "1 weight was outside" in box.label and "![" not in box.label
    table = at.dataframe[0].value
    rows = [tuple(row) for row in table.itertuples(index=False)]
    assert rows == [("edge-topic-001", "fact 1 was given the weight 7")]
