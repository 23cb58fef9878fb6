"""What people said of systems: rankings, and the benchmarks that publish them.

SEEDA (Kobayashi, Mita and Komachi, TACL 2024), laid out as its authors publish it: three annotators ranked 15 systems'
outputs for 391 sentences of the CoNLL-2014 test set, by single edits (SEEDA-E) and by whole sentences (SEEDA-S).
Sentences are numbered from 1 in the test set. Two systems are references of Sakaguchi et al. (2016), which so must not
be references.

GJG15 (Grundkiewicz, Junczys-Dowmunt and Gillian, 2015): eight annotators ranked the outputs of CoNLL-2014's 12 systems
and the text that they correct. Sentences are numbered from 0. The systems' scores derive from the rankings.

Both are in the XML of Appraise: a ``ranking-item`` has its sentence's number (``src-id``), its annotator (``user``) and
``translation`` elements with a rank and the names of the systems that made this output, separated by spaces.

The official references (Ng et al., 2014) are one M2 file; those of Sakaguchi et al. a folder with a file for each
annotator. Papers evaluate SEEDA's Base systems against minimal corrections, and its +Fluency systems against fluency
corrections (UOT-ERRANT, Section 4.1).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TypeVar, cast

import attrs
import numpy as np
import numpy.typing as npt
from lxml import etree

from markscheme.documents.corpus import ParallelText
from markscheme.documents.files import read_text
from markscheme.edits.passages import read_parallel
from markscheme.errors import ChoiceError, DocumentError, MissingDocument
from markscheme.languages.segments import Segment
from markscheme.registry import Registry

Indices = npt.NDArray[np.int64]


@attrs.frozen
class Ranking:
    """One annotator's ranks of systems for a sentence (its index): 1 is best; ties, and equal outputs, share one."""

    sentence: int
    annotator: str
    ranks: tuple[tuple[str, int], ...]


@attrs.frozen(eq=False)
class Comparisons:
    """Comparisons of two systems' outputs for one sentence, each array of shape (comparisons,).

    All are indices but ``outcomes``: 1 where the first is better, -1 where the second is, 0 for a tie. The first one
    comes earlier among the systems.
    """

    sentences: Indices
    first: Indices
    second: Indices
    outcomes: Indices

    @property
    def decided(self) -> "Comparisons":
        return self._chosen(self.outcomes != 0)

    def among(self, sentences: Indices) -> "Comparisons":
        """Return the comparisons in these sentences, in ascending order, numbered by their places among them."""
        kept = self._chosen(np.isin(self.sentences, sentences))
        return attrs.evolve(kept, sentences=np.searchsorted(sentences, kept.sentences))

    def within(self, sentences: npt.NDArray[np.bool_]) -> "Comparisons":
        """Return the comparisons in some sentences, with the numbers that they have; the mask is over all sentences."""
        return self._chosen(sentences[self.sentences])

    def _chosen(self, kept: npt.NDArray[np.bool_]) -> "Comparisons":
        return Comparisons(self.sentences[kept], self.first[kept], self.second[kept], self.outcomes[kept])


def comparisons_of(rankings: Iterable[Ranking], systems: Sequence[str]) -> Comparisons:
    """Return these systems' comparisons, by ranking, then by system; five outputs of seven systems give 21."""
    numbers = {name: number for number, name in enumerate(systems)}
    rows: list[tuple[int, int, int, int]] = []
    for ranking in rankings:
        ranked = sorted((numbers[name], rank) for name, rank in ranking.ranks if name in numbers)
        for (first, one), (second, other) in combinations(ranked, 2):
            rows.append((ranking.sentence, first, second, (one < other) - (other < one)))
    table = np.array(rows, dtype=np.int64).reshape(-1, 4)
    return Comparisons(table[:, 0], table[:, 1], table[:, 2], table[:, 3])


def read_rankings(path: Path, first_number: int) -> tuple[Ranking, ...]:
    """Return the rankings of a file, in its order; ``first_number`` is the ``src-id`` of its first sentence, 0 or 1.

    Raise DocumentError if the file is missing, is not XML, or an item lacks a number or a name, with its line.
    """
    try:
        data = path.read_bytes()
    except OSError:
        raise MissingDocument("there is no file of judgements here", path=path) from None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise DocumentError("the judgements are not XML", path=path, line=error.lineno) from error
    rankings = tuple(_ranking(item, path, first_number) for item in root.iter("ranking-item"))
    if not rankings:
        raise DocumentError("there is no 'ranking-item' in the judgements", path=path)
    return rankings


def _ranking(item: etree._Element, path: Path, first_number: int) -> Ranking:
    attributes = {str(name): str(value) for name, value in item.attrib.items()}
    line = cast("int | None", item.sourceline)
    try:
        sentence = int(attributes["src-id"]) - first_number
        ranks = [
            (name, int(str(output.attrib["rank"])))
            for output in item.iter("translation")
            for name in str(output.attrib["system"]).split()
        ]
    except (KeyError, ValueError) as error:
        raise DocumentError(
            f"a ranking lacks a usable attribute: {error}",
            path=path,
            line=line,
            remedy="It needs 'src-id', and each 'translation' needs 'rank' and 'system'",
        ) from error
    if sentence < 0 or len(dict(ranks)) != len(ranks):
        raise DocumentError("a ranking has a wrong number, or ranks a system twice", path=path, line=line)
    return Ranking(sentence, attributes.get("user", ""), tuple(ranks))


@attrs.frozen
class SystemSet:
    """The systems that a correlation is computed over, such as SEEDA's Base."""

    name: str
    """The name of the set of systems."""
    title: str
    systems: tuple[str, ...]


@attrs.frozen
class ReferenceSet:
    """References of one kind for the same sentences, one text for each annotator.

    ``systems`` names the set of systems that papers evaluate with them. ``texts`` are without edits, ``stated`` with
    those that their file states; empty where it states none.
    """

    name: str
    """The name of the set of references."""
    title: str
    systems: str
    texts: tuple[ParallelText, ...]
    stated: tuple[ParallelText, ...] = ()


@attrs.frozen
class Judgements:
    """People's judgements of one kind; ``published``: systems' scores by method; empty where rankings give them."""

    name: str
    title: str
    """What papers call the judgements."""
    rankings: tuple[Ranking, ...]
    published: Mapping[str, Mapping[str, float]] = attrs.field(factory=dict)


@attrs.frozen
class Benchmark:
    """Systems' outputs, by name, for the same sentences, with references and judgements.

    ``people`` says how papers make people's scores of systems.
    """

    name: str
    """The benchmark's name."""
    title: str
    source: ParallelText
    systems: tuple[ParallelText, ...]
    references: tuple[ReferenceSet, ...]
    judgements: tuple[Judgements, ...]
    system_sets: tuple[SystemSet, ...]
    people: tuple[str, ...] = ("trueskill",)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(text.name for text in self.systems)

    def system_set(self, name: str) -> SystemSet:
        """Return the set of systems of a name; raise ChoiceError if there is none."""
        return _named(self.system_sets, name, "set of systems")

    def reference_set(self, name: str) -> ReferenceSet:
        """Return the references of a name; raise ChoiceError if there are none."""
        return _named(self.references, name, "set of references")


_Item = TypeVar("_Item", SystemSet, ReferenceSet)


def _named(items: Sequence[_Item], name: str, kind: str) -> _Item:
    for item in items:
        if item.name == name:
            return item
    raise ChoiceError(f"there is no {kind} {name!r}. Choose one of {', '.join(item.name for item in items)}")


BenchmarkReader = Callable[[Path, Path], Benchmark]
"""Reads a benchmark from its folder, and its references from another one."""

BENCHMARKS: Registry[BenchmarkReader] = Registry(
    "benchmark",
    {
        "seeda": "markscheme.research.judgements:read_seeda",
        "seeda-all": "markscheme.research.judgements:read_whole_seeda",
        "gjg15": "markscheme.research.judgements:read_gjg15",
    },
)


def lines_text(path: Path, name: str = "") -> ParallelText:
    """Return a file of a tokenised sentence a line, named by stem or ``name``; raise DocumentError if unreadable."""
    return ParallelText.of_lines(read_text(path), name or path.stem, path)


def selected(text: ParallelText, sentences: Sequence[int]) -> ParallelText:
    """Return a text's sentences of these indices; raise DocumentError if the text has fewer."""
    if len(text.sides) <= max(sentences):
        raise DocumentError(
            f"it has {len(text.sides)} sentences, and judgements name sentence {max(sentences) + 1}", path=text.path
        )
    return attrs.evolve(
        text,
        sides=tuple(text.sides[number] for number in sentences),
        lines=tuple(text.lines[number] for number in sentences),
        sources=None if text.sources is None else tuple(text.sources[number] for number in sentences),
    )


OFFICIAL = Path("conll14", "conll14.errant")
_SN8 = Path("sn8gec")


@attrs.frozen
class _Files:
    name: str
    title: str
    fluency: bool
    folder: Path
    files: tuple[str, ...]


_SETS = (
    _Files(
        "expert-minimal",
        "E-Minimal",
        False,
        _SN8 / "expert_annotations" / "expert_minimal",
        ("expert_minimalA", "expert_minimalB"),
    ),
    _Files(
        "non-expert-minimal",
        "NE-Minimal",
        False,
        _SN8 / "turker_annotations" / "turkers_minimal",
        ("turker_minimalA", "turker_minimalB"),
    ),
    _Files(
        "expert-fluency",
        "E-Fluency",
        True,
        _SN8 / "expert_annotations" / "expert_fluency",
        ("expert_fluencyA", "expert_fluencyB"),
    ),
    _Files(
        "non-expert-fluency",
        "NE-Fluency",
        True,
        _SN8 / "turker_annotations" / "turkers_fluency",
        ("turker_fluencyA", "turker_fluencyB"),
    ),
)


def read_references(
    folder: Path,
    sentences: Sequence[int],
    *,
    left_out: Collection[str] = (),
    minimal: str,
    fluency: str,
) -> tuple[ReferenceSet, ...]:
    """Return the sets of references in a folder that holds ``conll14`` and ``sn8gec``, for indices in the test set.

    ``left_out`` are files that a benchmark has as systems. ``minimal`` and ``fluency`` name the sets of systems that
    such corrections are evaluated with. Raise DocumentError if a file can't be read, or there is no set at all.
    """
    sets: list[ReferenceSet] = []
    official = folder / OFFICIAL
    if official.is_file():
        stated = tuple(selected(text, sentences) for text in read_parallel(read_text(official), "official", official))
        sets.append(ReferenceSet("official", "Official", minimal, tuple(map(_corrected, stated)), stated))
    for files in _SETS:
        paths = [folder / files.folder / name for name in files.files if name not in left_out]
        if all(path.is_file() for path in paths):
            kept = tuple(selected(lines_text(path), sentences) for path in paths)
            sets.append(ReferenceSet(files.name, files.title, fluency if files.fluency else minimal, kept))
    if not sets:
        raise DocumentError(
            "there are no references here", path=folder, remedy=f"Put '{OFFICIAL}' or the folder '{_SN8}' into it"
        )
    return tuple(sets)


def _corrected(text: ParallelText) -> ParallelText:
    """Return corrected sentences without edits: ERRANT extracts all by the same rules, as in the papers."""
    sides = tuple(attrs.evolve(side, edits=(), edit_lines=(), states_edits=False) for side in text.sides)
    return attrs.evolve(text, sides=sides, sources=None)


SOURCE = "INPUT"
"""The system that changes nothing."""


def read_gjg15(folder: Path, references: Path) -> Benchmark:
    """Return GJG15 with the references of a folder; raise DocumentError if a file can't be used."""
    outputs = folder / "official_submissions"
    paths = sorted(path for path in outputs.glob("*") if path.is_file())
    systems = tuple(lines_text(path, path.name) for path in paths)
    source = next((text for text in systems if text.name == SOURCE), None)
    if source is None:
        raise DocumentError("GJG15's outputs are not here", path=outputs, remedy=f"There must be '{SOURCE}'")
    path = folder / "judgments.xml"
    rankings = read_rankings(path, 0)
    count = len(source.sides)
    if any(ranking.sentence >= count for ranking in rankings):
        raise DocumentError(f"a ranking names a sentence behind the last of {count}", path=path)
    names = tuple(text.name for text in systems)
    return Benchmark(
        "gjg15",
        "GJG15",
        source,
        systems,
        read_references(references, range(count), minimal="all", fluency="all"),
        (Judgements("sent", "GJG15", rankings),),
        (
            SystemSet("all", "all", names),
            SystemSet("systems", "without INPUT", tuple(name for name in names if name != SOURCE)),
        ),
        ("expected-wins", "trueskill"),
    )


FLUENCY_SYSTEMS = ("GPT-3.5", "REF-F")
"""The systems that rewrite for fluency, which Base is without."""
MINIMAL_REFERENCE = "REF-M"
"""The system of Base that is a person's minimal corrections."""
SYSTEMS_AS_REFERENCES = frozenset({"expert_minimalA", "expert_fluencyA"})
"""The references that stand among the systems, as REF-M and REF-F."""
_JUDGEMENTS = (("edit", "SEEDA-E"), ("sent", "SEEDA-S"))
_METHODS = (("trueskill", "TS"), ("expected-wins", "EW"))


def read_seeda(folder: Path, references: Path, *, all_sentences: bool = False) -> Benchmark:
    """Return SEEDA's 391 judged sentences, or all 1,312 that systems corrected; raise DocumentError for a bad file."""
    outputs = folder / "outputs" / "all"
    paths = sorted(outputs.glob("*.txt"))
    if not any(path.stem == SOURCE for path in paths):
        raise DocumentError("SEEDA's outputs are not here", path=outputs, remedy=f"There must be '{SOURCE}.txt'")
    rankings = {name: read_rankings(folder / "data" / f"judgments_{name}.xml", 1) for name, _ in _JUDGEMENTS}
    numbers = sorted({ranking.sentence for rows in rankings.values() for ranking in rows})
    outputs_of_all = tuple(map(lines_text, paths))
    if all_sentences:
        numbers = list(range(len(outputs_of_all[0].sides)))
    systems = tuple(selected(text, numbers) for text in outputs_of_all)
    names = tuple(text.name for text in systems)
    fluency = tuple(name for name in names if name != SOURCE)
    base = tuple(name for name in fluency if name not in FLUENCY_SYSTEMS)
    return Benchmark(
        "seeda-all" if all_sentences else "seeda",
        "SEEDA, all sentences" if all_sentences else "SEEDA",
        _source(systems),
        systems,
        read_references(references, numbers, left_out=SYSTEMS_AS_REFERENCES, minimal="base", fluency="fluency"),
        tuple(
            Judgements(name, title, _renumbered(rankings[name], numbers), _published(folder, name, names))
            for name, title in _JUDGEMENTS
        ),
        (
            SystemSet("base", "Base", base),
            SystemSet("base-input", "Base and INPUT", tuple(name for name in names if name not in FLUENCY_SYSTEMS)),
            SystemSet("base-machines", "Base without REF-M", tuple(name for name in base if name != MINIMAL_REFERENCE)),
            SystemSet("fluency", "+Fluency", fluency),
            SystemSet("all", "all", names),
        ),
    )


read_whole_seeda = partial(read_seeda, all_sentences=True)


def _source(systems: tuple[ParallelText, ...]) -> ParallelText:
    return next(text for text in systems if text.name == SOURCE)


def _renumbered(rankings: tuple[Ranking, ...], numbers: list[int]) -> tuple[Ranking, ...]:
    places = {number: place for place, number in enumerate(numbers)}
    return tuple(attrs.evolve(ranking, sentence=places[ranking.sentence]) for ranking in rankings)


def _published(folder: Path, judgements: str, names: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """Return the published scores by method: one a line, in the order of the systems' names."""
    published: dict[str, dict[str, float]] = {}
    for method, letters in _METHODS:
        path = folder / "scores" / "human" / f"{letters}_{judgements}.txt"
        if not path.is_file():
            continue
        try:
            values = [float(line) for line in read_text(path).split()]
        except ValueError as error:
            raise DocumentError("a line is not a number", path=path) from error
        if len(values) != len(names):
            raise DocumentError(f"it has {len(values)} scores of {len(names)} systems", path=path)
        published[method] = dict(zip(names, values, strict=True))
    return published


def without_unchanged(sources: Sequence[Segment], references: Sequence[ParallelText]) -> tuple[ParallelText, ...]:
    """Return the references as if their authors had not seen the sentences that they leave as they are."""
    return tuple(
        attrs.evolve(
            text,
            sides=tuple(
                attrs.evolve(side, absent=side.absent or side.segment.tokens == source.tokens)
                for side, source in zip(text.sides, sources, strict=True)
            ),
        )
        for text in references
    )


def sentences_with_references(references: Sequence[ParallelText]) -> npt.NDArray[np.int64]:
    """Return the ascending indices of the sentences that a reference's author has seen; raise ChoiceError if none."""
    seen = np.array([[not side.absent for side in text.sides] for text in references]).any(axis=0)
    if not seen.any():
        raise ChoiceError("the references leave all sentences as they are; count unchanged references too")
    return np.flatnonzero(seen).astype(np.int64)
