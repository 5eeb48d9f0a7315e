"""What may be read from a refusal, and what of it may be shown."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from hypermem_core.models.faults import redacted, retry_after, too_long

KEY = "sk-planted-0123456789"


def test_a_retry_after_may_be_a_date():
    then = datetime.now(UTC) + timedelta(seconds=30)
    assert 28 <= retry_after({"retry-after": format_datetime(then, usegmt=True)}) <= 30
    assert retry_after({"retry-after": "2.5"}) == 2.5
    assert retry_after({"retry-after": "soon"}) is None
    for none in ("nan", "inf", "1e999", "Fri, 31 Dec 99999999999 23:59:59 GMT"):
        assert retry_after({"retry-after": none}) is None


def test_keys_are_taken_out_of_foreign_words():
    assert redacted(f"bad {KEY} and sk-other-key-123456 here", KEY) == "bad … and … here"


def test_a_text_too_long_is_told_from_a_reply_limit_too_high():
    assert too_long("context_length_exceeded")
    assert too_long("This model's maximum context length is 8192 tokens")
    assert not too_long("max_tokens is above the context window")
    assert not too_long("unknown parameter")
