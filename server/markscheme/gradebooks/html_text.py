"""The plain text of what a student typed in a web form: paragraphs stay, everything else of HTML goes."""

import re
from collections.abc import Iterator

from lxml import etree, html

from markscheme.text.encodings import encoding_of
from markscheme.text.errors import DocumentError

MAX_DEPTH = 200
"""Elements inside one another; what a web form's editor makes has twenty."""
_PARAGRAPHS = frozenset(
    (
        "address",
        "article",
        "aside",
        "blockquote",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "ul",
    )
)
"""Elements that begin and end a paragraph."""
_LINES = frozenset(("li", "tr"))
"""Elements that begin and end a line."""
_SKIPPED = frozenset(("head", "script", "style", "template", "title", "object", "svg", "math"))
_SPACES = re.compile(r"[ \t\n\r\f]+")
_PARAGRAPH, _LINE, _BREAK = "\x1d", "\x1e", "\n"
"""The end of a paragraph, of a line, and a line break as it was typed."""
_BETWEEN = re.compile(f"[ \n{_PARAGRAPH}{_LINE}]*[{_PARAGRAPH}{_LINE}][ \n{_PARAGRAPH}{_LINE}]*")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def plain_text(data: bytes, without_heading: bool = False) -> str:
    """Return the text of a page, with an empty line between paragraphs; empty where it has no words.

    Parameters
    ----------
    without_heading
        Whether the page's first heading is the system's, not the student's.

    Raises
    ------
    DocumentError
        If it is no HTML, or its elements are nested too deeply.

    Examples
    --------
    >>> plain_text(b"<p>I go to&nbsp;school.<br>Every day.</p><p>She <b>like</b> it.</p>")
    'I go to school.\\nEvery day.\\n\\nShe like it.\\n'
    """
    encoding = encoding_of(data)
    text = data.removeprefix(encoding.mark).decode(encoding.name, "replace")
    text = _CONTROLS.sub("", text)
    if not text.strip():
        return ""
    parser = html.HTMLParser(remove_comments=True, remove_pis=True, no_network=True, huge_tree=False)
    try:
        root = html.document_fromstring(_without_declaration(text), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        raise DocumentError("the text that was typed in can't be read") from None
    if without_heading:
        _drop_heading(root)
    return _tidy("".join(_pieces(root, 0)))


def _without_declaration(text: str) -> str:
    """Return a page without an XML declaration, whose encoding is the one that it had in bytes."""
    return re.sub(r"^\s*<\?xml[^>]*\?>", "", text)


def _drop_heading(root: html.HtmlElement) -> None:
    body = root.find("body")
    if body is not None and len(body) and body[0].tag == "h1" and not (body.text or "").strip():
        body[0].drop_tree()


def _pieces(element: html.HtmlElement, depth: int) -> Iterator[str]:
    """Yield stretches of text, and the breaks between them."""
    if depth > MAX_DEPTH:
        raise DocumentError("the text that was typed in is nested too deeply to be read")
    tag = element.tag if isinstance(element.tag, str) else ""
    if tag in _SKIPPED:
        return
    if tag == "br":
        yield _BREAK
        return
    around = _PARAGRAPH if tag in _PARAGRAPHS else _LINE if tag in _LINES else " " if tag in ("td", "th") else ""
    yield around
    yield _stretch(element.text, tag)
    for child in element:
        yield from _pieces(child, depth + 1)
        yield _stretch(child.tail, tag)
    yield around


def _stretch(text: str | None, tag: str) -> str:
    """Return text of an element; its line breaks are spaces but in ``pre``."""
    if not text:
        return ""
    text = _CONTROLS.sub("", text)
    return text if tag == "pre" else _SPACES.sub(" ", text)


def _tidy(text: str) -> str:
    """Return lines without white space around them; an empty one between paragraphs."""
    parted = _BETWEEN.sub(lambda run: "\n\n" if _PARAGRAPH in run[0] else "\n", text.replace("\xa0", " "))
    lines = [" ".join(line.split()) for line in parted.split("\n")]
    joined = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
    return f"{joined}\n" if joined else ""
