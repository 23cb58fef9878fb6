"""The references for the CoNLL-2014 test set that SEEDA and GJG15 are evaluated with, as their authors publish them.

The official references (Ng et al., 2014) are one M2 file. The others (Sakaguchi et al., 2016) are a folder with a file
for each annotator. Papers evaluate SEEDA's Base systems against minimal corrections, and its +Fluency systems against
fluency corrections (UOT-ERRANT, Section 4.1).
"""

from collections.abc import Collection, Sequence
from pathlib import Path

import attrs

from markscheme.alignment.parallel import read_parallel
from markscheme.evaluation.judgements.benchmark import ReferenceSet
from markscheme.evaluation.judgements.texts import lines_text, selected
from markscheme.formats.parallel import ParallelText
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text

OFFICIAL = Path("conll14", "conll14.errant")
_SN8 = Path("sn8gec")


@attrs.frozen
class _Files:
    """The files of a set of references, one for each annotator."""

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
    """Return the sets of references that are in a folder.

    Parameters
    ----------
    folder
        Holds ``conll14`` and ``sn8gec``.
    sentences
        Indices in the test set of the sentences to take.
    left_out
        Files to leave out, because a benchmark has them as systems.
    minimal, fluency
        The sets of systems that minimal and fluency corrections are evaluated with.

    Raises
    ------
    DocumentError
        If a file can't be read, or the folder has no set at all.
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
    """Return the corrected sentences of an annotator of M2 without the edits.

    ERRANT then extracts edits of references and of systems by the same rules, as in the papers.
    """
    sides = tuple(attrs.evolve(side, edits=(), edit_lines=(), states_edits=False) for side in text.sides)
    return attrs.evolve(text, sides=sides, sources=None)
