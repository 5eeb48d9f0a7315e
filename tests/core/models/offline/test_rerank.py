from hypermem_core.models.offline.rerank import reply


def test_a_passage_scores_ten_times_the_share_of_the_questions_terms() -> None:
    passages = {"passage 1": "Pixel the cat.", "passage 2": "Bread.", "passage 3": "A cat."}
    scores = {item.local_id: item.score for item in reply("Pixel cat?", passages).scores}
    assert scores == {"passage 1": 10.0, "passage 2": 0.0, "passage 3": 5.0}


def test_a_question_of_nothing_scores_nothing() -> None:
    assert reply("?", {"passage 1": "x"}).scores[0].score == 0.0
