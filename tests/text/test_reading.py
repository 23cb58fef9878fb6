"""Bytes to text, or to a refusal that names the file and the line."""

from pathlib import Path

import pytest

from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text


def refusal(path: Path) -> DocumentError:
    with pytest.raises(DocumentError) as refused:
        read_text(path)
    assert refused.value.path == path
    assert str(refused.value).startswith(str(path))
    return refused.value


@pytest.mark.parametrize("text", ["", "one\r\ntwo\rthree\n", "café 😀\u2028 e\u0301", "no end"])
def test_text_comes_back_as_it_is(tmp_path: Path, text: str):
    path = tmp_path / "essay.txt"
    path.write_bytes(text.encode())
    assert read_text(path) == text


def test_a_byte_order_mark_is_left_out(tmp_path: Path):
    path = tmp_path / "essay.txt"
    path.write_bytes(b"\xef\xbb\xbfHello\r\n")
    assert read_text(path) == "Hello\r\n"


def test_a_missing_file(tmp_path: Path):
    assert "does not exist" in refusal(tmp_path / "nobody.txt").problem


def test_a_folder(tmp_path: Path):
    assert "a folder" in refusal(tmp_path).problem


def test_a_path_below_a_file(tmp_path: Path):
    (tmp_path / "essay.txt").write_text("Hello")
    assert "can't be read" in refusal(tmp_path / "essay.txt" / "more.txt").problem


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_bad_bytes_are_told_with_their_line(tmp_path: Path, newline: bytes, mark: bytes):
    path = tmp_path / "essay.txt"
    path.write_bytes(mark + newline.join([b"first", "sécond 😀".encode(), b"\xe9t\xe9", b"last"]))
    problem = refusal(path)
    assert problem.line == 3
    assert "0xe9" in problem.problem
    assert "UTF-8" in problem.remedy


def test_a_character_cut_off_at_the_end(tmp_path: Path):
    path = tmp_path / "essay.txt"
    path.write_bytes(b"fine\n" + "😀".encode()[:2])
    assert refusal(path).line == 2


def test_a_binary_file_is_told_with_its_line(tmp_path: Path):
    path = tmp_path / "essay.txt"
    path.write_bytes(b"PK\x03\x04\r\n\xff\0\0")
    problem = refusal(path)
    assert "binary" in problem.problem
    assert problem.line == 2
