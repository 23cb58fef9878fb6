"""The sentences of several systems, and what each contributes to a metric."""

from collections.abc import Sequence
from typing import Any

import attrs

from markscheme.evaluation.comparison.edit_filter import EditFilter, stated_edits, with_edits
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.formats.parallel import ParallelText, sources_of
from markscheme.metrics.base import Metric, Need, Sentence
from markscheme.metrics.cleme2 import Factors
from markscheme.progress import Progress
from markscheme.scoring.corpus import Corpus
from markscheme.scoring.models import Models
from markscheme.scoring.sentences import SentenceReader, seen_by
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.scoring.statistics import SentenceStatistics
from markscheme.text.errors import DocumentError


@attrs.frozen
class SystemSentences:
    """The same sentences by several systems.

    Attributes
    ----------
    systems
        Names.
    sentences
        Each system's, in the order of the file.
    references
        The number of references.
    seen
        For each sentence, the indices of the references whose authors have seen it: those that it is scored against.
    chosen
        Which edits take part. Metrics on texts don't see them.
    unmatched
        The types and patterns to be left out that no edit has.
    """

    systems: tuple[str, ...]
    sentences: tuple[tuple[Sentence, ...], ...]
    references: int
    models: Models
    seen: tuple[tuple[int, ...], ...]
    chosen: EditFilter = EditFilter()
    unmatched: tuple[str, ...] = ()

    def only(self, chosen: EditFilter) -> "SystemSentences":
        """Return the same with the edits that take part alone; sentences that were read without edits stay."""
        if not chosen or self.sentences[0][0].passage is None:
            return attrs.evolve(self, chosen=chosen)
        sentences = tuple(tuple(with_edits(sentence, chosen.keeps) for sentence in system) for system in self.sentences)
        edits = (edit for system in self.sentences for sentence in system for edit in stated_edits(sentence))
        return attrs.evolve(self, sentences=sentences, chosen=chosen, unmatched=chosen.unmatched(edits))

    def statistics(self, metric: Metric[Any], progress: Progress) -> tuple[tuple[Any, ...], ...]:
        """Return what each sentence of each system contributes; models compute for all systems at once."""
        return self.statistics_of(metric, self.sentences, progress)

    def statistics_of(
        self, metric: Metric[Any], sentences: Sequence[Sequence[Sentence]], progress: Progress
    ) -> tuple[tuple[Any, ...], ...]:
        """Return the same of other sentences, by system."""
        everything = [sentence for system in sentences for sentence in system]
        statistics = iter(SentenceStatistics(metric, self.models).of(everything, (), progress))
        return tuple(tuple(next(statistics) for _ in system) for system in sentences)

    def signature(self, metric: Metric[Any]) -> str:
        """Return the signature of a metric's scores."""
        edits = self.chosen.settings if works_on_edits(metric) else {}
        return score_signature(metric, SignatureNames(self.models), self.references, 0, edits)


def works_on_edits(metric: Metric[Any]) -> bool:
    """Return whether a metric scores edits, which have types, and not texts."""
    return bool(metric.needs & {Need.EDITS, Need.CHUNKS})


def read_systems(
    hypotheses: Sequence[ParallelText],
    references: Sequence[ParallelText],
    source: ParallelText | None,
    metrics: Sequence[Metric[Any]],
    models: Models,
    progress: Progress,
) -> SystemSentences:
    """Return the sentences of all systems, with what these metrics need.

    Raises
    ------
    DocumentError
        If the texts don't line up, there is no source, no sentence or no reference, or two systems have one name.
    """
    if not references:
        raise DocumentError("there is no reference text")
    names = tuple(text.name for text in hypotheses)
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise DocumentError(f"two systems are called {twice!r}", remedy="Give each one a name of its own")
    sources = sources_of([*hypotheses, *references], source)
    if not sources:
        carrier = source or hypotheses[0]
        raise DocumentError("the document has no sentence", path=carrier.path, line=1)
    needs = frozenset[Need]().union(*(metric.needs for metric in metrics))
    reader = SentenceReader(needs, Decisions(), Factors(), models)
    corpora = [Corpus(sources, hypotheses, number, references, reader, progress) for number in range(len(hypotheses))]
    sentences = tuple(
        tuple(sentence for block in corpus.blocks() for sentence in block.sentences) for corpus in corpora
    )
    seen = tuple(seen_by([text.sides[number] for text in references]) for number in range(len(sources)))
    return SystemSentences(names, sentences, len(references), models, seen)
