import numpy as np

from app.figures.vector_scatter import vector_scatter

IDS = ("a", "b", "c", "d")
POINTS = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])


def test_each_point_is_drawn_once_by_what_became_of_it() -> None:
    titles = {"a": "<b>bold</b>"}
    query = np.array([0.5, 0.5])
    figure = vector_scatter(IDS, POINTS, query, titles, {"a", "b"}, {"b", "c"}, "fact", "d")
    by_name = {trace.name: list(zip(trace.x, trace.y, strict=True)) for trace in figure.data}
    assert by_name == {
        "cut 1": [(1.0, 1.0)],
        "kept 1": [(0.0, 0.0)],
        "☆ gold, cut 1": [(0.0, 1.0)],
        "★ gold, kept 1": [(1.0, 0.0)],
        "chosen": [(1.0, 1.0)],
        "question": [(0.5, 0.5)],
    }
    assert figure.data[1].hovertext[0].startswith("‹b›bold‹/b›<br>a")
