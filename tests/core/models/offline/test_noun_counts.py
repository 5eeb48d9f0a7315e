from hypermem_core.models.offline.noun_counts import counted
from hypermem_core.types import Episode


def told(number: int, text: str) -> Episode:
    return Episode(f"e{number}", "", "", f"On 3 May 2024: {text}", ())


def test_nouns_are_counted_by_episode_with_their_speaker_and_form() -> None:
    words = counted(
        [
            told(1, "Ana bought a kiln. The kiln is hot and Ana likes Porto."),
            told(2, "Ana lit the kiln. Ben came to Porto with Ana."),
            told(3, "Ben and Ana saw the kilns."),
            told(4, "Ana met Ben."),
            told(5, "Ana called Ben."),
        ]
    )
    assert words.within["kiln"] == {"e1": 2, "e2": 1, "e3": 1}
    assert words.shown["porto"] == "Porto" and words.nouns["porto"] == 1.0
    assert words.shown["kiln"] == "kiln"
    assert words.owners["kiln"] == {"Ana": 3, "Ben": 1}
    assert "ana" not in words.within and "bought" not in words.within and "may" not in words.within


def test_a_phrase_is_kept_with_its_episodes() -> None:
    words = counted([told(1, "Ana has a fig tree."), told(2, "Ana waters the fig tree.")])
    assert words.phrases["tree"]["fig tree"] == {"e1", "e2"}


def test_results_of_a_contest_count_for_the_one_who_has_most_of_them() -> None:
    words = counted(
        [
            told(1, "Ana came 2nd in the Spring Open. Ben said hello."),
            told(2, "Ana won the Leeds Open. Ben saw the tournament."),
            told(3, "Ana finished fourth. Ben slept."),
        ]
    )
    assert words.within["results of ana"] == {"e1": 1, "e2": 1, "e3": 1}
    assert "results of ben" not in words.within


def test_words_said_close_together_share_a_window() -> None:
    words = counted([told(1, "A kiln. A bowl. A vase. A boat."), told(2, "A tram.")])
    together = [set(window) for window in words.windows["e1"]]
    assert together == [{"kiln", "bowl", "vase"}, {"bowl", "vase", "boat"}]


def test_chinese_pieces_recur_and_speakers_are_left_out() -> None:
    words = counted(
        [
            Episode("e1", "", "", "林悦养了年糕。年糕很胖。", ()),
            Episode("e2", "", "", "林悦带年糕散步。", ()),
            Episode("e3", "", "", "林悦喝咖啡。", ()),
        ]
    )
    assert words.within["年糕"] == {"e1": 2, "e2": 1}
    assert not any("林悦" in word for word in words.within)
