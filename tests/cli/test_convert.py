"""From every format to every other: the texts arrive, what is lost is told, and nothing is half-written."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from markscheme import EngineSettings, api
from markscheme.documents.conversion import read_any
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.errors import DocumentError
from markscheme.documents.formats import word
from markscheme.documents.formats.registry import NAMES, named
from markscheme.engine.conversion import tokenised
from markscheme.engine.engine import Engine

Command = Callable[..., "subprocess.CompletedProcess[str]"]

EXAMPLES = Path(__file__).parents[2] / "examples"
TARGETS = {
    "lines": "out.src",
    "essays": "out.src.txt",
    "multigec": "out.src.md",
    "m2": "out.m2",
    "criticmarkup": "out.md",
    "docx": "out.docx",
    "wi": "out.json",
    "jsonl": "out.jsonl",
    "tsv": "out.tsv",
}
ONE_TEXT = {"essays": "an essay's file", "criticmarkup": "CriticMarkup", "docx": "a Word document"}
"""Formats that hold one text, and what they are called."""
SOURCES = ["letter", "postcard", "postcard/postcard.hyp.lea.md", "diary", "diary/diary.ref.docx", "opinion", "report"]


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    """The examples, where no configuration above them governs."""
    (tmp_path / ".git").mkdir()
    for name in ("letter", "postcard", "diary", "opinion", "report"):
        shutil.copytree(EXAMPLES / name, tmp_path / name)
    return tmp_path


def everything(folder: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


Texts = tuple[str, list[tuple[str, str]], list[tuple[str, str]]]
"""A source with the names and texts of its hypotheses and references."""


def texts(corpus: Corpus) -> list[Texts]:
    def of(items: Sequence[Correction]) -> list[tuple[str, str]]:
        return [(item.name, item.text) for item in items]

    return [(entry.source, of(entry.hypotheses), of(entry.references)) for entry in corpus.entries]


# The matrix.


def carried(corpus: Corpus, name: str, engine: Engine) -> list[Texts]:
    """What a format is to carry of a corpus's texts, and under which names it gives it back."""
    form = named(name)
    if form.tokenised and not corpus.tokenised:
        corpus = tokenised(corpus, engine)
    found: list[Texts] = []
    for source, hypotheses, references in texts(corpus):
        everyone = [*hypotheses, *references]
        if "people" not in form.carries:
            hypotheses, references = [("out", everyone[0][1])], []
        elif "sides" not in form.carries:
            hypotheses, references = [], everyone
        if "names" not in form.carries and references:
            references = [(str(number), text) for number, (_, text) in enumerate(references)]
        if name == "multigec":
            source = source.strip("\n")
            hypotheses, references = (
                [(person, text.strip("\n")) for person, text in side] for side in (hypotheses, references)
            )
        found.append((source, hypotheses, references))
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("source", SOURCES)
def test_texts_are_carried_there_and_back(folder: Path, engine: Engine, source: str, name: str):
    corpus = read_any(folder / source)
    target, back = folder / "there" / TARGETS[name], folder / "back.jsonl"
    target.parent.mkdir()
    if name in ONE_TEXT and len(corpus.entries) > 1:
        with pytest.raises(DocumentError, match=f"^{ONE_TEXT[name]} holds one text, and there are 29"):
            api.convert(folder / source, target, write_as=name, engine=engine)
        assert list(target.parent.iterdir()) == []
        return
    done = api.convert(folder / source, target, write_as=name, engine=engine)
    assert done.files[0] == target
    assert sorted(done.files) == sorted(target.parent.iterdir())
    assert all(path.read_bytes() for path in done.files)
    read = read_any(target)
    expected = carried(corpus, name, engine)
    assert texts(read) == expected
    assert {entry.id for entry in read.entries} == (
        {"1"} if name == "multigec" and len(read.entries) == 1 else {""}
    ) or (name == "multigec")
    api.convert(target, back, engine=engine)
    assert texts(read_any(back)) == expected


@pytest.mark.parametrize("source", ["postcard/postcard.hyp.lea.md", "diary/diary.ref.docx"])
@pytest.mark.parametrize("through", [["criticmarkup"], ["docx"], ["wi"], ["wi", "docx", "criticmarkup", "wi"]])
def test_edits_stay_as_they_were_made(folder: Path, engine: Engine, source: str, through: list[str]):
    """Without the pipeline: not a character is moved from one edit to another."""
    [before] = read_any(folder / source).entries
    at = folder / source
    for number, name in enumerate(through):
        to = folder / str(number) / TARGETS[name]
        to.parent.mkdir()
        api.convert(at, to, write_as=name, engine=engine)
        at = to
    [after] = read_any(at).entries
    kept = before.corrections[: len(after.corrections)]
    assert len(kept) == (1 if "criticmarkup" in through else len(before.corrections))
    assert after.source == before.source
    for old, new in zip(kept, after.corrections, strict=True):
        assert [(edit.span, edit.replacement) for edit in new.edits or ()] == [
            (edit.span, edit.replacement) for edit in old.edits or ()
        ]


def test_line_ends_are_no_corrections(folder: Path, engine: Engine):
    """One of the letters has CRLF on every line, and its source has not."""
    assert b"\r\n" in (folder / "letter/letter.hyp.jonas.txt").read_bytes()
    api.convert(folder / "letter", folder / "out.docx", engine=engine)
    [entry] = read_any(folder / "out.docx").entries
    jonas = next(item for item in entry.references if item.name == "jonas")
    assert "\r" not in entry.source + jonas.text
    assert jonas.text.count("\n") == entry.source.count("\n")
    assert not [edit for edit in jonas.edits or () if "\n" in (edit.replacement or "")]


def test_a_line_that_somebody_dropped_stays_empty(folder: Path, engine: Engine):
    (folder / "a.jsonl").write_text('{"source": "It rain.\\n\\nWe go.", "reference": "We go.\\n\\nHome!"}\n')
    api.convert(folder / "a.jsonl", folder / "a.src", engine=engine)
    assert (folder / "a.src").read_text() == "It rain .\nWe go .\n\n"
    assert (folder / "a.ref").read_text() == "\nWe go .\nHome !\n"
    assert texts(read_any(folder / "a.src")) == [
        ("It rain .", [], [("reference", "")]),
        ("We go .", [], [("reference", "We go .")]),
        ("", [], [("reference", "Home !")]),
    ]


# What is lost.

SIDES = "which corrections are hypotheses; read back, all are references"
SPACING = "spacing and paragraphs: sentences are tokenised"


def wi(folder: Path) -> None:
    edits = [[0, [[4, 8, "likes", "R:VERB:SVA"], [9, 14, None]]], [1, [[4, 8, "loves"]]]]
    record = {"id": "a-1", "text": "She like music.", "edits": edits}
    (folder / "class.json").write_text(json.dumps(record) + "\n")


def m2(folder: Path) -> None:
    edits = "A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\nA 2 3|||UNK|||music|||REQUIRED|||-NONE-|||0\n"
    (folder / "class.m2").write_text(f"S She like music .\n{edits}")


@pytest.mark.parametrize(
    ("source", "target", "title", "lost"),
    [
        (
            "letter",
            "out.m2",
            "M2",
            [SIDES, "names: amira is now 0, jonas is now 1, teacher-a is now 2, teacher-b is now 3", SPACING],
        ),
        ("letter", "out.jsonl", "", []),
        ("letter", "out.src", "parallel lines", [SPACING]),
        ("letter", "out.md", "CriticMarkup", ["all corrections but amira's"]),
        ("letter", "out.docx", "Word's tracked changes", [SIDES]),
        ("report", "out.tsv", "", []),
        ("diary/diary.ref.docx", "out.md", "CriticMarkup", ["all corrections but Ms Adeyemi's"]),
        ("diary/diary.ref.docx", "out.src.txt", "essays", ["the edits: texts alone are kept"]),
        (
            "diary/diary.ref.docx",
            "out.m2",
            "M2",
            [
                "names: Ms Adeyemi is now 0, Mr Novak is now 1",
                SPACING,
                "the edits as they were made: they are found anew by ERRANT",
            ],
        ),
        ("postcard/postcard.hyp.lea.md", "out.docx", "Word's tracked changes", [SIDES]),
        ("postcard/postcard.hyp.lea.md", "out.md", "", []),
        (
            "class.json",
            "out.docx",
            "Word's tracked changes",
            ["the texts' ids", "the edits' types", "errors that are marked without a correction (1)"],
        ),
        ("class.json", "out.md", "CriticMarkup", ["the texts' ids", "all corrections but 0's"]),
        (
            "class.json",
            "out.jsonl",
            "JSON lines of texts",
            ["the edits: texts alone are kept", "errors that are marked without a correction (1)"],
        ),
        ("class.json", "out.json", "", []),
        ("class.m2", "out.json", "", []),
        ("class.m2", "out.src", "parallel lines", ["the edits: texts alone are kept"]),
    ],
)
def test_what_a_format_can_not_carry_is_told(
    folder: Path, engine: Engine, source: str, target: str, title: str, lost: list[str]
):
    wi(folder)
    m2(folder)
    done = api.convert(folder / source, folder / target, engine=engine)
    kept_errors = "errors that are marked without a correction (1)"
    assert [loss for loss in done.losses if loss != kept_errors] == [loss for loss in lost if loss != kept_errors]
    assert kept_errors not in lost or kept_errors in done.losses
    assert not lost or done.format == title


@pytest.mark.parametrize(
    ("arguments", "files", "lost"),
    [
        (
            ["letter", "out.m2"],
            ["out.m2"],
            [
                f"M2: {SIDES}",
                "M2: names: amira is now 0, jonas is now 1, teacher-a is now 2, teacher-b is now 3",
                f"M2: {SPACING}",
            ],
        ),
        (["diary/diary.ref.docx", "out.md"], ["out.md"], ["CriticMarkup: all corrections but Ms Adeyemi's"]),
        (
            ["class.json", "out", "--to", "essays", "--from", "wi"],
            ["out.src", "out.ref.0", "out.ref.1"],
            [
                "essays: the texts' ids",
                "essays: the edits: texts alone are kept",
                "essays: errors that are marked without a correction (1)",
            ],
        ),
        (
            ["letter/letter.hyp.amira.txt", "out.src.txt"],
            ["out.src.txt", "out.hyp.amira.txt", "out.hyp.jonas.txt", "out.ref.teacher-a.txt", "out.ref.teacher-b.txt"],
            [],
        ),
        (
            ["opinion/markscheme.toml", "week/out.md", "--to", "multigec"],
            [
                "week/out.src.md",
                *("week/out.hyp.lena.md", "week/out.hyp.tomas.md"),
                *("week/out.ref.teacher-kim.md", "week/out.ref.teacher-roy.md"),
            ],
            [],
        ),
    ],
)
def test_the_command_prints_the_files_and_says_what_is_lost(
    markscheme: Command, folder: Path, arguments: list[str], files: list[str], lost: list[str]
):
    wi(folder)
    (folder / "week").mkdir()
    before = everything(folder)
    done = markscheme("convert", *arguments)
    assert done.returncode == 0
    assert done.stdout.splitlines() == files
    assert done.stderr.splitlines() == [f"markscheme: lost in {loss}" for loss in lost]
    after = everything(folder)
    assert {path: after[path] for path in before} == before
    assert set(after) - set(before) == {folder / file for file in files}


# What can't be done.


def one_line(done: "subprocess.CompletedProcess[str]") -> str:
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert "Traceback" not in line
    return line.removeprefix("markscheme: ")


LONG = "x" * 300
REFUSED = [
    pytest.param(["letter", "taken.m2"], "taken.m2: the file is there already. Write over it with --force", id="taken"),
    pytest.param(["letter", "taken.src.txt"], "taken.ref.teacher-b.txt: the file is there already", id="side taken"),
    pytest.param(["letter", "nowhere/out.m2"], "nowhere/out.m2: the file can't be written", id="no folder"),
    pytest.param(["letter", "letter/letter.src.txt/out.m2"], "letter/letter.src.txt/out.m2: ", id="file as a folder"),
    pytest.param(["letter", "report", "--to", "m2"], "report: this is a folder", id="a folder"),
    pytest.param(["letter", "report", "--to", "m2", "--force"], "report: this is a folder", id="a folder, forced"),
    pytest.param(["letter", ".", "--to", "lines"], ".: this is a folder", id="here"),
    pytest.param(["letter", "..", "--to", "m2", "--force"], "..: this is a folder", id="above"),
    pytest.param(["letter", f"{LONG}.m2"], f"{LONG}.m2: the file can't be written", id="long name"),
    pytest.param(["long.jsonl", "out.src.txt"], f"out.ref.{LONG}.txt: the file can't be written", id="long person"),
    pytest.param(["report", "out.md"], "CriticMarkup holds one text, and there are 29", id="sentences, CriticMarkup"),
    pytest.param(["report", "out.docx"], "a Word document holds one text, and there are 29", id="sentences, Word"),
    pytest.param(["report", "out.src.txt"], "an essay's file holds one text, and there are 29", id="sentences, essays"),
    pytest.param(
        ["nobody.jsonl", "out.md"], "CriticMarkup holds one correction of a text, and there are 0", id="nobody"
    ),
    pytest.param(["letter", "out.txt"], "out.txt: the name does not say which format is wanted", id="no format"),
    pytest.param(["letter", "out.m2", "--to", "m3"], "there is no format 'm3'. Formats are lines, essays, ", id="--to"),
    pytest.param(["letter", "out.m2", "--from", "word"], "there is no format 'word'. Formats are ", id="--from"),
    pytest.param(["nowhere.md", "out.m2"], "{folder}/nowhere.md: the file does not exist", id="IN missing"),
    pytest.param([f"{LONG}.md", "out.m2"], f"{{folder}}/{LONG}.md: the file can't be read", id="IN with a long name"),
    pytest.param(
        [".", "out.m2"], "{folder}: there are 5 exercises (diary, letter, opinion, postcard, report)", id="IN of 5"
    ),
    pytest.param(["empty", "out.m2"], "{folder}/empty: there is no exercise to convert", id="IN without any"),
    pytest.param(["notes.txt", "out.m2"], "{folder}/notes.txt: there is no exercise to convert", id="IN in none"),
    pytest.param(["letter", "out.m2", "--from", "m2"], "{folder}/letter: ", id="folder as M2"),
    pytest.param(["notes.txt", "out.m2", "--from", "m2"], "{folder}/notes.txt:1: ", id="text as M2"),
    pytest.param(
        ["notes.txt", "out.m2", "--from", "docx"], "{folder}/notes.txt: this is not a Word", id="text as Word"
    ),
    pytest.param(["namesakes", "out.jsonl"], "{folder}/namesakes/a.hyp.mei.txt: another correction", id="namesakes"),
    pytest.param(["other", "out.jsonl"], "{folder}/other/a.hyp.mei.md: the text before its changes", id="other source"),
    pytest.param(["taken.m2", "taken.m2"], "taken.m2: the file is there already", id="IN is OUT"),
]


@pytest.fixture
def awkward(folder: Path) -> Path:
    """Files that stand in the way, and files that can't be converted."""
    (folder / "taken.m2").write_text("S He go .\n")
    (folder / "taken.ref.teacher-b.txt").write_text("kept")
    (folder / "notes.txt").write_text("Buy milk.\n")
    (folder / "nobody.jsonl").write_text('{"source": "He go."}\n')
    (folder / "long.jsonl").write_text(json.dumps({"source": "He go.", "references": {LONG: "He goes."}}))
    for name in ("empty", "namesakes", "other"):
        (folder / name).mkdir()
    for name, file, text in [
        ("namesakes", "a.src.txt", "He go."),
        ("namesakes", "a.hyp.mei.md", "He goes."),
        ("namesakes", "a.hyp.mei.txt", "He went."),
        ("namesakes", "a.ref.txt", "He goes."),
        ("other", "a.src.txt", "He go."),
        ("other", "a.hyp.mei.md", "She {~~go~>goes~~}."),
        ("other", "a.ref.txt", "He goes."),
    ]:
        (folder / name / file).write_text(text)
    return folder


@pytest.mark.parametrize(("arguments", "told"), REFUSED)
def test_what_can_not_be_converted_is_one_line_and_leaves_nothing(
    markscheme: Command, awkward: Path, arguments: list[str], told: str
):
    before = everything(awkward)
    arguments = [word if word not in ("empty",) else "empty" for word in arguments]
    assert one_line(markscheme("convert", *arguments)).startswith(told.format(folder=awkward))
    assert everything(awkward) == before


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_a_folder_that_can_not_be_written_is_told(markscheme: Command, folder: Path):
    closed = folder / "closed"
    closed.mkdir(mode=0o500)
    if os.access(closed, os.W_OK):
        pytest.skip("permissions bind nobody here")
    assert one_line(markscheme("convert", "letter", "closed/out.m2")).startswith("closed/out.m2: ")
    assert list(closed.iterdir()) == []


def test_files_that_are_there_are_written_over_by_force_only(folder: Path, engine: Engine):
    taken = folder / "letter.ref.teacher-a.txt"
    taken.write_text("kept")
    with pytest.raises(DocumentError, match="there already"):
        api.convert(folder / "letter", folder / "letter.src.txt", engine=engine)
    assert taken.read_text() == "kept"
    assert not (folder / "letter.src.txt").exists()
    api.convert(folder / "letter", folder / "letter.src.txt", engine=engine, overwrite=True)
    assert taken.read_bytes() == (folder / "letter/letter.ref.teacher-a.txt").read_bytes()


def test_a_file_may_be_converted_to_itself_by_force(markscheme: Command, folder: Path):
    m2(folder)
    before = read_any(folder / "class.m2")
    done = markscheme("convert", "class.m2", "class.m2", "--force")
    assert (done.returncode, done.stdout, done.stderr) == (0, "class.m2\n", "")
    assert read_any(folder / "class.m2") == before
    done = markscheme("convert", "letter", "letter/letter.src.txt", "--force")
    assert (done.returncode, done.stderr) == (0, "")
    assert texts(read_any(folder / "letter")) == texts(read_any(EXAMPLES / "letter"))


# What is meant.


def test_a_name_is_no_obstacle_where_the_format_is_said(folder: Path, engine: Engine):
    """The text of an essay may look like another format: the command says what it is."""
    (folder / "essay.txt").write_text("He {~~go~>goes~~} home.\n")
    [entry] = read_any(folder / "essay.txt", named("criticmarkup")).entries
    assert (entry.source, entry.hypotheses[0].text) == ("He go home.\n", "He goes home.\n")
    api.convert(folder / "essay.txt", folder / "essay.txt.docx", read_as="criticmarkup", engine=engine)
    shutil.move(folder / "essay.txt.docx", folder / "essay.data")
    api.convert(folder / "essay.data", folder / "essay.bak", read_as="docx", write_as="wi", engine=engine)
    shutil.move(folder / "essay.bak", folder / "essay.txt")
    [entry] = read_any(folder / "essay.txt", named("wi")).entries
    assert (entry.source, [item.text for item in entry.references]) == ("He go home.\n", ["He goes home.\n"])


def test_essays_of_several_texts_are_converted_by_their_ids(folder: Path, engine: Engine):
    (folder / "c.src.md").write_text("### essay_id = a\nHe go.\n\n### essay_id = b\nIt rain.\n")
    (folder / "c.ref1.md").write_text("### essay_id = b\nIt rains.\n\n### essay_id = a\nHe goes.\n")
    (folder / "c.ref2.md").write_text("### essay_id = a\nHe went.\n")
    api.convert(folder / "c.src.md", folder / "c.tsv", engine=engine)
    assert (folder / "c.tsv").read_text().splitlines() == [
        "id\tsource\treference.1\treference.2",
        "a\tHe go.\tHe goes.\tHe went.",
        "b\tIt rain.\tIt rains.\t",
    ]
    api.convert(folder / "c.tsv", folder / "d.m2", engine=engine)
    assert [line for line in (folder / "d.m2").read_text().splitlines() if line] == [
        "S He go .",
        "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||1",
        "A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||2",
        "S It rain .",
        "A 1 2|||R:VERB:SVA|||rains|||REQUIRED|||-NONE-|||1",
    ]


def test_what_the_example_of_word_holds_is_what_its_authors_made(folder: Path):
    entry = read_any(folder / "diary/diary.ref.docx").entries[0]
    assert word.read_corpus((folder / "diary/diary.ref.docx").read_bytes()) == Corpus((entry,), tokenised=False)
    assert isinstance(entry, Entry)
    assert [item.name for item in entry.references] == ["Ms Adeyemi", "Mr Novak"]
