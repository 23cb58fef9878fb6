"""JSON for annotators: questions (``markscheme/questions``, ``questions --format json``), and adjudication."""

from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

from markscheme.text.places import Range

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


AdjudicationState = TypeAliasType("AdjudicationState", Literal["agreed", "open", "decided", "unseen"])
"""How far a sentence is."""

AdjudicationAction = TypeAliasType(
    "AdjudicationAction", Literal["take", "own", "leave", "majority", "withdraw", "restore"]
)
"""What ``markscheme.adjudicate`` does."""

AdjudicationOrigin = TypeAliasType("AdjudicationOrigin", Literal["annotators", "agreed", "own", "left"])
"""Whose words a ruling has: annotators', everybody's, the adjudicator's, or the source's."""


class SentenceKey(TypedDict):
    """Names a sentence, whatever stands before it."""

    source: list[str]
    """Its source tokens."""
    number: int
    """Its number among the sentences with the same tokens, from 1."""


class TokenSpan(TypedDict):
    """Source tokens of a sentence, half-open; an insertion's are empty."""

    start: int
    """The first token, from 0."""
    end: int
    """The token behind the last one."""


class AdjudicationEdit(TypedDict):
    """A correction, or a mark of an error."""

    start: int
    """The first source token."""
    end: int
    """The token behind the last one."""
    replacement: list[str]
    """The tokens in their place."""
    type: str
    """ERRANT's type; ``UNK`` for an error that is marked without a correction."""


class AdjudicationVersion(TypedDict):
    """What one or several annotators have at a place."""

    words: str
    """The tokens that stand there, parted by spaces; empty where they are deleted."""
    edits: list[AdjudicationEdit]
    """The corrections and marks; none where they left the source."""
    annotators: list[str]
    """The annotators' names."""
    alternatives: list[str]
    """Those for whom it is a further choice."""
    detects: bool
    """Whether it marks an error without a correction."""
    majority: bool
    """Whether more than half of those who have seen the sentence have it."""


class AdjudicationRuling(TypedDict):
    """What stands at a place in the result, and why."""

    start: int
    """The first source token; -1 for a whole sentence that stays."""
    end: int
    """The token behind the last one; -1 for a whole sentence that stays."""
    source: str
    """The source's tokens, parted by spaces."""
    words: str
    """The tokens in their place; the source's own where nothing changes."""
    type: str
    """ERRANT's type; ``UNK`` for a mark, ``noop`` where the source stays."""
    origin: AdjudicationOrigin
    """Whose words they are."""
    annotators: list[str]
    """The annotators who have the same."""
    author: str
    """Who decided; may be empty."""
    date: str | None
    """When, as YYYY-MM-DD."""
    reason: str
    """Why; may be empty."""


class AdjudicationLocation(TypedDict):
    """A place in a document of the exercise."""

    uri: str
    """The document, or the view of a file without lines."""
    range: Range
    """The place."""


class AdjudicationPlace(TypedDict):
    """A place at which annotators differ."""

    start: int
    """The first source token."""
    end: int
    """The token behind the last one; the same for an insertion."""
    source: str
    """The source's tokens, parted by spaces."""
    versions: list[AdjudicationVersion]
    """Those of most annotators come first."""
    equal: list[str]
    """The tolerances of the exercise (``equal``) under which all versions are equal; empty where they are not."""
    state: Literal["open", "decided"]
    """Whether something is decided here."""
    rulings: list[AdjudicationRuling]
    """What is decided here."""
    documents: list[AdjudicationLocation]
    """Where it stands in the source and in the annotators' documents."""


class AnnotatorSentence(TypedDict):
    """One annotator's whole sentence."""

    annotator: str
    """The annotator's name."""
    words: str
    """The corrected sentence: its tokens, parted by spaces."""
    changed: bool
    """Whether the annotator changed or marked anything."""


class AdjudicationSentence(TypedDict):
    """A sentence with everybody's versions and what is decided."""

    index: int
    """Its number among all sentences, from 0."""
    key: SentenceKey
    """Its name in commands."""
    exercise: str
    """The exercise's name."""
    state: AdjudicationState
    """How far it is."""
    tokens: list[str]
    """The source's tokens."""
    places: list[AdjudicationPlace]
    """The places at which annotators differ, in source order."""
    agreed: list[AdjudicationEdit]
    """The corrections that everybody has."""
    annotators: list[AnnotatorSentence]
    """The sentences of those who have seen it."""
    absent: list[str]
    """The names of those who have not seen it."""
    rulings: list[AdjudicationRuling]
    """What stands in the result: what is decided, and what everybody agrees on."""
    result: str
    """The sentence with these rulings; open places are as in the source."""
    documents: list[AdjudicationLocation]
    """Where it stands in the source and in the annotators' documents."""


class AdjudicationCounts(TypedDict):
    """Numbers of sentences."""

    sentences: int
    """All of them."""
    agreed: int
    """Those on which all annotators agree."""
    open: int
    """Those about which something is to be decided."""
    decided: int
    """Those that are decided."""
    unseen: int
    """Those that no annotator has seen."""
    places: int
    """Open places."""


class Adjudication(TypedDict):
    """The answer of ``markscheme/adjudication``."""

    file: str
    """The URI of the file of decisions, there or not."""
    annotators: list[str]
    """The names of all annotators."""
    author: str
    """Whose name decisions get."""
    counts: AdjudicationCounts
    """How far it is."""
    matching: int
    """The number of sentences that were wanted; ``sentences`` may be a page of them."""
    sentences: list[AdjudicationSentence]
    """The sentences of the page."""
    problems: list[str]
    """What can't be used, in words."""


class AdjudicationParams(TypedDict):
    """The parameters of ``markscheme/adjudication``."""

    uri: str
    """A document of the exercise, its folder, or the file of decisions."""
    states: NotRequired[list[AdjudicationState] | None]
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


class RestoredSentence(TypedDict):
    """What stood in the file of decisions about a sentence."""

    key: SentenceKey
    """The sentence."""
    body: str | None
    """The text behind its ``S`` line; ``null`` where there was no such line."""


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
    reason: NotRequired[str | None]
    """Why, in the person's words."""
    restore: NotRequired[list[RestoredSentence] | None]
    """What ``restore`` puts back: the ``undo`` of an earlier result."""
    dryRun: NotRequired[bool | None]
    """Whether nothing is written; the result says what would be."""


class AdjudicationResult(TypedDict):
    """The result of ``markscheme.adjudicate``."""

    file: str
    """The URI of the file of decisions."""
    changed: int
    """The number of sentences whose decisions changed, or would."""
    places: int
    """The number of places that ``majority`` took, or would."""
    sentences: list[AdjudicationSentence]
    """The changed sentences as they are now, the first 50 of many; where nothing changed, that of ``key``."""
    undo: list[RestoredSentence]
    """What ``restore`` needs to take this back, byte for byte."""
    next: SentenceKey | None
    """The next open sentence; ``null`` when none is open."""
    counts: AdjudicationCounts
    """How far it is."""


class ExportFormat(TypedDict):
    """A format in which texts with their corrections can be written."""

    name: str
    """Its name in commands."""
    title: str
    """Its name for people."""
    suffix: str
    """The end of its files' names, with the dot; empty where any name does."""


class AdjudicationChoices(TypedDict):
    """The answer of ``markscheme/adjudicationChoices``: what a person can choose for an export."""

    name: str
    """The exercise's name; of several, that of their folder."""
    formats: list[ExportFormat]
    """The formats in which the result can be written: M2, which has who decided what, first."""
    annotators: list[str]
    """The names of all annotators."""
    counts: AdjudicationCounts
    """How far it is; where sentences are open, an export needs ``open``."""


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


class ExportedAdjudication(TypedDict):
    """The result of ``markscheme.exportAdjudication``."""

    files: list[str]
    """The URIs of the files: ``target`` first."""
    existing: list[str]
    """The URIs of other files that are there; where there are any, nothing was written."""
    format: str
    """The format's name for people."""
    filled: int
    """The number of sentences that are open, in which ``open`` decided what stands."""
    losses: list[str]
    """What the format can't hold, in words."""
