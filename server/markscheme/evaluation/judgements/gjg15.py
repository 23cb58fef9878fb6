"""GJG15 (Grundkiewicz, Junczys-Dowmunt and Gillian, *Human Evaluation of Grammatical Error Correction Systems*, 2015).

Eight annotators ranked the outputs of the 12 systems of CoNLL-2014, and the text that they correct. Sentences are
numbered from 0. The systems' scores derive from the rankings.
"""

from pathlib import Path

from markscheme.evaluation.judgements.appraise import read_rankings
from markscheme.evaluation.judgements.benchmark import Benchmark, Judgements, SystemSet
from markscheme.evaluation.judgements.reference_sets import read_references
from markscheme.evaluation.judgements.texts import lines_text
from markscheme.text.errors import DocumentError

SOURCE = "INPUT"
"""The system that changes nothing."""


def read_gjg15(folder: Path, references: Path) -> Benchmark:
    """Return GJG15 with the references of a folder.

    Raises
    ------
    DocumentError
        If a file is missing or can't be used.
    """
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
