"""What one exercise contributes to coverage: a small value, with the exercise's own people and sentences by number."""

from collections.abc import Mapping

import attrs

from markscheme.annotation.coverage.corrections import PooledCorrections, ReferenceEdit, pooled_corrections
from markscheme.annotation.coverage.credits import reference_edits, with_credit
from markscheme.annotation.coverage.reference_corrections import ReferenceCorrection, reference_corrections
from markscheme.annotation.pooled_texts import PooledTexts
from markscheme.annotation.reading import PeopleOrder, pool_of
from markscheme.exercises.people import ErrorGroups
from markscheme.marking.passages.marks import MarkSettings
from markscheme.progress import Progress
from markscheme.scoring.models import Models
from markscheme.text.errors import DocumentError


@attrs.frozen
class CoveredText:
    """An exercise's name, how its documents are marked, and the kinds of errors that it makes of ERRANT's types."""

    exercise: str
    settings: MarkSettings
    groups: ErrorGroups


@attrs.frozen
class CoveredSentence:
    """A sentence that hypotheses or references correct.

    Attributes
    ----------
    text
        The index of its text.
    source
        Its tokens.
    edits
        The references' corrections in it, by place and words.
    """

    text: int
    source: tuple[str, ...]
    edits: tuple[ReferenceEdit, ...]


@attrs.frozen
class ExerciseCoverage:
    """What an exercise contributes. People, sentences and the text have the numbers that they have in it.

    Attributes
    ----------
    number
        The exercise's 0-based place among all.
    texts
        Its text; none where it can't be lined up.
    people
        The names of its references and hypotheses.
    first_choices
        As :attr:`markscheme.annotation.pool.Pool.first_choices`.
    size
        The number of its sentences.
    decisions
        The number of decisions about them.
    sentences
        Those with corrections, by number.
    corrections, references
        What hypotheses and references correct.
    failure
        Why the exercise can't be used at all.
    reading_problems, problems, notices
        Why some of its files can't be read, why other texts can't be used, and which ones are left out.
    """

    number: int
    texts: tuple[CoveredText, ...] = ()
    people: PeopleOrder = PeopleOrder()
    first_choices: tuple[int, ...] = ()
    size: int = 0
    decisions: int = 0
    sentences: Mapping[int, CoveredSentence] = {}
    corrections: PooledCorrections = PooledCorrections(())
    references: tuple[ReferenceCorrection, ...] = ()
    failure: DocumentError | None = None
    reading_problems: tuple[DocumentError, ...] = ()
    problems: tuple[DocumentError, ...] = ()
    notices: tuple[DocumentError, ...] = ()


def exercise_coverage(
    number: int, texts: PooledTexts, models: Models, people: PeopleOrder | None, progress: Progress, *, credit: bool
) -> ExerciseCoverage:
    """Return what an exercise contributes.

    Parameters
    ----------
    people
        The order of its people; ``None``: that of its files.
    credit
        Whether to compute the credit of corrections, which needs the encoder.

    Raises
    ------
    Cancelled
        If ``progress`` raises it.
    """
    pool = pool_of([texts], models, progress, people)
    corrections = pooled_corrections(pool, progress)
    references = reference_corrections(pool, progress)
    if credit:
        corrections = with_credit(pool, corrections, models, progress)
    corrected = {item.sentence for item in corrections.corrections} | {item.sentence for item in references}
    return ExerciseCoverage(
        number,
        tuple(CoveredText(item.exercise, item.settings, item.groups) for item in pool.texts),
        PeopleOrder(pool.references, pool.hypotheses),
        pool.first_choices,
        len(pool.sentences),
        sum(len(sentence.decisions) for sentence in pool.sentences),
        {
            index: CoveredSentence(0, pool.sentences[index].source, reference_edits(pool.sentences[index]))
            for index in sorted(corrected)
        },
        corrections,
        references,
        reading_problems=texts.problems,
        problems=pool.problems[len(texts.problems) :],
        notices=pool.notices,
    )
