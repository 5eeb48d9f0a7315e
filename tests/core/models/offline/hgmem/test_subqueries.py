from hypermem_core.models.offline.hgmem.subqueries import reply


def test_a_query_has_the_words_of_the_question_and_of_its_concern():
    found = reply(
        "When did Ana adopt Ben's cat?",
        ["What else is told about sofa, vase", "Nothing yet about boat"],
        (),
        (),
    )
    assert [item.concern for item in found.subqueries] == [0, 1]
    assert found.subqueries[0].query == "Ana adopt Ben cat sofa vase"
    assert found.subqueries[1].query.endswith("boat")
