"""Which format a file is in, by its name or by its content; and the names of a group of files."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from documents.formats.files import written
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.formats import FORMATS, DocumentFile
from markscheme.documents.places import TextEdit
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_in
from markscheme.languages.segments import Span

NAMES = FORMATS.corpus_names
write_essays, write_lines, write_multigec = (
    FORMATS.corpus(name).write_corpus for name in ("essays", "lines", "multigec")
)
SOURCE = "She like music."


def corpus_of(*entries: Entry) -> Corpus:
    return Corpus(entries, tokenised=False)


def corrected(hypotheses: Mapping[str, str] = {}, references: Mapping[str, str] = {}, name: str = "") -> Entry:
    def corrections(texts: Mapping[str, str]) -> tuple[Correction, ...]:
        return tuple(Correction(person, text) for person, text in texts.items())

    return Entry(name, SOURCE, corrections(hypotheses), corrections(references))


# By name.


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("essay.src", "lines"),
        ("essay.src.txt", "essays"),
        ("essay.src.md", "essays"),
        ("essay.md", "criticmarkup"),
        ("essay.hyp.mei.markdown", "criticmarkup"),
        ("class.m2", "m2"),
        ("class.errant", "m2"),
        ("essay.uagec", "uagec"),
        ("essay.docx", "docx"),
        ("essay.ann", "brat"),
        ("class.sgml", "nucle"),
        ("class.SGM", "nucle"),
        ("class.json", "wi"),
        ("class.jsonl", "jsonl"),
        ("class.tsv", "tsv"),
        ("CLASS.M2", "m2"),
        ("Essay.SRC.Txt", "essays"),
        (".m2", "m2"),
        ("a.m2.docx", "docx"),
    ],
)
def test_a_name_asks_for_the_format_of_its_longest_suffix(name: str, expected: str):
    assert FORMATS.to_write(Path("folder.tsv") / name).name == expected


@pytest.mark.parametrize("name", ["essay", "essay.txt", "essay.src.doc", "m2", "src.txt", "essay.m2.bak", ""])
def test_a_name_that_asks_for_no_format_is_told_with_the_formats_there_are(name: str):
    path = Path("folder.m2") / name if name else Path()
    with pytest.raises(DocumentError) as refused:
        FORMATS.to_write(path)
    assert refused.value.path == path
    assert refused.value.problem == "the name does not say which format is wanted"
    assert refused.value.remedy == f"Name one with --to: {', '.join(NAMES)}"


@pytest.mark.parametrize("form", FORMATS.corpora, ids=NAMES)
def test_every_format_is_found_by_its_name_and_by_its_suffixes(form):
    assert FORMATS.corpus(form.name) is form
    assert [FORMATS.to_write(Path(f"a{suffix}")) for suffix in form.suffixes] == [form] * len(form.suffixes)


@pytest.mark.parametrize("name", ["M2", "word", "", "essays "])
def test_an_unknown_format_is_told_with_those_that_are_known(name: str):
    with pytest.raises(DocumentError) as refused:
        FORMATS.corpus(name)
    assert str(refused.value) == (
        f"there is no format {name!r}. "
        "Formats are lines, essays, multigec, m2, criticmarkup, brat, uagec, xmi, docx, nucle, wi, jsonl, parquet, "
        "tsv, csv, xlsx"
    )


def test_formats_of_sentences_carry_no_paragraphs():
    assert [form.name for form in FORMATS.corpora if form.tokenised] == ["lines", "m2"]


# By content.

M2 = "S She like music .\nA 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\n"
RECORD = '{"source": "She like music.", "text": "x"}\n'
WI = '{"text": "She like music.", "edits": []}\n'
UNCHANGED = written("docx", corpus_of(Entry("", SOURCE)))
SHORTENED = Correction("kim", "She.", (TextEdit(Span(3, 14), ""),))
WORD = written("docx", corpus_of(Entry("", SOURCE, references=(SHORTENED,))))


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.m2", M2.encode(), "m2"),
        ("a.txt", b"\xef\xbb\xbf\n" + M2.replace("\n", "\r\n").encode(), "m2"),
        ("a", b"S One .\n\nS Two .\n", "m2"),
        ("a.md", b"She {~~like~>likes~~} music.", "criticmarkup"),
        ("a.txt", b"{++She++} likes music.", "criticmarkup"),
        ("a.md", b"She {++ likes music.", None),
        ("a.ann", b"She {like=>likes} music.", "uagec"),
        ("a.txt", b"She {like=>likes:::error_type=G/Number} music.", "uagec"),
        ("a.sgml", b'<DOC nid="1">', "nucle"),
        ("a.txt", SOURCE.encode(), None),
        ("a.m2", SOURCE.encode(), None),
        ("a.txt", b"### essay_id = 1\nShe like music.\n", None),
        ("a.txt", b"", None),
        ("a.docx", WORD, "docx"),
        ("A.DOCX", WORD, "docx"),
        ("a.docx", UNCHANGED, None),
        ("a.ann", b"T1\tVerb 0 1\ta\n", "brat"),
        ("A.ANN", b"", "brat"),
        ("a.ann", b"Verb 0 1\nT1\tVerb 0 1\ta\n", "brat"),
        ("a.ann", b"T1\tVerb 0 1\ta\n#1\tAnnotatorNotes T1\t{a=>b}\n", "brat"),
        ("a.ann", b"#1\tAnnotatorNotes T1\t{a=>b:::error_type=G/Number}\nT1\tVerb 0 1\ta\n", "brat"),
        ("a.ann", b"A\tcat {like=>likes} music.\n*\tThe dog.\nT-shirts\tare {a=>}.", "uagec"),
        ("a.ann", SOURCE.encode(), None),
        ("a.txt", b"T1\tVerb 0 1\ta\n", None),
        ("a.docx", M2.encode(), "docx"),
        ("a.tsv", b"source\treference\na\tb\n", "tsv"),
        ("a.TSV", M2.encode(), "tsv"),
        ("a.json", RECORD.encode(), "jsonl"),
        ("a.jsonl", RECORD.encode(), "jsonl"),
        ("a.json", b"\n\n" + WI.encode(), "wi"),
        ("a.jsonl", WI.encode(), "wi"),
        ("a.json", b"{}", "jsonl"),
        ("a.txt", WI.encode(), None),
        ("a.odt", M2.encode(), None),
        ("a.rtf", b"{\\rtf1 a}", None),
        ("a.pdf", b"%PDF-1.7", None),
    ],
)
def test_a_file_is_of_the_format_that_its_content_shows(
    tmp_path: Path, name: str, content: bytes, expected: str | None
):
    path = tmp_path / name
    path.write_bytes(content)
    found = FORMATS.to_read(DocumentFile(path))
    assert (found.name if found else None) == expected


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a.json", b'{"text": "She like', "not JSON"),
        ("a.jsonl", b"\n \n", "no record"),
        ("a.txt", b"She \0like", "binary"),
        ("a.m2", b"S caf\xe9\n", "UTF-8"),
        ("a.tsv", b"\xff", "UTF-8"),
        ("a.tsv", b"\xff\xfea", "UTF-16-LE"),
        ("a.tsv", None, "does not exist"),
    ],
)
def test_a_file_that_can_not_be_looked_at_is_told(tmp_path: Path, name: str, content: bytes | None, problem: str):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    file = DocumentFile(path)
    with pytest.raises(DocumentError, match=problem) as refused:
        FORMATS.to_read(file).read_corpus(file)
    assert refused.value.path == path


# Groups of files.

BOTH = corrected({"mei": "She likes music.", "ben": "She liked music."}, {"kim": "She loves music."})


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("week.src", ["week.src", "week.hyp.mei", "week.hyp.ben", "week.ref.kim"]),
        ("week.src.txt", ["week.src.txt", "week.hyp.mei.txt", "week.hyp.ben.txt", "week.ref.kim.txt"]),
        ("week.md", ["week.src.md", "week.hyp.mei.md", "week.hyp.ben.md", "week.ref.kim.md"]),
        ("week", ["week.src", "week.hyp.mei", "week.hyp.ben", "week.ref.kim"]),
        ("Week.SRC.TXT", ["Week.src.TXT", "Week.hyp.mei.TXT", "Week.hyp.ben.TXT", "Week.ref.kim.TXT"]),
        ("a.b.src.text", ["a.b.src.text", "a.b.hyp.mei.text", "a.b.hyp.ben.text", "a.b.ref.kim.text"]),
    ],
)
@pytest.mark.parametrize("write", [write_lines, write_essays, write_multigec])
def test_each_side_has_a_file_named_as_exercises_find_it(write, name: str, files: list[str], tmp_path: Path):
    written = write(corpus_of(BOTH), name)
    assert list(written) == files
    for file, content in written.items():
        (tmp_path / file).write_bytes(content)
    [exercise] = exercises_in(tmp_path)
    assert exercise.problem is None
    assert (exercise.source, exercise.paths) == (tmp_path / files[0], {tmp_path / file for file in files})
    assert [item.name for item in exercise.hypotheses] == ["ben", "mei"]
    assert [item.name for item in exercise.references] == ["kim"]


def test_files_hold_their_texts():
    assert write_essays(corpus_of(BOTH), "a.src.txt") == {
        "a.src.txt": b"She like music.",
        "a.hyp.mei.txt": b"She likes music.",
        "a.hyp.ben.txt": b"She liked music.",
        "a.ref.kim.txt": b"She loves music.",
    }
    assert write_lines(corpus_of(BOTH, Entry("", "It rain 😀 .")), "a.src")["a.src"].decode() == (
        "She like music.\nIt rain 😀 .\n"
    )


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Ms Adeyemi", "a.ref.Ms-Adeyemi.txt"),
        ("../../etc/passwd", "a.ref.etc-passwd.txt"),
        ("C:\\kim", "a.ref.C-kim.txt"),
        ("kim\n\0", "a.ref.kim.txt"),
        (".hidden.", "a.ref.hidden.txt"),
        ("老师", "a.ref.老师.txt"),
        ("😀", "a.ref.unnamed.txt"),
        ("...", "a.ref.unnamed.txt"),
        ("a#1 (2)", "a.ref.a-1-2.txt"),
        ("0", "a.ref.0.txt"),
        ("", "a.ref.txt"),
        ("reference", "a.ref.txt"),
    ],
)
def test_a_person_s_name_never_leads_out_of_the_folder(name: str, file: str, tmp_path: Path):
    written = write_essays(corpus_of(corrected(references={name: "She likes music."})), "a.txt")
    assert list(written) == ["a.src.txt", file]
    assert (tmp_path / file).resolve().parent == tmp_path
    for path, content in written.items():
        (tmp_path / path).write_bytes(content)
    [exercise] = exercises_in(tmp_path)
    assert [item.path for item in exercise.references] == [tmp_path / file]


@pytest.mark.parametrize(
    ("one", "other", "file"),
    [
        ("kim?", "kim!", "a.ref.kim.txt"),
        ("Kim", "kim", "a.ref.kim.txt"),
        ("", "reference", "a.ref.txt"),
        ("😀", "😟", "a.ref.unnamed.txt"),
    ],
)
@pytest.mark.parametrize("write", [write_lines, write_essays, write_multigec])
def test_two_people_whose_files_would_be_one_are_told(write, one: str, other: str, file: str):
    with pytest.raises(DocumentError) as refused:
        write(corpus_of(corrected(references={one: "a", other: "b"})), "a.txt")
    assert refused.value.problem == f"two people's files would be called {file}"
    assert refused.value.remedy


def test_one_name_on_both_sides_is_two_people():
    assert list(write_essays(corpus_of(corrected({"kim": "a"}, {"kim": "b"})), "a.src.txt")) == [
        "a.src.txt",
        "a.hyp.kim.txt",
        "a.ref.kim.txt",
    ]


SOME = corpus_of(
    corrected({"mei": "One."}, name="x"), corrected(references={"kim": "Two."}, name="y"), corrected(name="z")
)


def test_a_person_without_a_correction_of_a_sentence_has_an_empty_line():
    assert write_lines(SOME, "a.src") == {
        "a.src": b"She like music.\n" * 3,
        "a.hyp.mei": b"One.\n\n\n",
        "a.ref.kim": b"\nTwo.\n\n",
    }


def test_a_person_without_a_correction_of_an_essay_has_it_empty():
    written = write_multigec(SOME, "a.md")
    assert list(written) == ["a.src.md", "a.hyp.mei.md", "a.ref.kim.md"]
    assert written["a.ref.kim.md"].decode() == "### essay_id = x\n\n\n### essay_id = y\nTwo.\n\n### essay_id = z\n\n\n"


def test_essays_without_ids_are_numbered():
    written = write_multigec(corpus_of(corrected(), corrected()), "a.md")["a.src.md"].decode()
    assert [line for line in written.split("\n") if line.startswith("###")] == ["### essay_id = 1", "### essay_id = 2"]


@pytest.mark.parametrize(
    ("write", "corpus", "problem"),
    [
        (write_essays, SOME, "an essay's file holds one text, and there are 3"),
        (write_essays, corpus_of(), "an essay's file holds one text, and there are 0"),
        (write_lines, corpus_of(Entry("", "One.\nTwo.")), "a sentence has a line end in it"),
        (write_lines, corpus_of(Entry("", "One.", (Correction("mei", "One.\r"),))), "a sentence has a line end in it"),
        (write_multigec, corpus_of(Entry("x", "a"), Entry("x", "b")), "two essays of the id 'x'"),
        (write_multigec, corpus_of(Entry("2", "a"), Entry("", "b")), "two essays of the id '2'"),
    ],
)
def test_what_such_files_have_no_room_for_is_refused(write, corpus: Corpus, problem: str):
    with pytest.raises(DocumentError) as refused:
        write(corpus, "a.src.txt")
    assert problem in refused.value.problem
