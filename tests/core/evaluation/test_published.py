"""The published tables as the paper prints them."""

from hypermem_core.evaluation.published import published


def test_all_fifteen_systems_with_the_papers_numbers() -> None:
    systems = {system.name: system for system in published().systems}
    assert len(systems) == 15
    assert systems["HyperMem"].overall == 92.73
    assert systems["HyperMem"].by_category["multi-hop"] == 93.62
    assert systems["HyperGraphRAG"].overall == 86.49
    assert systems["MemOS"].by_category["open-domain"] == 55.90


def test_changes_of_the_ablations_are_differences_to_the_full_system() -> None:
    full = published().ablations[0].overall
    for line in published().ablations:
        assert round(line.overall - full, 2) == line.change


def test_they_are_labelled_as_not_ours() -> None:
    assert published().label == "published, other models"
