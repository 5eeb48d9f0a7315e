from datetime import datetime

from hypermem_core.diagnosis.badges import badges
from hypermem_core.types import Conversation, Question, Turn

DAY = datetime(2024, 5, 4)
TALK = Conversation(
    "talk",
    "Talk",
    ("Ana", "Ben"),
    (
        Turn("D1:1", "Ana", "I adopted a cat yesterday.", DAY),
        Turn("D2:1", "Ben", "Look at my bowl.", DAY, 2, caption="a blue bowl"),
    ),
    questions=(Question("a", "Who has a cat?"), Question("b", "who has a cat? ")),
)


def of(text: str, evidence: tuple[str, ...], **more: str) -> tuple[str, ...]:
    return badges(Question("q", text, evidence=evidence, **more), TALK, False)  # type: ignore[arg-type]


def test_an_adversarial_question_about_the_other_speaker_is_a_trap() -> None:
    assert of("What did Ben adopt?", ("D1:1",), category="adversarial") == ("speaker-swap trap",)
    assert of("What did Ana adopt?", ("D1:1",), category="adversarial") == ()


def test_sessions_images_and_dates_are_read_from_the_gold_turns() -> None:
    assert of("What do they have?", ("D1:1", "D2:1")) == ("multi-session", "image evidence")
    assert of("When did Ana adopt a cat?", ("D1:1",)) == ("date arithmetic",)


def test_a_question_asked_twice_says_so() -> None:
    assert badges(TALK.questions[0], TALK, False) == ("duplicate question",)


def test_a_disputed_gold_is_named_last() -> None:
    assert badges(TALK.questions[1], TALK, True) == ("duplicate question", "gold disputed")
