import pytest

from hypermem_core.conversations import load, load_text, reading
from hypermem_core.errors import DataError

CHAT = "Anna: grüße\nBen: 你好\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(tmp_path, encoding):
    path = tmp_path / "c.dat"
    path.write_bytes(CHAT.encode(encoding))
    chat = load(path).conversations[0]
    assert [t.text for t in chat.turns] == ["grüße", "你好"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "f: the file is empty."),
        (b" \n ", "f: the file is empty."),
        (b"PK\x03\x04\0\0", "f: this is not a text file."),
        ("Anna: hi\nBen: grüße".encode("latin-1"), "f: line 2: not valid UTF-8 text."),
        (b'{\n "conversation": {\n  "session_1": [}', "f: line 3: not valid JSON"),
        (b'{"a": 1, "b": 2}', "f: JSON of an unknown shape (fields a, b)."),
        (b'[{"mood": 1}]', "f: JSON of an unknown shape (a list of fields mood)."),
        (b"[]", "f: JSON of an unknown shape (an empty list)."),
        (b"[" * 100_000, "f: the JSON is nested too deeply."),
        (b"[" + b"9" * 5000 + b"]", "f: a number has thousands of digits."),
    ],
)
def test_bad_files_get_one_sentence_and_a_hint(tmp_path, content, says):
    path = tmp_path / "f"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        load(path)
    assert caught.value.message.startswith(says) and caught.value.hint


def test_missing_files_folders_and_impossible_paths(tmp_path):
    for path, says in [(tmp_path / "no", "no such"), (tmp_path, "folder"), ("a\0b", "cannot")]:
        with pytest.raises(DataError, match=says):
            load(path)


def test_deep_content_inside_a_message_is_refused():
    deep = "[" * 900 + '"x"' + "]" * 900
    with pytest.raises(DataError, match="nested too deeply"):
        load_text(f'[{{"role": "user", "content": {deep}}}]', "f")


def test_large_files_are_refused_before_reading(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "LARGEST", 1 << 20)
    path = tmp_path / "big.json"
    path.write_bytes(b"[" * (3 << 20))
    with pytest.raises(DataError, match="big.json: 3 MB is more than the limit of 1 MB"):
        load(path)


def test_a_key_given_twice_is_reported():
    text = '{"session_1": [], "session_1": [{"speaker": "A", "text": "x"}]}'
    findings = load_text(text, "f").report.findings
    assert findings[0].kind == "duplicate_keys" and findings[0].count == 1
