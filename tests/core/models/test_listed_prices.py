"""Prices of the installed list; those of 2025's models have stayed, and the version is pinned."""

import socket

import pytest

from hypermem_core.models.listed_prices import listed, source, spellings

OPENROUTER, TOGETHER = "https://openrouter.ai/api/v1", "https://api.together.xyz/v1"


@pytest.mark.parametrize(
    ("model", "price"),
    [
        ("gpt-4.1-mini", (0.4, 1.6)),
        ("openai/gpt-4.1-mini-2025-04-14", (0.4, 1.6)),
        ("GPT-4o-mini", (0.15, 0.6)),
        ("text-embedding-3-small", (0.02, 0.0)),
        ("gemini-2.5-flash", (0.3, 2.5)),
        ("claude-sonnet-4-20250514", (3.0, 15.0)),
    ],
)
@pytest.mark.parametrize("url", ["", "https://a-proxy.example/v1"])
def test_a_vendors_own_models_have_its_price_at_any_address(model, price, url) -> None:
    assert listed(model, url) == price


def test_a_host_has_its_own_prices() -> None:
    llama = "meta-llama/llama-3.3-70b-instruct"
    assert listed("openai/gpt-4.1-mini", OPENROUTER) == (0.4, 1.6)
    at_one, at_other = listed(llama, OPENROUTER), listed(f"{llama}-turbo", TOGETHER)
    assert at_one and at_other == (0.88, 0.88) and at_one != at_other
    assert listed("openai/gpt-4.1-mini", "https://api.openai.com/v1") == (0.4, 1.6)


@pytest.mark.parametrize("url", ["", "http://gpu:8000/v1", "https://api.openai.com/v1"])
@pytest.mark.parametrize(
    "model", ["my-model", "", "Qwen/Qwen3-8B", "my-gpt-4o-finetune", "offline"]
)
def test_what_is_not_listed_is_unknown_and_not_nothing(model, url) -> None:
    assert listed(model, url) is None


def test_open_weights_at_an_unknown_address_have_no_price() -> None:
    assert listed("openai/gpt-oss-20b", "http://gpu:8000/v1") is None
    assert listed("openai/gpt-oss-20b", OPENROUTER) is not None


def test_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the list is read offline")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    listed.cache_clear()
    assert listed("gpt-4o", "https://api.openai.com/v1") == (2.5, 10.0)


def test_the_source_is_named_with_its_version() -> None:
    name, number = source().split()
    assert name == "genai-prices" and number[0].isdigit()


def test_a_name_is_tried_without_its_vendor_and_its_date() -> None:
    assert "m" in spellings("vendor/m-2025-04-14") and "m" in spellings("m-latest")
    assert spellings("m") == ("m", "m", "m", "m")
