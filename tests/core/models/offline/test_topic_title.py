from hypermem_core.models.offline.noun_counts import counted
from hypermem_core.models.offline.threads import Thread
from hypermem_core.models.offline.topic_title import thread_title
from hypermem_core.types import Episode


def titled(words: tuple[str, ...], *texts: str) -> str:
    others = ["Ana met Ben.", "Ben called Ana.", "Ana saw Ben."]  # who speaks is in most episodes
    told = [Episode(f"e{n}", "", "", text, ()) for n, text in enumerate([*texts, *others], 1)]
    episodes = told[: len(texts)]
    strength = {episode.id: 1.0 for episode in episodes}
    return thread_title(counted(told), Thread(words, strength), episodes)


def test_a_thing_belongs_to_the_one_it_is_told_of() -> None:
    found = titled(
        ("tree",),
        "Ana has a fig tree. Ben slept.",
        "Ana cut the fig tree. Ben read.",
        "Ana and Ben.",
    )
    assert found == "Ana's fig tree"


def test_a_series_of_results_is_named_after_its_sport() -> None:
    found = titled(
        ("rapid", "results of ana"),
        "Ana won the Leeds Rapid, a chess day. Ben slept.",
        "Ana came 2nd in the York Rapid and likes chess. Ben read.",
    )
    assert found == "Ana's chess results"


def test_a_bare_name_is_joined_by_what_is_said_with_it() -> None:
    found = titled(
        ("biscuit", "dog"),
        "Ana walked Biscuit. The dog ran and Ben saw it.",
        "Ben fed Biscuit. The dog bit Ana.",
    )
    assert found == "Biscuit and dog"


def test_chinese_words_are_joined_in_chinese() -> None:
    found = titled(("年糕", "咖啡"), "林悦带年糕喝咖啡。", "年糕，咖啡。")
    assert found == "咖啡与年糕"


def test_a_thread_none_of_the_episodes_tells_has_no_title() -> None:
    assert titled(("tram",), "Ana slept.", "Ben slept.") == ""
