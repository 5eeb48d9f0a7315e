"""What this library raises on purpose, each with a hint for the person in front of it."""

from __future__ import annotations


class HyperMemError(Exception):
    """A problem the user can mend: `message` says what and where, `hint` what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message} {hint}".strip())
        self.message = message
        self.hint = hint


class SettingsError(HyperMemError):
    """A setting has an unknown name or an impossible value."""


class DataError(HyperMemError):
    """A file cannot be read as what it should be."""


class PromptError(HyperMemError):
    """A prompt was rendered with missing or unknown blanks."""


class ModelError(HyperMemError):
    """A model cannot be reached, loaded or used."""


class ReplyError(HyperMemError):
    """A model answered, but never in the shape asked for; `replies` holds what it said."""

    def __init__(self, message: str, hint: str = "", replies: tuple[str, ...] = ()) -> None:
        super().__init__(message, hint)
        self.replies = replies


class Unanswered(ReplyError):  # noqa: N818 - reads as the state it names
    """An endpoint gave no reply to read; asking the same again would not help."""


class Paused(HyperMemError):  # noqa: N818 - control flow, not a fault
    """A run stopped whole: no key, no credit, a spent budget; started again, it goes on."""


class NotBuilt(HyperMemError):  # noqa: N818 - reads as the state it names
    """There is no memory for this conversation yet."""


class Cancelled(HyperMemError):  # noqa: N818 - control flow, not a fault
    """The user pressed Stop."""
