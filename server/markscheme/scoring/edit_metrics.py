"""Results of hypotheses under the metrics that compare edits."""

from collections.abc import Sequence

import attrs

from markscheme.judges.errors import Unanswered
from markscheme.judges.identity import JudgeIdentity
from markscheme.marking.passage import PassageEdits, scored
from markscheme.metrics import cleme, cleme2, errant, overlap
from markscheme.progress import Progress
from markscheme.scoring.models import Models
from markscheme.scoring.overlaps import soft_overlaps
from markscheme.scoring.settings import ScoreSettings
from markscheme.scoring.weighing import Weighing, questions, unanswered, weighed_overlaps

EditResult = cleme2.Result | cleme.Result | overlap.Result


def edit_results(
    edits: Sequence[PassageEdits],
    sentences: int,
    settings: ScoreSettings,
    judge: JudgeIdentity | None,
    models: Models,
    progress: Progress,
) -> list[EditResult]:
    """One result a hypothesis, under a metric that compares edits.

    Parameters
    ----------
    edits
        Of one hypothesis after the other, ``sentences`` each.
    judge
        The language model, if one weighs.

    Raises
    ------
    JudgeError
        If edits are weighed by a language model that has not been asked about all of them yet
        (:class:`~markscheme.judges.errors.Unanswered`), or by none.
    """
    cuts = range(0, len(edits), sentences)
    if settings.metric in ("cleme2", "cleme"):
        _check_answered(edits, sentences, judge, models)
        return [_chunk_result(edits[at : at + sentences], settings, judge, models, progress) for at in cuts]
    if settings.metric == "errant":
        return [errant_result(edits[at : at + sentences], settings) for at in cuts]
    if settings.metric == "pt-errant":
        weighed = weighed_overlaps(scored_edits(edits), models, progress)
        return [
            overlap.best_by_total(weighed[at : at + sentences], beta=settings.beta, level=settings.level) for at in cuts
        ]
    overlaps = soft_overlaps(scored_edits(edits), settings, models, progress)
    beta = settings.uot.beta if settings.metric == "uot-errant" else settings.credit.beta
    return [overlap.best_by_sentence(overlaps[at : at + sentences], beta=beta, level=settings.level) for at in cuts]


def _check_answered(edits: Sequence[PassageEdits], sentences: int, judge: JudgeIdentity | None, models: Models) -> None:
    """What is asked of all hypotheses is told of at once."""
    if judge is None:
        return
    missing = unanswered(questions(edits), judge, models)
    if missing:
        raise Unanswered({question: (number - 1) % sentences + 1 for question, number in missing.items()})


def _chunk_result(
    edits: Sequence[PassageEdits],
    settings: ScoreSettings,
    judge: JudgeIdentity | None,
    models: Models,
    progress: Progress,
) -> cleme.Result | cleme2.Result:
    """CLEME's or CLEME2.0's of one hypothesis."""
    assumption, level = settings.assumption, settings.level
    weighing = Weighing.of(edits, settings.edit_weighting, assumption, level, settings.credit.floor, judge)
    weights = weighing.weights(edits, models, progress)
    cuts = [item.cut() for item in edits]
    if settings.metric == "cleme":
        return cleme.evaluate(cuts, assumption=assumption, level=level, beta=settings.beta, weights=weights)
    return cleme2.evaluate(cuts, assumption=assumption, level=level, factors=settings.factors, weights=weights)


def errant_result(edits: Sequence[PassageEdits], settings: ScoreSettings) -> overlap.Result:
    """ERRANT's of one hypothesis."""
    sentences = [errant.ErrantSentence(item.hypothesis, item.references) for item in edits]
    return errant.evaluate(sentences, beta=settings.beta, level=settings.level)


def scored_edits(edits: Sequence[PassageEdits]) -> list[PassageEdits]:
    """Without the edits that metrics leave out."""
    return [
        attrs.evolve(item, hypothesis=scored(item.hypothesis), references=tuple(map(scored, item.references)))
        for item in edits
    ]
