"""The published tables as the paper prints them."""

from hypermem_core.evaluation.published import published, published_f1


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


def test_hingemems_f1_counts_adversarial_questions_and_is_never_the_other_table() -> None:
    (system,) = published_f1().systems
    assert system.by_category["adversarial"] == 87.4 and system.overall == 63.9
    assert "adversarial" not in published().systems[0].by_category
    assert published_f1().metric != published().metric
    assert [line.change for line in published_f1().ablations] == [-19.3, -6.5, -5.8, -2.7, 0.0]
