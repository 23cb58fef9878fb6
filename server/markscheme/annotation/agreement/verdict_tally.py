"""Verdicts on one version against others, counted; kept in the cache, since many versions make many places."""

from collections.abc import Sequence
from typing import Any

import attrs

from markscheme.edits.edit import Edits
from markscheme.edits.passage_edits import PassageEdits
from markscheme.marking.passages.marks import MarkSettings, PassageMarks, PlaceMark
from markscheme.marking.review.document_review import VerdictCounts
from markscheme.marking.review.verdict_counts import passage_counts
from markscheme.marking.verdicts.free_rewriting import is_rewritten
from markscheme.marking.verdicts.places import verdicts
from markscheme.marking.verdicts.rules import Rules, rules_with
from markscheme.marking.verdicts.verdict import Points, Verdict
from markscheme.metrics.cleme2 import Counts
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models
from markscheme.store.cache import Cache, digest
from markscheme.store.memo import Memo, Storage, records
from markscheme.version import VERSION


class VerdictTally:
    """Counts verdicts over one set of models. What teachers decided about single places has no part in it."""

    def __init__(self, models: Models) -> None:
        self._language = models.language
        self._memo = _memo(models.cache)

    def of(
        self, passages: Sequence[PassageEdits], settings: MarkSettings, progress: Progress = silent
    ) -> list[VerdictCounts]:
        """Return the counts of each passage.

        Raises
        ------
        Cancelled
            If ``progress`` raises it.
        """
        rules = rules_with(self._language, settings.equal, settings.verdict_assumption)
        owner = f"{self._language} {','.join(settings.equal)} {settings.verdict_assumption}"

        def count(batch: Sequence[PassageEdits], _: Progress) -> list[VerdictCounts]:
            return [counted(passage, rules) for passage in batch]

        counts = self._memo.values(owner, passages, count, progress)
        return [counts[passage] for passage in passages]


def counted(edits: PassageEdits, rules: Rules = Rules()) -> VerdictCounts:
    """Return the verdicts of a passage, counted as in a review."""
    places = tuple(PlaceMark(place, None, None, None, None, ()) for place in verdicts(edits, rules))
    return passage_counts(PassageMarks((), Counts(), None, None, None, places, is_rewritten(edits)))


def _memo(cache: Cache) -> Memo[str, PassageEdits, VerdictCounts]:
    """Return the memo of a passage's verdicts, by the rules and the passage's edits."""

    def key(rules: str, passage: PassageEdits) -> str:
        present = " ".join(map(str, passage.present_references))
        sides = map(_line, (passage.hypothesis, *passage.references))
        return digest("verdicts", VERSION, rules, "\n".join(passage.source), present, *sides)

    return Memo(Storage(cache, key, records(_to_json, _from_json)), stage="verdicts")


def _line(side: Edits) -> str:
    return "\n".join(f"{edit.start} {edit.end} {edit.type} {' '.join(edit.replacement)}" for edit in side)


def _to_json(counts: VerdictCounts) -> Any:
    verdict_counts = [[verdict.value, count] for verdict, count in counts.counts]
    return [verdict_counts, counts.points.earned, counts.points.due, counts.rewritten, counts.is_comparable]


def _from_json(value: Any) -> VerdictCounts:
    verdict_counts, earned, due, rewritten, is_comparable = value
    pairs = tuple((Verdict(name), count) for name, count in verdict_counts)
    return VerdictCounts(pairs, Points(earned, due), rewritten, is_comparable)


def total(counts: Sequence[VerdictCounts]) -> VerdictCounts:
    """Return the sum of counts, comparable or not."""
    return attrs.evolve(sum(counts, VerdictCounts()), is_comparable=True)
