"""Measure how well quality estimators tell valid single edits from invalid ones, on learners' sentences.

    python differing_edits.py CONLL14 GJG15 SN8GEC [--estimator FOLDER ...] [--half development|held-out]

The arguments are the folders of ``conll14.errant``, of ``official_submissions`` and of the references of Sakaguchi et
al. (2016). Ten references judge the edits of the twelve systems of CoNLL-2014: an edit is valid if a reference has
exactly this edit, and invalid if no reference has it. That is a hard judge: among the edits that it calls invalid are
some that an eleventh annotator would make. Edits that change capital letters alone are left out.

Each edit is made alone in the learner's sentence, with all other errors left; its *gain* is q with it less q without
it. The output is JSON, for each estimator:

* ``systems``: the area under the ROC curve of the gain among the systems' edits, valid before invalid;
* ``choice``: the share of pairs of two differing edits at one place, a reference's and an invalid one, in which the
  reference's has the larger gain; ties count half. Each sentence has the same weight;
* ``probability``: the Brier score of the estimated probability that a system's edit is valid, that of the share of
  valid ones (which knows no edit), and the expected calibration error: the mean distance of probability and share over
  ten groups of equal size. ``groups`` has the groups;
* 95 % intervals of the first two, by bootstrap over sentences.

``--picture FILE.png`` draws the groups, with matplotlib.

Sentences are in the development half or the held-out half by the SHA-256 of their text. Everything that was chosen was
chosen on the development half.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

import attrs
import numpy as np
import numpy.typing as npt
from scipy import stats

from markscheme import EngineSettings
from markscheme.documents.plain_text import Tokens
from markscheme.edits.edit import Edit, apply_edits, scored
from markscheme.inference.models import Models
from markscheme.metrics.impara import Calibration

Half = Literal["development", "held-out"]
HALVES: tuple[Half, Half] = ("development", "held-out")
RESAMPLES = 1000
SEED = 1
GROUPS = 10
DIGITS = 3
Floats = npt.NDArray[np.float64]


@attrs.frozen
class JudgedEdit:
    """An edit alone in its sentence.

    Attributes
    ----------
    valid
        Whether a reference has it.
    by_system
        Whether a system has it.
    """

    source: Tokens
    edit: Edit
    valid: bool
    by_system: bool

    @property
    def text(self) -> str:
        """The sentence with this edit alone."""
        return " ".join(apply_edits(self.source, (self.edit,)))

    def meets(self, other: "JudgedEdit") -> bool:
        """Return whether both are of one place: they share a source token, or both insert at one point."""
        if self.edit.start == self.edit.end or other.edit.start == other.edit.end:
            return (self.edit.start, self.edit.end) == (other.edit.start, other.edit.end)
        return self.edit.start < other.edit.end and other.edit.start < self.edit.end


def half_of(source: Tokens) -> Half:
    """Return the half of a sentence."""
    return HALVES[hashlib.sha256(" ".join(source).encode()).digest()[0] % 2]


def lines(path: Path) -> list[Tokens]:
    """Return a file's sentences."""
    return [tuple(line.split()) for line in path.read_text("utf-8").splitlines()]


def references_of(conll14: Path, sn8gec: Path) -> list[list[Tokens]]:
    """Return the corrected sentences of the two official annotators and of the eight of Sakaguchi et al."""
    official: list[list[Tokens]] = [[], []]
    for block in (conll14 / "conll14.errant").read_text("utf-8").strip().split("\n\n"):
        first, *rest = block.split("\n")
        source = tuple(first.split()[1:])
        for annotator in (0, 1):
            official[annotator].append(apply_edits(source, tuple(_edits(rest, annotator))))
    return [*official, *(lines(path) for path in sorted(sn8gec.glob("*/*/*")))]


def _edits(rows: Sequence[str], annotator: int) -> Iterator[Edit]:
    for row in rows:
        place, kind, replacement, *_, number = row[2:].split("|||")
        if int(number) == annotator and kind not in ("noop", "UNK"):
            start, end = map(int, place.split())
            yield Edit(start, end, tuple(word for word in replacement.split() if word != "-NONE-"))


def judged(
    models: Models,
    sources: Sequence[Tokens],
    references: Sequence[Sequence[Tokens]],
    systems: Sequence[Sequence[Tokens]],
) -> dict[Tokens, list[JudgedEdit]]:
    """Return the distinct edits of references and systems, by sentence."""
    valid, made = (_by_sentence(models, sources, texts) for texts in (references, systems))
    return {
        source: [JudgedEdit(source, edit, key in valid[source], key in made[source]) for key, edit in edits.items()]
        for source in dict.fromkeys(sources)
        if (edits := valid[source] | made[source])
    }


def _by_sentence(
    models: Models, sources: Sequence[Tokens], texts: Sequence[Sequence[Tokens]]
) -> dict[Tokens, dict[tuple[object, ...], Edit]]:
    pairs = [pair for text in texts for pair in zip(sources, text, strict=True)]
    by_sentence: dict[Tokens, dict[tuple[object, ...], Edit]] = {source: {} for source in sources}
    for (source, _), edits in zip(pairs, models.edits(pairs), strict=True):
        for edit in scored(edits):
            words = [word.lower() for word in source[edit.start : edit.end]]
            if words != [word.lower() for word in edit.replacement] and len(source) > edit.end - edit.start:
                by_sentence[source].setdefault(edit.key, edit)
    return by_sentence


def auc(valid: Floats, invalid: Floats) -> float:
    """Return the probability that a valid edit's value is above an invalid one's; ties count half."""
    if not len(valid) or not len(invalid):
        return float("nan")
    return float(stats.mannwhitneyu(valid, invalid).statistic / (len(valid) * len(invalid)))


@attrs.frozen(eq=False)
class Sentence:
    """One sentence's values: of the systems' edits, and the shares of its pairs of differing edits ordered rightly."""

    valid: Floats
    invalid: Floats
    choice: float | None


def sentence(edits: Sequence[JudgedEdit], values: Mapping[JudgedEdit, float]) -> Sentence:
    """Return a sentence's values."""
    own = [item for item in edits if item.by_system]
    pairs = [
        (np.sign(values[good] - values[bad]) + 1) / 2
        for good in edits
        if good.valid
        for bad in own
        if not bad.valid and good.meets(bad)
    ]
    return Sentence(
        np.array([values[item] for item in own if item.valid]),
        np.array([values[item] for item in own if not item.valid]),
        float(np.mean(pairs)) if pairs else None,
    )


def figures(sentences: Sequence[Sentence]) -> tuple[float, float]:
    """Return the area under the curve, and the mean share of the choices."""
    valid, invalid = (np.concatenate([getattr(own, name) for own in sentences]) for name in ("valid", "invalid"))
    choices = [own.choice for own in sentences if own.choice is not None]
    return auc(valid, invalid), float(np.mean(choices)) if choices else float("nan")


def interval(sentences: Sequence[Sentence]) -> npt.NDArray[np.float64]:
    """Return the 2.5th and 97.5th percentile of both figures over resampled sentences, shape (2, 2)."""
    generator = np.random.default_rng(SEED)
    resampled = [
        figures([sentences[index] for index in generator.integers(len(sentences), size=len(sentences))])
        for _ in range(RESAMPLES)
    ]
    return np.asarray(np.nanpercentile(np.array(resampled), [2.5, 97.5], axis=0))


def measured(edits: Mapping[Tokens, Sequence[JudgedEdit]], values: Mapping[JudgedEdit, float]) -> dict[str, object]:
    """Return the figures of one number for each edit, with intervals."""
    sentences = [sentence(own, values) for own in edits.values()]
    area, choice = figures(sentences)
    low, high = interval(sentences)
    return {"systems": [area, low[0], high[0]], "choice": [choice, low[1], high[1]]}


@attrs.frozen
class Group:
    """Edits with nearly the same probability: their mean probability, the share of valid ones, and their number."""

    probability: float
    valid: float
    edits: int


@attrs.frozen
class Reliability:
    """How far probabilities are those of valid edits; see the module's text."""

    brier: float
    brier_of_share: float
    error: float
    groups: tuple[Group, ...]


def reliability(probabilities: Floats, valid: npt.NDArray[np.bool_]) -> Reliability:
    """Return the reliability of probabilities, shapes (edits,) each."""
    parts = [part for part in np.array_split(np.argsort(probabilities, kind="stable"), GROUPS) if len(part)]
    groups = tuple(Group(float(probabilities[part].mean()), float(valid[part].mean()), len(part)) for part in parts)
    share = valid.mean()
    error = sum(group.edits * abs(group.probability - group.valid) for group in groups) / len(valid)
    brier = float(np.mean((probabilities - valid) ** 2))
    return Reliability(brier, float(share * (1 - share)), error, groups)


def of_systems(calibration: Calibration, values: Mapping[JudgedEdit, float]) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Return the probabilities of the systems' edits, and whether each is valid."""
    own = [item for item in values if item.by_system]
    probabilities = np.array([calibration.probability(values[item]) for item in own])
    return probabilities, np.array([item.valid for item in own])


def draw(reliabilities: Mapping[str, Reliability], path: Path) -> None:
    """Draw reliabilities by name."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 4.6), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="grey", linewidth=1)
    for name, own in reliabilities.items():
        probabilities = [group.probability for group in own.groups]
        axes.plot(probabilities, [group.valid for group in own.groups], marker="o", label=name)
    axes.set(xlabel="Estimated probability that an edit is valid", ylabel="Share of valid edits")
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.legend()
    figure.savefig(path, dpi=120)


def gains(models: Models, edits: Sequence[JudgedEdit], estimator: str) -> dict[JudgedEdit, float]:
    """Return what each edit adds to q of its sentence."""
    texts = list(dict.fromkeys(text for item in edits for text in (" ".join(item.source), item.text)))
    q = dict(zip(texts, models.estimates(texts, estimator), strict=True))
    return {item: q[item.text] - q[" ".join(item.source)] for item in edits}


def needed(edits: Mapping[Tokens, Sequence[JudgedEdit]]) -> dict[Tokens, list[JudgedEdit]]:
    """Return the systems' edits, and the references' edits that differ from one of them at its place."""
    return {
        source: [item for item in own if item.by_system or any(item.meets(other) for other in own if _is_wrong(other))]
        for source, own in edits.items()
    }


def _is_wrong(item: JudgedEdit) -> bool:
    return item.by_system and not item.valid


def counts(edits: Mapping[Tokens, Sequence[JudgedEdit]]) -> dict[str, int]:
    """Return how many sentences and edits there are."""
    own = [item for items in edits.values() for item in items]
    return {
        "sentences": len(edits),
        "systems_valid": sum(item.by_system and item.valid for item in own),
        "systems_invalid": sum(item.by_system and not item.valid for item in own),
        "pairs": sum(
            good.meets(bad)
            for items in edits.values()
            for good in items
            if good.valid
            for bad in items
            if _is_wrong(bad)
        ),
    }


def read(models: Models, conll14: Path, gjg15: Path, sn8gec: Path, half: Half) -> dict[Tokens, list[JudgedEdit]]:
    """Return the judged edits of one half."""
    submissions = gjg15 / "official_submissions"
    sources = lines(submissions / "INPUT")
    systems = [lines(path) for path in sorted(submissions.iterdir()) if path.name != "INPUT"]
    kept = [index for index, source in enumerate(sources) if source and half_of(source) == half]

    def cut(texts: Sequence[Sequence[Tokens]]) -> list[list[Tokens]]:
        return [[text[index] for index in kept] for text in texts]

    return judged(models, *cut([sources]), cut(references_of(conll14, sn8gec)), cut(systems))


def rounded(value: object) -> object:
    """Return a JSON value with its numbers rounded."""
    if isinstance(value, Mapping):
        return {name: rounded(own) for name, own in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(own) for own in value]
    return round(float(value), DIGITS) if isinstance(value, float) else value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    for name in ("conll14", "gjg15", "sn8gec"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--estimator", action="append")
    parser.add_argument("--half", choices=HALVES, default="development")
    parser.add_argument("--picture", type=Path)
    arguments = parser.parse_args()
    models = Models(EngineSettings())
    edits = needed(read(models, arguments.conll14, arguments.gjg15, arguments.sn8gec, arguments.half))
    every = [item for items in edits.values() for item in items]
    result: dict[str, object] = {}
    pictures: dict[str, Reliability] = {}
    for name in arguments.estimator or ["bundled"]:
        values = gains(models, every, name)
        pictures[name] = reliability(*of_systems(models.calibration(name), values))
        result[name] = {**measured(edits, values), "probability": attrs.asdict(pictures[name])}
    print(json.dumps(rounded({"half": arguments.half, **counts(edits), "estimators": result}), indent=2))
    if arguments.picture:
        draw(pictures, arguments.picture)


if __name__ == "__main__":
    main()
