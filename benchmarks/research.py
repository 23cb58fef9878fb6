"""Read the research data of the benchmarks, which is not part of the project."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from pathlib import Path
from statistics import mean
from xml.etree import ElementTree

import attrs

from benchmarks.measurement import Skipped
from markscheme.documents.corpus import ParallelText
from markscheme.documents.files import read_text
from markscheme.documents.m2 import M2Sentence, read_m2
from markscheme.edits.passages import read_parallel

CONLL = "conll14"
GJG15 = "gjg15"
SEEDA = "seeda/outputs/subset"
SEEDA_SOURCE = "INPUT"


@attrs.frozen
class Corpus:
    """Hypotheses and references of the same source sentences."""

    source: ParallelText
    hypotheses: tuple[ParallelText, ...]
    references: tuple[ParallelText, ...]

    @property
    def size(self) -> int:
        """Number of source sentences."""
        return len(self.source.sides)


def conll_sentences(data: Path) -> dict[str, tuple[M2Sentence, ...]]:
    """Return the published corrections of the CoNLL-2014 test set, by system.

    Raises
    ------
    Skipped
        If the test set is missing.
    """
    return {_system(path): read_m2(read_text(path), path) for path in _conll_systems(data)}


def conll_references(data: Path) -> tuple[M2Sentence, ...]:
    """Return the test set with its two official annotators.

    Raises
    ------
    Skipped
        If the test set is missing.
    """
    path = _folder(data, CONLL) / "conll14.errant"
    return read_m2(read_text(path), path)


def conll_corpus(data: Path) -> Corpus:
    """Return the test set as parallel texts, which carry the published edits.

    Raises
    ------
    Skipped
        If the test set is missing.
    """
    path = _folder(data, CONLL) / "conll14.errant"
    references = read_parallel(read_text(path), "annotator", path)
    systems = _conll_systems(data)
    hypotheses = tuple(read_parallel(read_text(system), _system(system), system)[0] for system in systems)
    unchanged = next(text for text in hypotheses if text.name == "INPUT")
    return Corpus(unchanged, hypotheses, references)


def first_sentences(corpus: Corpus, count: int) -> Corpus:
    """Return a corpus's first sentences, with its first hypothesis only."""
    places = range(count)
    source, hypothesis = _at(corpus.source, places), _at(corpus.hypotheses[0], places)
    return Corpus(source, (hypothesis,), tuple(_at(text, places) for text in corpus.references))


def gjg15_corpus(data: Path) -> Corpus:
    """Return all systems of CoNLL-2014 and the source, with published edits where there are any.

    Raises
    ------
    Skipped
        If either data set is missing.
    """
    published = conll_corpus(data)
    with_edits = {text.name: text for text in published.hypotheses}
    paths = sorted((_folder(data, GJG15) / "official_submissions").iterdir())
    hypotheses = (with_edits.get(path.name) or read_parallel(read_text(path), path.name, path)[0] for path in paths)
    return attrs.evolve(published, hypotheses=tuple(hypotheses))


def gjg15_wins(data: Path) -> dict[str, float]:
    """Return each system's Expected Wins: the mean, over the other systems, of the share of comparisons that it won.

    Raises
    ------
    Skipped
        If the judgements are missing.
    """
    wins: Counter[tuple[str, str]] = Counter()
    for item in ElementTree.parse(_folder(data, GJG15) / "judgments.xml").iter("ranking-item"):
        ranked = [(each.attrib["system"].split(), int(each.attrib["rank"])) for each in item]
        for (better, high), (worse, low) in permutations(ranked, 2):
            if high < low:
                wins.update(product(better, worse))
    systems = sorted({system for pair in wins for system in pair})
    return {
        system: mean(wins[system, other] / (wins[system, other] + wins[other, system]) for other in others)
        for system in systems
        for others in [[other for other in systems if other != system]]
    }


def seeda_corpus(data: Path) -> Corpus:
    """Return SEEDA's systems, as text without edits, with CoNLL-2014's two annotators of the subset's sentences.

    Raises
    ------
    Skipped
        If either data set is missing.
    """
    paths = sorted(_folder(data, SEEDA).glob("*.txt"))
    hypotheses = tuple(read_parallel(read_text(path), path.stem, path)[0] for path in paths)
    source = next(text for text in hypotheses if text.name == SEEDA_SOURCE)
    path = _folder(data, CONLL) / "conll14.errant"
    references = read_parallel(read_text(path), "annotator", path)
    places = _places(source, references[0])
    return Corpus(source, hypotheses, tuple(_at(text, places) for text in references))


def _folder(data: Path, name: str) -> Path:
    folder = data / name
    if not folder.is_dir():
        raise Skipped(f"the data is missing: {folder}")
    return folder


def _conll_systems(data: Path) -> list[Path]:
    return sorted(_folder(data, CONLL).glob("conll14-*.errant"))


def _system(path: Path) -> str:
    return path.stem.removeprefix("conll14-")


def _places(source: ParallelText, whole: ParallelText) -> list[int]:
    """Return the indices of the subset's sentences in the whole set; both have the same order."""
    sentences = [segment.tokens for segment in whole.sources or ()]
    places: list[int] = []
    begin = 0
    for side in source.sides:
        places.append(sentences.index(side.segment.tokens, begin))
        begin = places[-1] + 1
    return places


def _at(text: ParallelText, places: Sequence[int]) -> ParallelText:
    sources = text.sources or ()
    return attrs.evolve(
        text,
        sides=tuple(text.sides[place] for place in places),
        lines=tuple(text.lines[place] for place in places),
        sources=tuple(sources[place] for place in places),
    )
