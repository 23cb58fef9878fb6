"""MAEGE: partly corrected sentences, and how metrics order them: ``python -m benchmarks.maege DATA``.

Choshen and Abend, *Automatic Metric Validation for Grammatical Error Correction*, ACL 2018, with the details of its
published code (``borgr/EoE``), for any text that several annotators corrected. A metric sees the references of the
other annotators by default, as a version is made of one annotator's edits: against its own reference, the part that is
corrected is known to be right. A corpus's score is the mean of its sentences'.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
import numpy as np
from scipy.stats import pearsonr, spearmanr

import markscheme
from benchmarks.papers.layout import number, table
from markscheme import DocumentError, Edit, Engine, EngineSettings, Metric

Tokens = tuple[str, ...]
Edits = tuple[Edit, ...]
References = Mapping[Tokens, Sequence[Edits]]
"""The edits of each annotator who has seen a sentence, by the sentence."""

LEAST_ANNOTATORS = 2
MEANS = (0, 2, 4, 6, 8, 10)
"""Mean edits a sentence in the corpora that the corpus level compares."""
VARIANCE = 0.9
METRICS = ("errant", "cleme2", "uot-errant", "credit", "gleu", "green", "pt-errant", "impara")


@attrs.frozen
class Annotated:
    """A text that several annotators corrected."""

    annotators: int
    references: References


def read_annotated(path: Path, engine: Engine) -> Annotated:
    """Read an M2 file with several annotators, or a folder that has one such file, or one ``STEM.src`` with
    ``STEM.ref0``, ``STEM.ref1``, … as JFLEG, whose edits are ERRANT's.

    A source that stands several times has the references of all its places. Raise DocumentError if there is no such
    file, or several.
    """
    if not path.is_dir():
        if not path.is_file():
            raise DocumentError("the file does not exist", path=path)
        return _read_m2(path)
    stems = {source: _reference_files(source) for source in sorted(path.glob("*.src"))}
    parallel = [source for source, files in stems.items() if len(files) >= LEAST_ANNOTATORS]
    annotated = [file for file in sorted(path.iterdir()) if file.is_file() and _is_annotated(file)]
    candidates = [*parallel, *annotated]
    if len(candidates) != 1:
        names = ", ".join(file.name for file in candidates)
        fault = f"several texts have several annotators here: {names}" if names else "no text has several annotators"
        raise DocumentError(fault, path=path, remedy=_REMEDY)
    return _read_m2(annotated[0]) if annotated else _read_lines(parallel[0], stems[parallel[0]], engine)


_REMEDY = "Give an M2 file with several annotators, or a folder with STEM.src and STEM.ref0, STEM.ref1, …"


def _reference_files(source: Path) -> list[Path]:
    return sorted(source.parent.glob(f"{source.stem}.ref*"))


def _read_lines(source: Path, files: Sequence[Path], engine: Engine) -> Annotated:
    sources = [tuple(line.split()) for line in source.read_text("utf-8").splitlines()]
    references: dict[Tokens, list[Edits]] = {}
    for file in files:
        targets = [tuple(line.split()) for line in file.read_text("utf-8").splitlines()]
        if len(targets) != len(sources):
            raise DocumentError(f"it has {len(targets)} lines, and {source.name} has {len(sources)}", path=file)
        edits = engine.models.edits(list(zip(sources, targets, strict=True)))
        for tokens, own in zip(sources, edits, strict=True):
            references.setdefault(tokens, []).append(tuple(edit for edit in own if edit.corrects))
    return Annotated(len(files), references)


def _read_m2(path: Path) -> Annotated:
    references: dict[Tokens, list[Edits]] = {}
    annotators: set[str] = set()
    for block in path.read_text("utf-8").split("\n\n"):
        source, *lines = block.strip().splitlines() or [""]
        if not source.startswith("S "):
            continue
        by_annotator: dict[str, list[Edit]] = {}
        for line in lines:
            place, kind, replacement, *_, annotator = line.removeprefix("A ").split("|||")
            start, end = map(int, place.split())
            edit = Edit(start, end, tuple(replacement.split()), kind)
            by_annotator.setdefault(annotator, []).extend([edit] if edit.corrects else ())
        own = references.setdefault(tuple(source.split()[1:]), [])
        own += (tuple(sorted(by_annotator[name], key=lambda edit: edit.key)) for name in sorted(by_annotator, key=int))
        annotators |= by_annotator.keys()
    if len(annotators) < LEAST_ANNOTATORS:
        raise DocumentError("only one annotator corrected these sentences", path=path, remedy=_REMEDY)
    return Annotated(len(annotators), references)


def _is_annotated(path: Path) -> bool:
    try:
        return _read_m2(path).annotators >= LEAST_ANNOTATORS
    except (DocumentError, ValueError):
        return False


@attrs.frozen
class Version:
    """A source sentence with ``made`` of a reference's edits applied; ``reference`` is its index among the source's."""

    text: str
    made: int
    source: Tokens = ()
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


def lattice(edits: References, seed: int) -> Lattice:
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
    for index, edits in enumerate(references):
        order = _order(edits, generator)
        versions = tuple(_version(source, index, edits, order[:count]) for count in range(len(edits) + 1))
        yield Chain(versions, tuple(np.linspace(first, 1, len(versions)).tolist()))


def _drawn(source: Tokens, references: Sequence[Edits], mean: int, generator: random.Random) -> Version:
    """Apply a number of edits from a binomial distribution, or all if there are fewer."""
    index = int(generator.random() * len(references))
    edits = references[index]
    order = _order(edits, generator)
    share = (mean - VARIANCE) / mean if mean else 0.0
    draws = int(mean / share) if mean else 0
    return _version(source, index, edits, order[: sum(generator.random() < share for _ in range(draws))])


def _order(edits: Edits, generator: random.Random) -> list[int]:
    return sorted(range(len(edits)), key=lambda _: generator.random())


def _version(source: Tokens, reference: int, edits: Edits, chosen: Sequence[int]) -> Version:
    text = corrected(source, [edits[index] for index in sorted(chosen)])
    return Version(text, len(chosen), source, reference)


def corrected(source: Tokens, edits: Iterable[Edit]) -> str:
    """Return the tokens of the source with edits made, which are disjoint and in its order."""
    tokens: list[str] = []
    position = 0
    for edit in edits:
        tokens += (*source[position : edit.start], *edit.replacement)
        position = edit.end
    return " ".join([*tokens, *source[position:]])


@attrs.frozen
class Correlations:
    """Pearson's r and Spearman's rho, ``None`` where a side is constant."""

    pearson: float | None
    spearman: float | None

    @classmethod
    def of(cls, estimates: Sequence[float], scores: Sequence[float]) -> "Correlations":
        if len(set(estimates)) < 2 or len(set(scores)) < 2:
            return cls(None, None)
        return cls(*(float(test(estimates, scores).statistic) for test in (pearsonr, spearmanr)))


@attrs.frozen
class Agreement:
    """The agreement of a metric with MAEGE's scores: over six corpora with more and more corrections, and over all
    versions in all chains.

    ``chain_kendall`` is Kendall's tau over the pairs of versions inside each chain, without the metric's ties, ``None``
    if all tie; ``ties`` is the share of the pairs that the metric ties.
    """

    corpus: Correlations
    sentence: Correlations
    chain_kendall: float | None
    ties: float


def agreement(lattice: Lattice, estimates: Sequence[float]) -> Agreement:
    """Return the agreement of estimates in the order of the lattice's versions."""
    parts = (*(chain.versions for chain in lattice.chains), *lattice.corpora)
    split = np.split(np.asarray(estimates, dtype=np.float64), np.cumsum([len(part) for part in parts])[:-1])
    chains, corpora = split[: len(lattice.chains)], split[len(lattice.chains) :]
    scores = [score for chain in lattice.chains for score in chain.scores]
    steps = np.array([np.sign(later - sooner) for chain in chains for sooner, later in combinations(chain, 2)])
    ordered = steps[steps != 0]
    return Agreement(
        Correlations.of([float(corpus.mean()) for corpus in corpora], MEANS),
        Correlations.of(np.concatenate(chains).tolist(), scores),
        float(ordered.mean()) if len(ordered) else None,
        1 - len(ordered) / len(steps),
    )


@attrs.frozen
class ReferenceChoice:
    """Which references metrics see of a version, of this number of references; sentences with fewer references than
    ``least`` are left out.
    """

    title: str
    of: Callable[[Version, int], Iterable[int]]
    least: int = 1


CHOICES: Mapping[str, ReferenceChoice] = {
    "others": ReferenceChoice(
        "those of the other annotators",
        lambda version, count: (index for index in range(count) if index != version.reference),
        least=2,
    ),
    "all": ReferenceChoice("all, also the one that a version is made of", lambda _, count: range(count)),
}


@attrs.frozen
class Row:
    """One metric beside the numbers of corrections."""

    title: str
    signature: str
    agreement: Agreement


@attrs.frozen
class Evaluation:
    """How far metrics order partly corrected sentences as the number of their corrections does."""

    annotators: int
    lattice: Lattice
    rows: tuple[Row, ...]

    @property
    def sentences(self) -> int:
        """The number of sentences that all annotators change."""
        return len(self.lattice.corpora[0])

    @property
    def versions(self) -> int:
        """The number of versions in all chains."""
        return sum(len(chain.versions) for chain in self.lattice.chains)


def evaluate(
    path: Path,
    metrics: Sequence[Metric[Any]],
    references: str = "others",
    seed: int = 1,
    engine: Engine | EngineSettings = EngineSettings(),
) -> Evaluation:
    """Evaluate metrics on a text of :func:`read_annotated`; ``references`` is a name of :data:`CHOICES`.

    Raise DocumentError if a file can't be used, or no sentence is changed by all annotators.
    """
    engine = engine if isinstance(engine, Engine) else Engine(engine)
    choice = CHOICES[references]
    text = read_annotated(path, engine)
    edits = {source: own for source, own in text.references.items() if len(own) >= choice.least}
    versions = lattice(edits, seed)
    if not versions.chains:
        least = f", of at least {choice.least}," if choice.least > 1 else ""
        raise DocumentError(f"there is no sentence that all annotators{least} change", path=path)
    with tempfile.TemporaryDirectory() as folder:
        hypothesis, seen = Path(folder, "versions"), Path(folder, "references.m2")
        hypothesis.write_text("".join(f"{version.text}\n" for version in versions.versions), "utf-8")
        seen.write_text("\n".join(_m2(version, edits, choice) for version in versions.versions), "utf-8")
        rows = []
        for metric in metrics:
            by_sentence = attrs.evolve(metric, level="sentence")
            [run] = (
                markscheme.Corpus.read({"versions": hypothesis}, [seen])
                .score(by_sentence, work=markscheme.Work(engine=engine))
                .runs
            )
            estimates = [_main_score(sentence.scores) for sentence in run.result.sentences]
            rows.append(Row(metric.title, run.result.signature, agreement(versions, estimates)))
    return Evaluation(text.annotators, versions, tuple(rows))


def _m2(version: Version, references: References, choice: ReferenceChoice) -> str:
    """Return the references that metrics see of a version, in M2."""
    annotations = references[version.source]
    lines = [f"S {' '.join(version.source)}"]
    for annotator, index in enumerate(choice.of(version, len(annotations))):
        for edit in annotations[index]:
            replacement = " ".join(edit.replacement)
            lines.append(f"A {edit.start} {edit.end}|||{edit.type}|||{replacement}|||REQUIRED|||-NONE-|||{annotator}")
    return "\n".join(lines) + "\n"


def _main_score(scores: Any) -> float:
    return float(scores.f if hasattr(scores, "f") else scores.score)


HEAD = ("metric", "corpus: r", "ρ", "sentence: r", "ρ", "chain: τ", "ties")


def _printed(evaluation: Evaluation, options: argparse.Namespace) -> str:
    rows = []
    for row in evaluation.rows:
        corpus, sentence, *others = attrs.astuple(row.agreement)
        rows.append([row.title, *map(number, (*corpus, *sentence, *others))])
    lines = [
        table(HEAD, rows),
        "",
        f"{evaluation.sentences} sentences that all {evaluation.annotators} annotators change, "
        f"{len(evaluation.lattice.chains)} chains, {evaluation.versions} versions (seed {options.seed}).",
        f"Metrics with references see {CHOICES[options.references].title}.",
        "Chains: pairs that a metric ties do not count.",
        "",
        *(row.signature for row in evaluation.rows),
    ]
    return "\n".join(lines)


def _metric(name: str, options: argparse.Namespace) -> Metric[Any]:
    if name != "impara":
        return markscheme.metric(name)
    return markscheme.metric(name, estimator=options.estimator, threshold=options.threshold)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.maege", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "data",
        type=Path,
        help="an M2 file of several annotators, or a folder with it, or with STEM.src, STEM.ref0, …",
    )
    parser.add_argument("--metric", action="append", choices=METRICS, help="repeat the option for several")
    parser.add_argument(
        "--references", choices=CHOICES, default="others", help="whether metrics see a version's own reference"
    )
    parser.add_argument("--estimator", default="bundled", help="IMPARA: 'bundled', or the folder of an estimator")
    parser.add_argument("--threshold", type=float, default=0.9, help="IMPARA: theta; with -1 every estimate counts")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    try:
        metrics = [_metric(name, options) for name in dict.fromkeys(options.metric or METRICS)]
        print(_printed(evaluate(options.data, metrics, options.references, options.seed), options))
    except DocumentError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
