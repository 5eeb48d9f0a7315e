from hypermem_core.models.offline.hgmem.evolve import LARGEST, MOST, reply
from hypermem_core.replies import EvidenceRow, PointRow

CAT = EvidenceRow("r1", "Ana has a grey cat.", ("Ana", "cat"), ("cat",))
SOFA = EvidenceRow("r2", "The cat hides under the sofa.", ("cat", "sofa"), ("cat", "sofa"))
BOAT = EvidenceRow("r3", "Ana sold the boat.", ("Ana", "boat"), ("boat",))


def evolved(question, relations, points=()):
    return reply(question, (), points, (), relations, ())


def test_fragments_that_share_a_thing_become_one_point():
    found = evolved("Where does Ana's cat hide, and where is her boat?", (CAT, SOFA, BOAT))
    assert found.updates == []
    members = sorted(sorted(item.members) for item in found.inserts)
    assert members == [["Ana", "boat"], ["Ana", "cat", "sofa"]]
    assert {row for item in found.inserts for row in item.evidence} == {"r1", "r2", "r3"}


def test_a_shared_speaker_joins_nothing():
    assert len(evolved("Ana's cat, Ana's boat?", (CAT, BOAT)).inserts) == 2


def test_a_fragment_about_a_point_updates_it():
    point = PointRow("p1", ("Ana", "cat"), CAT.text, ("cat",))
    found = evolved("Where does the cat hide?", (CAT, SOFA), (point,))
    (update,) = found.updates
    assert update.point == "p1" and update.add_members == ["sofa"] and update.evidence == ["r2"]
    assert update.description == f"{CAT.text} {SOFA.text}"
    assert found.inserts == []


def test_what_does_not_speak_of_the_question_is_left():
    assert evolved("Who plays chess?", (CAT, SOFA, BOAT)).inserts == []


def test_one_round_takes_only_so_many_and_a_point_only_so_many_members():
    rows = [
        EvidenceRow(f"r{n}", f"The cat {n}", ("cat", f"x{n}"), ("cat", f"x{n}")) for n in range(30)
    ]
    inserts = evolved("cat?", rows).inserts
    assert sum(len(insert.evidence) for insert in inserts) == MOST
    assert [len(insert.members) for insert in inserts] == [LARGEST, 4]  # 1 + 5, then 1 + 3
