from app.components.chart_export import SCRIPT


def test_both_kinds_take_the_place_of_a_camera_and_nothing_is_loaded() -> None:
    assert 'button(chart, camera, "svg"), button(chart, camera, "png")' in SCRIPT
    assert "http" not in SCRIPT
