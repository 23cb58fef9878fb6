"""The agreement of a pool's annotators, as one value."""

from collections.abc import Sequence

import attrs

from markscheme.annotation.agreement.answers import Answers, Kind, KindOf, all_answers, alone, groups, main_types
from markscheme.annotation.agreement.chance import QUESTIONS, ChanceCorrected, Question, chance_corrected
from markscheme.annotation.agreement.confusion import Confusion, confusions
from markscheme.annotation.agreement.left_out import Ceiling, LeaveOneOut, LeftOut, metrics_with
from markscheme.annotation.agreement.units import Treatment, Units, units_of
from markscheme.annotation.pool import Pool
from markscheme.exercises.scheme.error_kinds import ErrorKinds
from markscheme.metrics.signature import signature
from markscheme.progress import Progress, silent
from markscheme.resampling.draws import ResamplingSettings
from markscheme.scoring.models import Models
from markscheme.scoring.signatures import SignatureNames


@attrs.frozen
class AgreementSettings:
    """What is computed.

    Attributes
    ----------
    resampling
        How intervals are made.
    with_credit
        Whether annotators and systems are scored by credit, which needs the encoder.
    with_verdicts
        Whether verdicts are counted.
    """

    resampling: ResamplingSettings = ResamplingSettings()
    with_credit: bool = True
    with_verdicts: bool = True


@attrs.frozen
class Annotator:
    """What one annotator did.

    Attributes
    ----------
    name
        The reference's name.
    sentences
        Number of sentences that the annotator has seen.
    edits
        Number of edits in them.
    changed
        Number of units changed.
    alone
        Number of units changed that another annotator has seen and no other marks.
    answers
        What others do at the units changed.
    """

    name: str
    sentences: int
    edits: int
    changed: int
    alone: int
    answers: Answers

    @property
    def edits_per_sentence(self) -> float | None:
        """``None`` for an annotator who has seen nothing."""
        return self.edits / self.sentences if self.sentences else None

    @property
    def alone_share(self) -> float | None:
        """The share of the units changed where the annotator is alone; ``None`` where nothing is changed."""
        return self.alone / self.changed if self.changed else None


@attrs.frozen
class Agreement:
    """How far the annotators of a pool agree.

    Attributes
    ----------
    pool
        What they did, without hypotheses where these would decide what a passage is; examples have indices of its
        sentences.
    hypotheses
        The names of the hypotheses that are compared with the annotators.
    settings
        What was computed.
    language
        The code of the language whose types have names.
    annotators
        One for each annotator, in the order of :attr:`Pool.annotators`.
    shared
        Number of sentences that at least two annotators have seen.
    units
        Number of units, and of those that at least one annotator changes.
    questions
        Agreement beyond chance on detection, correction and type; empty with fewer than two annotators.
    main_types, groups
        Agreement on kinds of errors.
    confusions
        The types that two annotators give at the same units.
    left_out
        Each annotator against all others; empty with fewer than two annotators.
    ceilings
        What people and systems reach under each metric.
    signature
        The settings and models that made the numbers.
    """

    pool: Pool
    hypotheses: tuple[str, ...]
    settings: AgreementSettings
    language: str
    annotators: tuple[Annotator, ...]
    shared: int
    units: tuple[int, int]
    questions: tuple[ChanceCorrected, ...]
    main_types: tuple[Kind, ...]
    groups: tuple[Kind, ...]
    confusions: tuple[Confusion, ...]
    left_out: tuple[LeftOut, ...]
    ceilings: tuple[Ceiling, ...]
    signature: str

    def question(self, name: Question) -> ChanceCorrected | None:
        """Return the agreement on a question; ``None`` with fewer than two annotators."""
        return next((item for item in self.questions if item.question == name), None)


def agreement_of(
    pool: Pool,
    models: Models,
    settings: AgreementSettings = AgreementSettings(),
    progress: Progress = silent,
    everybody: Pool | None = None,
) -> Agreement:
    """Return the agreement of a pool's annotators.

    Parameters
    ----------
    everybody
        The pool with the hypotheses too, if ``pool`` has none.

    Raises
    ------
    Cancelled
        If ``progress`` raises it.
    """
    resampling = settings.resampling
    units = units_of(pool)
    weights = resampling.weights(len(pool.sentences))
    several = len(pool.annotators) > 1
    left_out: tuple[LeftOut, ...] = ()
    ceilings: tuple[Ceiling, ...] = ()
    if several:
        metrics = metrics_with(credit=settings.with_credit)
        leave_one_out = LeaveOneOut(pool, models, metrics, progress)
        left_out = leave_one_out.annotators(with_verdicts=settings.with_verdicts)
        with_systems = leave_one_out if everybody is None else LeaveOneOut(everybody, models, metrics, progress)
        ceilings = with_systems.ceilings(left_out)
    hypotheses = (everybody or pool).hypotheses
    return Agreement(
        pool,
        hypotheses,
        settings,
        models.language,
        _annotators(pool, units),
        _shared(pool),
        (len(units.units), sum(_is_changed(item.treatments) for item in units.units)),
        tuple(chance_corrected(name, units, resampling, weights) for name in QUESTIONS) if several else (),
        main_types(units, resampling, weights),
        groups(units, _groups_of(pool, models.language), resampling, weights),
        confusions(units),
        left_out,
        ceilings,
        _signature(pool, hypotheses, models, settings),
    )


def _groups_of(pool: Pool, language: str) -> KindOf:
    """Return what names the group of a type as the exercise of its sentence does."""
    kinds = [ErrorKinds(language, text.groups) for text in pool.texts]
    return lambda sentence, error_type: kinds[pool.sentences[sentence].text].group(error_type)


def _annotators(pool: Pool, units: Units) -> tuple[Annotator, ...]:
    rows = zip(pool.annotators, all_answers(units), alone(units), strict=True)
    return tuple(_annotator(pool, index, answers, only) for index, answers, only in rows)


def _annotator(pool: Pool, index: int, answers: Answers, only: int) -> Annotator:
    versions = [item.references[index] for item in pool.sentences]
    seen = [version for version in versions if not version.is_absent]
    edits = sum(len(version.edits) for version in seen)
    return Annotator(pool.references[index], len(seen), edits, answers.changes, only, answers)


def _shared(pool: Pool) -> int:
    return sum(sum(not item.references[index].is_absent for index in pool.annotators) > 1 for item in pool.sentences)


def _is_changed(treatments: Sequence[Treatment | None]) -> bool:
    return any(item is not None and item.corrects for item in treatments)


def _signature(pool: Pool, hypotheses: Sequence[str], models: Models, settings: AgreementSettings) -> str:
    names, resampling = SignatureNames(models), settings.resampling
    return signature(
        "agreement",
        {
            "units": "chunks",
            "annotators": len(pool.annotators),
            "refs": len(pool.references),
            "hypotheses": len(hypotheses),
            "resamples": resampling.resamples,
            "seed": resampling.seed if resampling.resamples else None,
            "confidence": resampling.confidence if resampling.resamples else None,
            "equal": _tolerances(pool) if settings.with_verdicts else None,
            "encoder": names.encoder if settings.with_credit else None,
            **names.edits,
        },
    )


def _tolerances(pool: Pool) -> str | None:
    """Return the differences that verdicts let pass; ``None`` where no text names one."""
    names = dict.fromkeys(",".join(text.settings.equal) or "none" for text in pool.texts)
    return None if set(names) <= {"none"} else "/".join(names)
