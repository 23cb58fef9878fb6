"""MAEGE (Choshen and Abend, ACL 2018) of any text that several annotators corrected.

A metric with references sees those of the other annotators by default, as a version is made of one annotator's edits:
against its own reference, the part that is corrected is known to be right.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import attrs

from markscheme.alignment.parallel import parallel_passages
from markscheme.edits.edit import Edits, apply_edits, scored
from markscheme.edits.passage_edits import PassageEdits
from markscheme.evaluation.partial_corrections.annotated_texts import read_annotated
from markscheme.evaluation.partial_corrections.lattice import Lattice, Tokens, Version, lattice
from markscheme.evaluation.partial_corrections.lattice_agreement import Agreement, agreement
from markscheme.evaluation.ranking.aggregations import main_score
from markscheme.formats.parallel import ParallelText, sources_of
from markscheme.metrics.base import Metric, Need, Sentence
from markscheme.progress import Progress, silent
from markscheme.registry import Registry
from markscheme.scoring.models import Models
from markscheme.scoring.sentences import passage_edits
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.scoring.statistics import SentenceStatistics
from markscheme.text.errors import DocumentError

References = Callable[[Version, int], Iterable[int]]
"""Returns the indices of the references that a version is scored against, of this number of references."""


@attrs.frozen
class VersionReferences:
    """Which references metrics see of a version.

    Attributes
    ----------
    title
        What people call them.
    of
        Return their indices.
    least
        Smallest number of references of a sentence for which there are any; sentences with fewer are left out.
    """

    title: str
    of: References
    least: int = 1


OTHERS = VersionReferences(
    "those of the other annotators",
    lambda version, count: (number for number in range(count) if number != version.reference),
    least=2,
)
ALL = VersionReferences("all, also the one that a version is made of", lambda _, count: range(count))

VERSION_REFERENCES: Registry[VersionReferences] = Registry(
    "choice of references", {name: f"{__name__}:{name.upper()}" for name in ("others", "all")}
)
"""The choices by their names."""


@attrs.frozen
class MaegeRow:
    """One metric's agreement with the numbers of corrections.

    Attributes
    ----------
    metric, title
        The metric's name for programs and for people.
    signature
        The settings and models that made its scores.
    """

    metric: str
    title: str
    signature: str
    agreement: Agreement


@attrs.frozen
class MaegeEvaluation:
    """How far metrics agree with the numbers of corrections.

    Attributes
    ----------
    sentences
        Number of sentences that all annotators change.
    chains, versions
        Number of chains, and of versions in all chains.
    references
        The name of the choice of references (:data:`VERSION_REFERENCES`).
    seed
        Of the order of edits.
    """

    sentences: int
    chains: int
    versions: int
    annotators: int
    references: str
    seed: int
    rows: tuple[MaegeRow, ...]


def evaluate_maege(
    path: Path,
    metrics: Sequence[Metric[Any]],
    models: Models,
    references: str = "others",
    seed: int = 1,
    progress: Progress = silent,
) -> MaegeEvaluation:
    """Return how far metrics order partly corrected sentences as the number of their corrections does.

    Metrics score sentences; a corpus's score is their mean.

    Parameters
    ----------
    path
        As for :func:`~markscheme.evaluation.partial_corrections.annotated_texts.read_annotated`.
    references
        The name of a choice of references. Sentences that too few annotators have seen for it are left out.
    seed
        Of the order of edits.

    Raises
    ------
    DocumentError
        If a file can't be used, or no sentence is changed by all annotators.
    RegistryError
        If there is no such choice.
    """
    choice = VERSION_REFERENCES.get(references)
    source, texts = read_annotated(path)
    every = reference_edits(source, texts, models, progress)
    edits = {tokens: annotations for tokens, annotations in every.items() if len(annotations) >= choice.least}
    version_lattice = lattice(edits, seed)
    if not version_lattice.chains:
        least = f", of at least {choice.least}," if choice.least > 1 else ""
        raise DocumentError(f"there is no sentence that all annotators{least} change", path=path)
    rows = tuple(_row(metric, version_lattice, edits, choice, len(texts), models, progress) for metric in metrics)
    versions = sum(len(item.versions) for item in version_lattice.chains)
    return MaegeEvaluation(
        len(version_lattice.corpora[0]), len(version_lattice.chains), versions, len(texts), references, seed, rows
    )


def reference_edits(
    source: ParallelText | None, texts: Sequence[ParallelText], models: Models, progress: Progress = silent
) -> dict[Tokens, list[Edits]]:
    """Return the edits of each reference by the source's tokens: those that a file states, or ERRANT's.

    A source that stands several times has the references of all its places, one annotator after the other. Where an
    annotator has not seen a sentence, there is no reference.
    """
    sources = sources_of(texts, source)
    edits_by_source: dict[Tokens, list[Edits]] = {}
    for text in texts:
        passages = list(parallel_passages(sources, text, ()))
        for passage, edits in zip(passages, passage_edits(passages, models, progress), strict=True):
            if not passage.hypothesis.absent:
                edits_by_source.setdefault(passage.source.tokens, []).append(scored(edits.hypothesis))
    return edits_by_source


def _row(
    metric: Metric[Any],
    version_lattice: Lattice,
    references: dict[Tokens, list[Edits]],
    choice: VersionReferences,
    annotators: int,
    models: Models,
    progress: Progress,
) -> MaegeRow:
    by_sentence = attrs.evolve(metric, level="sentence")
    sentences = _sentences(by_sentence, version_lattice, references, choice, models, progress)
    distinct = list(dict.fromkeys(sentences))
    computed = dict(zip(distinct, SentenceStatistics(by_sentence, models).of(distinct, (), progress), strict=True))
    scores = by_sentence.fold([computed[sentence] for sentence in sentences]).sentences
    estimates = [main_score(item.scores) for item in scores]
    seen = sum(1 for _ in choice.of(version_lattice.versions[0], annotators))
    signature = score_signature(by_sentence, SignatureNames(models), seen, 0)
    return MaegeRow(metric.name, metric.title, signature, agreement(version_lattice, estimates))


def _sentences(
    metric: Metric[Any],
    version_lattice: Lattice,
    references: dict[Tokens, list[Edits]],
    choice: VersionReferences,
    models: Models,
    progress: Progress,
) -> list[Sentence]:
    versions = version_lattice.versions
    pairs = [(version.source, version.tokens) for version in versions]
    compares_edits = bool(metric.needs & {Need.EDITS, Need.CHUNKS})
    edits = models.edits(pairs, progress) if compares_edits else [()] * len(pairs)
    return [_sentence(*item, references, choice) for item in zip(versions, edits, strict=True)]


def _sentence(
    version: Version, edits: Edits, references: dict[Tokens, list[Edits]], choice: VersionReferences
) -> Sentence:
    annotations = references[version.source]
    seen = tuple(annotations[number] for number in choice.of(version, len(annotations)))
    texts = tuple(tuple(apply_edits(version.source, reference)) for reference in seen)
    return Sentence(version.source, version.tokens, texts, PassageEdits(version.source, edits, seen))
