"""One question about a place of a source. It does not depend on what was decided; nothing heavy to import."""

import hashlib
from functools import cached_property
from pathlib import Path
from typing import Literal

import attrs

from markscheme.exercises.decisions.decision import Words
from markscheme.text.positions import Span

KEY_LENGTH = 12
"""Hexadecimal digits of a key."""
PersonRole = Literal["reference", "hypothesis"]


@attrs.frozen
class Alternative:
    """A correction that a question is about.

    Attributes
    ----------
    source
        The tokens of the smallest part of the source, in whole sentences, that holds its place.
    start, end, replacement
        The source tokens that it replaces, and what stands in their place.
    type
        ERRANT's type, or several joined by ``+``.
    references, hypotheses
        The people who make it, by name.
    """

    source: Words
    start: int
    end: int
    replacement: Words
    type: str
    references: tuple[str, ...] = ()
    hypotheses: tuple[str, ...] = ()

    @property
    def before(self) -> str:
        """The words that it replaces."""
        return " ".join(self.source[self.start : self.end])

    @property
    def after(self) -> str:
        """The words that it puts there."""
        return " ".join(self.replacement)


@attrs.frozen
class PersonVersion:
    """What one person has at a question's place.

    Attributes
    ----------
    person
        The person's name.
    words
        The person's words, which are the source's where the person leaves them; ``None`` for somebody who has not seen
        the sentence.
    path, document, span
        The file, the name of the person's text in it, and the place there.
    """

    person: str
    role: PersonRole
    words: str | None
    path: Path | None = None
    document: str = ""
    span: Span | None = None


@attrs.frozen
class Evidence:
    """What the likelihood of an answer rests on beside people: credit needs the encoder, quality an estimator."""

    credit: bool = False
    quality: bool = False


@attrs.frozen
class Likelihood:
    """How likely the answer "accept" is, and what that rests on.

    Each part that is there is a number in [0, 1], and the value is their mean. It is a first, simple combination, which
    is not calibrated.

    Attributes
    ----------
    share
        Of those who have seen the sentence, the share who make the correction, by Laplace's rule of succession
        (m + 1) / (n + 2): one person of one is less sure than ten of ten.
    credit
        The best credit of the correction against a reference's edit; ``None`` where it was not computed.
    quality
        The probability that the correction is valid, by the estimator and its calibration; ``None`` likewise.
    """

    share: float
    credit: float | None = None
    quality: float | None = None

    @property
    def value(self) -> float:
        """The mean of the parts, in [0, 1]."""
        parts = [part for part in (self.share, self.credit, self.quality) if part is not None]
        return sum(parts) / len(parts)


@attrs.frozen
class Question:
    """A question about a place of a source.

    Attributes
    ----------
    kind
        The name of its kind in :data:`markscheme.annotation.questions.kinds.KINDS`.
    exercise
        The exercise's name.
    source, start, end
        The smallest part of the source, in whole sentences, that holds the place, and its tokens there.
    asked
        The tokens in their place that the question is about; the source's own where it is about the place as such.
    sentence
        The source's text of that part.
    path, document
        The source's file, and its name.
    sentence_span, span
        The places of both in the source's text.
    alternatives
        The corrections among which an answer may choose; one that nobody chooses among is about :attr:`about`.
    about
        The indices of the alternatives that an answer is about by default.
    versions
        What each person has, references first.
    effect
        The number of hypotheses whose marks an answer may change.
    likelihood
        How likely "accept" is.
    why
        What the likelihood and the effect rest on, in words.
    """

    kind: str
    exercise: str
    source: Words
    start: int
    end: int
    asked: Words
    sentence: str
    path: Path | None
    document: str
    sentence_span: Span
    span: Span
    alternatives: tuple[Alternative, ...]
    about: tuple[int, ...]
    versions: tuple[PersonVersion, ...]
    effect: int
    likelihood: Likelihood
    why: str = ""

    @cached_property
    def key(self) -> str:
        """A name that depends only on the kind, the source's sentence, the place and what is asked."""
        return key_of(self.kind, self.source, self.start, self.end, self.asked)

    @property
    def priority(self) -> float:
        """The effect times the likelihood: the number of marks that are expected to change."""
        return self.effect * self.likelihood.value

    @property
    def before(self) -> str:
        """The source's words at the place."""
        return " ".join(self.source[self.start : self.end])


def key_of(kind: str, source: Words, start: int, end: int, asked: Words) -> str:
    """Return the key of a question.

    >>> key_of("uncovered-correction", ("She", "like", "it"), 1, 2, ("likes",))
    '6562cb977437'
    """
    parts = ("\n".join(part) for part in ((kind,), source, (str(start), str(end)), asked))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:KEY_LENGTH]
