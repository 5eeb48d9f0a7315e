"""The working memory: names to vertices, ids never reused, neighbours in the memory."""


def test_names_become_vertices_once(working):
    assert working.member_ids(["Ana", "annie", "Zed", " zed ", ""]) == ("ana", "local-1")
    assert [v.origin for v in working.vertices.values()] == ["graph", "query_local"]
    assert (working.name("ana"), working.name("local-1")) == ("Ana", "Zed")


def test_looking_a_name_up_makes_no_vertex(working):
    assert working.known_ids(["cat", "Zed"]) == ("cat",)
    assert working.vertices == {}


def test_ids_are_never_reused(working, put):
    put("Ana", "cat")
    del working.points["p1"]
    assert put("Ana", "sofa").id == "p2"


def test_what_shares_a_point_is_beside(working, put):
    put("Ana", "cat")
    put("cat", "sofa")
    assert working.beside("cat") == {"ana", "sofa"}
    assert working.beside("sofa") == {"cat"}
    assert working.members == {"ana", "cat", "sofa"}
