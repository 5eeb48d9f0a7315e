from app.components.context_line import brief, listed


def test_prompts_that_changed_together_are_counted_not_listed() -> None:
    changed = ("models.llm", "prompt hypermem/facts", "prompt hypermem/episodes", "offline rules")
    assert listed(changed) == "models.llm, offline rules, 2 prompts"
    assert listed(("prompt hypermem/facts",)) == "prompt hypermem/facts"
    assert brief(changed) == "4 things changed"
    assert brief(("build.max_turns",)) == "max_turns changed"
