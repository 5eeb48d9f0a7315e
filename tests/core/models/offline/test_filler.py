import pytest

from hypermem_core.models.offline.filler import is_filler


@pytest.mark.parametrize(
    "text", ["Wow, that's great!", "Thanks, Ana!", "Good to see you, An!", "太好了！", "😀", ""]
)
def test_pleasantries_are_filler(text: str) -> None:
    assert is_filler(text, ["Ana", "Ann"])


@pytest.mark.parametrize("text", ["Pottery", "Twice a week!", "I moved to Leeds.", "我搬家了"])
def test_whatever_says_something_is_not(text: str) -> None:
    assert not is_filler(text, ["Ana"])
