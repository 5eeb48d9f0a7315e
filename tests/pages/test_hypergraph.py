from pathlib import Path

import pytest

from hypermem_core.models import Models
from tests.pages.built import build_memory, html, labels, open_page, words, write_source

PAGE = "../pages/3_Hypergraph.py"


def test_without_a_conversation_the_page_says_where_to_open_one(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(PAGE, results, monkeypatch)
    assert not at.exception
    assert "Open a conversation" in labels(at)


def test_without_a_memory_the_page_leads_to_build(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(PAGE, results, monkeypatch, write_source(results))
    assert not at.exception
    assert "Open Build" in labels(at)


def test_a_chosen_node_shows_its_turns_and_a_search_finds_facts(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    build_memory(source, results, models)
    at = open_page(PAGE, results, monkeypatch, source, selected="episode-001")
    assert not at.exception
    assert "showing" in html(at)
    assert "I adopted a grey cat" in html(at)
    at.text_input(key="graph-search").set_value("pixel").run()
    assert "Found" in words(at)
    at.text_input(key="graph-search").set_value("zeppelin").run()
    assert "No node contains" in words(at)


def test_a_memory_without_hyperedges_says_so(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    build_memory(source, results, models, "flat")
    at = open_page(PAGE, results, monkeypatch, source, method="flat")
    assert not at.exception
    assert "no hyperedges" in html(at)
    assert "Focus" not in [box.label for box in at.selectbox]  # there is no topic to focus on


def test_the_legend_filters_levels(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    build_memory(source, results, models)
    at = open_page(PAGE, results, monkeypatch, source)
    legend = at.button_group(key="levels-False")
    assert legend.value == ["topic", "episode"]
    legend.set_value(["topic"]).run()
    assert not at.exception
    assert "topics only" in html(at)


def test_hingemem_shows_four_fields_and_the_parts_of_salience(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    build_memory(source, results, models, "hingemem")
    at = open_page(PAGE, results, monkeypatch, source, method="hingemem", selected="person-001")
    assert not at.exception
    assert "hyperedges and what they join" in html(at)
    assert all(part in html(at) for part in ("frequency", "centrality", "diversity"))
    at.text_input(key="graph-search").set_value("zeppelin").run()
    assert "No node contains" in words(at)


def test_hgmem_shows_entities_their_aliases_and_chunks(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    build_memory(source, results, models, "hgmem")
    at = open_page(PAGE, results, monkeypatch, source, method="hgmem", selected="entity-0001")
    assert not at.exception
    assert "entities –" in html(at)
    assert "◆ speaker" in words(at)
    assert any("chunk-0001" in one.label.replace("\\", "") for one in at.expander)
