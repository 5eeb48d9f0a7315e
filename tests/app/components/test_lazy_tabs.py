from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from app.components.lazy_tabs import lazy_tabs

    def part(name: str) -> str:
        st.text(f"drawn {name}")
        return name

    found = lazy_tabs({name: lambda name=name: part(name) for name in ("one", "two")}, key="tabs")
    st.text(f"opened {found}")


def texts(at: AppTest) -> list[str]:
    return [item.value for item in at.text]


def test_only_the_open_part_is_drawn_and_its_result_returned() -> None:
    at = AppTest.from_function(page).run()
    assert texts(at) == ["drawn one", "opened one"]
    assert [tab.label for tab in at.tabs] == ["one", "two"]
    at.session_state["tabs"] = "two"
    assert texts(at.run()) == ["drawn two", "opened two"]


def test_a_part_that_is_gone_leaves_the_first_open() -> None:
    at = AppTest.from_function(page)
    at.session_state["tabs"] = "three"
    assert texts(at.run()) == ["drawn one", "opened one"]
