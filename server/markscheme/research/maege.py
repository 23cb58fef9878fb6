"""MAEGE: partly corrected sentences, and how metrics order them.

Choshen and Abend, *Automatic Metric Validation for Grammatical Error Correction*, ACL 2018, with the details of its
published code (``borgr/EoE``), for any text that several annotators corrected. A metric sees the references of the
other annotators by default, as a version is made of one annotator's edits: against its own reference, the part that is
corrected is known to be right.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import attrs
import numpy as np

from markscheme.contract import shape
from markscheme.documents.corpus import ParallelText, sources_of
from markscheme.documents.files import read_text
from markscheme.documents.formats import text_format
from markscheme.edits.edit import Edits, PassageEdits, apply_edits, scored
from markscheme.edits.passages import parallel_passages, read_parallel
from markscheme.errors import DocumentError, MissingDocument
from markscheme.inference.models import Models
from markscheme.metrics.base import Metric, Need, Sentence
from markscheme.progress import Progress, silent
from markscheme.registry import Registry
from markscheme.research.meta_evaluation import pearson, spearman
from markscheme.research.ranking import main_score
from markscheme.scoring.statistics import SentenceStatistics, passage_edits

LEAST_ANNOTATORS = 2


def read_annotated(path: Path) -> tuple[ParallelText | None, tuple[ParallelText, ...]]:
    """Return the source, if it has a file of its own, and each annotator's text.

    The path is an M2 file with several annotators; or a folder that has one such file, or one ``STEM.src`` with
    ``STEM.ref0``, ``STEM.ref1``, … as JFLEG. Raise DocumentError if there is no such file, or several.
    """
    if path.is_dir():
        return _read_folder(path)
    if not path.is_file():
        raise MissingDocument("the file does not exist", path=path)
    texts = read_parallel(read_text(path), path.stem, path)
    if len(texts) < LEAST_ANNOTATORS:
        raise DocumentError("only one annotator corrected these sentences", path=path, remedy=_REMEDY)
    return None, texts


_REMEDY = "Give an M2 file with several annotators, or a folder with STEM.src and STEM.ref0, STEM.ref1, …"


def _read_folder(folder: Path) -> tuple[ParallelText | None, tuple[ParallelText, ...]]:
    stems = {path: _references(path) for path in sorted(folder.glob("*.src"))}
    parallel = [path for path, references in stems.items() if len(references) >= LEAST_ANNOTATORS]
    annotated = [path for path in sorted(folder.iterdir()) if path.is_file() and _annotators(path) >= LEAST_ANNOTATORS]
    candidates = [*parallel, *annotated]
    if len(candidates) != 1:
        names = ", ".join(path.name for path in candidates)
        fault = (
            f"several texts have several annotators here: {names}" if candidates else "no text has several annotators"
        )
        raise DocumentError(fault, path=folder, remedy=_REMEDY)
    if annotated:
        return read_annotated(annotated[0])
    [source] = read_parallel(read_text(parallel[0]), "source", parallel[0])
    texts = [read_parallel(read_text(path), path.name, path)[0] for path in stems[parallel[0]]]
    return source, tuple(texts)


def _references(source: Path) -> list[Path]:
    return sorted(source.parent.glob(f"{source.name.removesuffix('.src')}.ref*"))


def _annotators(path: Path) -> int:
    try:
        text = read_text(path)
        return len(read_parallel(text, path.stem, path)) if text_format(text, path).is_tokenised else 0
    except DocumentError:
        return 0


Tokens = tuple[str, ...]

MEANS = (0, 2, 4, 6, 8, 10)
"""Mean edits a sentence in the corpora that the corpus level compares."""
VARIANCE = 0.9


@attrs.frozen
class Version:
    """A source sentence with ``made`` of a reference's edits applied; ``reference`` is its index among the source's."""

    text: str
    made: int
    source: Tokens = ()
    tokens: Tokens = ()
    reference: int = 0


@attrs.frozen
class Chain:
    """The versions with none, one, up to all of a reference's edits, which are applied in random order.

    ``scores`` are MAEGE's, at equal distances. A reference has 1. The source has 1 - (d + 1) / n, where d is the fewest
    edits to any of its references, and n its length in characters.
    """

    versions: tuple[Version, ...]
    scores: tuple[float, ...]


@attrs.frozen
class Lattice:
    """The chains of a corpus, one for each reference, and corpora with more and more applied edits."""

    chains: tuple[Chain, ...]
    corpora: tuple[tuple[Version, ...], ...]

    @property
    def versions(self) -> list[Version]:
        parts = (*(chain.versions for chain in self.chains), *self.corpora)
        return [version for part in parts for version in part]


def lattice(edits: Mapping[Tokens, Sequence[Edits]], seed: int) -> Lattice:
    """Return the lattice; the seed decides orders and draws. Sentences that a reference doesn't change are left out."""
    generator = random.Random(seed)
    changed = {source: references for source, references in edits.items() if all(references)}
    chains = [chain for source, references in changed.items() for chain in _chains(source, references, generator)]
    corpora = [
        tuple(_drawn(source, references, mean, generator) for source, references in changed.items()) for mean in MEANS
    ]
    return Lattice(tuple(chains), tuple(corpora))


def _chains(source: Tokens, references: Sequence[Edits], generator: random.Random) -> Iterator[Chain]:
    first = 1 - (min(map(len, references)) + 1) / len(" ".join(source))
    for number, edits in enumerate(references):
        order = _order(edits, generator)
        versions = tuple(_version(source, number, edits, order[:count]) for count in range(len(edits) + 1))
        yield Chain(versions, tuple(np.linspace(first, 1, len(versions)).tolist()))


def _drawn(source: Tokens, references: Sequence[Edits], mean: int, generator: random.Random) -> Version:
    """Apply a number of edits from a binomial distribution, or all if there are fewer."""
    number = int(generator.random() * len(references))
    edits = references[number]
    order = _order(edits, generator)
    share = (mean - VARIANCE) / mean if mean else 0.0
    draws = int(mean / share) if mean else 0
    return _version(source, number, edits, order[: sum(generator.random() < share for _ in range(draws))])


def _order(edits: Edits, generator: random.Random) -> list[int]:
    return sorted(range(len(edits)), key=lambda _: generator.random())


def _version(source: Tokens, reference: int, edits: Edits, chosen: Sequence[int]) -> Version:
    applied = tuple(edits[index] for index in sorted(chosen))
    tokens = tuple(apply_edits(source, applied))
    return Version(" ".join(tokens), len(applied), source, tokens, reference)


@shape()
@attrs.frozen
class MaegeCorrelations:
    """Pearson's r and Spearman's rho."""

    pearson: float | None
    """Pearson's r; ``null`` where it is not defined."""
    spearman: float | None
    """Spearman's rho; ``null`` where it is not defined."""

    @classmethod
    def of(cls, estimates: Sequence[float], scores: Sequence[float]) -> "MaegeCorrelations":
        rows = np.array([estimates], dtype=np.float64), np.array([scores], dtype=np.float64)
        return cls(*(None if np.isnan(value) else float(value) for [value] in (pearson(*rows), spearman(*rows))))


@attrs.frozen
class Agreement:
    """The agreement of a metric with MAEGE's scores."""

    corpus: MaegeCorrelations
    """Over six corpora with more and more corrections."""
    sentence: MaegeCorrelations
    """Over all versions in all chains, with MAEGE's scores."""
    chain_kendall: float | None
    """Kendall's tau over the pairs of versions inside each chain, without the metric's ties; ``null`` if all tie."""
    ties: float
    """The share of those pairs that the metric ties."""


def agreement(lattice: Lattice, estimates: Sequence[float]) -> Agreement:
    parts = (*(chain.versions for chain in lattice.chains), *lattice.corpora)
    split = np.split(np.asarray(estimates, dtype=np.float64), np.cumsum([len(part) for part in parts])[:-1])
    chains, corpora = split[: len(lattice.chains)], split[len(lattice.chains) :]
    scores = [score for chain in lattice.chains for score in chain.scores]
    steps = np.array([np.sign(later - sooner) for chain in chains for sooner, later in combinations(chain, 2)])
    ordered = steps[steps != 0]
    return Agreement(
        MaegeCorrelations.of([float(corpus.mean()) for corpus in corpora], MEANS),
        MaegeCorrelations.of(np.concatenate(chains).tolist(), scores),
        float(ordered.mean()) if len(ordered) else None,
        1 - len(ordered) / len(steps),
    )


References = Callable[[Version, int], Iterable[int]]
"""Returns the indices of the references that a version is scored against, of this number of references."""


@attrs.frozen
class VersionReferences:
    """Which references metrics see of a version; sentences with fewer references than ``least`` are left out."""

    name: Literal["others", "all"]
    """Which references metrics see of a version: those of the other annotators, or all."""
    title: str
    of: References = attrs.field(repr=False)
    least: int = 1


OTHERS = VersionReferences(
    "others",
    "those of the other annotators",
    lambda version, count: (number for number in range(count) if number != version.reference),
    least=2,
)
ALL = VersionReferences("all", "all, also the one that a version is made of", lambda _, count: range(count))

VERSION_REFERENCES: Registry[VersionReferences] = Registry(
    "choice of references", {name: f"{__name__}:{name.upper()}" for name in ("others", "all")}
)


@shape(
    *("metric", "signature", "agreement.corpus", "agreement.sentence", "agreement.chain_kendall", "agreement.ties"),
    name="MaegeMetric",
)
@attrs.frozen
class MaegeRow:
    """One metric beside the numbers of corrections."""

    metric: str
    """The metric's name."""
    title: str
    signature: str
    """The metric and the settings that the numbers depend on."""
    agreement: Agreement


@attrs.frozen
class MaegeSettings:
    """Which references metrics see, by a name of :data:`VERSION_REFERENCES`, and the seed of the order of edits."""

    references: str = "others"
    seed: int = 1


@shape(
    *("sentences", "annotators", "chains", "versions", "references.name", "seed", "rows"),
    name="MaegeReport",
    renamed={"references.name": "references", "rows": "metrics"},
    kind="document",
)
@attrs.frozen
class MaegeEvaluation:
    """The output of ``evaluate maege --format json``. Numbers are unrounded."""

    sentences: int
    """The number of sentences that all annotators change."""
    chains: int
    """The number of chains."""
    versions: int
    """The number of versions in all chains."""
    annotators: int
    """The number of annotators."""
    references: VersionReferences
    seed: int
    """The seed of the order of edits."""
    rows: tuple[MaegeRow, ...]
    """One for each metric."""


def evaluate_maege(
    path: Path,
    metrics: Sequence[Metric[Any]],
    models: Models,
    settings: MaegeSettings = MaegeSettings(),
    progress: Progress = silent,
) -> MaegeEvaluation:
    """Return how far metrics order partly corrected sentences as the number of their corrections does.

    Metrics score sentences; a corpus's score is their mean. ``path`` is as for :func:`read_annotated`. Raise
    DocumentError if a file can't be used, or no sentence is changed by all annotators; RegistryError if there is no
    such choice of references.
    """
    choice = VERSION_REFERENCES.get(settings.references)
    source, texts = read_annotated(path)
    every = reference_edits(source, texts, models, progress)
    edits = {tokens: annotations for tokens, annotations in every.items() if len(annotations) >= choice.least}
    versions = lattice(edits, settings.seed)
    if not versions.chains:
        least = f", of at least {choice.least}," if choice.least > 1 else ""
        raise DocumentError(f"there is no sentence that all annotators{least} change", path=path)
    material = _Material(versions, edits, choice, models, progress)
    return MaegeEvaluation(
        len(versions.corpora[0]),
        len(versions.chains),
        sum(len(item.versions) for item in versions.chains),
        len(texts),
        choice,
        settings.seed,
        tuple(material.row(metric, len(texts)) for metric in metrics),
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


@attrs.frozen
class _Material:
    lattice: Lattice
    references: Mapping[Tokens, Sequence[Edits]]
    choice: VersionReferences
    models: Models
    progress: Progress

    def row(self, metric: Metric[Any], annotators: int) -> MaegeRow:
        by_sentence = attrs.evolve(metric, level="sentence")
        sentences = self._sentences(by_sentence)
        distinct = list(dict.fromkeys(sentences))
        statistics = SentenceStatistics(by_sentence, self.models).of(distinct, self.progress)
        computed = dict(zip(distinct, statistics, strict=True))
        scores = by_sentence.fold([computed[sentence] for sentence in sentences]).sentences
        estimates = [main_score(item.scores) for item in scores]
        seen = sum(1 for _ in self.choice.of(self.lattice.versions[0], annotators))
        signature = self.models.signature(by_sentence, seen)
        return MaegeRow(metric.name, metric.title, signature, agreement(self.lattice, estimates))

    def _sentences(self, metric: Metric[Any]) -> list[Sentence]:
        versions = self.lattice.versions
        pairs = [(version.source, version.tokens) for version in versions]
        compares_edits = bool(metric.needs & {Need.EDITS, Need.CHUNKS})
        edits = self.models.edits(pairs, self.progress) if compares_edits else [()] * len(pairs)
        return list(map(self._sentence, versions, edits))

    def _sentence(self, version: Version, edits: Edits) -> Sentence:
        annotations = self.references[version.source]
        seen = tuple(annotations[number] for number in self.choice.of(version, len(annotations)))
        texts = tuple(tuple(apply_edits(version.source, reference)) for reference in seen)
        return Sentence(version.source, version.tokens, texts, PassageEdits(version.source, edits, seen))
