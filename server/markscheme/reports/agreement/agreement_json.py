"""The agreement of annotators as JSON."""

import json
from collections.abc import Mapping
from typing import Any

import attrs

from markscheme.annotation.agreement.analysis import Agreement, Annotator
from markscheme.annotation.agreement.answers import Answers, Example, Kind, Opinion
from markscheme.annotation.agreement.chance import ChanceCorrected
from markscheme.annotation.agreement.confusion import Confusion
from markscheme.annotation.agreement.left_out import Ceiling, LeftOut
from markscheme.marking.review.document_review import VerdictCounts
from markscheme.reports.agreement.agreement_words import type_words
from markscheme.reports.contract.research import agreement as shapes
from markscheme.resampling.intervals import Estimate


def agreement_json(agreement: Agreement) -> str:
    """Return the agreement as one object; numbers are unrounded, and ``null`` where they are not defined."""
    return f"{json.dumps(agreement_object(agreement), indent=2, ensure_ascii=False)}\n"


def agreement_object(agreement: Agreement) -> shapes.AgreementReport:
    """Return the same as values."""
    resampling = agreement.settings.resampling
    writer = _Writer(agreement)
    units, changed = agreement.units
    return {
        "schema": 1,
        "signature": agreement.signature,
        "percentiles": [*resampling.percentiles] if resampling.resamples else None,
        "sentences": len(agreement.pool.sentences),
        "shared_sentences": agreement.shared,
        "units": units,
        "changed_units": changed,
        "annotators": [writer.annotator(number, item) for number, item in enumerate(agreement.annotators)],
        "questions": list(map(writer.question, agreement.questions)),
        "left_out": list(map(writer.left_out, agreement.left_out)),
        "ceilings": list(map(_ceiling, agreement.ceilings)),
        "types": [writer.kind(item, type_words(agreement.language, item.name)) for item in agreement.main_types],
        "groups": [writer.kind(item, item.name) for item in agreement.groups],
        "confusions": list(map(writer.confusion, agreement.confusions)),
        "problems": list(map(str, agreement.pool.unused)),
    }


class _Writer:
    """Writes values with the names of annotators."""

    def __init__(self, agreement: Agreement) -> None:
        self._agreement = agreement
        self._names = [item.name for item in agreement.annotators]

    def annotator(self, number: int, item: Annotator) -> shapes.AnnotatorAgreement:
        kappas: dict[str, shapes.AgreementEstimate] = {}
        for question in self._agreement.questions:
            kappas[question.question] = _estimate(question.annotators[number])
        return {
            "name": item.name,
            "sentences": item.sentences,
            "edits": item.edits,
            "changed": item.changed,
            "alone": item.alone,
            "answers": _answers(item.answers),
            "kappas": kappas,
        }

    def question(self, item: ChanceCorrected) -> shapes.AgreementQuestion:
        return {
            "question": item.question,
            "units": item.units,
            "fleiss": _estimate(item.fleiss),
            "alpha": _estimate(item.alpha),
            "mean_kappa": _estimate(item.mean_kappa),
            "pairs": [
                {
                    "annotators": [self._names[pair.one], self._names[pair.other]],
                    "units": pair.units,
                    "same": pair.same,
                    "kappa": _estimate(pair.kappa),
                }
                for pair in item.pairs
            ],
        }

    def left_out(self, item: LeftOut) -> shapes.LeftOutAnnotator:
        return {
            "annotator": self._names[item.annotator],
            "sentences": item.sentences,
            "scores": {
                name: {
                    "counts": _numbers(score.counts),
                    "scores": _numbers(score.scores),
                    "signature": score.signature,
                }
                for name, score in item.scores.items()
            },
            "verdicts": None if item.verdicts is None else _verdicts(item.verdicts),
        }

    def kind(self, item: Kind, words: str) -> shapes.AgreementKind:
        return {
            "name": item.name,
            "words": words,
            "answers": _answers(item.answers),
            "alpha": _estimate(item.alpha),
            "annotators": dict(zip(self._names, map(_answers, item.by_annotator), strict=True)),
            "example": None if item.example is None else self.example(item.example),
        }

    def confusion(self, item: Confusion) -> shapes.AgreementConfusion:
        return {
            "types": [item.one, item.other],
            "same_correction": item.same_correction,
            "other_correction": item.other_correction,
            "example": self.example(item.example),
        }

    def example(self, item: Example) -> shapes.AgreementExample:
        pool = self._agreement.pool
        sentence = pool.sentences[item.sentence]
        return {
            "exercise": pool.texts[sentence.text].exercise,
            "sentence": item.sentence,
            "source": [*sentence.source],
            "start": item.start,
            "end": item.end,
            "opinions": [self.opinion(item.one), self.opinion(item.other)],
        }

    def opinion(self, item: Opinion) -> shapes.AgreementOpinion:
        words = None if item.words is None else [*item.words]
        return {"annotator": self._names[item.annotator], "words": words, "type": item.type}


def _ceiling(item: Ceiling) -> shapes.HumanCeiling:
    return {
        "metric": item.metric,
        "headline": item.headline,
        "people": {**item.people},
        "systems": [
            {"hypothesis": system.name, "scores": {**system.scores}, "share": system.share} for system in item.systems
        ],
    }


def _answers(item: Answers) -> shapes.AgreementAnswers:
    return {"changes": item.changes, "same": item.same, "different": item.different, "left": item.left}


def _verdicts(item: VerdictCounts) -> shapes.LeftOutVerdicts:
    counts = {verdict.value: count for verdict, count in item.counts}
    return {"counts": counts, "earned": item.points.earned, "due": item.points.due, "share": item.points.share}


def _estimate(item: Estimate) -> shapes.AgreementEstimate:
    return {"value": item.value, "low": item.low, "high": item.high}


def _numbers(values: Any) -> dict[str, float]:
    numbers: Mapping[str, float] = attrs.asdict(values)
    return {**numbers}
