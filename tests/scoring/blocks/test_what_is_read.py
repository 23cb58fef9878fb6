"""A file is read as what it is, by its content, or refused in one line; never guessed as lines of tokens."""

from pathlib import Path

import pytest

from conftest import Command

M2 = "S He go to school .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n\nS She sing .\n\n"
READ = {
    "e.md": "He {~~go~>goes~~} to school .\nShe sing .\n",
    "e.uagec": "He {go=>goes:::error_type=G/Case} to school .\nShe sing .\n",
    "essay.md": "He {~~go~>goes~~} to school. She sing.\n",
    "e.txt": "He goes to school .\nShe sing .\n",
    "e.sgml": '<DOC nid="1">\n<TEXT>\n<P>\nHe go to school. She sing.\n</P>\n</TEXT>\n<ANNOTATION teacher_id="0">\n'
    '<MISTAKE start_par="0" start_off="3" end_par="0" end_off="5">\n<TYPE>SVA</TYPE>\n<CORRECTION>goes</CORRECTION>\n'
    "</MISTAKE>\n</ANNOTATION>\n</DOC>\n",
}


@pytest.mark.parametrize("name", READ)
def test_a_correction_scores_the_same_in_every_format(markscheme: Command, tmp_path: Path, name: str):
    (tmp_path / "refs.m2").write_text(M2)
    (tmp_path / name).write_text(READ[name])
    done = markscheme("score", "--hypothesis", tmp_path / name, "--reference", tmp_path / "refs.m2", "--metric=errant")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].split()[1:] == ["1", "0", "0", "1.0000", "1.0000", "1.0000"]


REFUSED = {
    "e.gec.md": ("### essay_id = 1\nHe goes to school .\n", "this is MultiGEC's Markdown, and not numbered sentences"),
    "e.m2": ("He goes to school .\nShe sing .\n", "it begins like no M2 file"),
    "e.json": (
        '{"text": "He go .", "id": "1", "edits": [[0, []]]}\n',
        "it has 2 sentences where e.json has 1",
    ),
    "e.txt": ("He goes to school.\nShe sings.\n", "is not parted from words by spaces in e.txt, and it is in refs.m2"),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("command", ["score", "eval compare"])
def test_what_is_no_sentences_is_refused(markscheme: Command, tmp_path: Path, name: str, command: str):
    content, message = REFUSED[name]
    (tmp_path / "refs.m2").write_text(M2)
    path = tmp_path / name
    path.write_text(content)
    done = markscheme(*command.split(), "--hypothesis", path, "--reference", tmp_path / "refs.m2", "--metric=errant")
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert path.name in line
    assert message in line


def test_lines_beside_m2_have_its_tokens(markscheme: Command, tmp_path: Path):
    (tmp_path / "r.m2").write_text("S I like it.\nA 2 3|||R:OTHER|||them.|||REQUIRED|||-NONE-|||0\n\n")
    (tmp_path / "h").write_text("I like them.\n")
    done = markscheme("score", "--hypothesis", tmp_path / "h", "--reference", tmp_path / "r.m2", "--metric=errant")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].split()[1:4] == ["1", "0", "0"]


def test_lines_that_are_not_tokenised_in_any_file_are_tokenised(markscheme: Command, tmp_path: Path):
    for name, text in (
        ("s", "I dont go, Ann.\nNo\n"),
        ("h", "I don't go, Ann.\nNo\n"),
        ("r", "I don't go, Ann.\nYes\n"),
    ):
        (tmp_path / name).write_text(text)
    files = ("--hypothesis", tmp_path / "h", "--reference", tmp_path / "r", "--source", tmp_path / "s")
    done = markscheme("score", *files, "--metric=errant")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].split()[1:4] == ["1", "0", "1"]
