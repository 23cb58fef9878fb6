"""Word documents with tracked changes, written as XML; and programs that read and save them."""

import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
RELATIONSHIPS = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/'
    'core-properties" Target="docProps/core.xml"/>'
    '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
    'officeDocument" Target="{target}"/></Relationships>'
)
CONTENT_TYPES = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)


def packed(document: str | bytes, target: str = "word/document.xml", method: int = ZIP_DEFLATED) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", method) as archive:
        archive.writestr("[Content_Types].xml", CONTENT_TYPES)
        archive.writestr("_rels/.rels", RELATIONSHIPS.format(target=target))
        archive.writestr("word/document.xml", document)
    return file.getvalue()


def word(body: str, namespace: str = W) -> bytes:
    """A document with this body; in it ``A`` and ``B`` stand for the attributes of revisions of Ann and Ben."""
    for letter, author in (("A", "Ann"), ("B", "Ben")):
        body = body.replace(f" {letter}>", f' w:id="7" w:author="{author}" w:date="2025-03-01T10:00:00Z">')
        body = body.replace(f" {letter}/>", f' w:id="7" w:author="{author}" w:date="2025-03-01T10:00:00Z"/>')
    return packed(
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<w:document xmlns:w="' + namespace + '" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" mc:Ignorable="w14"><w:body>'
        f'{body}<w:sectPr w:rsidR="00AB12CD"><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>'
    )


def paragraph(content: str, mark: str = "") -> str:
    properties = f"<w:pPr><w:rPr>{mark}</w:rPr></w:pPr>" if mark else ""
    return f"<w:p>{properties}{content}</w:p>"


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def gone(text: str) -> str:
    """A run in a deletion."""
    return f'<w:r><w:delText xml:space="preserve">{text}</w:delText></w:r>'


def instead(author: str, old: str, new: str) -> str:
    """A replacement by ``A`` or ``B``."""
    return f"<w:del {author}>{gone(old)}</w:del><w:ins {author}>{run(new)}</w:ins>"


def moved(author: str, kind: str, number: int, text: str) -> str:
    """One end of a move by ``A``: ``moveFrom`` or ``moveTo``; both ends of one have the same number of tens."""
    attributes = f'w:id="{number}" w:author="Ann" w:date="2025-03-01T10:00:00Z" w:name="move{number // 10}"'
    return (
        f"<w:{kind}RangeStart {attributes}/><w:{kind} {author}>{run(text)}</w:{kind}>"
        f'<w:{kind}RangeEnd w:id="{number}"/>'
    )


def saved_by_libreoffice(files: list[Path], folder: Path, suffix: str = "docx") -> None:
    """Have LibreOffice save files in a folder, in the format of a suffix; the test is skipped without LibreOffice."""
    office = shutil.which("soffice") or pytest.skip("LibreOffice is not installed")
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [office, "--headless", profile, "--convert-to", suffix, "--outdir", str(folder), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if not all((folder / file.name).with_suffix(f".{suffix}").exists() for file in files):
        pytest.skip(f"LibreOffice does not run here: {done.stderr.strip() or done.stdout.strip()}")
