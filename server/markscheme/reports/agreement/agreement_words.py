"""The agreement of annotators in words, for the text and the page."""

from collections.abc import Iterator, Sequence

from markscheme.annotation.agreement.analysis import Agreement
from markscheme.annotation.agreement.answers import Example, Opinion
from markscheme.annotation.agreement.chance import ChanceCorrected
from markscheme.annotation.agreement.confusion import Confusion
from markscheme.languages.catalogue import find_language
from markscheme.marking.wording.people import teacher_name
from markscheme.marking.wording.words import counted, percent
from markscheme.resampling.intervals import Estimate

UNDEFINED = "not defined"
NOTHING = "–"
"""A number that was not computed, or has nothing to be computed from."""
WHY_UNDEFINED = (
    "“Not defined” stands where a number has nothing to be computed from: nobody changes anything, two annotators have "
    "seen no sentence in common, or everybody gives the same label everywhere."
)
QUESTION_WORDS = {
    "detection": "is it an error?",
    "correction": "what is it changed to?",
    "type": "of which type is the change?",
}
METRIC_WORDS = {"cleme2": "CLEME2.0", "errant": "ERRANT F0.5", "credit": "Credit F"}
MANY_DISAGREEMENTS = 3
"""Number of kinds of errors that the summary names."""
CONTEXT = 8
"""Largest number of words of a sentence before and behind an example's place."""


def names_of(agreement: Agreement) -> tuple[str, ...]:
    """Return the annotators' names for people; where two would be alike, the names that files give."""
    names = [item.name for item in agreement.annotators]
    worded = [teacher_name(name) for name in names]
    return tuple(own if worded.count(own) == 1 else name for own, name in zip(worded, names, strict=True))


def type_words(language: str, error_type: str) -> str:
    """Return main types in words, such as ``determiner``; types without a name as they are.

    >>> type_words("en", "DET"), type_words("en", "NOUN:NUM+PREP"), type_words("en", "Vform"), type_words("en", "")
    ('determiner', 'number of a noun and preposition', 'Vform', 'no type')
    """
    categories = find_language(language).error_types.categories
    return " and ".join(categories.get(item, item) for item in error_type.split("+") if item) or "no type"


def number(value: float | None) -> str:
    """Return a score or a coefficient with two decimals.

    >>> number(0.534), number(-0.001), number(None)
    ('0.53', '0.00', 'not defined')
    """
    return UNDEFINED if value is None else f"{round(value, 2) + 0.0:.2f}"


def share(value: float | None) -> str:
    """Return a share as a percentage."""
    return NOTHING if value is None else percent(value)


def interval(item: Estimate) -> str:
    """Return the ends of an interval; empty without one.

    >>> interval(Estimate(0.5, 0.4, 0.6)), interval(Estimate(0.5))
    ('0.40 to 0.60', '')
    """
    return "" if item.low is None or item.high is None else f"{number(item.low)} to {number(item.high)}"


def with_interval(item: Estimate) -> str:
    """Return a number with its interval."""
    ends = interval(item)
    return f"{number(item.value)} ({ends})" if ends else number(item.value)


def summary(agreement: Agreement) -> Iterator[str]:
    """Yield sentences that say the most important: who took part, how far they agree, who least, on what least."""
    sentences = len(agreement.pool.sentences)
    people = len(agreement.annotators)
    yield f"{counted(people, 'annotator')}, {counted(sentences, 'sentence')}{_seen(agreement)}."
    yield from (f"{notice.problem}." for notice in agreement.pool.notices)
    if people < 2:
        yield "Agreement needs two annotators at least."
        return
    for item in agreement.questions[:2]:
        yield _agreement_on(item, agreement)
    yield from _extremes(agreement)
    yield from _most_disputed(agreement)
    yield from _ceilings(agreement)


def _seen(agreement: Agreement) -> str:
    sentences = len(agreement.pool.sentences)
    if len(agreement.annotators) < 2 or not sentences:
        return ""
    if all(item.sentences == sentences for item in agreement.annotators):
        return ", each seen by everybody"
    shared = "each" if agreement.shared == sentences else f"{agreement.shared} of them"
    return f", {shared} seen by at least two annotators"


def _agreement_on(item: ChanceCorrected, agreement: Agreement) -> str:
    what = f"On “{QUESTION_WORDS[item.question]}”"
    coverage = agreement.settings.resampling.coverage
    ends = interval(item.alpha)
    return f"{what}: Krippendorff's alpha {number(item.alpha.value)}{f' ({coverage} interval {ends})' if ends else ''}."


def _extremes(agreement: Agreement) -> Iterator[str]:
    item = agreement.question("correction")
    names = names_of(agreement)
    if item is None or len(names) < 3:
        return
    values = [(own.value, name) for own, name in zip(item.annotators, names, strict=True) if own.value is not None]
    if len(values) > 1:
        (least, loner), (most, model) = min(values), max(values)
        yield (
            f"{loner} agrees least with the others (mean kappa {number(least)} on corrections), {model} most "
            f"({number(most)})."
        )


def _most_disputed(agreement: Agreement) -> Iterator[str]:
    disputed = [item for item in agreement.main_types if item.disagreements][:MANY_DISAGREEMENTS]
    if disputed:
        parts = [
            f"{type_words(agreement.language, item.name)} ({item.disagreements} of {item.answers.count})"
            for item in disputed
        ]
        yield f"Where one makes a correction, another makes none or a different one, most often: {', '.join(parts)}."


def _ceilings(agreement: Agreement) -> Iterator[str]:
    for item in agreement.ceilings:
        people = item.people[item.headline]
        text = f"{METRIC_WORDS[item.metric]} of an annotator against the others: {number(people)} on average"
        best = max(item.systems, key=lambda system: system.scores[item.headline], default=None)
        if best is not None and best.share is not None:
            text += f"; the best hypothesis, {best.name}, reaches {number(best.scores[item.headline])}"
            text += f" ({percent(best.share)} of it)"
        yield f"{text}."


def differing(confusions: Sequence[Confusion]) -> list[Confusion]:
    """Return the pairs of different types, the most frequent first."""
    return [item for item in confusions if item.one != item.other]


def example_sentence(item: Example, agreement: Agreement) -> tuple[str, str, str]:
    """Return the words before an example's place, at it and behind it; a longer sentence is cut at both ends."""
    source = agreement.pool.sentences[item.sentence].source
    begin, end = max(item.start - CONTEXT, 0), min(item.end + CONTEXT, len(source))
    before = ("… " if begin else "") + " ".join(source[begin : item.start])
    behind = " ".join(source[item.end : end]) + (" …" if end < len(source) else "")
    return before, " ".join(source[item.start : item.end]), behind


def example_place(item: Example, agreement: Agreement) -> str:
    """Return where an example is: the exercise, where there are several, and the sentence's number from 1."""
    sentence = agreement.pool.sentences[item.sentence]
    exercise = agreement.pool.texts[sentence.text].exercise
    first = next(index for index, other in enumerate(agreement.pool.sentences) if other.text == sentence.text)
    where = f"sentence {item.sentence - first + 1}"
    return f"{exercise}, {where}" if len(agreement.pool.texts) > 1 else where


def opinion_words(item: Opinion, agreement: Agreement) -> str:
    """Return what an annotator does at an example's place."""
    name = names_of(agreement)[item.annotator]
    if item.words is None:
        return f"{name} leaves it"
    deed = f"{name}: “{' '.join(item.words)}”" if item.words else f"{name} takes it out"
    return f"{deed} ({type_words(agreement.language, item.type)})"
