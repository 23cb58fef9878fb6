"""What a Word document holds besides the text that is read: each kind with its count."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from lxml import etree

from markscheme.formats.word.revisions import local_name

_KINDS = {
    "commentReference": "comments",
    "tbl": "the rows and columns of tables",
    "footnoteReference": "footnotes",
    "endnoteReference": "endnotes",
    "headerReference": "headers",
    "footerReference": "footers",
    "txbxContent": "text boxes",
    "numPr": "numbers and bullets of list items",
    "rPrChange": "tracked changes of formatting",
    "pPrChange": "tracked changes of formatting",
}
"""The names of elements, and what each stands for."""
_FOREIGN_KINDS = {"pic": "pictures", "imagedata": "pictures", "oMath": "equations"}
"""The same of elements in the namespaces of DrawingML, VML and equations."""
_STYLES = "paragraph styles"
_FORMATTING = "formatted stretches of text"
_ORDER = tuple(dict.fromkeys([*_KINDS.values(), *_FOREIGN_KINDS.values(), _STYLES, _FORMATTING]))
_PLAIN_STYLES = frozenset({"Normal", "Standard"})
"""The ids of the default paragraph style in Word and LibreOffice."""
_NO_LOOK = frozenset(
    {"lang", "noProof", "webHidden", "rStyle", "rPrChange", "ins", "del", "moveFrom", "moveTo"},
)
"""Properties of a run that do not change its look, and named styles, which links and notes have."""
_Look = frozenset[tuple[str, tuple[tuple[str, str], ...]]]


def unread_contents(document: etree._Element) -> tuple[str, ...]:
    """Return the kinds of contents that are not kept, such as ``comments (2)``, in a fixed order.

    Headers and footers are counted by section, and stretches of text by the change of their direct formatting, such as
    bold or a font. Of the alternatives that Word writes for older programs, only the first is counted.
    """
    counts = Counter(kind for element in _elements(document) for kind in _kinds(element))
    counts[_FORMATTING] = _formatted_stretches(document)
    return tuple(f"{kind} ({counts[kind]})" for kind in _ORDER if counts[kind])


def _elements(document: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements in document order; of alternatives, those of the first, and nothing inside text boxes."""
    waiting = [document]
    while waiting:
        element = waiting.pop()
        yield element
        name = local_name(element)
        if name != "txbxContent":
            waiting += islice(element, 1) if name == "mc:AlternateContent" else reversed(element)


def _kinds(element: etree._Element) -> Iterator[str]:
    name = local_name(element)
    if name in _KINDS:
        yield _KINDS[name]
    elif name == "pStyle":
        style = element.get(f"{{{etree.QName(element).namespace}}}val")
        if style not in _PLAIN_STYLES:
            yield _STYLES
    elif not name and (kind := _FOREIGN_KINDS.get(etree.QName(element).localname)):
        yield kind


def _formatted_stretches(document: etree._Element) -> int:
    count = 0
    before: _Look = frozenset()
    for element in _elements(document):
        if local_name(element) not in ("p", "r"):
            continue
        look = _look(element) if local_name(element) == "r" else frozenset()
        count += bool(look) and look != before
        before = look
    return count


def _look(run: etree._Element) -> _Look:
    """Return the direct formatting of a run; nothing for one without text."""
    properties = run.find("{*}rPr")
    if properties is None or (run.find("{*}t") is None and run.find("{*}delText") is None):
        return frozenset()
    return frozenset(
        (str(item.tag), tuple(sorted((str(key), str(value)) for key, value in item.attrib.items())))
        for item in properties
        if local_name(item) not in _NO_LOOK
    )
