"""Documents of word processors, made by hand."""

from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "text", "table", "drawing")
)
_META = (
    '<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/">'
    "<office:meta><meta:initial-creator>The school</meta:initial-creator><dc:creator>{}</dc:creator></office:meta>"
    "</office:document-meta>"
)
TYPE = "application/vnd.oasis.opendocument.text"


def content(body: str, around: str = "text") -> str:
    """Return the XML of an OpenDocument's content."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {NAMESPACES} '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0">'
        f"<office:body><office:{around}>{body}</office:{around}></office:body></office:document-content>"
    )


def open_document(xml: bytes, manifest: bytes = b"<manifest/>", kind: str = TYPE, author: str | None = None) -> bytes:
    """Return an OpenDocument file with this content, saved by an author."""
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr("mimetype", kind, ZIP_STORED)
        archive.writestr("content.xml", xml, ZIP_DEFLATED)
        archive.writestr("META-INF/manifest.xml", manifest, ZIP_DEFLATED)
        if author is not None:
            archive.writestr("meta.xml", _META.format(escape(author)), ZIP_DEFLATED)
    return file.getvalue()


def archive_of(*names: str) -> bytes:
    """Return a zip archive of empty files."""
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, b"")
    return file.getvalue()


def compound_file(*streams: str) -> bytes:
    """Return what begins as Microsoft's Compound File Binary format does, with the names of streams."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504 + b"\0".join(name.encode("utf-16-le") for name in streams)


RTF = rb"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fcharset238{\*\falt X} Arial CE;}
{\f2\fcharset128 Gothic;}{\f3\fcharset204 Cyr;}}{\colortbl;\red0\green0\blue0;}{\info{\author Mei}{\title No text}}
{\stylesheet{\s0 Normal;}}{\header Page \chpgn\par}\pard\plain I {\b g}oed \ldblquote home\rdblquote .\par
caf\'e9, {\f1 \'9ei\'9eka}, {\f2\'93\'fa\'96\'7b}{\f3\'cf}\par
{\uc1\u-10179 ?\u-8704 ?}\u233 e{\uc2\u8364\'80\'80\u8364 abc}{\uc0\u8364}\par
{\listtext\pard\plain 1.\tab}one{\field{\*\fldinst HYPERLINK "http://a.example"}{\fldrslt  link}}\tab x\line y\par
{\v hidden}{\*\unknown gone}{\unknown kept}\~\_\-{\footnote note}\{\}\\ {\upr{ansi}{\*\ud unicode}}\par
{\trowd A\cell B\cell\row}{\pict\wmetafile8 0102}{\*\shppict{\pict\bin6 }}}}}}}}last\par
}"""
