"""Documents as text that can be read in a diff: Word, Excel, PDF, archives, pictures, JSON, pages and plain text."""

import gzip
import io
import json
import re
import textwrap
from pathlib import PurePosixPath
from zipfile import ZipFile

WIDTH = 118
"""A member of JSON stands in one line if it fits."""
LONG_STYLE = 400
"""Characters of a page's styles or scripts that are left out, but in the cases that show them."""
DIGITS = re.compile(r"(?<=\d\.\d)\d+(?:e[-+]?\d+)?|(?<=\d)e-\d+")
"""What the encoder's noise may add to a number."""
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def describe(name: str, data: bytes, *, styles: bool = False) -> str:
    """Return a file's content as text; ``styles`` includes the styles and scripts of a page."""
    kind = PurePosixPath(name).suffix
    if kind == ".docx":
        text = word(data)
    elif kind == ".xlsx":
        text = workbook(data)
    elif kind == ".zip":
        text = archive(data, styles=styles)
    elif kind == ".pdf":
        text = pages(data)
    elif kind == ".gz":
        text = describe(name.removesuffix(kind), gzip.decompress(data))
    elif kind == ".zst":
        import zstandard

        text = describe(name.removesuffix(kind), zstandard.ZstdDecompressor().stream_reader(data).read())
    elif kind == ".parquet":
        text = parquet(data)
    elif kind == ".svg":
        text = drawing(data.decode("utf-8"))
    elif kind == ".png":
        text = f"a picture of {int.from_bytes(data[16:20])} x {int.from_bytes(data[20:24])}\n"
    else:
        text = _plain(kind, data, styles)
    return text if text.endswith("\n") else f"{text}\n--- no line end\n"


def _plain(kind: str, data: bytes, styles: bool) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return f"(UTF-16) {data.decode('utf-16')}"
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return f"{len(data)} bytes, not UTF-8\n"
    if kind == ".json":
        return pretty_json(text)
    if kind == ".html":
        return page(text, styles=styles)
    return text.replace("\r\n", "\N{SYMBOL FOR CARRIAGE RETURN}\n").replace("\ufeff", "<BOM>")


def pretty_json(text: str) -> str:
    """Return JSON with one member in a line; a short object or list in one line. What is no JSON stays."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    kind = "indented" if "\n" in text.strip() else "one line"
    return f"(JSON, {kind})\n{laid_out(value)}\n"


def laid_out(value: object, indent: str = "", before: int = 0) -> str:
    """Return a value as JSON, in one line if it fits behind ``before`` characters, whatever digits its numbers have."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + before + len(DIGITS.sub("", line)) <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = f"{indent} "
    if isinstance(value, dict):
        heads = [f"{json.dumps(key, ensure_ascii=False)}: " for key in value]
        members = [head + laid_out(item, inner, len(head)) for head, item in zip(heads, value.values(), strict=True)]
        return "{\n" + ",\n".join(inner + member for member in members) + f"\n{indent}}}"
    if all(isinstance(item, int) for item in value):  # semantic tokens: five numbers each
        rows = [json.dumps(value[place : place + 5])[1:-1] for place in range(0, len(value), 5)]
    elif all(isinstance(item, str) and " " not in item for item in value):
        words = ", ".join(json.dumps(item, ensure_ascii=False) for item in value)
        rows = [
            row.rstrip(",")
            for row in textwrap.wrap(words, WIDTH - len(inner), break_long_words=False, break_on_hyphens=False)
        ]
    else:
        rows = [laid_out(item, inner) for item in value]
    return "[\n" + ",\n".join(inner + row for row in rows) + f"\n{indent}]"


def page(text: str, *, styles: bool) -> str:
    """Return a page; a tag that begins a block begins a line."""

    def shortened(found: re.Match[str]) -> str:
        return found[0] if styles or len(found[0]) < LONG_STYLE else f"{found[1]}…{found[3]}"

    text = re.sub(r"(<(?:style|script)[^>]*>)(.*?)(</(?:style|script)>)", shortened, text, flags=re.DOTALL)
    text = re.sub(r"\n\s*\n+", "\n", text)
    return re.sub(
        r"(?<!\n)(<(?:p|div|section|article|table|tr|td|th|ul|ol|li|h[1-6]|dl|dt|dd|svg|g|rect|text)\b)", r"\n\1", text
    )


def drawing(text: str) -> str:
    """Return the words of a drawing (matplotlib writes them beside their outlines), and how many elements it has."""
    words = re.findall(r"<!-- (.*?) -->|<text[^>]*>(.*?)</text>", text)
    counts = [f"{name} {len(re.findall(f'<{name} ', text))}" for name in ("rect", "image", "use")]
    return "\n".join([", ".join(counts), *(first or second for first, second in words)]) + "\n"


def archive(data: bytes, *, styles: bool) -> str:
    """Return the files of an archive."""
    parts = []
    with ZipFile(io.BytesIO(data)) as packed:
        for name in packed.namelist():
            parts.append(f"- {name}\n{describe(name, packed.read(name), styles=styles)}")
    return "".join(parts)


def parquet(data: bytes) -> str:
    from pyarrow import parquet as reader

    table = reader.read_table(io.BytesIO(data))
    columns = [f"{field.name}: {field.type}" for field in table.schema]
    return "\n".join([*columns, *(json.dumps(row, ensure_ascii=False) for row in table.to_pylist())]) + "\n"


def pages(data: bytes) -> str:
    """Return the pages of a PDF as text, with their sizes and the document's title."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    about = {key: value for key, value in document.get_metadata_dict().items() if value and "Date" not in key}
    parts = [f"PDF {about}\n"]
    for number, leaf in enumerate(document, 1):
        width, height = leaf.get_size()
        words = leaf.get_textpage().get_text_bounded().replace("\r\n", "\n").strip("\n")
        parts.append(f"- page {number}, {width:.0f} x {height:.0f}\n{words}\n")
    return "".join(parts)


def workbook(data: bytes) -> str:
    """Return a workbook's sheets, cell by cell: values or formulas, formats, bold and fills; and widths of columns."""
    import openpyxl

    parts = []
    for sheet in openpyxl.load_workbook(io.BytesIO(data)):
        widths = {key: round(item.width, 1) for key, item in sorted(sheet.column_dimensions.items())}
        parts.append(f"- sheet {sheet.title!r}, {sheet.dimensions}, frozen {sheet.freeze_panes}, widths {widths}")
        parts += [f"  merged {area}" for area in sorted(map(str, sheet.merged_cells.ranges))]
        for row in sheet.iter_rows():
            parts += [f"  {_cell(cell)}" for cell in row if cell.value is not None]
    return "\n".join(parts) + "\n"


def _cell(cell: object) -> str:
    from openpyxl.cell.cell import Cell

    assert isinstance(cell, Cell)
    format_ = "" if cell.number_format == "General" else cell.number_format
    fill = cell.fill.start_color.rgb if cell.fill.fill_type else ""
    link = cell.hyperlink.target or cell.hyperlink.location if cell.hyperlink else ""
    said = [item for item in (format_, "bold" if cell.font.b else "", fill, link) if item]
    return f"{cell.coordinate} {cell.value!r}" + (f" ({', '.join(map(str, said))})" if said else "")


def word(data: bytes) -> str:
    """Return a Word document: its parts, paragraphs with their styles, runs, tracked changes, and comments."""
    from lxml import etree

    parts = []
    with ZipFile(io.BytesIO(data)) as packed:
        names = packed.namelist()
        for name in names:
            if name == "docProps/core.xml":
                root = etree.fromstring(packed.read(name))
                told = [f"{etree.QName(item).localname}={item.text}" for item in root if item.text]
                parts.append(
                    f"- {name}: " + ", ".join(item for item in told if not re.match(r"created|modified", item))
                )
            elif re.fullmatch(r"word/(document|comments|header\d*|footer\d*|footnotes)\.xml", name):
                parts.append(f"- {name}")
                for item in etree.fromstring(packed.read(name)).iter(f"{W}p", f"{W}comment", f"{W}tr"):
                    parts += _element(item)
        others = [name for name in names if not any(line.startswith(f"- {name}") for line in parts)]
    return "\n".join([*parts, f"- and {', '.join(others)}"]) + "\n"


def _element(item: object) -> list[str]:
    from lxml import etree

    assert isinstance(item, etree._Element)
    if item.tag == f"{W}comment":
        return [f"  comment {item.get(f'{W}id')} by {item.get(f'{W}author')} ({item.get(f'{W}initials')})"]
    if item.tag == f"{W}tr":
        return ["  row"]
    style = item.find(f"{W}pPr/{W}pStyle")
    head = f"[{style.get(f'{W}val')}] " if style is not None else ""
    return [f"  {head}{_inside(item)}"]


def _inside(item: object) -> str:
    """Return the runs of a paragraph: ‹format›text, {+inserted by+}, {-deleted by-}, and where comments are."""
    from lxml import etree

    assert isinstance(item, etree._Element)
    said = ""
    for child in item:
        name = etree.QName(child).localname
        if name == "r":
            said += _words(child)
        elif name in {"ins", "moveTo"}:
            said += f"{{+{child.get(f'{W}author')}: {_inside(child)}+}}"
        elif name in {"del", "moveFrom"}:
            said += f"{{-{child.get(f'{W}author')}: {_inside(child)}-}}"
        elif name == "commentRangeStart":
            said += f"{{{child.get(f'{W}id')}:"
        elif name == "commentRangeEnd":
            said += f":{child.get(f'{W}id')}}}"
        elif name not in {"pPr", "p", "bookmarkStart", "bookmarkEnd"}:
            said += _inside(child)
    return said


def _words(run: object) -> str:
    from lxml import etree

    assert isinstance(run, etree._Element)
    marks = []
    for item in run.find(f"{W}rPr") if run.find(f"{W}rPr") is not None else ():
        values = [value for key, value in sorted(item.attrib.items())]
        marks.append(etree.QName(item).localname + "".join(f":{value}" for value in values))
    text = ""
    for item in run:
        name = etree.QName(item).localname
        text += {"t": item.text or "", "delText": item.text or "", "tab": "\t", "br": "\\n"}.get(name, "")
        text += f"<field {item.text}>" if name == "instrText" else ""
    return f"‹{' '.join(marks)}›{text}‹›" if marks and text else text
