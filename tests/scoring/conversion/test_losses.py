"""What a conversion does not report as lost is there when the file is read again."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.formats import FORMATS, CorpusFormat
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span
from markscheme.marking.local import Engine
from markscheme.scoring._preparation import prepared
from markscheme.scoring.corpora import corpus_files, open_any

NAMES = {
    "lines": "a.src",
    "essays": "a.src.txt",
    "multigec": "a.src.md",
    "m2": "a.m2",
    "criticmarkup": "a.md",
    "uagec": "a.uagec",
    "xmi": "a.xmi",
    "docx": "a.docx",
    "brat": "a.ann",
    "nucle": "a.sgml",
    "wi": "a.json",
    "jsonl": "a.jsonl",
    "parquet": "a.parquet",
    "tsv": "a.tsv",
    "csv": "a.csv",
    "xlsx": "a.xlsx",
}
WORDS = ("He", "go", "goes", "home", ".", "it", "rains", "café", "😀", "don't", "3")
PEOPLE = ("0", "1", "kim", "Ms Kim", "Zoë", "a.b")


sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
essays = st.lists(sentences, min_size=1, max_size=3).flatmap(
    lambda items: st.sampled_from(["\n", "\n\n", "  ", "\n ", "\t"]).map(lambda between: between.join(items))
)


@st.composite
def corrections(draw: st.DrawFn, source: str, name: str, tokenised: bool) -> Correction:
    words = source.split(" ")
    start = draw(st.integers(0, len(words) - 1))
    end = draw(st.integers(start, min(start + 2, len(words))))
    before = sum(len(word) + 1 for word in words[:start])
    span = Span(before, max(before, before + sum(len(word) + 1 for word in words[start:end]) - 1))
    replacement = draw(st.none() | sentences if tokenised and span.start < span.end else sentences)
    if span.start == span.end and replacement is not None:
        replacement += " "
    edit = TextEdit(span, replacement, draw(st.sampled_from(["R:VERB", "AGV", "UNK" if replacement is None else ""])))
    edits = draw(st.sampled_from([(), (edit,)]))
    text = corrected_text(source, edits)
    return Correction(name, text, draw(st.sampled_from([edits, None])) if text != source or not edits else edits)


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    tokenised = draw(st.booleans())
    people = [draw(st.lists(st.sampled_from(PEOPLE), unique=True, max_size=2)) for _ in range(2)]
    entries: list[Entry] = []
    for number in range(draw(st.integers(1, 3))):
        source = draw(sentences if tokenised else essays)
        sides = [
            tuple(draw(corrections(source, name, tokenised)) for name in side if draw(st.integers(0, 5)))
            for side in people
        ]
        entries.append(Entry(draw(st.sampled_from(["", f"id-{number}"])), source, *sides))
    return Corpus(tuple(entries), tokenised=tokenised)


def people(items: tuple[Correction, ...], form: CorpusFormat) -> dict[str, Any]:
    """Return what a format carries of everybody's corrections."""

    def edits(item: Correction) -> Any:
        kinds = "types" in form.carries
        return [(edit.span, edit.replacement, edit.type if kinds else "") for edit in item.edits or ()]

    named = "people" in form.carries and (len(items) > 1 or form.name != "uagec")
    return {item.name if named else "": (item.text, edits(item) if "edits" in form.carries else None) for item in items}


def read_files(folder: Path, form: CorpusFormat) -> Corpus:
    """Return the text of files that hold one person's correction each, under the names of the files."""
    sides: dict[str, list[Correction]] = {"hyp": [], "ref": []}
    for path in folder.glob("*.*.*"):
        [entry] = open_any(path, form).whole().entries
        _, role, *name = path.name.removesuffix(path.suffix).split(".")
        [correction] = entry.corrections
        default = {"hyp": "hypothesis", "ref": "reference"}[role]
        sides[role].append(attrs.evolve(correction, name=".".join(name) or default))
    return Corpus((Entry("", entry.source, tuple(sides["hyp"]), tuple(sides["ref"])),), tokenised=False)


def check(read: Corpus, written: Corpus, form: CorpusFormat) -> None:
    """Texts may have got an id, or an annotator who changed nothing; a lone person is called by the file's name."""
    assert len(read.entries) == len(written.entries)
    for one, other in zip(read.entries, written.entries, strict=True):
        assert other.id in ("", one.id)
        assert one.source == other.source
        sides = ((one.hypotheses, other.hypotheses), (one.references, other.references))
        for ours, theirs in sides if "sides" in form.carries else ((one.corrections, other.corrections),):
            found, expected = people(ours, form), people(theirs, form)
            assert {name: found[name] for name in expected} == expected
            assert all(found[name][0] == one.source for name in found if name not in expected)


@pytest.mark.parametrize("name", FORMATS.corpus_names)
@settings(max_examples=settings().max_examples // 2)  # of each format; an example is parted, tagged and parsed
@given(corpus=corpora())
def test_what_is_not_reported_as_lost_is_read_again(engine: Engine, name: str, corpus: Corpus):
    form = FORMATS.corpus(name)
    try:
        result = corpus_files(corpus, form, NAMES[name], engine.models)
    except DocumentError:
        return
    if result.losses:
        return
    with TemporaryDirectory() as folder:
        Path(folder, ".git").mkdir()
        for file, data in result.files.items():
            Path(folder, file).write_bytes(data)
        whole = Path(folder, NAMES[name])
        read = open_any(whole, form).whole() if whole.exists() else read_files(Path(folder), form)
    check(read, prepared(corpus, form, engine.models).corpus, form)


@pytest.mark.parametrize(
    ("name", "edit", "lost"),
    [
        ("m2", TextEdit(Span(3, 5), None, "CN"), ["types of errors that are marked without a correction (1)"]),
        ("m2", TextEdit(Span(3, 5), None, "UNK"), []),
        (
            "criticmarkup",
            TextEdit(Span(3, 5), "went", "TV"),
            ["types that are not ERRANT's, as types (1): they are comments"],
        ),
        ("criticmarkup", TextEdit(Span(3, 5), "went", "R:VERB:TENSE"), []),
        ("docx", TextEdit(Span(3, 5), None, ""), ["errors that are marked without a correction (1)"]),
        ("uagec", TextEdit(Span(3, 5), None, "CN"), []),
        ("uagec", TextEdit(Span(3, 5), "went", "TV"), []),
        ("nucle", TextEdit(Span(3, 5), None, "CN"), []),
        ("wi", TextEdit(Span(3, 5), None, "CN"), []),
    ],
)
def test_losses_of_types_and_detections(engine: Engine, name: str, edit: TextEdit, lost: list[str]):
    entry = Entry("", "He go", references=(Correction("0", corrected_text("He go", [edit]), (edit,)),))
    assert list(lost_by(name, Corpus((entry,), tokenised=True), engine)) == lost


def lost_by(name: str, corpus: Corpus, engine: Engine) -> tuple[str, ...]:
    return corpus_files(corpus, FORMATS.corpus(name), NAMES[name], engine.models).losses


@pytest.mark.parametrize("part", ["hypotheses", "references"])
def test_brat_says_that_a_hypothesis_becomes_a_reference_and_of_no_reference(engine: Engine, part: str):
    entry = Entry("", "He go", **{part: (Correction("a", "He went", (TextEdit(Span(3, 5), "went"),)),)})
    lost = "that the correction is a hypothesis; read back, it is a reference"
    assert (lost in lost_by("brat", Corpus((entry,), tokenised=False), engine)) == (part == "hypotheses")


@pytest.mark.parametrize("tokenised", [True, False])
@pytest.mark.parametrize(
    "edit",
    [
        TextEdit(Span(0, 0), "He ", "M:PRON"),
        TextEdit(Span(0, 0), "the ", "M:DET"),
        TextEdit(Span(2, 2), " He", "M:PRON"),
        TextEdit(Span(3, 3), "go ", "M:VERB"),
        TextEdit(Span(5, 5), " go", "M:VERB"),
        TextEdit(Span(3, 5), "went", "R:VERB:TENSE"),
    ],
)
def test_brat_keeps_an_insertion_beside_any_word(engine: Engine, tmp_path: Path, edit: TextEdit, tokenised: bool):
    correction = Correction("a", corrected_text("He go", [edit]), (edit,))
    corpus = Corpus((Entry("", "He go", references=(correction,)),), tokenised=tokenised)
    result = corpus_files(corpus, FORMATS.corpus("brat"), NAMES["brat"], engine.models)
    assert result.losses == ()
    for file, data in result.files.items():
        (tmp_path / file).write_bytes(data)
    [entry] = open_any(tmp_path / NAMES["brat"], FORMATS.corpus("brat")).whole().entries
    assert entry.references == (correction,)


@pytest.mark.parametrize(
    ("edit", "lost"),
    [
        (TextEdit(Span(0, 2), "He now", "R:OTHER"), 1),
        (TextEdit(Span(0, 2), "He", "R:OTHER"), 1),
        (TextEdit(Span(1, 1), "is", "R:OTHER"), 1),
        (TextEdit(Span(0, 2), "His", "R:OTHER"), 0),
    ],
)
def test_brat_says_which_edits_are_read_back_at_another_place(engine: Engine, edit: TextEdit, lost: int):
    correction = Correction("a", corrected_text("He go", [edit]), (edit,))
    corpus = Corpus((Entry("", "He go", references=(correction,)),), tokenised=False)
    words = (f"the exact places of edits ({lost}): annotations are on words",) if lost else ()
    assert lost_by("brat", corpus, engine) == words


def test_people_whom_word_takes_for_one_are_a_loss(engine: Engine):
    """Two who leave the text as it is, or change different words, share the work in a Word document."""
    same = tuple(Correction(name, "She like music.", ()) for name in ("Kim", "Roy"))
    one = Correction("Kim", "She likes music.", (TextEdit(Span(4, 8), "likes"),))
    other = Correction("Roy", "She like the music.", (TextEdit(Span(9, 9), "the "),))
    for references in (same, (one, other)):
        corpus = Corpus((Entry("", "She like music.", (), references),), tokenised=False)
        assert lost_by("docx", corpus, engine) == (
            "that Kim and Roy each corrected the text: read back, they share the work",
        )
