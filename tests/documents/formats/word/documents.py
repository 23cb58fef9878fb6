"""Documents as people write them, before LibreOffice saves them; their saved forms are in the folder ``saved``."""

from pathlib import Path

from tests.documents.formats.word.tracked import gone, instead, moved, paragraph, run, word

SAVED = Path(__file__).parent / "saved"
_CELL = "<w:tc><w:tcPr/>{}</w:tc>"
_TABLE = "<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w='4000'/><w:gridCol w:w='4000'/></w:tblGrid><w:tr>{}</w:tr></w:tbl>"

COLLEAGUES = (
    paragraph(run("She ") + instead("A", "like", "likes") + run(" music very much."))
    + paragraph(run("He ") + instead("A", "go", "goes") + run(" to ") + f"<w:ins A>{run('the ')}</w:ins>" + run("zoo."))
    + _TABLE.format(
        _CELL.format(paragraph(run("We ") + instead("B", "was", "were") + run(" happy.")))
        + _CELL.format(paragraph(run("They ") + instead("B", "has", "have") + run(" a dog.")))
    )
    + paragraph(run("It ") + f"<w:del B>{gone('is ')}</w:del>" + run("barks."))
)
"""Ann corrects the beginning, and Ben the rest."""

REVISED = (
    paragraph(
        run("I ")
        + f"<w:ins A>{run('very ')}<w:del B>{gone('very ')}</w:del>{run('much ')}</w:ins>"
        + run("like it")
        + f"<w:ins A>{run(' because')}</w:ins><w:ins B>{run(', well,')}</w:ins><w:ins A>{run(' it is fun')}</w:ins>"
        + run("."),
        "<w:del B/>",
    )
    + paragraph(run(" It ") + instead("A", "rain", "rains") + run("."))
    + paragraph(f"<w:ins B>{run('A new paragraph.')}</w:ins>", "<w:ins B/>")
    + paragraph(run("The end."))
)
"""Ben deletes some of what Ann inserted, inserts in the middle of it, joins two paragraphs and adds one."""

MOVED = (
    paragraph(moved("A", "moveFrom", 10, "Often ") + run("I ") + moved("A", "moveTo", 11, "often ") + run("go out."))
    + paragraph(moved("A", "moveFrom", 20, "Second, we ate."), "<w:moveFrom A/>")
    + paragraph(run("First, we ") + instead("B", "cook", "cooked") + run("."))
    + paragraph(moved("A", "moveTo", 21, "Second, we ate."), "<w:moveTo A/>")
    + paragraph(run("Then we slept."))
)
"""Ann moves a word and a paragraph."""

TRACKED = {"colleagues": COLLEAGUES, "revised": REVISED, "moved": MOVED}

_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
_NAMESPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        "office": "office",
        "text": "text",
        "table": "table",
        "style": "style",
        "fo": "xsl-fo-compatible",
        "draw": "drawing",
        "svg": "svg-compatible",
    }.items()
)


def _note(kind: str, text: str) -> str:
    return (
        f'<text:note text:note-class="{kind}"><text:note-citation>1</text:note-citation>'
        f"<text:note-body><text:p>{text}</text:p></text:note-body></text:note>"
    )


def _frame(content: str) -> str:
    return f'<draw:frame text:anchor-type="as-char" svg:width="2cm" svg:height="1cm">{content}</draw:frame>'


_BODY = (
    '<text:h text:outline-level="1" text:style-name="Heading_20_1">My day</text:h>'
    f"<text:p>I woke up{_note('footnote', 'At six.')} and ate <text:span text:style-name='B'>two big</text:span> eggs"
    f"{_note('endnote', 'Fried.')}<office:annotation><dc:creator>Ann</dc:creator><text:p>Which?</text:p>"
    "</office:annotation>.</text:p>"
    "<table:table><table:table-column table:number-columns-repeated='2'/><table:table-row>"
    "<table:table-cell><text:p>One cell.</text:p></table:table-cell>"
    "<table:table-cell><text:p>Two cells.</text:p></table:table-cell></table:table-row></table:table>"
    f"<text:p>Here {_frame('<draw:text-box><text:p>In a box.</text:p></draw:text-box>')}is a picture"
    f"{_frame(f'<draw:image><office:binary-data>{_PIXEL}</office:binary-data></draw:image>')}.</text:p>"
    "<text:list text:style-name='L'><text:list-item><text:p>First.</text:p></text:list-item>"
    "<text:list-item><text:p>Second.</text:p></text:list-item></text:list>"
)
CONTENTS = (
    f'<?xml version="1.0" encoding="UTF-8"?><office:document {_NAMESPACES} xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:styles>'
    '<style:style style:name="Standard" style:family="paragraph"/>'
    '<style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph" '
    'style:default-outline-level="1"/></office:styles><office:automatic-styles>'
    '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
    '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/>'
    '</text:list-style><style:page-layout style:name="P"><style:header-style/></style:page-layout>'
    "</office:automatic-styles><office:master-styles>"
    '<style:master-page style:name="Standard" style:page-layout-name="P">'
    "<style:header><text:p>Mei, class 4</text:p></style:header></style:master-page></office:master-styles>"
    f"<office:body><office:text>{_BODY}</office:text></office:body></office:document>"
)
"""A flat OpenDocument text with everything that Word's text here has not."""


def write_documents(folder: Path) -> list[Path]:
    """Write every document, and return its file."""
    files = [folder / "contents.fodt"]
    files[0].write_text(CONTENTS, encoding="utf-8")
    for name, body in TRACKED.items():
        path = folder / f"{name}.docx"
        path.write_bytes(word(body))
        files.append(path)
    return files


UNREAD_CONTENTS = (
    "comments (1)",
    "the rows and columns of tables (1)",
    "footnotes (1)",
    "endnotes (1)",
    "headers (1)",
    "text boxes (1)",
    "numbers and bullets of list items (2)",
    "pictures (1)",
    "paragraph styles (1)",
    "formatted stretches of text (1)",
)
"""What `saved/contents.docx` holds besides its text."""
