from app.components.leaderboard import apart


def test_labels_keep_what_tells_them_apart_and_their_last_part() -> None:
    labels = [
        "flat · readme · 3 conversations · 30 Nov 11:35",
        "hypermem · readme · 3 conversations · 30 Nov 11:36",
        "hypermem · readme, 1 moved · 2 conversations · 30 Nov 11:40",
    ]
    assert apart(labels) == [
        "flat · 30 Nov 11:35",
        "hypermem · readme · 30 Nov 11:36",
        "hypermem · readme, 1 moved · 30 Nov 11:40",
    ]


def test_labels_that_differ_in_nothing_stay_whole() -> None:
    assert apart(["flat · readme · noon", "flat · readme · noon"]) == ["flat · readme · noon"] * 2
    assert apart(["flat"]) == ["flat"]
