"""SEEDA (Kobayashi, Mita and Komachi, *Revisiting Meta-evaluation for Grammatical Error Correction*, TACL 2024).

Three annotators ranked the outputs of 15 systems for 391 sentences of the CoNLL-2014 test set, once by single edits
(SEEDA-E) and once by whole sentences (SEEDA-S). The folder is laid out as its authors publish it. Sentences are
numbered from 1 in the test set. Two systems are references of Sakaguchi et al. (2016), which so must not be references.
"""

from pathlib import Path

import attrs

from markscheme.evaluation.judgements.appraise import read_rankings
from markscheme.evaluation.judgements.benchmark import Benchmark, Judgements, SystemSet
from markscheme.evaluation.judgements.ranking import Ranking
from markscheme.evaluation.judgements.reference_sets import read_references
from markscheme.evaluation.judgements.texts import lines_text, selected
from markscheme.formats.parallel import ParallelText
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text

SOURCE = "INPUT"
"""The system that changes nothing."""
FLUENCY_SYSTEMS = ("GPT-3.5", "REF-F")
"""The systems that rewrite for fluency, which Base is without."""
MINIMAL_REFERENCE = "REF-M"
"""The system of Base that is a person's minimal corrections."""
SYSTEMS_AS_REFERENCES = frozenset({"expert_minimalA", "expert_fluencyA"})
"""The references that stand among the systems, as REF-M and REF-F."""
_JUDGEMENTS = (("edit", "SEEDA-E"), ("sent", "SEEDA-S"))
_METHODS = (("trueskill", "TS"), ("expected-wins", "EW"))


def read_seeda(folder: Path, references: Path) -> Benchmark:
    """Return SEEDA with the references of a folder.

    Raises
    ------
    DocumentError
        If a file is missing or can't be used.
    """
    return _read(folder, references, all_sentences=False)


def read_whole_seeda(folder: Path, references: Path) -> Benchmark:
    """Return SEEDA with all 1,312 sentences that its systems corrected, of which 391 are judged; as :func:`read_seeda`.

    Metrics then score systems on sentences that people have not seen.
    """
    return _read(folder, references, all_sentences=True)


def _read(folder: Path, references: Path, *, all_sentences: bool) -> Benchmark:
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
        complete=(_source(outputs_of_all), outputs_of_all),
    )


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
