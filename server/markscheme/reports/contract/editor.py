"""JSON that editors show: the engine's state, a text at a glance, the texts of a workspace."""

from typing_extensions import TypedDict

from markscheme.marking.scheme.mark import Mark, MarkSummary
from markscheme.reports.scheme_form import SchemeFault


class LensData(TypedDict):
    """The ``data`` of a code lens."""

    estimate: bool
    """Whether the lens shows an estimate. An estimate has no transport plan."""


class SchemeStudent(TypedDict):
    """A student's mark by the mark scheme as it is on disk, and by the table that is not written yet."""

    id: str
    """What ``student`` of the request stands for."""
    name: str
    """The student's name in words."""
    assignment: str
    """The name of the assignment."""
    before: MarkSummary | None
    """The mark by the file; ``null`` where it has no mark scheme, and without marks."""
    after: MarkSummary | None
    """The mark by the table; ``null`` where the table has faults or no mark is wanted, and without marks."""
    problem: str | None
    """Why the text can't be marked."""


class SchemeSum(TypedDict):
    """The mark of one student by the table, as a sum."""

    id: str
    """The student's ``id``."""
    uri: str
    """The document's URI."""
    view: str | None
    """The URI of the text of a file without lines, as a document of its own."""
    mark: Mark
    """The mark, with its sum."""


class SchemePreview(TypedDict):
    """The answer of ``markscheme/previewScheme``."""

    faults: list[SchemeFault]
    """What is wrong with the table; no mark is computed by a table with faults."""
    students: list[SchemeStudent]
    """The students whose marks the table decides, by exercise."""
    sum: SchemeSum | None
    """The mark of the student who was named, or else of the first one with a mark; ``null`` where there is none."""
