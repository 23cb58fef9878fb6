"""brat's standoff: an annotator's corrections of a text, in a file beside it."""

from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.formats import FORMATS, DocumentFile
from markscheme.documents.places import Details, LineIndex, TextEdit, corrected_text
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

BRAT = FORMATS.get("brat")
SOURCE = "We was waiting for bus 😀.\nIt came lately, the the end.\n"
WAS = "T1\tVerbs 3 6\twas\n"


def read(annotations: str, text: str = SOURCE) -> Corpus:
    contents = {"essay.ann": annotations, "essay.txt": text}
    return BRAT.read_corpus(DocumentFile(Path("kim/essay.ann"), lambda path: contents[path.name]))


def edits(annotations: str, text: str = SOURCE) -> tuple[TextEdit, ...]:
    [entry] = read(annotations, text).entries
    [correction] = entry.references
    assert correction.text == corrected_text(entry.source, correction.edits or ())
    return correction.edits or ()


def written(corpus: Corpus, name: str = "essay.ann") -> dict[str, str]:
    return {file: data.decode() for file, data in BRAT.write_corpus(corpus, name).items()}


def corpus_of(source: str, *changes: TextEdit) -> Corpus:
    return Corpus(
        (Entry("", source, references=(Correction("essay", corrected_text(source, changes), changes),)),), False
    )


# What lines mean.


@pytest.mark.parametrize(
    "correction",
    [
        "#1\tAnnotatorNotes T1\twere\n",
        "#9\tAnnotatorNotes T1\t were \r\n",
        "A1\tCorrection T1 were\n",
        "M3\tcorrected T1 were\n",
        "N1\tNormalization T1 Lexicon:77\twere\n",
        "#1\tAnnotatorNotes T1\twere\n#2\tAnnotatorNotes T1\twere\n",
        "A1\tCorrection T1 were\n#1\tAnnotatorNotes T1\twhy not?\n",
    ],
)
def test_a_correction_stands_in_a_note_an_attribute_or_a_normalisation(correction: str):
    expected = (TextEdit(Span(3, 6), "were", "Verbs"),)
    assert edits(WAS + correction) == edits(correction + WAS) == expected


def test_an_error_without_a_correction_is_only_marked():
    assert edits(WAS) == edits(f"{WAS}A1\tSeverity T1 high\n") == (TextEdit(Span(3, 6), None, "Verbs"),)


@pytest.mark.parametrize(
    "line", ["A1\tDelete T1\n", "A1\tDelete T1\n#1\tAnnotatorNotes T1\twhy?\n", "#1\tAnnotatorNotes T1\t\n"]
)
def test_words_that_are_deleted_take_a_space_with_them(line: str):
    assert edits(f"T1\tRedundant 42 45\tthe\n{line}") == (TextEdit(Span(42, 46), "", "Redundant"),)


@pytest.mark.parametrize(
    ("line", "note", "expected"),
    [
        ("T1\tDet 19 22\tbus", "the bus", TextEdit(Span(19, 19), "the ", "Det")),
        ("T1\tDet 15 18\tfor", "for a", TextEdit(Span(18, 18), " a", "Det")),
        ("T1\tDet 19 22\tbus", "minibus", TextEdit(Span(19, 22), "minibus", "Det")),
        ("T1\tDet 19 19\t", "the", TextEdit(Span(19, 19), "the ", "Det")),
        ("T1\tDet 18 18", "the", TextEdit(Span(18, 18), " the", "Det")),
        ("T1\tPunct 24 24\t", "!", TextEdit(Span(24, 24), "!", "Punct")),
        ("T1\tDet 18 23\t bus ", "buses", TextEdit(Span(19, 22), "buses", "Det")),
        ("T1\tDet 18 19\t ", "the", TextEdit(Span(18, 18), " the", "Det")),
    ],
)
def test_an_insertion_is_on_a_neighbour_or_between_two_words(line: str, note: str, expected: TextEdit):
    assert edits(f"{line}\n#1\tAnnotatorNotes T1\t{note}\n") == (expected,)


def test_errant_s_types_have_underscores_in_brat():
    names = {
        "R:VERB:SVA": "R_VERB_SVA",
        "M:DET+R:NOUN": "M_DET-R_NOUN",
        "UNK": "UNK",
        "": "Error",
        "ArtOrDet": "ArtOrDet",
    }
    for kind, name in names.items():
        files = written(corpus_of(SOURCE, TextEdit(Span(3, 6), "were", kind)))
        assert files["essay.ann"].startswith(f"T1\t{name} 3 6\twas\n")
        assert edits(files["essay.ann"]) == (TextEdit(Span(3, 6), "were", kind),)
    assert edits("T1\tR_VERB_SVA 3 6\twas\nT2\tError 7 14\twaiting\n") == (
        TextEdit(Span(3, 6), None, "R:VERB:SVA"),
        TextEdit(Span(7, 14), None),
    )


def test_what_has_no_place_in_a_corpus_is_counted():
    lines = [
        "R1\tCause Arg1:T1 Arg2:T2",
        "*\tEquiv T1 T2",
        "E1\tVerbs:T1",
        "A1\tSeverity T1 high",
        "N1\tReference T1 Wiki:1\tbe",
        "#1\tAnnotatorNotes R1\thm",
        "A2\tDelete T1",
        "#2\tAnnotatorNotes T1\twhy?",
        "T2\tX 3 6\twas",
    ]
    assert read(WAS + "\n".join(lines)).left_out == (
        "relations (2)",
        "events (1)",
        "normalisations (1)",
        "notes on other annotations (1)",
        "errors that are marked without a correction, where a correction or another mark is (1)",
    )


def test_an_empty_file_corrects_nothing():
    assert edits("") == edits("\n\n") == ()


# How the text is counted.


def test_characters_outside_the_first_plane_count_once():
    assert edits("T1\tX 24 25\t.\n#1\tAnnotatorNotes T1\t!\n") == (TextEdit(Span(24, 25), "!", "X"),)


@pytest.mark.parametrize("shift", [0, 1])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_line_end_of_two_characters_counts_once_or_twice(shift: int, end: str):
    """An exercise's texts are read with other line ends than the file has."""
    annotations = f"{WAS}T2\tX {34 + shift} {40 + shift}\tlately\n#2\tAnnotatorNotes T2\tlate\n"
    assert edits(annotations, SOURCE.replace("\n", end))[1] == TextEdit(Span(34, 40), "late", "X")


def test_mixed_line_ends_count_as_they_are():
    assert edits("T1\tX 5 6\tc\n", "a\nb\r\nc") == (TextEdit(Span(4, 5), None, "X"),)


@pytest.mark.parametrize(
    "line", ["T1\tX 19 28\tbus 😀. It", "T1\tX 19 25;26 28\tbus 😀. It", "T1\tX 19 25;26 28\tbus 😀.It", "T1\tX 19 28"]
)
def test_an_annotation_may_go_on_in_the_next_line(line: str):
    assert edits(f"{line}\n#1\tAnnotatorNotes T1\tbus. It\n") == (TextEdit(Span(19, 28), "bus. It", "X"),)


# Faults.


@pytest.mark.parametrize(
    ("annotations", "line", "problem"),
    [
        (f"{WAS}T2 X 7 14 waiting\n", 2, "this line is no annotation of brat's"),
        (f"{WAS}T2\tX 14 7\twaiting\n", 2, "this line is no annotation of brat's"),
        (f"{WAS}T2\tX -1 7\twaiting\n", 2, "this line is no annotation of brat's"),
        (f"{WAS}T2\tX 7 {'9' * 5000}\twaiting\n", 2, "this line is no annotation of brat's"),
        (f"{WAS}#1\tAnnotatorNotes\n", 2, "this line is no annotation of brat's"),
        (f"{WAS}Q1\tX T1\n", 2, "this line is no annotation of brat's"),
        (WAS + WAS, 2, "T1 stands in line 1 already"),
        (f"{WAS}#1\tAnnotatorNotes T7\twere\n", 2, "there is no annotation T7 in this file"),
        (
            f"{WAS}#1\tAnnotatorNotes T1\twere\n#2\tAnnotatorNotes T1\tare\n",
            3,
            "T1 has another correction in line 2",
        ),
        ("T1\tX 3 6\tis\n", 1, "T1 is on 'is', and essay.txt has 'was' at 3-6"),
        (f"{WAS}\nT2\tX 40 400\tthe end\n", 3, "T2 is at 40-400, outside essay.txt of 55 characters"),
        (
            "T1\tX 3 6;15 18\twas for\n",
            1,
            "T1 has several parts with other words between them, which can't be one correction",
        ),
        (
            f"{WAS}T2\tX 3 14\twas waiting\n#2\tAnnotatorNotes T2\twaited\n#1\tAnnotatorNotes T1\twere\n",
            2,
            "T2 overlaps T1 in line 1, and both have a correction",
        ),
    ],
)
def test_a_line_that_can_not_be_used_is_named(annotations: str, line: int, problem: str):
    with pytest.raises(DocumentError) as refused:
        read(annotations)
    assert (refused.value.line, refused.value.problem) == (line, problem)
    assert refused.value.path == Path("kim/essay.ann")
    assert refused.value.remedy


def test_a_missing_text_is_named(tmp_path: Path):
    path = tmp_path / "essay.ann"
    path.write_text(WAS)
    with pytest.raises(DocumentError) as refused:
        BRAT.read_corpus(DocumentFile(path))
    assert str(refused.value) == (
        f"{path}: essay.txt, the text that this file annotates, is missing. Put essay.txt beside it"
    )


# Places.


def test_words_have_their_places_in_the_file():
    annotations = (
        "T1\tX 34 40\tlately\n#1\tAnnotatorNotes T1\tlate\nT2\tX 3 6\twas\n#2\tAnnotatorNotes T2\twere\n"
        "T3\tX 42 45\tthe\nA1\tDelete T3\nT4\tX 7 14\twaiting\n"
    )
    contents = {"essay.ann": annotations, "essay.txt": SOURCE}
    texts = BRAT.texts(DocumentFile(Path("essay.ann"), lambda path: contents[path.name]), "kim")
    [correction] = texts.corrections
    assert texts.source is not None
    index = LineIndex(annotations)
    shown = []
    for document in (texts.source, correction):
        for words in ("We", "was", "were", "waiting", "bus", "lately", "late", "end"):
            start = document.text.find(words)
            if start >= 0:
                place = document.places.span(Span(start, start + len(words)))
                shown.append((words, place.of(annotations), index.line_of(place.start)))
    assert shown == [
        *(("We", "", 0), ("was", "was", 2), ("waiting", "waiting", 6), ("bus", "", 6), ("lately", "lately", 0)),
        *(("late", "late", 0), ("end", "", 4)),
        *(("We", "", 0), ("were", "were", 3), ("waiting", "waiting", 6), ("bus", "", 6), ("late", "late", 1)),
        ("end", "", 4),
    ]
    deleted = correction.text.index("the end")
    assert correction.places.span(Span(deleted, deleted)).of(annotations) == "the"
    assert correction.places.text_span(Span(index.line_span(2).start + 1, 0)).of(correction.text) == "were"


# Writing.


def test_annotations_are_on_words():
    changes = (
        TextEdit(Span(3, 6), "were", "R:VERB:SVA"),
        TextEdit(Span(7, 14), None, "UNK"),
        TextEdit(Span(19, 19), "the ", "M:DET"),
        TextEdit(Span(25, 25), " Ha!"),
        TextEdit(Span(42, 46), "", "U:DET"),
        TextEdit(Span(53, 53), " now", "word choice"),
    )
    corpus = corpus_of(SOURCE, *changes)
    assert written(corpus) == {
        "essay.ann": (
            "T1\tR_VERB_SVA 3 6\twas\n#1\tAnnotatorNotes T1\twere\n"
            "T2\tUNK 7 14\twaiting\n"
            "T3\tM_DET 19 22\tbus\n#3\tAnnotatorNotes T3\tthe bus\n"
            "T4\tError 23 25\t😀.\n#4\tAnnotatorNotes T4\t😀. Ha!\n"
            "T5\tU_DET 42 45\tthe\nA5\tDelete T5\n"
            "T6\tword_choice 50 53\tend\n#6\tAnnotatorNotes T6\tend now\n"
        ),
        "essay.txt": SOURCE,
    }
    assert list(BRAT.further_losses(corpus)) == ["names of types: word choice is now word_choice"]


def test_an_annotation_of_an_insertion_has_no_punctuation_beside_the_word():
    corpus = corpus_of('We see (sea). "Go"', TextEdit(Span(8, 8), "the "), TextEdit(Span(17, 17), " away"))
    lines = written(corpus)["essay.ann"].splitlines()
    assert lines[::2] == ["T1\tError 8 11\tsea", "T2\tError 15 17\tGo"]


def test_corrections_are_notes_beside_the_note_of_a_deletion():
    """A note on a deletion is a comment, and no correction; on another annotation it would be one."""
    note = Details(note="not in formal texts")
    changes = TextEdit(Span(3, 6), "were"), TextEdit(Span(42, 46), "", "U:DET", note)
    lines = written(corpus_of(SOURCE, *changes))["essay.ann"].splitlines()
    assert [line.split("\t", 1)[1] for line in lines if line[0] != "T"] == [
        "AnnotatorNotes T1\twere",
        "Delete T2",
        "AnnotatorNotes T2\tnot in formal texts",
    ]
    mixed = written(corpus_of(SOURCE, TextEdit(Span(3, 6), "were", "", note), changes[1]))["essay.ann"]
    assert "Correction T1 were" in mixed


def test_line_breaks_of_corrections_are_spaces():
    corpus = corpus_of("One two.\nThree.", TextEdit(Span(3, 4), "\n"), TextEdit(Span(4, 14), "2.\n3"))
    assert written(corpus)["essay.ann"] == (
        "T1\tError 4 8\ttwo.\n#1\tAnnotatorNotes T1\t2.\nT2\tError 9 14\tThree\n#2\tAnnotatorNotes T2\t3\n"
    )
    assert list(BRAT.further_losses(corpus)) == [
        "the exact places of edits (2): annotations are on words",
        "line breaks that corrections add: an annotation's note has one line",
    ]
    assert list(BRAT.further_losses(corpus_of("a\nb", TextEdit(Span(0, 3), "c\nd")))) == [
        "the exact places of edits (1): annotations are on words"
    ]


TEXT = st.text(st.sampled_from("ab .\n😀é'"), max_size=25)
LINE = st.text(st.sampled_from("ab .😀é'"), max_size=6)


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    source = draw(TEXT)
    places = sorted(draw(st.lists(st.integers(0, len(source)), max_size=8)))
    pairs = list(zip(places[::2], places[1::2], strict=False))
    kinds = st.sampled_from(["", "R:NOUN", "M:DET+R:OTHER", "Articles"])
    changes = []
    for span in (Span(*pair) for pair in pairs):
        may_be_marked = span.of(source).strip() and "\n" not in span.of(source)
        changes.append(TextEdit(span, draw(LINE | st.none() if may_be_marked else LINE), draw(kinds)))
    return corpus_of(source, *changes)


@given(corpora())
def test_what_is_written_is_read_with_the_same_words(corpus: Corpus):
    files = written(corpus)
    assert files["essay.txt"] == corpus.entries[0].source
    [entry] = read(files["essay.ann"], files["essay.txt"]).entries
    [before] = corpus.entries
    assert entry.source == before.source
    assert entry.references[0].text.split() == before.references[0].text.split()
    again = written(Corpus((entry,), False))
    assert read(again["essay.ann"], again["essay.txt"]).entries[0].references[0].text == entry.references[0].text


@given(st.lists(st.tuples(st.sampled_from(["", "the", "one two", None]), st.sampled_from(["", "R:NOUN"])), max_size=6))
def test_edits_of_whole_words_stay_as_they_are(items: list[tuple[str | None, str]]):
    words = [f"word{number}" for number in range(2 * len(items) + 1)]
    source = " ".join(words)
    changes = []
    for number, (replacement, kind) in enumerate(items):
        word = words[2 * number + 1]
        start = source.index(word)
        changes.append(TextEdit(Span(start, start + len(word) + (replacement == "")), replacement, kind))
    corpus = corpus_of(source, *changes)
    files = written(corpus)
    assert read(files["essay.ann"], files["essay.txt"]) == corpus


def test_only_one_correction_fits():
    [entry] = corpus_of("a").entries
    two = attrs.evolve(entry, references=(Correction("a", "a", ()), Correction("b", "a", ())))
    with pytest.raises(DocumentError, match="brat's standoff holds one correction of a text, and there are 2"):
        written(Corpus((two,), False))
