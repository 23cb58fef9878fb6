"""A benchmark whose judges want every error corrected, and mind needless changes less: a planted optimum.

Each sentence has two errors. Careful systems correct one of them. Bold ones correct both and change two words that
were right. Systems are bold in more and more sentences. So F0.5 orders the systems from careful to bold, and F2 as the
judges do.
"""

from pathlib import Path

from research.evaluation.small_benchmark import judgements, write_lines

NAMES = ("Ann", "Bob", "Cam", "Dot")
SOURCE = [f"{name} go to {place} and sing well ." for name in NAMES for place in ("school", "work", "church")]
CAREFUL = [line.replace(" go ", " goes ") for line in SOURCE]
BOLD = [
    line.replace(" go ", " goes ").replace(" sing ", " sings ").replace(" well ", " badly ").replace(" to ", " from ")
    for line in SOURCE
]
BEST = [line.replace(" go ", " goes ").replace(" sing ", " sings ") for line in SOURCE]
SYSTEMS = {"A0": 0, "B3": 3, "C6": 6, "D9": 9, "E12": 12}
"""In how many sentences each system is bold."""


def output(bold: int) -> list[str]:
    """Return a system's sentences."""
    return [*BOLD[:bold], *CAREFUL[bold:]]


def write_bold_gjg15(folder: Path, *, people_want_bold: bool = True) -> Path:
    """Write the benchmark in the layout of GJG15, with two sets of references, and return its folder."""
    root = folder / "gjg15"
    outputs = {"INPUT": SOURCE} | {name: output(bold) for name, bold in SYSTEMS.items()}
    for name, lines in outputs.items():
        write_lines(root / "official_submissions" / name, lines)
    ranks = dict.fromkeys(BOLD, 1 if people_want_bold else 2) | dict.fromkeys(CAREFUL, 2 if people_want_bold else 1)
    rows = []
    for place in range(len(SOURCE)):
        groups: dict[str, list[str]] = {}
        for name, lines in outputs.items():
            groups.setdefault(lines[place], []).append(name)
        ranked = [(" ".join(names), ranks.get(text, 3)) for text, names in groups.items()]
        rows.append((place + 1, "ann", ranked))
    write_lines(root / "judgments.xml", [judgements(rows, first=0)])
    minimal = folder / "sn8gec" / "expert_annotations" / "expert_minimal"
    fluency = folder / "sn8gec" / "turker_annotations" / "turkers_fluency"
    for path in (minimal / "expert_minimalA", fluency / "turker_fluencyA"):
        write_lines(path, BEST)
    write_lines(minimal / "expert_minimalB", SOURCE)
    write_lines(fluency / "turker_fluencyB", [line.replace(" well ", " very well ") for line in BEST])
    return root
