"""Word's tracked changes: as Word writes them, what is refused, and that what is written is read."""

from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZipFile

import docx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.documents.formats.word.tracked import STRICT, W, packed, paragraph, run, word

from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.documents.word import read_document
from markscheme.documents.word_writing import write_corpus
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span


def read_corpus(data: bytes, path: Path | None = None) -> Corpus:
    """A document with each author's changes by themselves."""
    document = read_document(data, path)
    references = document.corrections([(author,) for author in document.authors])
    return Corpus((Entry("", document.source, references=references),), tokenised=False)


def text_of(body: str, namespace: str = W) -> str:
    return read_corpus(word(body, namespace)).entries[0].source


def corrections(data: bytes) -> dict[str, str]:
    [entry] = read_corpus(data).entries
    assert all(corrected_text(entry.source, item.edits or ()) == item.text for item in entry.references)
    return {"": entry.source} | {item.name: item.text for item in entry.references}


AS_WORD_WRITES_IT = """
<w:p w:rsidR="00D1" w:rsidRDefault="00E2" w14:paraId="1A2B3C4D"><w:pPr><w:pStyle w:val="Normal"/>
  <w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs><w:rPr><w:lang w:val="en-GB"/></w:rPr></w:pPr>
<w:bookmarkStart w:id="0" w:name="_GoBack"/><w:bookmarkEnd w:id="0"/>
<w:r w:rsidRPr="00A1"><w:rPr><w:lang w:val="en-GB"/></w:rPr><w:t xml:space="preserve">Yesterday I </w:t></w:r>
<w:proofErr w:type="spellStart"/>
<w:del A><w:r w:rsidDel="00F3"><w:rPr><w:b/><w:rPrChange w:id="3" w:author="Cem"><w:rPr/></w:rPrChange></w:rPr>
  <w:delText>go</w:delText></w:r><w:r><w:delText>ed</w:delText></w:r></w:del>
<w:ins A><w:r><w:t>we</w:t></w:r><w:r w:rsidR="00C4"><w:t>nt</w:t></w:r></w:ins><w:proofErr w:type="spellEnd"/>
<w:r><w:t xml:space="preserve"> to </w:t></w:r><w:ins B><w:r><w:t xml:space="preserve">the </w:t></w:r></w:ins>
<w:hyperlink w:anchor="x"><w:r><w:t>museum</w:t></w:r></w:hyperlink><w:r><w:tab/><w:t>.</w:t><w:br/><w:t>Bye</w:t></w:r>
</w:p>"""


def test_split_runs_and_word_s_own_notes_are_no_obstacle():
    data = word(AS_WORD_WRITES_IT)
    assert corrections(data) == {
        "": "Yesterday I goed to museum\t.\nBye",
        "Ann": "Yesterday I went to museum\t.\nBye",
        "Ben": "Yesterday I goed to the museum\t.\nBye",
    }
    ann, ben = read_corpus(data).entries[0].references
    assert ann.edits == (TextEdit(Span(12, 16), "went"),)
    assert ben.edits == (TextEdit(Span(20, 20), "the "),)


def test_the_strict_namespace_is_read():
    assert text_of(AS_WORD_WRITES_IT, STRICT) == text_of(AS_WORD_WRITES_IT)


def test_a_deleted_paragraph_mark_joins_and_an_inserted_one_splits():
    data = word(
        paragraph(run("One."), "<w:del A/>")
        + paragraph(f"<w:ins A>{run(' ')}</w:ins>{run('Two.')}", "<w:ins B/>")
        + paragraph(run("Three."))
        + paragraph("")
        + paragraph(run("Four."))
    )
    assert corrections(data) == {
        "": "One.\nTwo.Three.\n\nFour.",
        "Ann": "One. Two.Three.\n\nFour.",
        "Ben": "One.\nTwo.\nThree.\n\nFour.",
    }
    ann, ben = read_corpus(data).entries[0].references
    assert ann.edits == (TextEdit(Span(4, 5), " "),)
    assert ben.edits == (TextEdit(Span(9, 9), "\n"),)


def test_a_whole_inserted_paragraph_is_not_in_the_source():
    inserted = paragraph(f"<w:ins A>{run('New.')}</w:ins>", "<w:ins A/>")
    data = word(paragraph(run("One.")) + inserted + paragraph(run("Two.")))
    assert corrections(data) == {"": "One.\nTwo.", "Ann": "One.\nNew.\nTwo."}


def test_moved_text_is_deleted_where_it_was_and_inserted_where_it_is():
    data = word(
        paragraph(
            '<w:moveFromRangeStart w:id="1" w:author="Ann" w:name="move1"/><w:moveFrom A>'
            f'{run("often ")}</w:moveFrom><w:moveFromRangeEnd w:id="1"/>{run("I ")}'
            f'<w:moveToRangeStart w:id="2" w:author="Ann" w:name="move1"/><w:moveTo A>{run("often ")}</w:moveTo>'
            f'<w:moveToRangeEnd w:id="2"/>{run("go.")}',
        )
    )
    assert corrections(data) == {"": "often I go.", "Ann": "I often go."}


def test_a_moved_paragraph_takes_its_mark_along():
    data = word(
        paragraph(f"<w:moveFrom A>{run('B')}</w:moveFrom>", "<w:moveFrom A/>")
        + paragraph(run("A"))
        + paragraph(f"<w:moveTo A>{run('B')}</w:moveTo>", "<w:moveTo A/>")
        + paragraph(run("C"))
    )
    assert corrections(data) == {"": "B\nA\nC", "Ann": "A\nB\nC"}


def test_what_one_inserted_and_another_deleted_is_the_first_one_s_alone():
    inner = f"{run('very ')}<w:del B>{run('much ')}</w:del>"
    data = word(paragraph(f"{run('I ')}<w:ins A>{inner}</w:ins>{run('like it.')}"))
    assert corrections(data) == {"": "I like it.", "Ann": "I very much like it.", "Ben": "I like it."}


def test_a_change_stretches_over_another_author_s():
    content = "<w:del A>{0}</w:del><w:ins B>{1}</w:ins><w:del A>{2}</w:del><w:ins A>{3}</w:ins>"
    data = word(paragraph(content.format(run("a"), run("b"), run("c"), run("d"))))
    ann, ben = read_corpus(data).entries[0].references
    assert ann.edits == (TextEdit(Span(0, 2), "d"),)
    assert ben.edits == (TextEdit(Span(1, 1), "b"),)


def test_a_change_that_changes_nothing_is_none():
    [reference] = (
        read_corpus(word(paragraph(f"<w:del A>{run('a')}</w:del><w:ins A>{run('a')}</w:ins>"))).entries[0].references
    )
    assert reference == Correction("Ann", "a", ())


def test_an_author_without_a_name_has_an_empty_one():
    [reference] = read_corpus(word(paragraph(f"<w:ins>{run('a')}</w:ins>"))).entries[0].references
    assert reference.name == ""


def test_table_cells_are_paragraphs_in_order_and_a_row_may_be_inserted():
    def row(left: str, right: str, properties: str = "") -> str:
        cells = "".join(f"<w:tc><w:tcPr/>{paragraph(run(text))}</w:tc>" for text in (left, right))
        return f"<w:tr>{properties}{cells}</w:tr>"

    table = row("a", "b") + row("c", "d", "<w:trPr><w:ins A/></w:trPr>")
    data = word(paragraph(run("1")) + f"<w:tbl><w:tblPr/>{table}</w:tbl>" + paragraph(run("2")))
    assert corrections(data) == {"": "1\na\nb\n2", "Ann": "1\na\nb\nc\nd\n2"}


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r>", "a\tb"),
        ("<w:r><w:t>a</w:t><w:br/><w:t>b</w:t><w:cr/><w:t>c</w:t></w:r>", "a\nb\nc"),
        ('<w:r><w:t>a</w:t><w:br w:type="page"/><w:lastRenderedPageBreak/><w:t>b</w:t></w:r>', "ab"),
        ("<w:r><w:t>well</w:t><w:noBreakHyphen/><w:t>kno</w:t><w:softHyphen/><w:t>wn</w:t></w:r>", "well-known"),
        ('<w:r><w:t>a</w:t></w:r><w:r><w:sym w:font="Wingdings" w:char="F04A"/></w:r>', "a☺"),
        ('<w:r><w:sym w:font="Symbol" w:char="F061"/><w:sym w:char="zzzz"/><w:sym w:char="D800"/></w:r>', "\uf061"),
        (f'<w:smartTag w:element="place">{run("Oslo")}</w:smartTag>', "Oslo"),
        (f"<w:sdt><w:sdtPr><w:alias/></w:sdtPr><w:sdtContent>{run('x')}</w:sdtContent></w:sdt>", "x"),
        (f'<w:fldSimple w:instr=" DATE ">{run("1 May")}</w:fldSimple>', "1 May"),
        (
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r>'
            f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{run("7")}<w:r><w:fldChar w:fldCharType="end"/></w:r>',
            "7",
        ),
        ('<w:r><w:footnoteReference w:id="2"/><w:drawing><w:t>box</w:t></w:drawing><w:t>a</w:t></w:r>', "a"),
        (
            "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:t>a</w:t></mc:Choice>"
            "<mc:Fallback><w:t>b</w:t></mc:Fallback></mc:AlternateContent></w:r>",
            "a",
        ),
        ("<w:r><w:t> a\n b </w:t></w:r><w:r><w:t xml:space='preserve'> </w:t></w:r>", "a  b "),
        ("<w:r><w:t>a<!-- no --><?no no?>b</w:t></w:r>", "ab"),
        (f"<w:r><w:rPr><w:rFonts/></w:rPr><w:t>a</w:t></w:r><w:unknown>{run('b')}</w:unknown>", "a"),
    ],
)
def test_what_is_text_and_what_is_not(content: str, text: str):
    assert text_of(paragraph(content)) == text


def test_a_document_without_text_is_an_empty_text():
    assert text_of("") == ""
    assert read_corpus(word("<w:p/>")) == Corpus((Entry("", ""),), tokenised=False)


def test_a_document_of_python_docx_is_read():
    document = docx.Document()
    document.add_heading("My day", 1)
    document.add_paragraph("I woke up. ☀️")
    file = BytesIO()
    document.save(file)
    assert read_corpus(file.getvalue()).entries[0].source == "My day\nI woke up. ☀️"


LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "ha"}">' for n in range(12))
BROKEN = {
    "no zip archive": (b"Dear Nadia,", "not a Word document, or it is damaged"),
    "empty": (b"", "this file is empty"),
    "the old kind": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500, "of the old kind, or one with a password"),
    "cut off": (word("<w:p/>")[:-40], "not a Word document, or it is damaged"),
    "flipped bytes": (word("<w:p/>").replace(b"PK\x03\x04", b"PK\x03\x05"), "damaged"),
    "no such part": (packed("<a/>", "word/other.xml"), "no part with a text"),
    "a part outside": (packed("<a/>", "../../etc/passwd"), "no part with a text"),
    "another kind": (packed("<worksheet/>"), "of another kind than Word's"),
    "malformed": (packed(f'<w:document xmlns:w="{W}"><w:body>'), "its XML is malformed"),
    "too deep": (word("<w:sdt>" * 1000 + "</w:sdt>" * 1000), "its XML is malformed"),
    "laughs": (packed(f'<!DOCTYPE d [{LAUGHS}]><w:document xmlns:w="{W}">&a11;</w:document>'), "malformed|type"),
    "entities": (
        packed(f'<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document xmlns:w="{W}">&a;</w:document>'),
        "declares a document type",
    ),
    "a rare method": (packed(f'<w:document xmlns:w="{W}"/>', method=ZIP_BZIP2), "packed by an unknown method"),
}


@pytest.mark.parametrize(("data", "problem"), BROKEN.values(), ids=BROKEN)
def test_what_is_no_word_document_is_refused(data: bytes, problem: str):
    path = Path("diary.docx")
    with pytest.raises(DocumentError, match=problem) as refused:
        read_corpus(data, path)
    assert refused.value.path == path
    assert str(refused.value).startswith("diary.docx: ")


def test_a_zip_archive_of_something_else_is_refused():
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr("letter.txt", "Dear Nadia,")
    with pytest.raises(DocumentError, match="zip archive is not a Word document"):
        read_corpus(file.getvalue())


def test_a_document_that_unpacks_beyond_bounds_is_refused():
    with pytest.raises(DocumentError, match=r"more than 32 MiB of text\. Split it"):
        read_corpus(packed(b" " * (32 * 2**20 + 1)))


def test_a_document_of_more_elements_than_a_book_has_is_refused():
    with pytest.raises(DocumentError, match="more than 1000000 XML elements"):
        read_corpus(word("<w:r/>" * 1_000_001))


def test_more_authors_than_a_class_has_are_refused():
    changes = "".join(f'<w:ins w:author="{number}">{run("a")}</w:ins>' for number in range(65))
    with pytest.raises(DocumentError, match="65 authors changed this document, more than 64"):
        read_corpus(word(paragraph(changes)))


def correction(source: str, name: str, *edits: TextEdit) -> Correction:
    return Correction.of(name, source, edits)


def document_xml(data: bytes) -> str:
    with ZipFile(BytesIO(data)) as archive:
        return archive.read("word/document.xml").decode()


DIARY = "Today I goed home.\nIt rain."


def test_what_is_written_is_tracked_and_always_the_same():
    entry = Entry("", DIARY, references=(correction(DIARY, "Ann", TextEdit(Span(8, 12), "went")),))
    data = write_corpus(Corpus((entry,), tokenised=False))
    assert data == write_corpus(Corpus((entry,), tokenised=False))
    revision = 'w:author="Ann" w:date="2000-01-01T00:00:00Z">'
    assert (
        f'<w:del w:id="1" {revision}<w:r><w:delText xml:space="preserve">goed</w:delText></w:r></w:del>'
        f'<w:ins w:id="2" {revision}<w:r><w:t xml:space="preserve">went</w:t></w:r></w:ins>'
    ) in document_xml(data)
    opened = docx.Document(BytesIO(data))
    assert [item.text for item in opened.paragraphs] == ["Today I  home.", "It rain."]


def test_the_same_deletion_by_two_is_one_in_the_other():
    both = TextEdit(Span(8, 12), "went")
    joined = TextEdit(Span(17, 19), ", and i")
    ann = correction(DIARY, "Ann", both, joined)
    ben = correction(DIARY, "Ben", both, joined, TextEdit(Span(26, 26), "ed"))
    entry = Entry("", DIARY, hypotheses=(ann,), references=(ben, correction(DIARY, "Cem")))
    [found] = read_corpus(write_corpus(Corpus((entry,), tokenised=False))).entries
    assert found.source == DIARY
    assert {item.name: item for item in found.references} == {item.name: item for item in entry.corrections}


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ((), "holds one text, and there are 0"),
        ((Entry("", "a"), Entry("", "b")), "holds one text, and there are 2"),
        ((Entry("", "a", (Correction("kim", "b"),)),), "of kim is only a text"),
        ((Entry("", "a", (Correction("kim", "a", ()),), (Correction("kim", "a", ()),)),), "two corrections are called"),
        ((Entry("", "a\nb\x07"),), r"the text has the character U\+0007 in line 2"),
        ((Entry("", "a", (correction("a", "kim", TextEdit(Span(0, 1), "\ud83d")),)),), r"of kim has .* U\+D83D"),
        ((Entry("", "a", (Correction("k\0", "a", ()),)),), "a correction's name has"),
        ((Entry("", "\uffff"),), r"U\+FFFF"),
        (
            (
                Entry(
                    "",
                    "ab",
                    (
                        Correction(
                            "k",
                            "x",
                            (TextEdit(Span(0, 2), "x"), TextEdit(Span(1, 2), "")),
                        ),
                    ),
                ),
            ),
            "edit of characters 1 to 2, out of order",
        ),
    ],
)
def test_what_word_has_no_room_for_is_refused(entries: tuple[Entry, ...], problem: str):
    with pytest.raises(DocumentError, match=problem):
        write_corpus(Corpus(entries, tokenised=False))


def test_an_error_without_a_correction_is_left_out():
    entry = Entry("", "a b", references=(correction("a b", "kim", TextEdit(Span(0, 1), None, "UNK")),))
    [found] = read_corpus(write_corpus(Corpus((entry,), tokenised=False))).entries
    assert found.references == (Correction("kim", "a b", ()),)


def test_the_example_diary_is_one_text_in_both_its_files():
    folder = Path(__file__).parents[4] / "examples" / "diary"
    [student] = read_corpus((folder / "diary.hyp.tom.docx").read_bytes()).entries
    [teachers] = read_corpus((folder / "diary.ref.docx").read_bytes()).entries
    assert student.source == teachers.source
    assert [item.name for item in student.references] == ["Tom"]
    assert [item.name for item in teachers.references] == ["Ms Adeyemi", "Mr Novak"]


PIECES = [*"ab .<&{}", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "😀", "e\u0301", "\u2028", "\u2011", "\u00ad", "\x85"]
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    source = draw(texts)
    found: list[Correction] = []
    for name in draw(st.lists(st.sampled_from(["Ann", "Ben", "", "Ü <&>\n"]), max_size=3, unique=True)):
        cuts = sorted(draw(st.lists(st.integers(0, len(source)), max_size=6)))
        edits = [TextEdit(Span(start, end), draw(texts)) for start, end in zip(cuts[::2], cuts[1::2], strict=False)]
        found.append(correction(source, name, *edits))
    return Entry("", source, references=tuple(found))


def merged(source: str, edits: tuple[TextEdit, ...]) -> tuple[TextEdit, ...]:
    """Edits that touch made one, those that change nothing left out."""
    found: list[TextEdit] = []
    for edit in edits:
        if edit.replacement == edit.span.of(source):
            continue
        if found and found[-1].span.end == edit.span.start:
            last = found.pop()
            text = (last.replacement or "") + (edit.replacement or "")
            edit = TextEdit(Span(last.span.start, edit.span.end), text)
        found.append(edit)
    return tuple(edit for edit in found if edit.replacement != edit.span.of(source))


@settings(max_examples=settings().max_examples // 2)  # a whole document is written and read
@given(entries())
@example(Entry("", "a\n", references=(correction("a\n", "Ann", TextEdit(Span(1, 2), "\n\n")),)))
def test_what_is_written_is_read(entry: Entry):
    [found] = read_corpus(write_corpus(Corpus((entry,), tokenised=False))).entries
    assert found.source == entry.source
    assert {item.name: (item.text, item.edits) for item in found.references} == {
        item.name: (item.text, merged(entry.source, item.edits or ())) for item in entry.references
    }
