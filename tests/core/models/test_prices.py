import pytest

from hypermem_core.errors import DataError
from hypermem_core.models.prices import Prices, keep_price, load_prices


def test_a_vendor_before_and_a_date_behind_a_name_do_not_matter() -> None:
    prices = load_prices()
    assert prices.of("openai/gpt-4.1-mini-2025-04-14") == prices.of("gpt-4.1-mini") == (0.4, 1.6)
    assert prices.cost("gpt-4.1-mini", 1_000_000, 500_000) == 1.2


def test_an_unknown_price_is_not_nothing_but_a_local_model_is_free() -> None:
    assert load_prices().cost("my-model", 10, 10) is None
    assert Prices(local=True).cost("my-model", 10, 10) == 0.0


def test_the_results_folder_may_change_prices(tmp_path) -> None:
    (tmp_path / "prices.json").write_text('{"prices": {"My-Model": [1, 2]}}')
    assert load_prices(tmp_path).of("my-model") == (1.0, 2.0)
    (tmp_path / "prices.json").write_text('{"prices": {"My-Model": 1}}')
    with pytest.raises(DataError, match="prices.json"):
        load_prices(tmp_path)


def test_a_users_price_wins_over_the_listed_one(tmp_path) -> None:
    (tmp_path / "prices.json").write_text('{"prices": {"gpt-4.1-mini": [7, 9]}}')
    assert load_prices(tmp_path).of("openai/gpt-4.1-mini-2025-04-14") == (7.0, 9.0)
    assert load_prices(tmp_path).of("gpt-4.1") == (2.0, 8.0)


def test_prices_are_those_of_the_endpoint_and_nothing_on_this_machine() -> None:
    prices = load_prices()
    assert prices.at("http://127.0.0.1:8000/v1").of("gpt-4.1-mini") == (0.0, 0.0)
    hosted = prices.at("https://openrouter.ai/api/v1")
    assert hosted.of("openai/gpt-4.1-mini") == (0.4, 1.6)
    assert Prices().of("gpt-4.1-mini") is None  # rules need no list


def test_a_price_typed_by_the_user_is_kept_beside_the_others(tmp_path) -> None:
    keep_price(tmp_path / "results", "My/Model", 1.0, 3.0)
    keep_price(tmp_path / "results", "other", 0.5, 0.5)
    found = load_prices(tmp_path / "results")
    assert found.cost("my/model", 1_000_000, 500_000) == 2.5
    assert found.of("other") == (0.5, 0.5)
    assert "win over the listed prices" in (tmp_path / "results" / "prices.json").read_text()
