"""The questions of annotators: ``markscheme/questions`` and its commands, and ``questions --format json``."""

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from markscheme.reports.contract.shapes import Range

QuestionName = TypeAliasType(
    "QuestionName",
    Literal["uncovered-correction", "contradicting-references", "unchanged-reference", "uncorrected-error"],
)
"""The kinds of questions, which are also the codes of diagnostics."""

AnswerName = TypeAliasType("AnswerName", Literal["accept", "reject", "optional", "stands", "skip", "note", "partly"])
"""The answers. ``partly`` is a decision that was made at a place itself; no question offers it."""


class QuestionPlace(TypedDict):
    """A place in a file."""

    uri: str
    """The file's URI; of a file without lines, the URI of the view of its text."""
    range: Range
    """The place."""


class QuestionAlternative(TypedDict):
    """A correction that a question is about."""

    before: str
    """The words that it replaces, as tokens; empty where words are added."""
    after: str
    """The words that it puts there, as tokens; empty where words are taken out."""
    type: str
    """ERRANT's type, or several joined by ``+``; may be empty."""
    references: list[str]
    """The annotators who make it, by name."""
    hypotheses: list[str]
    """The hypotheses that make it, by name."""
    asked: bool
    """Whether an answer without a choice is about it."""


class QuestionVersion(TypedDict):
    """What one person has at a question's place."""

    name: str
    """The person's name."""
    label: str
    """The name as people read it."""
    role: Literal["reference", "hypothesis"]
    """The person's part in the exercise."""
    words: str | None
    """The person's words; ``null`` for an annotator who has not seen the sentence."""
    place: QuestionPlace | None
    """Where they stand; ``null`` where an editor can't show it."""


class QuestionAnswer(TypedDict):
    """An answer that a question can have."""

    name: AnswerName
    """The name, for ``markscheme.answerQuestion``."""
    title: str
    """What a button says."""


class QuestionReply(TypedDict):
    """What a person answered."""

    answer: AnswerName
    """The answer."""
    author: str
    """The person; may be empty."""
    date: str | None
    """The day, as ``YYYY-MM-DD``."""
    alternatives: list[int]
    """The indices of the alternatives that it is about; empty for an answer that changes no mark."""
    note: str
    """The note to the adjudicator; may be empty."""
    text: str
    """The reply in words: ``accepted by Ms Kim, 2026-11-22``."""


class QuestionLikelihood(TypedDict):
    """What the likelihood of ``accept`` is the mean of; each in 0 to 1."""

    share: float
    """The share of people who make the correction, by Laplace's rule of succession."""
    credit: float | None
    """The best credit against a reference's edit; ``null`` where it was not computed."""
    quality: float | None
    """The estimated probability that the correction is valid; ``null`` where it was not computed."""


class AnnotatorQuestion(TypedDict):
    """A question about one place of a source."""

    key: str
    """The question's name. It depends on the kind, the source's sentence, the place and what is asked."""
    kind: QuestionName
    """The kind."""
    title: str
    """The kind, for people."""
    message: str
    """What there is to see."""
    prompt: str
    """What is to be decided."""
    exercise: str
    """The exercise's name."""
    uri: str
    """The URI of a document of the exercise, for the commands."""
    sentence: str
    """The source's sentence."""
    before: str
    """The source's words at the place, as tokens."""
    place: QuestionPlace | None
    """The place in the source."""
    sentencePlace: QuestionPlace | None
    """The sentence in the source."""
    alternatives: list[QuestionAlternative]
    """The corrections among which an answer can choose; the one that is asked about comes first."""
    versions: list[QuestionVersion]
    """What each person has, references first."""
    answers: list[QuestionAnswer]
    """The answers that it can have."""
    effect: int
    """The number of hypotheses whose marks an answer may change."""
    likelihood: float
    """How likely ``accept`` is, in 0 to 1."""
    parts: QuestionLikelihood
    """What the likelihood rests on."""
    priority: float
    """The effect times the likelihood."""
    why: str
    """What the priority rests on, in words."""
    state: Literal["open", "skipped", "answered"]
    """``skipped``: by the person whose queue it is, and open for others."""
    replies: list[QuestionReply]
    """What people answered, the oldest first."""


class QuestionQueue(TypedDict):
    """The answer of ``markscheme/questions``."""

    author: str
    """The person whose queue it is; may be empty."""
    open: int
    """The number of open questions, with those that the person skipped."""
    skipped: int
    """The number of those that the person skipped."""
    answered: int
    """The number of answered questions."""
    questions: list[AnnotatorQuestion]
    """The open questions, the most urgent first and skipped ones last; or the answered ones, the newest first."""
    problems: list[str]
    """Files that can't be used."""


class AnsweredQuestion(TypedDict):
    """The result of ``markscheme.answerQuestion`` and ``markscheme.undoAnswer``."""

    question: AnnotatorQuestion
    """The question as it is now."""
    open: int
    """The number of the exercise's open questions."""
    next: str | None
    """The key of the exercise's most urgent question that is open, and not this one; ``null`` if there is none."""
    replaced: list[str]
    """The answers of other people that this answer replaces, in words."""
