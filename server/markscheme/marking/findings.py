"""Findings: corrections, and missing ones, in the hypothesis's file, and the words for them.

The words are the same in editors and on the command line: what the student did, what the teachers have, what is
missing, how near it is.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.contract import shape
from markscheme.edits.edit import Edit
from markscheme.exercises.schemes import ErrorGroups, ErrorKinds
from markscheme.grouping import grouped
from markscheme.languages.language import DEFAULT_LANGUAGE, find_language
from markscheme.languages.segments import Span
from markscheme.marking.verdict import Points, TokenRange, Verdict, is_open
from markscheme.metrics.base import Category
from markscheme.metrics.impara import EditEstimate
from markscheme.wording import (
    MOST_NAMED,
    PLAIN,
    Style,
    deed,
    one_line,
    sign_name,
    sorted_teachers,
    to_do,
    without_common_words,
)

_INSIDE = "'’"


@shape("before", "after", name="WholeWords")
@attrs.frozen
class ShownWords:
    """A change in whole words, as people read it: ``can't`` and not its token ``ca``.

    ``behind`` counts the characters of ``before`` behind the end of its place.
    """

    before: str
    """The words."""
    after: str
    """The words in their place."""
    behind: int = 0


def whole_words(before: Span, before_text: str, after: Span, after_text: str) -> ShownWords | None:
    """Return a change in whole words; ``None`` where it is so already.

    Where only one side is a part of a word, the other has the word beside it too. Each span is in its own text.

    >>> whole_words(Span(2, 4), "I can't go", Span(2, 7), "I couldn't go")
    ShownWords(before="can't", after="couldn't", behind=3)
    >>> whole_words(Span(4, 7), "I don't go", Span(5, 8), "I do not go")
    ShownWords(before="don't", after='do not', behind=0)
    >>> whole_words(Span(1, 3), "I'm agree", Span(1, 1), "I agree")
    ShownWords(before="I'm", after='I', behind=0)
    >>> whole_words(Span(2, 4), "I go", Span(2, 6), "I went") is None
    True
    """
    wide = widened(before, before_text), widened(after, after_text)
    if wide == (before, after):
        return None
    one, other = (
        _level(wide[0], before, before_text, wide[1], after),
        _level(wide[1], after, after_text, wide[0], before),
    )
    return ShownWords(one.of(before_text), other.of(after_text), one.end - before.end)


def _level(wide: Span, span: Span, text: str, other_wide: Span, other: Span) -> Span:
    """Return a side's whole words, with the word beside them at an end at which only the other side has grown."""
    start, end = wide.start, wide.end
    if wide.start == span.start and other_wide.start < other.start:
        start = _word_before(start, text)
        end = len(text[:end].rstrip()) if span.start == span.end else end
    if wide.end == span.end and other.end < other_wide.end:
        end = _word_behind(end, text)
        start += len(text[start:end]) - len(text[start:end].lstrip())
    return Span(start, max(start, end))


def _word_before(place: int, text: str) -> int:
    start = len(text[:place].rstrip())
    return place if start == 0 or not text[start - 1].isalnum() else widened(Span(start - 1, start), text).start


def _word_behind(place: int, text: str) -> int:
    end = len(text) - len(text[place:].lstrip())
    return place if end == len(text) or not text[end].isalnum() else widened(Span(end, end + 1), text).end


def widened(span: Span, text: str) -> Span:
    """Return a span with the rest of the words at its ends, if it is not empty; an apostrophe joins two letters."""
    start, end = span.start, span.end
    if start == end:
        return span
    while start > 0 and _is_inside(text, start - 1, start) and (text[start] in _INSIDE or text[start].isalnum()):
        start -= 1
    while end < len(text) and _is_inside(text, end, end - 1) and (text[end - 1] in _INSIDE or text[end - 1].isalnum()):
        end += 1
    return Span(start, end)


def _is_inside(text: str, place: int, neighbour: int) -> bool:
    if text[place].isalnum():
        return True
    beyond = 2 * place - neighbour
    is_between = 0 <= beyond < len(text) and text[beyond].isalnum() and text[neighbour].isalnum()
    return text[place] in _INSIDE and is_between


LOWERING = "lowers-estimate"


@shape(name="AlignedEdit")
@attrs.frozen
class FindingAlignment:
    """A reference edit that a finding aligns with."""

    source: str
    """The words that the reference replaces."""
    text: str
    """The words of the reference."""
    type: str
    """ERRANT's type."""
    share: float
    """The part of the finding's mass that is transported to this edit, in 0 to 1."""
    gain: float
    """The similarity of the two edits, in 0 to 1; 1 for equal edits."""


@attrs.frozen
class FindingChange:
    """One change of a reference, which a teacher may call optional: an edit of the passage's source tokens.

    ``whole`` is ``None`` where the words are whole.
    """

    edit: Edit
    source: str
    text: str
    whole: ShownWords | None = None

    @property
    def shown(self) -> ShownWords:
        return self.whole or ShownWords(self.source, self.text)


@shape("reference", "text", "category", "alignment", "edits")
@attrs.frozen
class FindingReference:
    """One reference's version at a finding's place.

    ``number`` is its index in :attr:`DocumentReview.references`; no number and no span for an accepted alternative.
    A chunk has no ``source`` and no ``source_tokens``; ``changes``, in source order, are empty for a chunk and a
    rewritten passage. ``is_beside``: they only stand beside the hypothesis's, whose words the reference leaves.
    """

    reference: str
    """The reference's name."""
    number: int | None
    span: Span | None
    text: str
    """The words of the reference."""
    category: Category | None
    """The category against this reference; ``null`` where neither the hypothesis nor this reference changes the
    source."""
    alignment: float | None
    """The finding's credit against this reference, in 0 to 1; ``null`` until vectors are available, and where the
    hypothesis has no edit."""
    edits: tuple[FindingAlignment, ...]
    """The reference's edits that the finding aligns with, the largest share first."""
    source: str = ""
    """The words of the source in the place of ``text``, which may be more than the finding's."""
    follows: bool = False
    """Whether the verdict was judged against this reference."""
    source_tokens: TokenRange | None = None
    changes: tuple[FindingChange, ...] = ()
    is_beside: bool = False
    whole: ShownWords | None = None
    """``source`` and ``text`` in whole words, where they are parts of words."""

    @property
    def shown(self) -> ShownWords:
        return self.whole or ShownWords(self.source, self.text)

    @property
    def keeps(self) -> bool:
        return self.text == self.source

    @property
    def type(self) -> str:
        """ERRANT's types of what it changes there, joined by ``+``; empty where it changes nothing."""
        return "+".join(dict.fromkeys(change.edit.type for change in self.changes if change.edit.type))


@shape(
    "span", "before", "text", "references", "whole", name="Suggestion", renamed={"span": "range"}, optional=("whole",)
)
@attrs.frozen
class FindingSuggestion:
    """Words that could stand at a place instead. They differ from the hypothesis's, and lower no mark.

    ``text_span`` is in the hypothesis itself. ``source_tokens`` are under both.
    """

    references: tuple[str, ...]
    """The references that have these words."""
    span: Span
    """The place in the hypothesis."""
    text_span: Span
    source_tokens: TokenRange
    before: str
    """The words of the hypothesis."""
    text: str
    """The words of the references."""
    whole: ShownWords | None = None
    """``before`` and ``text`` in whole words, where they are parts of words."""

    @property
    def shown(self) -> ShownWords:
        return self.whole or ShownWords(self.before, self.text)


@shape(name="MissingEdit", renamed={"span": "range"}, optional=("whole",))
@attrs.frozen
class FindingRemainder:
    """An edit that is left to be done at a place that is partly correct."""

    span: Span
    """The place in the hypothesis."""
    before: str
    """The words of the hypothesis."""
    text: str
    """The words that belong there."""
    whole: ShownWords | None = None
    """``before`` and ``text`` in whole words, where they are parts of words."""


def _moves(missing: Sequence[FindingRemainder], style: Style) -> Iterator[str]:
    """Yield each edit that is left; one that takes words out and one that adds them elsewhere are one."""
    added = {one_line(item.text).lower() for item in missing if not item.before}
    moved = {words for item in missing if not item.text and (words := one_line(item.before).lower()) in added}
    for item in missing:
        if not item.text and one_line(item.before).lower() in moved:
            yield f"move “{style.plain(one_line(item.before))}”"
        elif item.before or one_line(item.text).lower() not in moved:
            yield to_do(item.before, item.text, style)


@attrs.frozen
class PlaceVerdict:
    """The verdict on a finding's place.

    ``is_alone``: the only teacher corrects what nearly nobody in the class does. ``needs`` counts corrections, those of
    all places in a passage rewritten freely. ``is_final``: a teacher called the mark of the whole text final.
    """

    verdict: Verdict
    """The verdict."""
    points: Points
    suggestions: tuple[FindingSuggestion, ...] = ()
    """Words that could stand here instead; the first is what the verdict was judged against."""
    missing: tuple[FindingRemainder, ...] = ()
    tolerances: tuple[str, ...] = ()
    """The tolerances that make the place correct."""
    decided: str = ""
    """The person who decided the verdict, and the date; ``null`` where the references did."""
    rewritten: bool = False
    """Whether the finding stands for a whole passage that is rewritten freely."""
    is_alone: bool = False
    needs: int = 0
    is_final: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the student's answer is no reference's, and nobody has decided about it yet."""
        return self.is_undecided and not self.is_final

    @property
    def left(self) -> Sequence[FindingRemainder] | attrs.NothingType:
        """The edits that are left, where the verdict is ``partly-correct``."""
        return self.missing if self.verdict is Verdict.PARTLY else attrs.NOTHING

    @property
    def is_undecided(self) -> bool:
        """Whether nobody has decided about it, though the mark may be final."""
        return is_open(self.verdict, self.decided, is_alone=self.is_alone)

    def remainder(self, style: Style = PLAIN) -> str:
        """Return what is still to do at a self that is partly correct; empty for other places."""
        parts = [*_moves(self.missing, style)]
        more = len(parts) - MOST_NAMED
        return "; ".join([*parts[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])])


Kind = Verdict | Category

TITLES: dict[Kind, str] = {
    Verdict.CORRECT: "Correct",
    Verdict.PARTLY: "Partly correct",
    Verdict.DIFFERENT: "Different",
    Verdict.MISSED: "Missed",
    Verdict.NOT_NEEDED: "Not needed",
    Verdict.OPTIONAL: "Optional",
    Category.HIT: "Hit",
    Category.WRONG: "Wrong correction",
    Category.UNDER: "Under-correction",
    Category.OVER: "Over-correction",
}

LOWERING_TITLE = "Lowers the estimate"

REWRITTEN = "Rewritten freely: read this one yourself"

VERY_NEAR = 0.5

NEAR = 0.25
"""Least credit of a change that is called near."""

LETTERS_ALIKE = 0.5
"""Least share of letters in common with a teacher's words at which a change is not far from them."""


@shape("names", "text")
class TeacherVersion(NamedTuple):
    """What one or several teachers have at a place."""

    names: str
    """The teachers, as people read their names."""
    text: str
    """Their words, or what they do there."""


@attrs.frozen
class Finding:
    """A correction, or a missing one, in the hypothesis's file: a place with a verdict, or a chunk of CLEME2.0's.

    ``text_span`` is its place in the hypothesis itself; ``source_tokens`` are of its passage, in whose place the
    hypothesis has ``target``. ``category`` to ``references`` are empty without a reference; ``estimate`` is ``None``
    with one. ``place`` is ``None`` for a chunk and an estimate.
    """

    span: Span
    """The place in the hypothesis."""
    source_span: Span
    """The place in the source's file; ``null`` where that file can't be read."""
    text_span: Span
    source_tokens: TokenRange
    target: tuple[str, ...]
    source: str
    """The words of the source."""
    hypothesis: str
    """The words of the hypothesis."""
    type: str
    """ERRANT's types of the hypothesis's edits there, or else of a reference's, joined by ``+``; empty for a passage
    that is rewritten freely."""
    passage: int
    """The index of the finding's passage in ``passages``."""
    category: Category | None = None
    """The category of CLEME2.0's chunk at this place; ``null`` where CLEME2.0 counts the chunk as rightly
    unchanged, and for a passage that is rewritten freely."""
    weight: float | None = None
    """The weight of CLEME2.0's chunk, at least 0; ``null`` where ``category`` is, and until the encoder or the
    language model has answered."""
    difference: float | None = None
    """With the weighting ``similarity``, the weight with its sign: negative where the edit makes the sentence less
    similar to the reference; ``null`` with other weightings."""
    credit: float | None = None
    """The credit against the first reference, in 0 to 1; ``null`` where the hypothesis has no edit, and until vectors
    are available."""
    references: tuple[FindingReference, ...] = ()
    """Each reference's version at this place; those that the verdict was judged against come first."""
    estimate: EditEstimate | None = None
    place: PlaceVerdict | None = None
    whole: ShownWords | None = None
    """``source`` and ``hypothesis`` in whole words, where they are parts of words; ``null`` for a chunk."""

    @property
    def shown(self) -> ShownWords:
        return self.whole or ShownWords(self.source, self.hypothesis)

    @property
    def phrase(self) -> tuple[TokenRange, ShownWords]:
        """The source tokens and words of all that the followed reference changes, which one decision settles."""
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
        """ERRANT's types of the error, joined by ``+``: those of most references that correct it; ``type`` where the
        hypothesis corrects it, and where no reference does."""
        # Of types that are as frequent, that of fewest letters. A correction beside the change is of another error.
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
        return self.place is not None and self.place.is_undecided and not self.rewritten

    @property
    def rewritten(self) -> bool:
        """Whether it stands for a whole passage that is rewritten freely."""
        return self.place is not None and self.place.rewritten

    @property
    def kind(self) -> Kind | None:
        return self.category if self.place is None else self.place.verdict

    @property
    def verdict(self) -> Verdict | None:
        """Its verdict; ``null`` in CLEME2.0's vocabulary."""
        return None if self.place is None else self.place.verdict

    @property
    def code(self) -> str:
        return LOWERING if self.kind is None else self.kind.value

    @property
    def is_shown(self) -> bool:
        return self.estimate is None or self.estimate.lowers

    @property
    def is_fault(self) -> bool:
        return self.is_shown and self.kind not in (Category.HIT, Verdict.CORRECT, Verdict.OPTIONAL)

    @property
    def title(self) -> str:
        if self.rewritten:
            return REWRITTEN
        if self.kind is not None:
            return TITLES[self.kind]
        return LOWERING_TITLE if self.is_shown else "Correction"

    def did(self, style: Style = PLAIN) -> str:
        return deed(self.shown.before, self.shown.after, style)

    def due(self, style: Style = PLAIN) -> str:
        """Return what the teachers correct at a place, each correction once: ``go → went or goes``."""
        shown = (item.shown for item in self.references if not item.keeps)
        pairs = (without_common_words(one_line(item.before), one_line(item.after)) for item in shown)
        corrections = list(dict.fromkeys(pair for pair in pairs if any(pair)))
        parts = [
            f"{style.strong(text)}{sign_name(text)}"
            if number and text and before == corrections[0][0]
            else to_do(before, text, style)
            for number, (before, text) in enumerate(corrections[:MOST_NAMED])
        ]
        more = len(corrections) - MOST_NAMED
        return " or ".join([*parts, *([f"{more} more"] if more > 0 else [])])

    def versions(self, style: Style = PLAIN) -> list[TeacherVersion]:
        """Return what the teachers have at a place: their names in the order of the alphabet, and their words once.

        Words that the verdict was judged against come first.
        """
        by_words = grouped(self.references, lambda item: self.version(item, style))
        return [
            TeacherVersion(sorted_teachers(item.reference for item in items), words)
            for words, items in by_words.items()
        ]

    def version(self, reference: FindingReference, style: Style = PLAIN) -> str:
        """Return what one reference has at the place."""
        source, text = one_line(reference.shown.before), one_line(reference.shown.after)
        if self.rewritten:
            return style.plain(text)
        if source == text or reference.keeps:
            return "left as it is" if source else "nothing there"
        if place := self._whole_place(reference):
            return style.strong(place.shown.after)
        if phrase := self.phrase_at(reference):
            return to_do(phrase.shown.before, phrase.shown.after, style)
        if source != one_line(self.shown.before):
            return deed(source, text, style)
        if text == one_line(self.shown.after):
            return "the same"
        return f"{style.strong(text)}{sign_name(text)}" if text else "taken out"

    def _whole_place(self, reference: FindingReference) -> FindingSuggestion | None:
        """Return what a reference has in all of a missed place, if it changes a part of it alone, or a gap at an end.

        So the references' words can be compared: ``this days`` becomes ``these days`` here and ``this day`` there.
        """
        if self.place is None or self.verdict is not Verdict.MISSED or not self.source:
            return None
        if reference.source_tokens in (None, self.source_tokens):
            return None
        own = (item for item in self.place.suggestions if reference.reference in item.references)
        return next((item for item in own if item.source_tokens == self.source_tokens and item.text), None)

    def phrase_at(self, reference: FindingReference) -> FindingSuggestion | None:
        """Return a reference's suggestion for more words than its version, which may make no sense by itself."""
        inner, changed = reference.source_tokens, (Verdict.PARTLY, Verdict.DIFFERENT)
        if self.place is None or inner is None or self.verdict not in changed:
            return None
        suggestions = (item for item in self.place.suggestions if reference.reference in item.references)
        item = next(suggestions, None)
        if item is None or item.source_tokens == inner:
            return None
        outer = item.source_tokens
        return item if outer.start <= inner.start and inner.end <= outer.end else None

    def notes(self, style: Style = PLAIN, language: str = DEFAULT_LANGUAGE) -> list[str]:
        """Return what is to do, how near it is, what doesn't count and who decided."""
        place = self.place
        if place is None:
            return []
        rest, near = place.remainder(style), self._nearness
        whole = f"Still to do: {rest}{near and f' · {near}'}" if rest else f"{near[:1].upper()}{near[1:]}"
        difference = self._tolerance(style, language)
        counted = f"Counts as the same: {difference}" if difference else ""
        decided = f"Decided: {style.plain(place.decided)}" if place.decided else ""
        return [text for text in (whole, counted, decided) if text]

    def _tolerance(self, style: Style = PLAIN, language: str = DEFAULT_LANGUAGE) -> str:
        """Return what differs from a teacher's words and does not count; empty where nothing does."""
        if self.place is None or not self.place.tolerances:
            return ""
        words = next((one_line(item.text) for item in self.references if item.follows and not item.keeps), "")
        switched_on = find_language(language).tolerances_of(self.place.tolerances)
        return ", ".join(item.explain(style.plain(words)) for item in switched_on)

    @property
    def _nearness(self) -> str:
        """How near a change is to what the teachers have; empty where that is not asked, not computed or not clear.

        Credit compares meanings and misses letters, such as those of ``tought`` and ``taught``. So a change with little
        credit is called far only if its letters differ too. Neither a part of a correction nor a removal is called far.
        """
        if self.place is not None and self.place.decided:
            return ""
        if self.credit is None or self.verdict not in (Verdict.PARTLY, Verdict.DIFFERENT):
            return ""
        if self.credit >= NEAR:
            return f"{'very near' if self.credit >= VERY_NEAR else 'near'} a teacher's words"
        is_far = self.verdict is Verdict.DIFFERENT and self.hypothesis and self._letters_in_common < LETTERS_ALIKE
        return "far from a teacher's words" if is_far else ""

    @property
    def _letters_in_common(self) -> float:
        texts = (item.text for item in self.references if not item.keeps)
        return max((Levenshtein.normalized_similarity(self.hypothesis, text) for text in texts), default=0.0)

    def is_evident(self, language: str = DEFAULT_LANGUAGE) -> bool:
        """Return whether the words of a correction show its kind of error, in each of its changes.

        It is the teachers' correction, or the student's own where that is right or not needed.
        """
        if self.verdict in (Verdict.CORRECT, Verdict.NOT_NEEDED):
            changes = [(self.source, self.hypothesis, self.type)]
        else:
            kind = self.error_type
            own = next((item for item in self.corrections if item.type == kind and not item.is_beside), None)
            changes = [(item.source, item.text, item.edit.type) for item in own.changes] if own is not None else []
        groups = {ErrorKinds(language).group(kind) for _, _, kind in changes}
        return len(groups) == 1 and all(find_language(language).is_evident(*change) for change in changes)

    def headline(self, language: str = DEFAULT_LANGUAGE, groups: ErrorGroups = ErrorGroups()) -> str:
        """Return its verdict, its kind of error and what was done."""
        place = self.place
        if place is None or place.rewritten:
            return REWRITTEN if place is not None else self.title
        group = ErrorKinds(language, groups).group(self.error_type)
        return f"{self.title} ({group}): {self.did()}" if group else f"{self.title}: {self.did()}"

    def message(self, language: str = DEFAULT_LANGUAGE, groups: ErrorGroups = ErrorGroups()) -> str:
        """Return a place in one sentence: its verdict, what was done, what the teachers have, what is still to do."""
        place = self.place
        if place is None or place.rewritten:
            return REWRITTEN if place is not None else self.title
        parts = [self.headline(language, groups)]
        if self.verdict is not Verdict.CORRECT:
            parts.append("; ".join(f"{names}: {text}" for names, text in self.versions()))
        if rest := place.remainder():
            parts.append(f"Still to do: {rest}")
        return ". ".join(filter(None, parts))


def _letters(reference: FindingReference) -> int:
    return Levenshtein.distance(reference.source, reference.text)
