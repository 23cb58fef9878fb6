"""What a person does not want to see again in a document: findings by their content, and whole categories.

Kept in the user's state folder, a file a document, and not in the document's folder: it is one person's view.
It changes what is shown, never what is counted.
"""

import hashlib
import json
from pathlib import Path

import attrs
import cattrs
from platformdirs import user_state_path

from markscheme.documents.errors import DocumentError
from markscheme.documents.reading import read_text
from markscheme.documents.writing import write_whole
from markscheme.marking.findings import Finding

CONTEXT = 2
"""So many words on each side tell equal findings apart."""


@attrs.frozen(order=True)
class FindingContent:
    """What a finding is wherever it stands: it survives edits elsewhere in its document."""

    category: str
    source: str
    hypothesis: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @classmethod
    def of(cls, finding: Finding, text: str) -> "FindingContent":
        """The content of a finding in the file with this text."""
        return cls(
            finding.category.value,
            finding.source,
            finding.hypothesis,
            tuple(text[: finding.span.start].split()[-CONTEXT:]),
            tuple(text[finding.span.end :].split()[:CONTEXT]),
        )


@attrs.frozen
class Ignored:
    """What is ignored in one document."""

    findings: frozenset[FindingContent] = frozenset()
    categories: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.findings or self.categories)

    def hides(self, finding: Finding, text: str) -> bool:
        """Whether a finding in the file with this text is not to be shown."""
        if finding.category.value in self.categories:
            return True
        return bool(self.findings) and FindingContent.of(finding, text) in self.findings


_converter = cattrs.Converter()


class IgnoredStore:
    """What is ignored in each document, on disk."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or user_state_path("markscheme", appauthor=False) / "ignored"
        self._known: dict[Path, Ignored] = {}

    def of(self, document: Path) -> Ignored:
        """What is ignored in a document.

        Raises
        ------
        DocumentError
            If the file that says it can't be used.
        """
        if document not in self._known:
            self._known[document] = self._read(document)
        return self._known[document]

    def keep(self, document: Path, ignored: Ignored) -> None:
        """Ignore this, and nothing else, in a document.

        Raises
        ------
        DocumentError
            If it can't be written.
        """
        path = self._path(document)
        if ignored:
            value = {
                "document": str(document),
                "findings": [_converter.unstructure(item) for item in sorted(ignored.findings)],
                "categories": sorted(ignored.categories),
            }
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise DocumentError(f"the folder can't be made ({error.strerror})", path=path.parent) from error
            write_whole(path, (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace"))
        else:
            path.unlink(missing_ok=True)
        self._known[document] = ignored

    def moved(self, before: Path, after: Path) -> None:
        """A document has another name now."""
        ignored = self.of(before)
        if ignored:
            self.keep(after, ignored)
            self.keep(before, Ignored())

    def _path(self, document: Path) -> Path:
        name = hashlib.sha256(str(document).encode("utf-8", "surrogateescape")).hexdigest()
        return self._folder / f"{name[:32]}.json"

    def _read(self, document: Path) -> Ignored:
        path = self._path(document)
        if not path.exists():
            return Ignored()
        try:
            return _converter.structure(json.loads(read_text(path)), Ignored)
        except (ValueError, cattrs.BaseValidationError) as error:
            raise DocumentError(
                "what is ignored can't be read from this file", path=path, remedy="Mend it, or remove it"
            ) from error
