from app.methods_asked import ask_all
from hypermem_core.events import ignore
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.types import Conversation


def test_every_method_answers_and_its_gold_turns_are_counted(
    tiny: Conversation, models: Models
) -> None:
    settings = Settings()
    memories = {name: create(name, settings, models).build(tiny) for name in ("hypermem", "flat")}
    question = tiny.questions[0]
    found = ask_all(memories, tiny, question.text, settings, models)(ignore)
    assert [one.method for one in found] == ["hypermem", "flat"]
    assert [one.found(question.evidence) for one in found] == [1, 1]
    assert all(one.usage.calls == 0 and not one.error for one in found)
    assert found[0].answer is not None
