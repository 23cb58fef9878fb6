"""Whatever stands in a file, it is read or refused, and soon: 500 files, damaged in many ways, other ones in each run.

``make test-all`` reads the same 20,000 each time. A failure names the reader and the file's number;
``damaged(READERS[name], number)`` makes that file again.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import chdir
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import AnyStr, Generic
from zipfile import ZIP_DEFLATED, ZipFile

import attrs
import pytest
from pygls.exceptions import JsonRpcException, JsonRpcServerNotInitialized

from documents.formats.files import Content, HeldFile, read, written
from documents.formats.word_processors.documents import RTF, content, open_document
from markscheme.documents import plain_text
from markscheme.documents.corpus import Corpus, Correction, Document, Entry, has_headings
from markscheme.documents.files import decode
from markscheme.documents.formats import FORMATS
from markscheme.documents.places import LineIndex, TextEdit, corrected_text
from markscheme.documents.word_processors import read_open_document, read_rich_text
from markscheme.edits.passages import paragraphs, read_parallel
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import check_configuration, read_configuration
from markscheme.languages.segments import Span, spaced_tokens
from markscheme.reports.class_import import open_archive, read_submissions
from markscheme.server.server import create_server, messages

EXAMPLES = Path(__file__).parents[3] / "examples"
PATH = Path("essay.txt")
TYPE_SYSTEM = Path("TypeSystem.xml")
FILES, THOROUGH_FILES = 500, 20_000
SLOWEST = 5.0
"""Seconds of the processor, where milliseconds are usual."""


def pieces(text: str) -> list[str]:
    return [piece for piece in text.split(" ") if piece]


ODD = [
    *pieces("😀 👩‍🏫 e\u0301 \u0301 \u2028 \x0c \0 \ud83d \udc00 \ufeff \x1c \xa0 \u200b ß İ ﬁ"),
    *pieces("\r \r\n \n \n\n \t \\ \" ' 0 -1 9"),
    *(" ", "  ", "9" * 5000, "a" * 3000),
]

SOURCE = "Yesterday I goed to the cinema with my brother.\nThe film were “good” 😀, and it's cheap.\n\nI like!\n"
EDITS = (
    TextEdit(Span(12, 16), "went", "R:VERB:INFL"),
    TextEdit(Span(32, 35), None, "UNK"),
    TextEdit(Span(57, 61), "was", "R:VERB:SVA"),
    TextEdit(Span(96, 96), " it", "M:PRON"),
)


def corpus(*edits: TextEdit) -> Corpus:
    correction = Correction.of("Kim", SOURCE, edits)
    return Corpus((Entry("a-1", SOURCE, references=(correction,)),), tokenised=False)


# What is damaged.

M2 = """S Yesterday I goed to the cinema 😀 .
A 2 3|||R:VERB:INFL|||went|||REQUIRED|||-NONE-|||0
A 4 5|||U:DET|||-NONE-|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB|||went||was going|||REQUIRED|||-NONE-|||1
A 5 6|||UNK|||cinema|||REQUIRED|||-NONE-|||1

S It were cheap .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 4 4|||M:OTHER|||today|||REQUIRED|||-NONE-|||1

S 我 喜欢 电影 。
T0-A0 我 很 喜欢 电影 。
A 1 1|||M|||很|||REQUIRED|||-NONE-|||0
T0-A1 我 很 喜欢 电影 。
A 1 2|||S|||很 喜欢|||REQUIRED|||-NONE-|||0
"""

CRITIC = (
    "# {~~A~>My~~} cinema\n\nI {--really --}like{++d++}{>>R:VERB:TENSE<<} it 😀. "
    "{==The film {~~were~>was~~} good==}{>>UNK<<}, \\{++ is text \\\\{++!++}{>>a comment\non two lines<<}"
)

TEXT_BEGINS = "*****\n"
BRAT_FILES = (
    "T1\tR_VERB_INFL 12 16\tgoed\n#1\tAnnotatorNotes T1\twent\nT2\tUNK 31 35\twith\nA1\tDelete T3\n"
    "T3\tArticles 20 23\tthe\nR1\tCause Arg1:T1 Arg2:T2\nT4\tPunct 43 47;48 51\ther. The\n*\tEquiv T1 T2\n"
    "N1\tReference T1 Wiki:1\tgo\n#2\tAnnotatorNotes T2\twithin\nA2\tSeverity T4 high\n"
    f"{TEXT_BEGINS}{SOURCE}"
)

XMI_TYPES = (
    '<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types><typeDescription>'
    "<name>webanno.custom.Error</name><supertypeName>uima.tcas.Annotation</supertypeName><features>"
    "<featureDescription><name>correction</name><rangeTypeName>uima.cas.String</rangeTypeName></featureDescription>"
    "<featureDescription><name>delete</name><rangeTypeName>uima.cas.Boolean</rangeTypeName></featureDescription>"
    "</features></typeDescription></types></typeSystemDescription>"
)
XMI = (
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
    'xmlns:custom="http:///webanno/custom.ecore" xmi:version="2.0"><cas:NULL xmi:id="0"/>'
    '<custom:Error xmi:id="2" sofa="1" begin="2" end="6" correction="went"/>'
    '<custom:Error xmi:id="3" sofa="1" begin="7" end="11" delete="true"/>'
    '<custom:Error xmi:id="4" sofa="1" begin="14" end="16"/>'
    '<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text/plain" '
    'sofaString="I goed home &#128512;.&#13;&#10;It rain."/><cas:View sofa="1" members="2 3 4"/></xmi:XMI>'
)
UAGEC = (
    "Yesterday I {goed=>went:::error_type=G/Tense:::status=ok} home{=>,:::error_type=Punctuation} 😀 and {the =>}we "
    "{was liking=>liked|loved} {it.\\nIt=>it. It} {rain=>NO_SUGGESTIONS:::error_type=F/Other}.\nA { brace } => here.\n"
)

NUCLE = """<DOC nid="a-1">
<MATRIC>1</MATRIC>
<TEXT>
<TITLE>
My R&amp;D 😀
</TITLE>
<P>
 It were &lt;cheap&gt; &#8364;5.
</P>
<REFERENCE>
<P>
A book.
<P>
</REFERENCE>
</TEXT>
<ANNOTATION teacher_id="kim">
<MISTAKE start_par="1" start_off="3" end_par="1" end_off="7">
<TYPE>SVA</TYPE>
<CORRECTION>was</CORRECTION>
<COMMENT>past</COMMENT>
</MISTAKE>
<MISTAKE start_par="0" start_off="3" end_par="0" end_off="6">
<TYPE>Um</TYPE>
</MISTAKE>
</ANNOTATION>
<ANNOTATION teacher_id='roy'>
</ANNOTATION>
</DOC>
"""

MULTIGEC = "### essay_id = a-1\nI goed home.\n\nIt were late 😀.\n\n### essay_id = a-2\n\n### Not a heading\nI like!\n"

TSV = 'id\tsource\thypothesis.ada\treference\n1\tI goed.\tI went.\t"I ""went""\thome.\n"\n2\tIt rain 😀.\t\tIt rains.\n'

JSON_LINES = "\n".join(
    json.dumps(record, ensure_ascii=escaped)
    for escaped in (True, False)
    for record in (
        {
            "id": "a",
            "source": "I goed 😀.",
            "hypotheses": {"ada": "I went 😀.", "bo": "I go 😀."},
            "reference": "I went.",
        },
        {"id": 7, "source": "It rain.\nIt pour.", "references": ["It rains.\nIt pours.", "It rains. It pours."]},
        {"source": "", "hypothesis": ""},
    )
)

WI = (
    written("wi", corpus(*EDITS)).decode()
    + '\n{"id": 2, "text": "It rain.\\r\\nI like 😀.", "edits": [[0, [[3, 7, "rains", "R:VERB"], [9, 9, "\\n"]]], '
    '[1, [[3, 7, null], [10, 11, "We", null]]]], "cefr": "A2"}\n{"text": "I like it."}\n'
)
WI_LINE = '{"text": "ab", "edits": [[0, [[1, 2, "c"]]]]}'

TOML = """exclude = ["**/drafts", 'old-*.txt']
[marking]
assumption = "independent"
factors = [0.5, 0.4, 0.05, 0.05]
beta = 1e0

[[exercise]]
name = "week-3/{name}"  # 😀
source = "week-3/{name}/task.txt"
references = ["week-3/{name}/teacher-*.txt", "key.docx#Kim"]
hypotheses = ["week-3/{name}/*.txt"]
tokenised = false

[[exercise]]
name = \"\"\"a
b\"\"\"
references = [
  "t.txt",
]
tau = 0.7
"""

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
XML = f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="{WORD}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>
<w:p><w:pPr><w:rPr><w:del w:id="1" w:author="Ann"/></w:rPr></w:pPr><w:r><w:t xml:space="preserve">I </w:t></w:r>
<w:del w:id="2" w:author="Ann"><w:r><w:delText>goed</w:delText><w:tab/></w:r></w:del>
<w:ins w:id="3" w:author="Ann"><w:r><w:t>went</w:t></w:r><w:del w:author="Ben"><w:r><w:t>!</w:t></w:r></w:del></w:ins>
</w:p><w:tbl><w:tr><w:trPr><w:ins w:author="Ben"/></w:trPr>
<w:tc><w:p><w:moveFrom w:author="Ben"><w:r><w:t>here</w:t></w:r>
</w:moveFrom></w:p></w:tc></w:tr></w:tbl><w:p><w:hyperlink><w:r><w:sym w:font="Wingdings" w:char="F04A"/><w:br/>
<w:noBreakHyphen/></w:r></w:hyperlink><mc:AlternateContent><mc:Choice><w:r><w:t>a&amp;b &#128512;</w:t></w:r>
</mc:Choice><mc:Fallback/></mc:AlternateContent></w:p><w:sectPr/></w:body></w:document>"""
RELATIONSHIPS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)


SHEET = """<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:C3"/>
<sheetData>
<row r="1"><c r="A1" t="inlineStr"><is><t>source</t></is></c><c r="B1" t="inlineStr"><is><t>reference</t></is></c></row>
<row r="3"><c r="A3" t="inlineStr"><is><t>I goed &#128512;.</t></is></c><c r="B3"><v>5</v></c></row>
</sheetData></worksheet>"""
ODT = content(
    '<text:h>A &#128512;</text:h><text:p>I <text:span>goed</text:span><text:s text:c="2"/>“home”<text:tab/>.'
    "<text:note><text:note-body><text:p>n</text:p></text:note-body></text:note><text:line-break/>b</text:p>"
    "<text:list><text:list-item><text:p>c</text:p></text:list-item></text:list><table:table><table:table-row>"
    "<table:table-cell><text:p>d</text:p></table:table-cell></table:table-row></table:table>"
)


def packed(xml: bytes, relationships: bytes = RELATIONSHIPS.encode()) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("_rels/.rels", relationships)
        archive.writestr("word/document.xml", xml)
    return file.getvalue()


def plain_files() -> list[bytes]:
    paths = sorted(EXAMPLES.glob("*/*.txt")) + sorted(EXAMPLES.glob("*/*.md")) + sorted(EXAMPLES.glob("report/*"))
    return [path.read_bytes()[:1500] for path in paths] + [M2.encode(), b"\xef\xbb\xbf" + CRITIC.encode()]


# What reads it.


@attrs.frozen
class Reader(Generic[AnyStr]):
    """A reader; good files of its format; and what is put into them: what the format gives a meaning."""

    read: Callable[[AnyStr], object]
    seeds: Sequence[AnyStr]
    pieces: Sequence[AnyStr]
    share: int = 1


def recognised(form: str, content: Content) -> Corpus:
    """Return the corpus of a file that is shown to its format as any file is."""
    file = HeldFile(PATH, content)
    FORMATS.corpus(form).recognises(file)
    return FORMATS.corpus(form).read_corpus(file)


def reader_of(form: str) -> Callable[[Content], Corpus]:
    return lambda content: recognised(form, content)


def read_word_xml(text: str) -> Corpus:
    data = text.encode("utf-8", "surrogatepass")
    relationships = text.startswith("<Relationships")
    return recognised("docx", packed(XML.encode(), data) if relationships else packed(data))


def read_brat(content: str) -> Corpus:
    """Read annotations with the text behind them."""
    annotations, _, text = content.partition(TEXT_BEGINS)
    file = HeldFile(PATH, annotations, {PATH.name: text})
    documents = FORMATS.get("brat").texts(file, "kim")
    [corrected] = documents.corrections
    for edit in corrected.edits or ():
        for document in (corrected, documents.source):
            assert isinstance(document, Document)
            assert document.places is not None
            document.places.span(edit.span)
    return FORMATS.corpus("brat").read_corpus(file)


def read_inception(text: str) -> Corpus:
    """Read an XMI file, or a type system with one."""
    file, types = (XMI, text) if text[:11] == "<typeSystem" else (text, XMI_TYPES)
    found = FORMATS.get("xmi").texts(HeldFile(PATH, file, {TYPE_SYSTEM.name: types}), "kim")
    [corrected] = found.corrections
    assert found.source is not None
    correction = Correction("", corrected.text, corrected.edits)
    return Corpus((Entry("", found.source.text, references=(correction,)),), False)


def read_uagec(text: str) -> Corpus:
    texts = FORMATS.get("uagec").texts(HeldFile(PATH, text), "kim")
    for document in (*texts.corrections, *texts.alternatives):
        assert document.places is not None
        assert len(document.places) == len(document.text)
    return recognised("uagec", text)


def read_toml(text: str) -> object:
    for fault in check_configuration(text, PATH):
        check_place(fault, text)
    return read_configuration(PATH, lambda _: text)


def read_essays(text: str) -> object:
    has_headings(text)
    return plain_text.read_essays(text, PATH)


def read_bytes(data: bytes) -> object:
    text = decode(data, PATH)
    for span in paragraphs(text):
        assert span.of(text).strip() == span.of(text) != ""
    for parallel in read_parallel(text, "kim", PATH):
        for side in parallel.sides:
            places = [span.of(text) for span in side.segment.spans]
            assert FORMATS.of_text(text).name == "m2" or places == list(side.segment.tokens)
    return text


def texts_of(text: str) -> str:
    """Return a text that has no character that no text can hold."""
    text.encode()
    assert "\0" not in text
    return text


def read_sheet(text: str) -> Corpus:
    data = written("xlsx", read("jsonl", '{"source": "a", "reference": "b"}'))
    file = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(file, "w", ZIP_DEFLATED) as new:
        for part in old.namelist():
            sheet = part == "xl/worksheets/sheet1.xml"
            new.writestr(part, text.encode("utf-8", "surrogatepass") if sheet else old.read(part))
    return read("xlsx", file.getvalue(), PATH)


def read_zip(data: bytes) -> object:
    """Read a class's submissions from an archive, in a folder where each file has its name."""
    with TemporaryDirectory() as folder, chdir(folder):
        PATH.write_bytes(data)
        submissions = read_submissions(PATH, lambda _, items: items[0])
        with open_archive(PATH) as archive:
            for name in archive.members:
                assert Path(folder, name).resolve().is_relative_to(Path(folder).resolve())
    return submissions


def submissions() -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for number, name in enumerate(("Mei Lin", "Zoë Ö")):
            folder = f"{name}_{100 + number}_assignsubmission"
            archive.writestr(f"{folder}_file_/essay.txt", SOURCE)
            archive.writestr(f"{folder}_file_/essay.docx", packed(XML.encode()))
            archive.writestr(f"{folder}_onlinetext_/onlinetext.html", "<html><body><p>I goed.</p></body></html>")
    return file.getvalue()


class Pieces:
    """A client's bytes, some at a time."""

    def __init__(self, data: bytes) -> None:
        self._stream = BytesIO(data)

    async def read(self, size: int) -> bytes:
        return self._stream.read(min(size, 100))

    async def readline(self) -> bytes:
        return self._stream.readline()


def read_messages(data: bytes) -> object:
    """Read what a client sends; messages with values of wrong types are refused."""

    async def values() -> list[object]:
        return [value async for value in messages(Pieces(data))]

    found = asyncio.run(values())
    for value in found:
        try:
            SERVER.protocol._check(value)
        except JsonRpcServerNotInitialized:
            pass
        except JsonRpcException as error:
            raise DocumentError(error.message, path=PATH) from error
        try:
            assert isinstance(value, dict)
            SERVER.protocol._structured(value)
        except JsonRpcException as error:
            raise DocumentError(error.message, path=PATH) from error
    return found


SERVER = create_server()
PLACE = {"line": 0, "character": 2}
MESSAGES = [
    {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
    {
        "method": "textDocument/didOpen",
        "params": {"textDocument": {"uri": "file:///a.txt", "languageId": "", "version": 1, "text": SOURCE}},
    },
    {
        "method": "textDocument/didChange",
        "params": {"textDocument": {"uri": "file:///a.txt", "version": 2}, "contentChanges": [{"text": "I\n"}]},
    },
    {"id": 2, "method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///a.txt"}, "position": PLACE}},
    {"id": 3, "method": "workspace/executeCommand", "params": {"command": "x", "arguments": [{"a": [1]}]}},
    {"id": 4, "method": "markscheme/marks", "params": {"textDocument": {"uri": "file:///a.txt"}}},
]


def framed(message: dict[str, object]) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


JSON = pieces('{ } [ ] [[ ]] " : , null true NaN Infinity 1e999 -0 1.5 \\u0000 \\ud83d \\ude00 \\u {"a": "id": ')
JSON += ['{"a":' * 2000, '{"a":' + "[" * 2000, "9" * 5000, "-"]
ARCHIVE = [b"PK\3\4", b"PK\1\2", b"PK\5\6", b"PK\6\6", b"\0" * 8, b"\xff" * 8, b"\x0c", b"mimetype", b"xl/"]
READERS: dict[str, Reader[str] | Reader[bytes]] = {
    "M2": Reader(
        reader_of("m2"),
        [M2, M2.replace("\n", "\r\n"), M2.partition("\n\n")[0]],
        [
            *pieces("S A \nS \nA ||| || | -NONE- noop UNK Um T0 T0-A1 T1- 1 REQUIRED"),
            *("S ", "A ", "\nS ", "\nA ", "\nT0-A1 ", " -1 -1", " 0 99", "A 0 0|||M|||a|||R|||-|||0\n"),
            "A 99999999999999999999 1|||M|||a|||R|||-|||0\n",
        ],
        share=4,
    ),
    "CriticMarkup": Reader(
        reader_of("criticmarkup"),
        [
            CRITIC,
            written("criticmarkup", corpus(*EDITS)).decode(),
            (EXAMPLES / "postcard/postcard.hyp.lea.md").read_text(),
        ],
        pieces("{++ ++} {-- --} {~~ ~> ~~} {>> <<} {== ==} {>>UNK<<} {>>R:VERB<<} {++++} {~~~>~~} \\{++ \\\\ { }"),
        share=4,
    ),
    "brat": Reader(
        read_brat,
        [BRAT_FILES, BRAT_FILES.replace("\n", "\r\n").replace(TEXT_BEGINS.replace("\n", "\r\n"), TEXT_BEGINS)],
        [
            *pieces("T A M N R E # * T1 AnnotatorNotes Delete Correction Reference : ;"),
            *("T9\tX 0 1\tY\n", "\nT", "\n#1\t", "0 9;12 16", " 12 16", "T1\t", "Delete T2\n", f"T8\tX 0 {10**8}\t\n"),
        ],
        share=3,
    ),
    "XMI": Reader(
        read_inception,
        [XMI, XMI_TYPES],
        [
            *pieces("< > / = <custom:Error </custom:Error> <cas:Sofa &amp; &a; &#0; &#xD800; <!DOCTYPE <![CDATA[ ]]>"),
            *(
                ' begin="-1"',
                ' end="99"',
                ' xmi:id="2"',
                ' sofa="7"',
                ' members="2 9"',
                " xmlns:cas=''",
                "uima.cas.FSArray",
            ),
            *("<name>correction</name>", "<supertypeName>webanno.custom.Error</supertypeName>"),
        ],
    ),
    "docx": Reader(
        reader_of("docx"),
        [packed(XML.encode()), written("docx", corpus(*EDITS)), (EXAMPLES / "diary/diary.ref.docx").read_bytes()],
        [b"PK\3\4", b"PK\1\2", b"PK\5\6", b"PK\6\6", b"\0" * 8, b"\xff" * 8, b"\x0c", b"_rels/.rels", b"\xd0\xcf\x11"],
        share=3,
    ),
    "docx's XML": Reader(
        read_word_xml,
        [XML, XML, RELATIONSHIPS],
        [
            *pieces("<w:p> </w:p> <w:p/> <w:ins> </w:ins> </w:del> <w:r> <w:t> </w:t> <w:sdt> <w:tbl> < > / ="),
            *pieces("<!DOCTYPE <![CDATA[ ]]> &amp; &a; &#0; &#xD800; <!-- --> <? ?>"),
            *("<w:del w:author='Zoe'>", " xmlns:w=''", " w:author=''", " Target=''"),
        ],
        share=4,
    ),
    "W&I": Reader(
        reader_of("wi"),
        [WI, WI_LINE],
        [*JSON, '"text":', '"edits":', "[0,[[0,1,", "[3,"],
        share=3,
    ),
    "UA-GEC": Reader(
        read_uagec,
        [UAGEC, UAGEC.replace("\n", "\r\n")],
        pieces("{ } => | ::: :::error_type= :::a=b NO_SUGGESTIONS \\n {=>} {a=> {a=>b} =>b} = :"),
        share=3,
    ),
    "NUCLE": Reader(
        reader_of("nucle"),
        [NUCLE, NUCLE.replace("\n", "\r\n"), written("nucle", corpus(*EDITS)).decode()],
        [
            *pieces("<DOC> </DOC> <TEXT> </TEXT> <P> </P> <REFERENCE> <MISTAKE> </MISTAKE> <TYPE> </CORRECTION> < > /"),
            *pieces("&lt; &amp; &a; &#0; &#xD800; &#9999999; <!DOCTYPE <![CDATA[ ]]> <!-- --> <? ?>"),
            *('<ANNOTATION teacher_id="kim">', ' start_off="-1"', ' end_par="9999999999"', ' start_off="a"', '"', "'"),
        ],
        share=3,
    ),
    "MultiGEC": Reader(
        read_essays, [MULTIGEC], ["### essay_id = ", "### essay_id", "\n### essay_id = a-1\n", "#", "="], share=2
    ),
    "TSV": Reader(
        reader_of("tsv"),
        [TSV],
        ["\t", '"', '""', "source", "hypothesis.", "reference.ada", "id"],
        share=2,
    ),
    "CSV": Reader(
        reader_of("csv"),
        [TSV.replace("\t", ","), TSV.replace("\t", ";"), TSV],
        [",", ";", "\t", '"', '""', "source", "hypothesis.", "reference.ada", "id"],
    ),
    "xlsx": Reader(
        reader_of("xlsx"),
        [written("xlsx", read("jsonl", JSON_LINES.partition("\n")[0]))],
        ARCHIVE,
    ),
    "xlsx's sheet": Reader(
        read_sheet,
        [SHEET],
        [
            *pieces(
                "<row> </row> <c> </c> <v> </v> <is> <t> < > / = </sheetData> &amp; &a; &#0; <!DOCTYPE <![CDATA[ ]]>"
            ),
            *(' r="XFD1048576"', ' r="A99999999"', ' t="s"', ' t="d"', ' t="b"', ' s="1"', ' t="e"', "<f>A1</f>"),
        ],
    ),
    "odt": Reader(lambda data: texts_of(read_open_document(data, PATH)), [open_document(ODT.encode())], ARCHIVE),
    "odt's XML": Reader(
        lambda text: texts_of(read_open_document(open_document(text.encode("utf-8", "surrogatepass")), PATH)),
        [ODT],
        [
            *pieces(
                "<text:p> </text:p> <text:s/> <text:span> </text:span> <text:note> <table:table> <text:tab/> < > / ="
            ),
            *pieces("<!DOCTYPE <![CDATA[ ]]> &amp; &a; &#0; &#xD800; <!-- --> <? ?> <text:tracked-changes>"),
            *('<text:s text:c="999999999"/>', ' text:c="-1"', " xmlns:text=''", "<text:list><text:list-item>"),
        ],
        share=2,
    ),
    "rtf": Reader(
        lambda data: texts_of(read_rich_text(data, PATH)),
        [RTF, b"{\\rtf1\\ansi I {\\b g}oed \\'e9.\\par}"],
        [
            *(
                piece.encode()
                for piece in pieces("{ } \\ \\* \\par \\u \\u-1 \\u99999 \\uc9 \\' \\'e9 \\bin \\bin9 \\v \\fonttbl")
            ),
            *(
                b"\\f1 ",
                b"\\f2\\'93",
                b"\\ansicpg65001 ",
                b"\\ansicpg037 ",
                b"\\upr",
                b"\\ud ",
                b"\\deleted ",
                b"\xff" * 8,
            ),
        ],
        share=3,
    ),
    "JSON array": Reader(
        reader_of("jsonl"),
        ["[" + JSON_LINES.replace("\n", ",\n") + "]"],
        [*JSON, '"source":', '"references":', "],["],
    ),
    "JSONL": Reader(
        reader_of("jsonl"),
        [JSON_LINES],
        [*JSON, '"source":', '"references":', '"ref":'],
        share=2,
    ),
    "submissions": Reader(
        read_zip,
        [submissions()],
        [*ARCHIVE, b"../", b"/etc/x", b"_assignsubmission_file_/", b"\\", b"essay.txt", b"<p>", b"</div>" * 50],
        share=2,
    ),
    "JSON-RPC": Reader(
        read_messages,
        [b"".join(map(framed, MESSAGES)), *map(framed, MESSAGES)],
        [
            *(piece.encode("utf-8", "surrogatepass") for piece in JSON),
            *(
                b"Content-Length: ",
                b"Content-Length: 5\r\n\r\n",
                b"content-length:9999999999\r\n\r\n",
                b"\r\n",
                b"\r\n\r\n",
            ),
            *(b'"jsonrpc": "1.0"', b'"id": null', b'"method": 1', b'"params": []', b'"result": 1', b'"error": {}'),
        ],
        share=2,
    ),
    "markscheme.toml": Reader(
        read_toml,
        [TOML],
        [
            *pieces('[ ] [[ ]] = " \'\'\' """ # . , { } [[exercise]] [exercise] [marking] source= nan inf 1_0 0x'),
            *pieces("2020-01-01 {name} ** ../ hypotheses factors=[] name.a=1 \\u0000 \\ud800 tau=-1 references=[]"),
            *(f"tau = {'9' * 5000}\n", f"tau = 0x{'9' * 5000}\n", f"name = {'[' * 2000}"),
        ],
        share=3,
    ),
    "bytes": Reader(
        read_bytes,
        plain_files(),
        [
            b"\xff",
            b"\xc0\x80",
            b"\xed\xa0\x80",
            b"\0",
            b"\xef\xbb\xbf",
            b"\xff\xfe",
            b"%PDF-",
            b"{\\rtf1",
            b"\xe2\x80\xa8",
            b"\r",
            b"S ",
        ],
        share=3,
    ),
}
SHARES = sum(reader.share for reader in READERS.values())


# How it is damaged.


def flipped(random: Random, data: AnyStr, other: AnyStr, piece: AnyStr) -> AnyStr:
    if not data:
        return data
    at = random.randrange(len(data))
    if isinstance(data, bytes):
        return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
    return data[:at] + chr(ord(data[at]) ^ 1 << random.randrange(16)) + data[at + 1 :]


def cut(random: Random, data: AnyStr, other: AnyStr, piece: AnyStr) -> AnyStr:
    start, end = part(random, data)
    return data[:start] + data[end:]


def doubled(random: Random, data: AnyStr, other: AnyStr, piece: AnyStr) -> AnyStr:
    start, end = part(random, data)
    return data[:end] + data[start:]


def exchanged(random: Random, data: AnyStr, other: AnyStr, piece: AnyStr) -> AnyStr:
    (start, end), (first, last) = part(random, data), part(random, other)
    return data[:start] + other[first:last] + data[end:]


def moved(random: Random, data: AnyStr, other: AnyStr, piece: AnyStr) -> AnyStr:
    start, middle, end = sorted(random.randint(0, len(data)) for _ in range(3))
    return data[:start] + data[middle:end] + data[start:middle] + data[end:]


def truncated(random: Random, data: AnyStr, other: AnyStr, piece: AnyStr) -> AnyStr:
    return data[: random.randint(0, len(data))]


def inserted(random: Random, data: AnyStr, other: AnyStr, piece: AnyStr) -> AnyStr:
    at = random.randint(0, len(data))
    return data[:at] + piece + data[at:]


def inserted_before_line(random: Random, data: AnyStr, other: AnyStr, piece: AnyStr) -> AnyStr:
    at = 1 + data.rfind(b"\n" if isinstance(data, bytes) else "\n", 0, random.randint(0, len(data)))
    return data[:at] + piece + data[at:]


def repeated(random: Random, data: AnyStr, other: AnyStr, piece: AnyStr) -> AnyStr:
    at = random.randint(0, len(data))
    return data[:at] + piece[:20] * random.randint(2, 3000) + data[at:]


def part(random: Random, data: AnyStr) -> tuple[int, int]:
    """A part of it: mostly a short one."""
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.choice((1, 2, 5, 20, 100, len(data))))


KINDS = [flipped, cut, doubled, exchanged, moved, truncated, *[inserted] * 3, inserted_before_line]


def damaged(reader: Reader[AnyStr], number: int) -> AnyStr:
    """File ``number`` for a reader: one of its good ones, damaged once or several times."""
    random = Random(number)
    data = random.choice(reader.seeds)
    odd = [item.encode("utf-8", "surrogatepass") if isinstance(data, bytes) else item for item in ODD]
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        piece = random.choice(reader.pieces if random.random() < 0.6 else odd)
        kind = repeated if random.random() < 0.01 else random.choice(KINDS)
        data = kind(random, data, random.choice(reader.seeds), piece)
    return data


# What must be true of all.


def check_place(problem: DocumentError, content: str | bytes) -> None:
    """A fault is told in words, at a line that the file has."""
    assert problem.problem
    assert problem.path in (PATH, TYPE_SYSTEM if content[:11] == "<typeSystem" else PATH)
    text = content if isinstance(content, str) else content.decode("utf-8", "replace")
    if problem.line is not None:
        index = LineIndex(text)
        assert 1 <= problem.line <= len(index)
        if problem.column is not None:
            line = index.line_span(problem.line - 1).of(text)
            assert 1 <= problem.column <= len(line) + 1


def check_sound(found: object) -> None:
    """Edits lead from the source to the text, in order and without overlaps."""
    for entry in found.entries if isinstance(found, Corpus) else ():
        assert not found.tokenised or " ".join(spaced_tokens(entry.source)) == entry.source
        for correction in entry.corrections:
            edits = correction.edits or ()
            assert correction.edits is None or corrected_text(entry.source, edits) == correction.text
            assert all(0 <= edit.span.start <= edit.span.end <= len(entry.source) for edit in edits)
            assert all(one.span.end <= other.span.start for one, other in pairwise(edits))


def read_or_refused(reader: Reader[AnyStr], content: AnyStr) -> str:
    try:
        found = reader.read(content)
    except DocumentError as problem:
        check_place(problem, content)
        return "refused"
    check_sound(found)
    return "read"


def outcome(reader: Reader[AnyStr], number: int) -> str:
    """Return whether a damaged file is "read" or "refused"; note it with any other error."""
    content = damaged(reader, number)
    began = process_time()
    try:
        found = read_or_refused(reader, content)
        assert process_time() - began < SLOWEST, "it takes too long"
    except BaseException as error:  # a timeout of pytest's is none of Exception's
        error.add_note(f"file {number}: {content!r:.3000}")
        raise
    return found


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_file_is_read_or_refused(name: str, seed: int, thorough: bool):
    reader = READERS[name]
    outcomes: Counter[str] = Counter()
    first, files = (0, THOROUGH_FILES) if thorough else (seed, FILES)
    for number in range(first, first + -(-files * reader.share // SHARES)):
        outcomes[outcome(reader, number)] += 1
    assert set(outcomes) <= {"read", "refused"}
    if thorough:
        assert len(outcomes) == 2, "the files are damaged too little, or too much"


@pytest.mark.parametrize("name", READERS)
def test_an_undamaged_file_is_read(name: str):
    reader = READERS[name]
    assert {read_or_refused(reader, content) for content in reader.seeds} == {"read"}
