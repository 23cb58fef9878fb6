"""Conversion from every format to every other: texts arrive, losses are listed, and no file is half-written."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.documents.formats.word.documents import UNREAD_CONTENTS

from markscheme import EngineSettings, Work
from markscheme.api import research
from markscheme.documents.corpus import Corpus, Correction
from markscheme.documents.formats import FORMATS, DocumentFile, SideFilesFormat
from markscheme.errors import DocumentError
from markscheme.marking.local import Engine
from markscheme.scoring._preparation import prepared
from markscheme.scoring.corpora import open_any

Command = Callable[..., "subprocess.CompletedProcess[str]"]

EXAMPLES = Path(__file__).parents[2] / "examples"
TARGETS = {
    "lines": "out.src",
    "essays": "out.src.txt",
    "multigec": "out.src.md",
    "m2": "out.m2",
    "criticmarkup": "out.md",
    "uagec": "out.uagec",
    "xmi": "out.xmi",
    "docx": "out.docx",
    "brat": "out.ann",
    "nucle": "out.sgml",
    "wi": "out.json",
    "jsonl": "out.jsonl",
    "parquet": "out.parquet",
    "tsv": "out.tsv",
    "csv": "out.csv",
    "xlsx": "out.xlsx",
}
ONE_TEXT = {"essays": "an essay's file", "criticmarkup": "CriticMarkup"}
"""Formats that hold one text and don't join sentences, and what they are called."""
QUIZ_CHOICE = "the further corrections of edits that have several (1)"
QUIZ_NAMES = "names: sara is now 0, reference#0 is now 1, reference#0 (2) is now 2, reference#1 is now 3"
SOURCES = ["letter", "postcard", "postcard/postcard.hyp.lea.md", "diary", "diary/diary.ref.docx", "opinion", "report"]


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    """Copy the examples; no configuration above the test's folder applies to them."""
    (tmp_path / ".git").mkdir()
    for name in ("letter", "postcard", "diary", "opinion", "report", "quiz"):
        shutil.copytree(EXAMPLES / name, tmp_path / name)
    return tmp_path


def everything(folder: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


Texts = tuple[str, dict[str, str], dict[str, str]]
"""A source with the texts of its hypotheses and references by name."""


def texts(corpus: Corpus) -> list[Texts]:
    def of(items: Sequence[Correction]) -> dict[str, str]:
        return {item.name: item.text for item in items}

    return [(entry.source, of(entry.hypotheses), of(entry.references)) for entry in corpus.entries]


# The matrix.


def carried(corpus: Corpus, name: str, engine: Engine) -> list[Texts]:
    """Return the texts of a corpus that a format carries, under the names that it gives them."""
    form = FORMATS.corpus(name)
    if form.tokenised and not corpus.tokenised:
        corpus = prepared(corpus, form, engine.models).corpus
    found: list[Texts] = []
    for source, hypotheses, references in texts(corpus):
        everyone = [*hypotheses.items(), *references.items()]
        if name in ("brat", "xmi") or (name == "uagec" and len(everyone) == 1):
            hypotheses, references = {}, {"out": everyone[0][1]}
        elif "people" not in form.carries:
            hypotheses, references = {"out": everyone[0][1]}, {}
        elif "names" not in form.carries:
            hypotheses, references = {}, {str(number): text for number, (_, text) in enumerate(everyone)}
        elif "sides" not in form.carries:
            hypotheses, references = {}, dict(everyone)
        found.append((source, hypotheses, references))
    return [in_paragraphs(found)] if name in ("docx", "brat", "xmi") else found


def in_paragraphs(sentences: list[Texts]) -> Texts:
    """Return texts by the same people as one text."""

    def of(sides: Sequence[dict[str, str]]) -> dict[str, str]:
        return {person: "\n".join(side[person] for side in sides) for person in sides[0]}

    sources, hypotheses, references = zip(*sentences, strict=True)
    return "\n".join(sources), of(hypotheses), of(references)


def in_a_file_s_name(found: list[Texts]) -> list[Texts]:
    """Return the texts with people as their files' names call them."""

    def of(side: dict[str, str]) -> dict[str, str]:
        return {person.replace(" ", "-"): text for person, text in side.items()}

    return [(source, of(hypotheses), of(references)) for source, hypotheses, references in found]


def without_blank_lines_around(found: list[Texts]) -> list[Texts]:
    def of(side: dict[str, str]) -> dict[str, str]:
        return {person: text.strip("\n") for person, text in side.items()}

    return [(source.strip("\n"), of(hypotheses), of(references)) for source, hypotheses, references in found]


@pytest.mark.parametrize("name", FORMATS.corpus_names)
@pytest.mark.parametrize("source", SOURCES)
def test_texts_are_carried_there_and_back(folder: Path, engine: Engine, source: str, name: str):
    corpus = open_any(folder / source).whole()
    target, back = folder / "there" / TARGETS[name], folder / "back.jsonl"
    target.parent.mkdir()
    if name in ONE_TEXT and len(corpus.entries) > 1:
        with pytest.raises(DocumentError, match=f"^{ONE_TEXT[name]} holds one text, and there are 29"):
            research.convert(folder / source, target, write_as=name, work=Work(engine))
        assert list(target.parent.iterdir()) == []
        return
    done = research.convert(folder / source, target, write_as=name, work=Work(engine))
    several = name == "uagec" and len(corpus.entries[0].corrections) > 1
    whole = target.parent if several else target
    assert (target in done.files) != several
    assert sorted(done.files) == sorted(target.parent.iterdir())
    assert all(path.read_bytes() for path in done.files)
    read = open_any(whole).whole()
    expected = carried(corpus, name, engine)
    if several:
        expected = [in_paragraphs(expected)]
        assert all(item.edits is not None for entry in read.entries for item in entry.corrections)
    if several or isinstance(FORMATS.corpus(name), SideFilesFormat):
        expected = in_a_file_s_name(expected)
    assert texts(read) == (without_blank_lines_around(expected) if name == "multigec" else expected)
    ids = [str(number) if name in ("multigec", "nucle") else "" for number in range(1, len(read.entries) + 1)]
    assert [entry.id for entry in read.entries] == ids
    research.convert(whole, back, work=Work(engine))
    assert texts(open_any(back).whole()) == texts(read)


@pytest.mark.parametrize("source", ["postcard/postcard.hyp.lea.md", "diary/diary.ref.docx"])
@pytest.mark.parametrize(
    "through", [["criticmarkup"], ["docx"], ["nucle"], ["wi"], ["wi", "docx", "criticmarkup", "uagec", "nucle", "wi"]]
)
def test_edits_stay_unchanged(folder: Path, engine: Engine, source: str, through: list[str]):
    """No pipeline runs: not a character moves from one edit to another."""
    [before] = open_any(folder / source).whole().entries
    at = folder / source
    for number, name in enumerate(through):
        to = folder / str(number) / TARGETS[name]
        to.parent.mkdir()
        research.convert(at, to, write_as=name, work=Work(engine))
        at = to
    [after] = open_any(at).whole().entries
    kept = before.corrections[: len(after.corrections)]
    assert len(kept) == (1 if "criticmarkup" in through else len(before.corrections))
    assert after.source == before.source
    for old, new in zip(kept, after.corrections, strict=True):
        assert [(edit.span, edit.replacement) for edit in new.edits or ()] == [
            (edit.span, edit.replacement) for edit in old.edits or ()
        ]


def test_line_ends_are_no_corrections(folder: Path, engine: Engine):
    """One of the letters has CRLF on every line; its source has LF."""
    assert b"\r\n" in (folder / "letter/letter.hyp.jonas.txt").read_bytes()
    research.convert(folder / "letter", folder / "out.docx", work=Work(engine))
    [entry] = open_any(folder / "out.docx").whole().entries
    jonas = next(item for item in entry.references if item.name == "jonas")
    assert "\r" not in entry.source + jonas.text
    assert jonas.text.count("\n") == entry.source.count("\n")
    assert not [edit for edit in jonas.edits or () if "\n" in (edit.replacement or "")]


def test_a_sentence_that_a_reference_drops_is_a_loss_in_parallel_lines(folder: Path, engine: Engine):
    """An empty line of a reference is a sentence that nobody has corrected."""
    (folder / "a.jsonl").write_text('{"source": "It rain.\\n\\nWe go.", "reference": "We go.\\n\\nHome!"}\n')
    done = research.convert(folder / "a.jsonl", folder / "a.src", work=Work(engine))
    assert "that references drop sentences (1); read back, nobody has corrected these" in done.losses
    assert (folder / "a.src").read_text() == "It rain .\nWe go .\n\n"
    assert (folder / "a.ref").read_text() == "\nWe go .\nHome !\n"
    assert texts(open_any(folder / "a.src").whole()) == [
        ("It rain .", {}, {}),
        ("We go .", {}, {"reference": "We go ."}),
        ("", {}, {"reference": "Home !"}),
    ]


# What is lost.

SIDES = "which corrections are hypotheses; read back, all are references"
A_SIDE = "that the correction is a hypothesis; read back, it is a reference"
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
        ("letter", "out.jsonl", "JSON lines of texts", []),
        ("letter", "out.src", "parallel lines", [SPACING]),
        ("letter", "out.md", "CriticMarkup", ["all corrections but amira's"]),
        ("letter", "out.docx", "a Word document", [SIDES]),
        ("letter", "out.ann", "brat's standoff", ["all corrections but amira's", A_SIDE]),
        (
            "class.json",
            "out.ann",
            "brat's standoff",
            ["the texts' ids", "all corrections but 0's"],
        ),
        ("letter", "out.uagec", "UA-GEC's annotation", []),
        ("letter/letter.hyp.jonas.txt", "out.uagec", "UA-GEC's annotation", [SIDES]),
        (
            "diary/diary.ref.docx",
            "out.uagec",
            "UA-GEC's annotation",
            ["names: Ms Adeyemi is now Ms-Adeyemi, Mr Novak is now Mr-Novak"],
        ),
        ("class.json", "out.uagec", "UA-GEC's annotation", ["the texts' ids"]),
        ("letter", "out.sgml", "NUCLE's SGML", [SIDES]),
        ("class.json", "out.sgml", "NUCLE's SGML", []),
        ("report", "out.tsv", "TSV", []),
        ("report", "out.docx", "a Word document", ["that these are 29 texts: they are now paragraphs of one", SIDES]),
        ("diary/diary.ref.docx", "out.md", "CriticMarkup", ["all corrections but Ms Adeyemi's"]),
        (
            "diary/diary.ref.docx",
            "out.src.txt",
            "an essay's file",
            ["the edits: texts alone are kept", "names: Ms Adeyemi is now Ms-Adeyemi, Mr Novak is now Mr-Novak"],
        ),
        (
            "diary/diary.ref.docx",
            "out.m2",
            "M2",
            [
                "names: Ms Adeyemi is now 0, Mr Novak is now 1",
                SPACING,
                "edits of parts of words: whole words are replaced (1)",
                "unchanged words at the ends of edits (4)",
            ],
        ),
        ("postcard/postcard.hyp.lea.md", "out.docx", "a Word document", ["comments (2)", SIDES]),
        ("postcard/postcard.hyp.lea.md", "out.md", "CriticMarkup", ["comments (2)"]),
        ("diary", "out.docx", "a Word document", [SIDES]),
        ("letter/letter.hyp.jonas.txt", "out.md", "CriticMarkup", []),
        ("quiz", "out.m2", "M2", [SIDES, QUIZ_NAMES]),
        ("quiz/quiz.ref.m2", "out.tsv", "TSV", [QUIZ_CHOICE, "the edits: texts alone are kept"]),
        (
            "class.json",
            "out.docx",
            "a Word document",
            ["the texts' ids", "the edits' types", "errors that are marked without a correction (1)"],
        ),
        ("class.json", "out.md", "CriticMarkup", ["the texts' ids", "all corrections but 0's"]),
        (
            "class.json",
            "out.jsonl",
            "JSON lines of texts",
            ["the edits: texts alone are kept", "errors that are marked without a correction (1)"],
        ),
        ("class.json", "out.json", "W&I's JSON lines", []),
        ("class.m2", "out.json", "W&I's JSON lines", []),
        (
            "class.m2",
            "out.src",
            "parallel lines",
            ["the edits: texts alone are kept", "errors that are marked without a correction (1)"],
        ),
    ],
)
def test_losses_of_a_format_are_listed(
    folder: Path, engine: Engine, source: str, target: str, title: str, lost: list[str]
):
    wi(folder)
    m2(folder)
    done = research.convert(folder / source, folder / target, work=Work(engine))
    assert list(done.losses) == lost
    assert done.format == title


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
                "an essay's file: the texts' ids",
                "an essay's file: the edits: texts alone are kept",
                "an essay's file: errors that are marked without a correction (1)",
            ],
        ),
        (
            ["letter/letter.hyp.amira.txt", "out.src.txt"],
            ["out.src.txt", "out.hyp.amira.txt"],
            [],
        ),
        (
            ["opinion/markscheme.toml", "week/out.md", "--to", "multigec"],
            [
                "week/out.src.md",
                *("week/out.hyp.Lena.md", "week/out.hyp.Tomas.md"),
                *("week/out.ref.Ms-Kim.md", "week/out.ref.Mr-Roy.md"),
            ],
            ["MultiGEC's Markdown: names: Ms Kim is now Ms-Kim, Mr Roy is now Mr-Roy"],
        ),
    ],
)
def test_the_command_prints_the_files_and_the_losses(
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
FORCE = {"overwrite": True}
REFUSED: list[tuple[tuple[str, str], dict[str, Any], str]] = [
    # OUT
    (("letter", "taken.m2"), {}, "taken.m2: the file is there already. Write over it with --force"),
    (("letter", "taken.src.txt"), {}, "taken.ref.teacher-b.txt: the file is there already"),
    (("taken.m2", "taken.m2"), {}, "taken.m2: the file is there already"),
    (("letter", "nowhere/out.m2"), {}, "nowhere/out.m2: the file can't be written (No such"),
    (("letter", "letter/letter.src.txt/out.m2"), {}, "letter/letter.src.txt/out.m2: the file can't be written"),
    (("letter", "report"), {"write_as": "m2"}, "report: this is a folder, not a file"),
    (("letter", "report"), {"write_as": "m2", **FORCE}, "report: this is a folder, not a file"),
    (("letter", "full.src.txt"), FORCE, "full.hyp.amira.txt: this is a folder, not a file"),
    (("letter", f"{LONG}.m2"), {}, f"{LONG}.m2: the file can't be written"),
    (("long.jsonl", "out.src.txt"), {}, f"out.ref.{LONG}.txt: the file can't be written"),
    # what a format holds
    (("nobody.jsonl", "out.md"), {}, "CriticMarkup holds one correction of a text, and there are 0"),
    (("two.jsonl", "out.docx"), {}, "a Word document holds one text, and there are 2"),
    (("two.jsonl", "out.src.txt"), {}, "an essay's file holds one text, and there are 2"),
    (("namesake.jsonl", "out.docx"), {}, "two corrections are called 'kim', and Word knows changes"),
    (("namesake.jsonl", "out.src"), {}, "two people's files would be called out.ref.kim"),
    (("bars", "out.m2"), {}, "entry 1 can't be written as M2: the correction '||' has a meaning of its own"),
    # names of formats
    (("letter", "out.txt"), {}, "out.txt: the name does not say which format is wanted. Name one with --to: lines, "),
    (("letter", "out.m2"), {"write_as": "m3"}, "there is no format 'm3'. Formats are lines, essays, "),
    (("letter", "out.m2"), {"read_as": "word"}, "there is no format 'word'. Formats are lines, essays, "),
    # IN
    (("nowhere.md", "out.m2"), {}, "nowhere.md: the file does not exist"),
    ((f"{LONG}.md", "out.m2"), {}, f"{LONG}.md: the file can't be read"),
    (("week", "out.m2"), {}, "week: there are 2 exercises (a, b). Name a document of the one that is meant"),
    (("many", "out.m2"), {}, "many: there are 130 exercises (a0, a1, a10, a100, a101 and 125 others). Name a document"),
    (("empty", "out.m2"), {}, "empty: there is no exercise to convert"),
    (("notes.txt", "out.m2"), {}, "notes.txt: there is no exercise to convert"),
    (("letter", "out.m2"), {"read_as": "m2"}, "letter: this is a folder, not a file"),
    (("notes.txt", "out.m2"), {"read_as": "m2"}, "notes.txt:1: this M2 line begins with neither"),
    (("notes.txt", "out.m2"), {"read_as": "docx"}, "notes.txt: this is not a Word document"),
    (("notes.txt", "out.m2"), {"read_as": "essays"}, "notes.txt: there is no exercise to convert"),
    (("letter", "out.m2"), {"read_as": "multigec"}, "letter/letter.src.txt:1: there is text before the first heading"),
    (("namesakes", "out.jsonl"), {}, "namesakes/a.hyp.mei.txt: another correction on this side is called 'mei' too"),
    (("other", "out.jsonl"), {}, "other/a.hyp.mei.md: the text before its changes is not that of a.src.txt"),
    (("essays", "out.jsonl"), {}, "essays/a.ref.md:4: essay c is not in the source"),
    (("gone", "out.jsonl"), {}, "gone/markscheme.toml:3:15: gone has no teacher's correction yet"),
    (("alone", "out.jsonl"), {}, "alone/a.hyp.txt: the exercise 'a' has no source"),
]


GONE = '[[exercise]]\nsource = "task.txt"\nreferences = ["kim.txt"]\n'
AWKWARD = {
    "taken.m2": "S He go .\n",
    "taken.ref.teacher-b.txt": "kept",
    "notes.txt": "Buy milk.\n",
    "nobody.jsonl": '{"source": "He go."}\n',
    "long.jsonl": json.dumps({"source": "He go.", "references": {LONG: "He goes."}}),
    "two.jsonl": '{"source": "He go."}\n{"source": "It rain."}\n',
    "namesake.jsonl": json.dumps(
        {
            "source": "He go.",
            "hypotheses": {"kim": "He went."},
            "references": {"kim": "He goes.", "kim!": "He is going."},
        }
    ),
    "bars/a.src": "He go .\n",
    "bars/a.ref": "He || .\n",
    "namesakes/a.src.txt": "He go.",
    "namesakes/a.hyp.mei.md": "He goes.",
    "namesakes/a.hyp.mei.txt": "He went.",
    "other/a.src.txt": "He go.",
    "other/a.hyp.mei.md": "She {~~go~>goes~~}.",
    "essays/a.src.md": "### essay_id = b\nHe go.\n",
    "essays/a.ref.md": "### essay_id = b\nHe goes.\n\n### essay_id = c\nIt rains.\n",
    "gone/markscheme.toml": GONE,
    "gone/task.txt": "He go.",
    "alone/a.hyp.txt": "He goes.",
    "week/a.src.txt": "He go.",
    "week/b.src.txt": "He go.",
    "full.hyp.amira.txt/kept.txt": "kept",
    **{f"many/a{number}.src.txt": "He go." for number in range(130)},
}


@pytest.fixture
def awkward(folder: Path) -> Path:
    """Write files that are in the way, and files that can't be converted."""
    (folder / "empty").mkdir()
    for name, text in AWKWARD.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(("given", "options", "message"), REFUSED)
def test_bad_input_is_reported_and_leaves_nothing(
    awkward: Path, engine: Engine, given: tuple[str, str], options: dict[str, Any], message: str
):
    before = everything(awkward)
    source, target = given
    with pytest.raises(DocumentError) as refused:
        research.convert(awkward / source, awkward / target, work=Work(engine), **options)
    assert str(refused.value).removeprefix(f"{awkward}/").startswith(message)
    assert everything(awkward) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["letter", "taken.m2"], "taken.m2: the file is there already. Write over it with --force"),
        (["letter", "nowhere/out.src"], "nowhere/out.src: the file can't be written"),
        (["letter", "report", "--to", "m2", "--force"], "report: this is a folder"),
        (["letter", ".", "--to", "lines"], ".: this is a folder"),
        (["letter", "..", "--to", "m2", "--force"], "..: this is a folder"),
        (["letter", "/", "--to", "m2", "--force"], "/: this is a folder"),
        (["two.jsonl", "out.docx"], "a Word document holds one text, and there are 2. Write one file for each text"),
        (["nobody.jsonl", "out.md"], "CriticMarkup holds one correction of a text, and there are 0"),
        (["letter", "out.m2", "--to", "m3"], "there is no format 'm3'. Formats are lines, essays, "),
        (["nowhere.md", "out.m2"], "{folder}/nowhere.md: the file does not exist"),
        (["week", "out.m2"], "{folder}/week: there are 2 exercises (a, b). Name a document of the one that is meant"),
        (["letter"], "convert needs OUT"),
    ],
)
def test_the_command_reports_bad_input_in_one_line(
    markscheme: Command, awkward: Path, arguments: list[str], message: str
):
    before = everything(awkward)
    assert one_line(markscheme("convert", *arguments)).startswith(message.format(folder=awkward))
    assert everything(awkward) == before


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_a_read_only_folder_is_reported(markscheme: Command, folder: Path):
    closed = folder / "closed"
    closed.mkdir(mode=0o500)
    if os.access(closed, os.W_OK):
        pytest.skip("permissions bind nobody here")
    assert one_line(markscheme("convert", "letter", "closed/out.m2")).startswith("closed/out.m2: ")
    assert list(closed.iterdir()) == []


def test_existing_files_are_replaced_only_with_force(folder: Path, engine: Engine):
    taken = folder / "letter.ref.teacher-a.txt"
    taken.write_text("kept")
    with pytest.raises(DocumentError, match="there already"):
        research.convert(folder / "letter", folder / "letter.src.txt", work=Work(engine))
    assert taken.read_text() == "kept"
    assert not (folder / "letter.src.txt").exists()
    research.convert(folder / "letter", folder / "letter.src.txt", work=Work(engine), overwrite=True)
    assert taken.read_bytes() == (folder / "letter/letter.ref.teacher-a.txt").read_bytes()


def test_a_file_is_converted_to_itself_with_force(markscheme: Command, folder: Path):
    m2(folder)
    before = open_any(folder / "class.m2").whole()
    done = markscheme("convert", "class.m2", "class.m2", "--force")
    assert (done.returncode, done.stdout, done.stderr) == (0, "class.m2\n", "")
    assert open_any(folder / "class.m2").whole() == before
    done = markscheme("convert", "letter", "letter/letter.src.txt", "--force")
    assert (done.returncode, done.stderr) == (0, "")
    assert texts(open_any(folder / "letter").whole()) == texts(open_any(EXAMPLES / "letter").whole())


# What is meant.


def test_a_named_format_reads_a_file_with_any_name(folder: Path, engine: Engine):
    """An essay's text may look like another format; the command names its format."""
    (folder / "essay.txt").write_text("He {~~go~>goes~~} home.\n")
    [entry] = open_any(folder / "essay.txt", FORMATS.corpus("criticmarkup")).whole().entries
    assert (entry.source, entry.hypotheses[0].text) == ("He go home.\n", "He goes home.\n")
    research.convert(folder / "essay.txt", folder / "essay.txt.docx", read_as="criticmarkup", work=Work(engine))
    shutil.move(folder / "essay.txt.docx", folder / "essay.data")
    research.convert(folder / "essay.data", folder / "essay.bak", read_as="docx", write_as="wi", work=Work(engine))
    shutil.move(folder / "essay.bak", folder / "essay.txt")
    [entry] = open_any(folder / "essay.txt", FORMATS.corpus("wi")).whole().entries
    assert (entry.source, [item.text for item in entry.references]) == ("He go home.\n", ["He goes home.\n"])


def test_a_group_of_files_is_read_in_the_named_format(folder: Path, engine: Engine):
    """Every paragraph of the letter is one line in each version."""
    lines = (folder / "letter/letter.src.txt").read_text().splitlines()
    research.convert(folder / "letter", folder / "out.jsonl", read_as="lines", work=Work(engine))
    assert [source for source, _, _ in texts(open_any(folder / "out.jsonl").whole())] == [
        " ".join(line.split()) for line in lines
    ]
    research.convert(folder / "report", folder / "out.docx", read_as="essays", work=Work(engine))
    [(source, _, references)] = texts(open_any(folder / "out.docx").whole())
    assert source == (folder / "report/report.src").read_text()
    assert references["pavel"] == (folder / "report/report.hyp.pavel").read_text()


def test_essays_of_several_texts_are_converted_by_their_ids(folder: Path, engine: Engine):
    (folder / "c.src.md").write_text("### essay_id = a\nHe go.\n\n### essay_id = b\nIt rain.\n")
    (folder / "c.ref1.md").write_text("### essay_id = b\nIt rains.\n\n### essay_id = a\nHe goes.\n")
    (folder / "c.ref2.md").write_text("### essay_id = a\nHe went.\n")
    research.convert(folder / "c.src.md", folder / "c.tsv", work=Work(engine))
    assert (folder / "c.tsv").read_text().splitlines() == [
        "id\tsource\treference.1\treference.2",
        "a\tHe go.\tHe goes.\tHe went.",
        "b\tIt rain.\tIt rains.\t",
    ]
    research.convert(folder / "c.tsv", folder / "d.m2", work=Work(engine))
    assert [line for line in (folder / "d.m2").read_text().splitlines() if line] == [
        "S He go .",
        "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||1",
        "A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||2",
        "S It rain .",
        "A 1 2|||R:VERB:SVA|||rains|||REQUIRED|||-NONE-|||1",
    ]


def test_an_exercise_keeps_the_edits_of_its_files(folder: Path, engine: Engine):
    """They are not extracted again: Tom's edits stay as they are."""
    research.convert(folder / "diary", folder / "all.docx", work=Work(engine))
    word = FORMATS.corpus("docx")
    [all_of_them] = word.read_corpus(DocumentFile(folder / "all.docx")).entries
    [own] = word.read_corpus(DocumentFile(folder / "diary" / "diary.hyp.tom.docx")).entries
    assert all_of_them.source == own.source
    assert all_of_them.references[0].edits == own.references[0].edits


CONTENTS = Path(__file__).parents[1] / "documents" / "formats" / "word" / "saved" / "contents.docx"


def test_what_a_word_document_holds_besides_its_text_is_lost(folder: Path, engine: Engine):
    shutil.copy(CONTENTS, folder / "essay.docx")
    (folder / "one").mkdir()
    shutil.copy(CONTENTS, folder / "one" / "day.hyp.mei.docx")
    (folder / "one" / "day.src.txt").write_text("My day.\n")
    read = research.convert(folder / "essay.docx", folder / "read.docx", read_as="docx", work=Work(engine))
    assert read.losses == UNREAD_CONTENTS
    done = research.convert(folder / "one", folder / "out.jsonl", work=Work(engine))
    assert done.losses == tuple(f"day.hyp.mei.docx: {part}" for part in UNREAD_CONTENTS)


def test_colleagues_changes_are_one_correction_and_their_names_are_lost(folder: Path, engine: Engine):
    shutil.copy(CONTENTS.with_name("colleagues.docx"), folder / "essay.docx")
    done = research.convert(folder / "essay.docx", folder / "out.jsonl", work=Work(engine))
    assert done.losses[0] == "who of Ann and Ben made which change: they share the work"
    [(_, _, references)] = texts(open_any(folder / "out.jsonl").whole())
    [text] = references.values()
    assert text.splitlines()[1:3] == ["He goes to the zoo.", "We were happy."]


DIARY = (
    "My day\n\nI goed to the zoo. It was very, very nice! We seen a lion and he sleeped.\n"
    "In the evening I was tired. I go to bed at nine, I read a book.\n\nBye"
)
CORRECTED = (
    "My day\n\nI went to the zoo. It was very nice! We saw a lion, and he was sleeping.\n"
    "I was tired in the evening. I went to bed at nine. I read a book.\n\nBye!"
)


def test_word_to_m2_to_word_keeps_every_sentence(folder: Path, engine: Engine):
    (folder / "day.src.txt").write_text(DIARY)
    (folder / "day.ref.kim.txt").write_text(CORRECTED)
    (folder / "day.ref.roy.txt").write_text(CORRECTED.replace("nice", "good").replace("saw", "have seen"))
    for source, target in pairwise(["day.src.txt", "a.docx", "b.m2", "c.docx", "d.m2"]):
        research.convert(folder / source, folder / target, work=Work(engine))
    one, other = (open_any(folder / name).whole().entries[0] for name in ("a.docx", "c.docx"))
    assert "".join(other.source.split()) == "".join(one.source.split())
    assert ["".join(item.text.split()) for item in other.references] == [
        "".join(item.text.split()) for item in one.references
    ]
    assert (folder / "d.m2").read_text() == (folder / "b.m2").read_text()


def test_m2_files_keep_their_types(folder: Path, engine: Engine):
    path = folder / "quiz" / "quiz.hyp.sara.m2"
    odd = path.read_text().replace("|||R:VERB:SVA|||works|||", "|||R:ODD|||works|||")
    assert odd != path.read_text()
    path.write_text(odd)
    research.convert(folder / "quiz", folder / "all.m2", work=Work(engine))
    assert "A 2 3|||R:ODD|||works|||REQUIRED|||-NONE-|||0" in (folder / "all.m2").read_text()


OWN_TABLE = "Nr;Learner text;Student;Ms Kim\n1;She like music, she says.;She likes music, she says.;She loves music.\n"


def test_a_table_with_columns_of_its_own_names(markscheme: Command, tmp_path: Path):
    (tmp_path / "class.csv").write_text(OWN_TABLE)
    done = markscheme("convert", "class.csv", "class.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert "class.csv:1: there is no source column; the columns are Nr, Learner text, Student, Ms Kim." in done.stderr
    assert "--column source=NAME" in done.stderr
    columns = [f"--column={role}" for role in ("source=Learner text", "hypothesis.mei=Student", "reference.kim=Ms Kim")]
    done = markscheme("convert", "class.csv", "class.xlsx", *columns)
    assert (done.returncode, done.stdout) == (0, "class.xlsx\n")
    assert done.stderr == "markscheme: lost in an Excel workbook: the columns Nr\n"
    assert markscheme("convert", "class.xlsx", "class.jsonl").returncode == 0
    [record] = map(json.loads, (tmp_path / "class.jsonl").read_text().splitlines())
    assert record == {
        "source": "She like music, she says.",
        "hypotheses": {"mei": "She likes music, she says."},
        "references": {"kim": "She loves music."},
    }


@pytest.mark.parametrize("column", ["source", "=a", "source=", "source=a source=b"])
def test_a_column_is_named_by_its_role(markscheme: Command, tmp_path: Path, column: str):
    (tmp_path / "class.csv").write_text(OWN_TABLE)
    done = markscheme("convert", "class.csv", "class.jsonl", *(f"--column={each}" for each in column.split()))
    assert done.returncode == 2
    assert "--column" in done.stderr
