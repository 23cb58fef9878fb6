"""Findings: places with verdicts, CLEME2.0's chunks, and estimated edits, each at its place in the documents.

Plain values.
"""

from collections import Counter
from collections.abc import Iterable

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.edits.edit import Edit
from markscheme.marking.review.whole_words import ShownWords
from markscheme.marking.verdicts.verdict import Points, Stretch, Verdict, is_open
from markscheme.metrics.categories import Category
from markscheme.metrics.estimates import Quality
from markscheme.text.positions import Span

LOWERING = "lowers-estimate"
"""The code of a finding that has an estimate and no category."""


@attrs.frozen
class FindingAlignment:
    """A reference edit that a finding lines up with.

    Attributes
    ----------
    source, text
        Its words before and after.
    type
        ERRANT's.
    share
        The part of the finding's mass that it takes, in [0, 1].
    gain
        How alike the two edits are, in [0, 1].
    """

    source: str
    text: str
    type: str
    share: float
    gain: float


@attrs.frozen
class FindingChange:
    """One change of a reference, which a teacher may call optional.

    Attributes
    ----------
    edit
        The change, in tokens of the passage's source.
    source, text
        Its words before and after.
    whole
        The same in whole words; ``None`` where they are whole.
    """

    edit: Edit
    source: str
    text: str
    whole: ShownWords | None = None

    @property
    def shown(self) -> ShownWords:
        """Its words before and after, as people are shown them."""
        return self.whole or ShownWords(self.source, self.text)


@attrs.frozen
class FindingReference:
    """What one reference has at a finding's place; see :class:`markscheme.marking.passages.marks.ReferenceMark`.

    Attributes
    ----------
    reference
        The reference's name.
    number
        Its index in :attr:`DocumentReview.references`; ``None`` for an accepted alternative.
    span
        The place of its words in its file; ``None`` for an accepted alternative.
    text
        Its words.
    source
        The source's words in their place, which may be more than the finding's.
    follows
        Whether the finding's verdict was judged against it.
    source_tokens
        The tokens of these words in the source of the passage; ``None`` for a chunk.
    changes
        What the reference changes there, in source order; empty for a chunk, and for a rewritten passage.
    is_beside
        Whether these changes only stand beside the hypothesis's, whose words the reference leaves as they are.
    whole
        ``source`` and ``text`` in whole words; ``None`` where they are whole.
    """

    reference: str
    number: int | None
    span: Span | None
    text: str
    category: Category | None
    alignment: float | None
    edits: tuple[FindingAlignment, ...]
    source: str = ""
    follows: bool = False
    source_tokens: Stretch | None = None
    changes: tuple[FindingChange, ...] = ()
    is_beside: bool = False
    whole: ShownWords | None = None

    @property
    def shown(self) -> ShownWords:
        """The source's words and its own, as people are shown them."""
        return self.whole or ShownWords(self.source, self.text)

    @property
    def keeps(self) -> bool:
        """Whether the reference leaves the source as it is there."""
        return self.text == self.source

    @property
    def type(self) -> str:
        """ERRANT's types of what it changes there, joined by ``+``; empty where it changes nothing."""
        return "+".join(dict.fromkeys(change.edit.type for change in self.changes if change.edit.type))


@attrs.frozen
class EditEstimate:
    """What a model estimates of one edit; see :class:`markscheme.metrics.estimates.EditImpact`.

    Attributes
    ----------
    impact
        IMPARA's impact of the edit.
    quality, without
        The quality of its passage with the edit, and without it.
    lowers
        Whether the edit lowers the quality by more than the margin.
    """

    impact: float | None
    quality: Quality | None
    without: Quality | None
    lowers: bool


@attrs.frozen
class FindingSuggestion:
    """Other words for some of the hypothesis's; see :class:`markscheme.marking.verdicts.verdict.Suggestion`.

    Attributes
    ----------
    references
        The names of the references that have them.
    span
        The place of the words that they replace in the hypothesis's file.
    text_span
        Their place in the hypothesis, where the hypothesis is not the whole file.
    source_tokens
        The tokens under both in the source of the passage.
    before, text
        The words, and those that stand there then.
    whole
        The same in whole words; ``None`` where they are whole.
    """

    references: tuple[str, ...]
    span: Span
    text_span: Span
    source_tokens: Stretch
    before: str
    text: str
    whole: ShownWords | None = None

    @property
    def shown(self) -> ShownWords:
        """The words and those that stand there then, as people are shown them."""
        return self.whole or ShownWords(self.before, self.text)


@attrs.frozen
class FindingRemainder:
    """An edit that is left to be done at a finding.

    Attributes
    ----------
    span
        The place of the hypothesis's words in its file.
    before, text
        These words, and those that belong there.
    whole
        The same in whole words; ``None`` where they are whole.
    """

    span: Span
    before: str
    text: str
    whole: ShownWords | None = None


@attrs.frozen
class PlaceVerdict:
    """The verdict on a finding's place; see :class:`markscheme.marking.verdicts.verdict.Place`.

    Attributes
    ----------
    suggestions
        What could stand there instead, that of the reference which the verdict follows first.
    missing
        For ``partly-correct``: the edits that are left.
    tolerances
        The names of the tolerances that make it so.
    decided
        Who decided so, and when; empty where the references did.
    rewritten
        Whether the finding stands for a whole passage that is rewritten freely.
    is_alone
        Whether the only teacher corrects what nearly nobody in the class does.
    needs
        How many corrections were needed there; those of all places in a passage that is rewritten freely.
    is_final
        Whether a teacher called the mark of the whole text final.
    """

    verdict: Verdict
    points: Points
    suggestions: tuple[FindingSuggestion, ...] = ()
    missing: tuple[FindingRemainder, ...] = ()
    tolerances: tuple[str, ...] = ()
    decided: str = ""
    rewritten: bool = False
    is_alone: bool = False
    needs: int = 0
    is_final: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it waits for a person's decision."""
        return self.is_undecided and not self.is_final

    @property
    def is_undecided(self) -> bool:
        """Whether nobody has decided about it, though the mark may be final."""
        return is_open(self.verdict, self.decided, is_alone=self.is_alone)


Kind = Verdict | Category
"""What a finding is called: by its verdict, or, in CLEME2.0's vocabulary, by its category."""


@attrs.frozen
class Finding:
    """A correction, or a missing one, at a place in the hypothesis's file.

    It is a place with a verdict; or, where a document is shown in CLEME2.0's vocabulary, a chunk with a category.

    Attributes
    ----------
    span, source_span
        Its place in the hypothesis's file and in the source's.
    text_span
        Its place in the hypothesis, where the hypothesis is not the whole file.
    source_tokens
        Its tokens in the source of its passage.
    target
        The tokens that the hypothesis has instead.
    source, hypothesis
        The words of the two documents there.
    type
        ERRANT's, of the hypothesis's edits there, or else of a reference's; several are joined by ``+``. The kind of
        error that people read is :attr:`error_type`'s.
    passage
        The index of its passage.
    category, weight, difference, credit, references
        Its mark; see :class:`markscheme.marking.passages.marks.ChunkMark`. All ``None`` or empty without a reference.
    estimate
        Its estimate; ``None`` where there are references.
    place
        Its verdict; ``None`` for a chunk of CLEME2.0's and for an estimate.
    whole
        ``source`` and ``hypothesis`` in whole words; ``None`` where they are whole, and for a chunk.
    """

    span: Span
    source_span: Span
    text_span: Span
    source_tokens: Stretch
    target: tuple[str, ...]
    source: str
    hypothesis: str
    type: str
    passage: int
    category: Category | None = None
    weight: float | None = None
    difference: float | None = None
    credit: float | None = None
    references: tuple[FindingReference, ...] = ()
    estimate: EditEstimate | None = None
    place: PlaceVerdict | None = None
    whole: ShownWords | None = None

    @property
    def shown(self) -> ShownWords:
        """The source's words and the hypothesis's, as people are shown them."""
        return self.whole or ShownWords(self.source, self.hypothesis)

    @property
    def phrase(self) -> tuple[Stretch, ShownWords]:
        """The source tokens of all that the followed reference changes there, and what became of their words.

        A decision about the finding settles all of them.
        """
        for reference in self.references[:1]:
            wide, own = reference.source_tokens, self.source_tokens
            if reference.follows and wide is not None and wide.start <= own.start and own.end <= wide.end:
                suggested = [] if self.place is None else self.place.suggestions
                before = next((item.shown.before for item in suggested if item.source_tokens == wide), None)
                if wide != own and before is not None:
                    return wide, ShownWords(reference.shown.before, before)
        return self.source_tokens, self.shown

    @property
    def error_type(self) -> str:
        """ERRANT's types of the error there, joined by ``+``; those of the change itself where no reference changes it.

        A correct change is the correction. Else an error has the type of most references that correct it; of the
        correction of fewest letters where several are as frequent. So a wrong change does not change its kind.
        Corrections that only stand beside the change are of another error.
        """
        typed = [item for item in self.references if item.type] if self.place is not None else []
        corrections = [item for item in typed if not item.is_beside]
        if self.verdict is Verdict.CORRECT and self.type:
            return self.type
        if not corrections:
            return self.type
        frequency = Counter(item.type for item in corrections)
        return min(corrections, key=lambda item: (-frequency[item.type], _letters(item), item.text, item.type)).type

    @property
    def corrections(self) -> tuple[FindingReference, ...]:
        """The references' corrections that the verdict follows; all of them where it follows none."""
        corrections = tuple(item for item in self.references if not item.keeps)
        return tuple(item for item in corrections if item.follows) or corrections

    @property
    def is_undecided(self) -> bool:
        """Whether nobody knows if the student's answer is right; a sentence rewritten freely is read as a whole."""
        return self.place is not None and self.place.is_undecided and not self.place.rewritten

    @property
    def kind(self) -> Kind | None:
        """Its verdict, or a chunk's category; ``None`` without a reference."""
        return self.category if self.place is None else self.place.verdict

    @property
    def verdict(self) -> Verdict | None:
        """Its verdict; ``None`` for a chunk and for an estimate."""
        return None if self.place is None else self.place.verdict

    @property
    def code(self) -> str:
        """The finding's kind in diagnostics: the verdict or category, or ``lowers-estimate``."""
        return LOWERING if self.kind is None else self.kind.value

    @property
    def is_shown(self) -> bool:
        """Whether it is shown as a finding; an edit that does not lower the estimate is not."""
        return self.estimate is None or self.estimate.lowers

    @property
    def is_fault(self) -> bool:
        """Whether it is shown, and something is to be done about it."""
        return self.is_shown and self.kind not in (Category.HIT, Verdict.CORRECT, Verdict.OPTIONAL)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings in the order of their places."""
    return tuple(sorted(findings, key=lambda finding: (finding.span.start, finding.span.end)))


def _letters(reference: FindingReference) -> int:
    """Return how many letters a reference changes."""
    return Levenshtein.distance(reference.source, reference.text)
