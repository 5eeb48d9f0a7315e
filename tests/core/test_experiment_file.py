import json

import pytest

from hypermem_core import experiment_file
from hypermem_core.settings import Settings, with_value


def test_it_holds_settings_versions_and_prompts_and_keeps_its_birth(tmp_path, models) -> None:
    path = tmp_path / experiment_file.NAME
    experiment_file.write(tmp_path, Settings(), models)
    born = {**json.loads(path.read_text()), "created": "2024-01-01T00:00:00"}
    path.write_text(json.dumps(born))
    experiment_file.write(tmp_path, with_value(Settings(), "answer.budget", 2000), models)
    found = json.loads(path.read_text())
    assert found["created"] == "2024-01-01T00:00:00"
    assert (born["settings"]["answer.budget"], found["settings"]["answer.budget"]) == (4000, 2000)
    assert found["models"]["extraction"] == "offline rules"
    assert len(found["prompts"]["hypermem/facts"]) == 16
    assert found["versions"]["openai"]


@pytest.mark.parametrize("damage", ["{", "[" * 100_000, "9" * 5000, "[1]", ""])
def test_a_damaged_file_is_written_anew(tmp_path, models, damage) -> None:
    path = tmp_path / experiment_file.NAME
    path.write_text(damage)
    experiment_file.write(tmp_path, Settings(), models)
    assert json.loads(path.read_text())["settings"]["answer.budget"] == 4000
