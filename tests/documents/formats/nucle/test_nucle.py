"""NUCLE's SGML: its essays, teachers and mistakes; what is refused; that what is written is read."""

import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.formats.files import read, written
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.formats import FORMATS, DocumentFile
from markscheme.documents.places import TextEdit
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

NUCLE = FORMATS.corpus("nucle")
PATH = Path("essays.sgml")
SAMPLE = """<DOC nid="7">
<EMAIL>somebody</EMAIL>
<TEXT>
<TITLE>
My R&amp;D team
</TITLE>
<P>
 We is small &lt; and kind.
</P>
<REFERENCE>
<P>
A book about team.
<P>
</REFERENCE>
</TEXT>
<ANNOTATION teacher_id="kim">
<MISTAKE start_par="2" start_off="13" end_par="2" end_off="13">
<TYPE>ArtOrDet</TYPE>
<CORRECTION>a </CORRECTION>
<COMMENT>or plural</COMMENT>
</MISTAKE>
<MISTAKE start_par="1" start_off="3" end_par="1" end_off="5">
<TYPE>SVA</TYPE>
<CORRECTION>are</CORRECTION>
</MISTAKE>
</ANNOTATION>
<ANNOTATION teacher_id='roy'>
<MISTAKE START_PAR="1" START_OFF="12" END_PAR="1" END_OFF="13">
<TYPE>Mec</TYPE>
<CORRECTION></CORRECTION>
</MISTAKE>
<MISTAKE start_par="1" start_off="6" end_par="1" end_off="11"><TYPE>Um</TYPE><CORRECTION></CORRECTION></MISTAKE>
</ANNOTATION>
</DOC>

<doc nid="8"><text><p>I like it.</p></text></doc>
"""


def read_corpus(text: str, path: Path = PATH) -> Corpus:
    return read("nucle", text, path)


def write_corpus(corpus: Corpus) -> str:
    return written("nucle", corpus).decode()


def test_essays_teachers_and_mistakes():
    corpus = read_corpus(SAMPLE, PATH)
    first, second = corpus.entries
    assert (first.id, second.id) == ("7", "8")
    assert first.source == "My R&D team\nWe is small < and kind.\nA book about team."
    assert {item.name: item.text for item in first.references} == {
        "kim": "My R&D team\nWe are small < and kind.\nA book about a team.",
        "roy": "My R&D team\nWe is small  and kind.\nA book about team.",
    }
    assert [(edit.span.of(first.source), edit.replacement, edit.type) for edit in first.references[1].edits or ()] == [
        ("small", None, "Um"),
        ("<", "", "Mec"),
    ]
    assert (second.source, second.references) == ("I like it.", ())
    assert [edit.details.note for edit in first.references[0].edits or () if edit.details.note]
    assert corpus.left_out == ("the elements EMAIL (1)",)


def mistake(places: tuple[int, int, int, int], rest: str = "<CORRECTION>x</CORRECTION>") -> str:
    names = ("start_par", "start_off", "end_par", "end_off")
    attributes = " ".join(f'{name}="{value}"' for name, value in zip(names, places, strict=True))
    return f"<MISTAKE {attributes}><TYPE>Wci</TYPE>{rest}</MISTAKE>\n"


def essay(*mistakes: str, annotation: str = '<ANNOTATION teacher_id="kim">\n') -> str:
    text = "<TEXT>\n<P>\nOne two.\n</P>\n<P>\nThree four.\n</P>\n</TEXT>\n"
    return f'<DOC nid="1">\n{text}{annotation}{"".join(mistakes)}</ANNOTATION>\n</DOC>\n'


def test_a_mistake_may_reach_over_paragraphs():
    [entry] = read_corpus(essay(mistake((0, 7, 1, 5), "<CORRECTION>, three</CORRECTION>"))).entries
    assert entry.references[0].text == "One two, three four."


def test_overlapping_mistakes_of_one_teacher_are_counted():
    marked = mistake((0, 0, 0, 8), "")
    corpus = read_corpus(essay(mistake((0, 4, 0, 7)), mistake((0, 6, 0, 8)), marked, mistake((1, 0, 1, 5))))
    assert corpus.entries[0].references[0].text == "One x.\nx four."
    assert corpus.left_out == ("mistakes that overlap another one of the same teacher (2)",)


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (essay(mistake((0, 5, 0, 9))), 11, "this mistake is at character 9 of paragraph 0, which has 8 characters"),
        (essay(mistake((0, 5, 2, 0))), 11, "this mistake is in paragraph 2, and the essay has 2, from 0 on"),
        (essay(mistake((0, 5, 0, 4))), 11, "this mistake ends before it begins"),
        (essay('<MISTAKE start_par="a">\n</MISTAKE>'), 11, "start_par of this mistake is missing or is no number"),
        (essay(mistake((0, -1, 0, 4))), 11, "start_off of this mistake is missing or is no number"),
        (essay().replace("</TEXT>\n", ""), 9, "<ANNOTATION> stands in <TEXT>"),
        (essay().replace("</P>\n", "", 1), 5, "<P> stands in <P>"),
        (essay().replace("</DOC>\n", ""), 1, "<DOC> is never closed"),
        (essay() + "</DOC>", 13, "</DOC> closes nothing"),
        (essay() + "<P>", 13, "<P> stands outside of its element"),
        (essay(annotation='<ANNOTATION teacher_id="kim"></ANNOTATION>\n<ANNOTATION teacher_id="kim">\n'), 11,
         "the teacher 'kim' stands twice in this essay"),
        ("A text.", 1, "the file has no essay"),
    ],
)  # fmt: skip
def test_what_is_malformed_is_refused_at_its_line(text: str, line: int, problem: str):
    with pytest.raises(DocumentError) as refused:
        read_corpus(text, PATH)
    assert (refused.value.path, refused.value.line, refused.value.problem) == (PATH, line, problem)


def test_entities_of_the_file_are_not_expanded():
    bomb = '<!DOCTYPE DOC [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>\n'
    [entry] = read_corpus(bomb + essay().replace("One", "&b; &lt;&#8364;&#0;&#xD800; AT&T")).entries
    assert entry.source.startswith("&b; <€&#0;&#xD800; AT&T two.")


@pytest.mark.parametrize(
    ("name", "text", "is_nucle"),
    [
        ("a.sgml", SAMPLE, True),
        ("a.SGM", "damaged", True),
        ("a.txt", "\n" + SAMPLE, True),
        ("a.txt", "<DOC> is a tag.", False),
        ("a.txt", "<DOCUMENT><TEXT>", False),
    ],
)
def test_the_name_or_the_content_decides(name: str, text: str, is_nucle: bool):
    assert (FORMATS.to_read(DocumentFile(Path(name), lambda _: text)) is NUCLE) == is_nucle


# Writing.

words = st.lists(
    st.sampled_from(["a", "the ", " ", "\n", "<", "<P>", "</P>", "&", "&lt;", '"', "\t", "\u2028", "😀", "é"]),
    max_size=8,
).map("".join)
types = st.sampled_from(["", "SVA", "R:VERB", " x ", 'a"b', "<TYPE>"])


@st.composite
def corrections(draw: st.DrawFn, source: str, name: str) -> Correction:
    cuts = sorted(draw(st.lists(st.integers(0, len(source)), max_size=6)))
    edits = tuple(
        TextEdit(Span(start, end), draw(words if start == end else st.none() | words), draw(types))
        for start, end in zip(cuts[::2], cuts[1::2], strict=False)
    )
    return Correction.of(name, source, edits)


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    entries = []
    for number in range(draw(st.integers(1, 3))):
        source = draw(words)
        names = draw(st.lists(st.sampled_from(["kim", "Ms <K>", "", "a&b"]), unique=True, max_size=3))
        references = tuple(draw(corrections(source, name)) for name in names)
        entries.append(Entry(f"id-{number}", source, references=references))
    return Corpus(tuple(entries), tokenised=False)


@given(corpora())
def test_what_is_written_is_read(corpus: Corpus):
    assert read_corpus(write_corpus(corpus)) == corpus


def test_two_corrections_of_one_name_are_refused():
    both = Entry("", "a", (Correction("kim", "a", ()),), (Correction("kim", "a", ()),))
    with pytest.raises(DocumentError, match="two corrections of a text are called 'kim'"):
        write_corpus(Corpus((both,), tokenised=False))


def test_a_deletion_of_an_unclear_passage_is_reported():
    edit = TextEdit(Span(0, 1), "", "Um")
    corpus = Corpus((Entry("", "ab", references=(Correction("kim", "b", (edit,)),)),), tokenised=False)
    assert list(NUCLE.further_losses(corpus)) == ["deletions of the type Um (1): read back, they only mark an error"]


def test_reading_takes_linear_time(thorough: bool):
    size = 300_000 if thorough else 100_000
    begin = time.process_time()
    for unit in ("<", "<P", "<P>", "<DOC>", "&", "&#", "</", '<MISTAKE a="', "<P>\n</P>\n", " ", "=", "a="):
        content = unit * (size // len(unit))
        for text in (content, f"<DOC><TEXT><P>{content}</P></TEXT></DOC>", f"<DOC {content}></DOC>"):
            with suppress(DocumentError):
                read_corpus(text)
    assert time.process_time() - begin < size / 30_000
