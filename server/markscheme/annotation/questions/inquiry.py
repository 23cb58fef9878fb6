"""What kinds of questions are asked of: a pool with its corrections, and the parts that all kinds need."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

import attrs

from markscheme.annotation.coverage.corrections import PooledCorrection, PooledCorrections, pooled_corrections
from markscheme.annotation.pool import Pool, PooledSentence, Version
from markscheme.annotation.questions.question import Alternative, Likelihood, PersonRole, PersonVersion, Question
from markscheme.edits.edit import Edit, Edits
from markscheme.formats.document import Document
from markscheme.progress import Progress, silent
from markscheme.text.positions import Span

LEAST_HYPOTHESES = 2
"""Smallest number of hypotheses that make a correction about which a question is asked."""


@attrs.frozen
class Asked:
    """A question of a kind, before it has its place and its people.

    Attributes
    ----------
    sentence
        Of the pool.
    start, end
        The tokens of the pool's sentence that it is about.
    words
        The tokens in their place that are asked about; the source's for a question about the place as such.
    alternatives
        The corrections at issue, with the references and the hypotheses that make each, by index.
    about
        The indices of the alternatives that an answer is about by default.
    is_whole
        Whether it is about the pool's whole sentence, which may be several of the source's.
    """

    kind: str
    sentence: int
    start: int
    end: int
    words: tuple[str, ...]
    alternatives: tuple[tuple[Edit, Sequence[int], Sequence[int]], ...]
    about: tuple[int, ...]
    effect: int
    likelihood: Likelihood
    why: str
    is_whole: bool = False


@attrs.frozen(slots=False)
class Inquiry:
    """A pool of which questions are asked.

    Attributes
    ----------
    pool
        Read without decisions: questions do not depend on answers.
    least
        Smallest number of hypotheses that make a correction about which a question is asked.
    credited
        Return the corrections with credit, where that is wanted.
    """

    pool: Pool
    least: int = LEAST_HYPOTHESES
    progress: Progress = silent
    credited: Callable[[Pool, PooledCorrections], PooledCorrections] = lambda _, corrections: corrections

    @cached_property
    def corrections(self) -> tuple[PooledCorrection, ...]:
        """The distinct corrections that hypotheses make."""
        corrections = pooled_corrections(self.pool, self.progress)
        return self.credited(self.pool, corrections).corrections

    def sentences(self) -> Iterator[tuple[int, PooledSentence]]:
        """Yield the sentences that have source tokens, with their indices."""
        return ((number, item) for number, item in enumerate(self.pool.sentences) if item.source)

    def seen_by(self, versions: Sequence[Version]) -> list[int]:
        """Return the indices of the versions whose people have seen the sentence."""
        return [index for index, item in enumerate(versions) if not item.is_absent]

    def question(self, asked: Asked) -> Question:
        """Return a question with its place in the source and what each person has there."""
        sentence = self.pool.sentences[asked.sentence]
        text = self.pool.texts[sentence.text]
        begin, end = (0, len(sentence.source)) if asked.is_whole else sentence.smallest(asked.start, asked.end)
        segment = sentence.passage.source
        return Question(
            asked.kind,
            text.exercise,
            sentence.source[begin:end],
            asked.start - begin,
            asked.end - begin,
            asked.words,
            segment.characters(begin, end).of(text.source.text),
            text.source.path,
            text.source.name,
            segment.characters(begin, end),
            segment.characters(asked.start, asked.end),
            tuple(self._alternative(sentence, *item) for item in asked.alternatives),
            asked.about,
            tuple(self._versions(sentence, asked.start, asked.end)),
            asked.effect,
            asked.likelihood,
            asked.why,
        )

    def _alternative(
        self, sentence: PooledSentence, edit: Edit, references: Sequence[int], hypotheses: Sequence[int]
    ) -> Alternative:
        begin, end = sentence.smallest(edit.start, edit.end)
        return Alternative(
            sentence.source[begin:end],
            edit.start - begin,
            edit.end - begin,
            edit.replacement,
            edit.type,
            tuple(self.pool.references[index] for index in references),
            tuple(self.pool.hypotheses[index] for index in hypotheses),
        )

    def _versions(self, sentence: PooledSentence, start: int, end: int) -> Iterator[PersonVersion]:
        text = self.pool.texts[sentence.text]
        everybody = (*sentence.references, *sentence.hypotheses)
        window = _window([item.edits for item in everybody], start, end)
        sides: tuple[tuple[PersonRole, Iterable[tuple[str, Version, Document | None]]], ...] = (
            ("reference", zip(self.pool.references, sentence.references, text.references, strict=True)),
            ("hypothesis", zip(self.pool.hypotheses, sentence.hypotheses, text.hypotheses, strict=True)),
        )
        for role, people in sides:
            for person, version, document in people:
                if document is None:
                    continue
                if version.is_absent:
                    yield PersonVersion(person, role, None, document.path, document.name)
                    continue
                words, span = _words(version, window, document)
                yield PersonVersion(person, role, words, document.path, document.name, span)


def _window(versions: Iterable[Edits], start: int, end: int) -> tuple[int, int]:
    """Return a place, widened so that no version's edit crosses its ends."""
    edits = sorted({(item.start, item.end) for own in versions for item in own})
    grows = True
    while grows:
        crossing = [(a, b) for a, b in edits if a < end and start < b and not (start <= a and b <= end)]
        start, end = min([start, *(a for a, _ in crossing)]), max([end, *(b for _, b in crossing)])
        grows = bool(crossing)
    return start, end


def _words(version: Version, window: tuple[int, int], document: Document) -> tuple[str, Span]:
    """Return a version's words in place of source tokens, and their place in its document."""
    start, end = window
    first, last = start, end
    for edit in version.edits:
        growth = len(edit.replacement) - (edit.end - edit.start)
        if _is_inside(edit, window):
            last += growth
        elif edit.end <= start:
            first, last = first + growth, last + growth
    return version.side.words(first, last, document.text), version.side.place(window, (first, last))


def _is_inside(edit: Edit, window: tuple[int, int]) -> bool:
    """Return whether an edit is made in a place; what is added at an end belongs only to a place that is a gap."""
    start, end = window
    if edit.start == edit.end:
        return start < edit.start < end or start == end == edit.start
    return start <= edit.start and edit.end <= end


def share(makers: int, people: int) -> float:
    """Return the share of people who make a correction, by Laplace's rule of succession, in [0, 1].

    >>> share(1, 1), share(8, 8), share(0, 0)
    (0.6666666666666666, 0.9, 0.5)
    """
    return (makers + 1) / (people + 2)


def counted_out_of(count: int, people: int, noun: str) -> str:
    """Return how many of some people, in words.

    >>> counted_out_of(3, 8, "hypothesis"), counted_out_of(1, 1, "reference")
    ('3 of 8 hypotheses', 'the only reference')
    >>> counted_out_of(2, 2, "hypothesis"), counted_out_of(4, 4, "annotator")
    ('both hypotheses', 'all 4 annotators')
    """
    plural = {"hypothesis": "hypotheses"}.get(noun, f"{noun}s")
    if people == count == 1:
        return f"the only {noun}"
    if people == count == 2:
        return f"both {plural}"
    return f"all {people} {plural}" if count == people else f"{count} of {people} {plural}"
