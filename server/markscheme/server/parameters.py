"""What clients send in the parameters of requests and commands, for the description of the contract.

A folder's set-up is the guess of who wrote which file; it becomes the folder's ``markscheme.toml``.
"""

from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

from markscheme.exercises.adjudicated_file import SentenceKey
from markscheme.exercises.init.plan import Choices
from markscheme.reports.scheme_form import SchemeTable
from markscheme.research.adjudication import RestoredSentence, State


class FeedbackOptions(TypedDict):
    """The last argument of the command ``markscheme.writeFeedback``."""

    assignment: NotRequired[str | None]
    """The only assignment that is given back; all of them without it."""
    students: NotRequired[list[str] | None]
    """The names of the students who get feedback, as ``markscheme/feedbackChoices`` has them; all without it."""
    focus: NotRequired[list[str] | None]
    """The only kinds of errors that are marked, in a teacher's words; all of them without it."""
    bundle: NotRequired[Literal["each", "zip", "together"] | None]
    """A file for each student, which is the default, an archive of them, or one file with everybody's feedback."""
    open: NotRequired[Literal["as-they-are", "lowest", "highest"] | None]
    """What answers count as that nobody has decided: as they are, or as if all were wrong or right, and a mark is one
    number; without it a mark with such answers is a range."""
    workDoneToken: NotRequired[int | str | None]
    """A token of the client's own for the progress; without it the server creates one."""


class ExportOptions(TypedDict):
    """The last argument of the command ``markscheme.exportGrades``. Without any, a workbook is written."""

    assignment: NotRequired[str | None]
    """The assignment; needed where there are several, unless the worksheet is of one of them."""
    worksheet: NotRequired[str | None]
    """The URI of Moodle's grading worksheet or of Canvas's gradebook (CSV), of which a filled copy is written."""
    feedback: NotRequired[str | None]
    """The name of a format; feedback for each student is written in it, into a zip as Moodle reads it."""
    workbook: NotRequired[bool | None]
    """Whether an Excel workbook is written."""
    maximum: NotRequired[float | int | None]
    """The most points in the system, where its table does not say it."""
    overwrite: NotRequired[bool | None]
    """Whether grades and comments that somebody else wrote into the table are replaced."""
    open: NotRequired[Literal["as-they-are", "lowest", "highest"] | None]
    """What answers count as that nobody has decided: as they are, or as if all were wrong or right. Without it they
    count as they are, ``notices`` says how many there are, and words show the range of a mark."""
    workDoneToken: NotRequired[int | str | None]
    """A token of the client's own for the progress; without it the server creates one."""


class ImportOptions(TypedDict):
    """The last argument of the command ``markscheme.importSubmissions``."""

    names: NotRequired[str | None]
    """The URI of the system's table of grades (CSV), for the students' full names."""
    anonymous: NotRequired[bool | None]
    """Whether numbers stand in place of names; whose they are is in a file of its own."""
    overwrite: NotRequired[bool | None]
    """Whether texts that are there already are replaced; without it the person is asked."""
    workDoneToken: NotRequired[int | str | None]
    """A token of the client's own for the progress; without it the server creates one."""


class SchemeParams(TypedDict):
    """The parameters of ``markscheme/scheme``."""

    uri: str
    """The URI of ``markscheme.toml``, or of a document or folder that it governs."""
    exercise: NotRequired[int | None]
    """The number of an ``[[exercise]]`` table, from 0; without it the whole file is meant."""


class PreviewSchemeParams(SchemeParams):
    """The parameters of ``markscheme/previewScheme``."""

    table: SchemeTable | None
    """The table that is not written yet; ``null`` for no mark scheme of its own."""
    student: NotRequired[str | None]
    """The ``id`` of the student whose sum is wanted."""
    workDoneToken: NotRequired[str | int]
    """The token under which progress is sent, since students who have no marks yet are marked."""


class WriteSchemeParams(SchemeParams):
    """The parameters of ``markscheme/writeScheme``."""

    table: SchemeTable | None
    """The table to write; ``null`` removes it."""
    digest: str
    """The ``digest`` of the answer that the table was made from. The request fails if the file has another one now."""


class SetUpParams(TypedDict):
    """The parameters of ``markscheme/setUp``."""

    uri: str
    """The folder's URI."""


class SetUpPreviewParams(SetUpParams):
    """The parameters of ``markscheme/setUpPreview``."""

    choices: Choices
    """What the teacher chose so far."""
    scheme: NotRequired[str]
    """The name of a preset: ``markscheme.toml`` then has it as its mark scheme. Without it, a scheme that is there
    stays."""


class WriteSetUpParams(SetUpPreviewParams):
    """The parameters of ``markscheme/writeSetUp``."""

    overwrite: bool
    """Whether a ``markscheme.toml`` that is there may be changed. Without it the request fails."""


class AllowVariantsParams(SetUpParams):
    """The parameters of ``markscheme/variants``."""

    allow: NotRequired[list[str]]
    """The names of the variants that the folder's ``markscheme.toml`` shall allow, and of no others. Without it nothing
    is written."""


AdjudicationAction = TypeAliasType(
    "AdjudicationAction", Literal["take", "own", "leave", "majority", "withdraw", "tag", "restore"]
)
"""What ``markscheme.adjudicate`` does."""


class TokenSpan(TypedDict):
    """Source tokens of a sentence, half-open; an insertion's are empty."""

    start: int
    """The first token, from 0."""
    end: int
    """The token behind the last one."""


class AdjudicationParams(TypedDict):
    """The parameters of ``markscheme/adjudication``."""

    uri: str
    """A document of the exercise, its folder, or the file of decisions."""
    states: NotRequired[list[State] | None]
    """The states of the sentences that are wanted; all without it."""
    key: NotRequired[SentenceKey | None]
    """The only sentence that is wanted."""
    offset: NotRequired[int | None]
    """How many of the wanted sentences the page leaves out; 0 without it."""
    limit: NotRequired[int | None]
    """The most sentences of the page; 50 without it."""
    after: NotRequired[int | None]
    """The ``index`` of a sentence: the page begins with the first wanted one behind it, or, behind the last one, with
    the first of all."""
    workDoneToken: NotRequired[int | str | None]
    """A token of the client's own for the progress; without it the server creates one."""


class AdjudicationDecision(TypedDict):
    """The second argument of ``markscheme.adjudicate``."""

    action: AdjudicationAction
    """What to do."""
    key: NotRequired[SentenceKey | None]
    """The sentence; without it, ``majority`` is about all open sentences."""
    place: NotRequired[TokenSpan | None]
    """The place; without it, the whole sentence."""
    annotator: NotRequired[str | None]
    """Whose version ``take`` takes."""
    words: NotRequired[str | None]
    """The words that ``own`` puts there, as a person writes them; empty to delete."""
    tag: NotRequired[str | None]
    """What ``tag`` calls the one correction at the place that is agreed on or decided."""
    reason: NotRequired[str | None]
    """Why, in the person's words."""
    restore: NotRequired[list[RestoredSentence] | None]
    """What ``restore`` puts back: the ``undo`` of an earlier result."""
    dryRun: NotRequired[bool | None]
    """Whether nothing is written; the result says what would be."""


class AdjudicationExport(TypedDict):
    """The second argument of ``markscheme.exportAdjudication``."""

    target: str
    """The URI of the file to write; of a format with several files, that of the source."""
    format: NotRequired[str | None]
    """The name of a format; decided by the file's name without it."""
    open: NotRequired[str | None]
    """What stands at open places: ``majority``, ``leave`` or ``first`` with an annotator's name behind a space."""
    overwrite: NotRequired[bool | None]
    """Whether other files than ``target`` may be replaced, where a format writes several."""
    workDoneToken: NotRequired[int | str | None]
    """A token of the client's own for the progress; without it the server creates one."""
