"""What a person hides in a document (findings, categories), kept in the user's state folder; it changes no count."""

import hashlib
import json
from pathlib import Path

import attrs
import cattrs
from platformdirs import user_state_path

from markscheme.documents.files import read_text, write_whole
from markscheme.errors import DocumentError, MissingDocument
from markscheme.marking.review import DocumentReview, Finding

CONTEXT = 2
"""Number of tokens of the sentence's source on each side that tell equal findings apart."""


@attrs.frozen(order=True)
class FindingContent:
    """What a finding is wherever it stands: it survives edits elsewhere in its document."""

    category: str
    source: str
    hypothesis: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @classmethod
    def of(cls, finding: Finding, review: DocumentReview) -> "FindingContent":
        tokens, place = review.passages[finding.passage].source.tokens, finding.source_tokens
        before, after = tokens[max(place.start - CONTEXT, 0) : place.start], tokens[place.end : place.end + CONTEXT]
        return cls(finding.code, finding.source, finding.hypothesis, before, after)


@attrs.frozen
class Ignored:
    """What is ignored in one document."""

    findings: frozenset[FindingContent] = frozenset()
    categories: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.findings or self.categories)

    def and_also(self, more: "Ignored") -> "Ignored":
        return Ignored(self.findings | more.findings, self.categories | more.categories)

    def hidden(self, review: DocumentReview) -> frozenset[int]:
        """Return the indices of a review's findings that are ignored."""
        return frozenset(
            number
            for number, finding in enumerate(review.findings)
            if finding.is_shown and self._hides(finding, review)
        )

    def _hides(self, finding: Finding, review: DocumentReview) -> bool:
        if finding.code in self.categories:
            return True
        return bool(self.findings) and FindingContent.of(finding, review) in self.findings


_converter = cattrs.Converter()


class IgnoredStore:
    """What is ignored in each document, on disk."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or user_state_path("markscheme", appauthor=False) / "ignored"

    def of(self, document: Path) -> Ignored:
        """Raise DocumentError if the file can't be used."""
        path = self._path(document)
        try:
            kept = json.loads(read_text(path))
            if not isinstance(kept, dict):
                raise ValueError("no JSON object")
            return _converter.structure(kept, Ignored)
        except MissingDocument:
            return Ignored()
        except (ValueError, cattrs.BaseValidationError) as error:
            raise DocumentError(
                "what is ignored can't be read from this file", path=path, remedy="Mend it, or remove it"
            ) from error

    def add(self, document: Path, more: Ignored) -> None:
        """Ignore this too; raise DocumentError if the file can't be written, or can't be used and so stays as it is."""
        self.keep(document, self.of(document).and_also(more))

    def keep(self, document: Path, ignored: Ignored) -> None:
        """Ignore this, and nothing else; raise DocumentError if it can't be written."""
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
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise DocumentError(f"the file can't be removed ({error.strerror})", path=path) from error

    def moved(self, before: Path, after: Path) -> None:
        ignored = self.of(before)
        if ignored:
            self.keep(after, ignored)
            self.keep(before, Ignored())

    def _path(self, document: Path) -> Path:
        name = hashlib.sha256(str(document).encode("utf-8", "surrogateescape")).hexdigest()
        return self._folder / f"{name[:32]}.json"
