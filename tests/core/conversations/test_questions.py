from hypermem_core.conversations.findings import Findings
from hypermem_core.conversations.questions import read_questions


def read(*items):
    findings = Findings()
    questions = read_questions(items, "c", {"D1:1", "D1:2"}, findings)
    return questions, {f.kind: f.count for f in findings.done()}


def ask(text="Who?", **fields):
    return {"question": text, "answer": "A", "evidence": ["D1:1"], "category": 4} | fields


def test_a_clean_question_reports_only_its_evidence():
    (question,), kinds = read(ask())
    assert (question.text, question.answer, question.category) == ("Who?", "A", "single-hop")
    assert (question.evidence, question.unresolved, question.alias) == (("D1:1",), (), "c #0")
    assert kinds == {"evidence_ids_resolved": 1}


def test_the_alias_is_the_index_in_the_file_even_after_a_dropped_one():
    questions, kinds = read(None, ask(""), ask())
    assert [q.alias for q in questions] == ["c #2"]
    assert kinds["questions_without_text"] == 2


def test_duplicates_get_a_suffix_and_the_same_text_in_two_categories_is_told():
    questions, kinds = read(ask(), ask("who? "), ask(category=2))
    first, second, third = (q.id for q in questions)
    assert second == f"{first}-2" and third != first and len(third) == 12
    assert kinds["duplicate_questions"] == 1 and kinds["questions_in_two_categories"] == 1


def test_answers_become_text():
    questions, kinds = read(ask("a", answer=2022), ask("b", answer=["x", 1]), ask("c", answer=None))
    assert [q.answer for q in questions] == ["2022", "x; 1", ""]
    assert kinds["integer_answers"] == kinds["converted_answers"] == 1
    assert kinds["questions_without_answer"] == 1


def test_adversarial_answers_stay_apart():
    (one, two), kinds = read(
        {"question": "a", "adversarial_answer": "trap", "category": 5, "evidence": ["D1:2"]},
        ask("b", adversarial_answer="trap", category=5),
    )
    assert (one.answer, one.adversarial_answer) == ("", "trap")
    assert (two.answer, two.adversarial_answer) == ("A", "trap")
    assert kinds["adversarial_questions_with_answer"] == 1
    assert "questions_without_answer" not in kinds


def test_categories_by_number_text_and_name():
    values = [1, "2", "Open Domain", "single_hop", 9, None]
    questions, kinds = read(*(ask(str(v), category=v) for v in values))
    assert [q.category for q in questions] == [
        *("multi-hop", "temporal", "open-domain", "single-hop"),
        *(None, None),
    ]
    assert kinds["unknown_categories"] == kinds["questions_without_category"] == 1


def test_evidence_of_any_shape():
    questions, kinds = read(
        ask("a", evidence="D1:1, D1:02"),
        ask("b", evidence=[["D1:1"], "D1:1"]),
        ask("c", evidence=["D7:7"]),
        ask("d", evidence=[]),
    )
    assert [q.evidence for q in questions] == [("D1:1", "D1:2"), ("D1:1",), (), ()]
    assert questions[2].unresolved == ("D7:7",)
    assert kinds["evidence_ids_resolved"] == 4 and kinds["duplicate_evidence"] == 1
    assert kinds["faulty_evidence"] == 2 and kinds["unresolvable_evidence"] == 1
    assert kinds["questions_without_evidence"] == 1
