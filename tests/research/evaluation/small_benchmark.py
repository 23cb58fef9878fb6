"""A small benchmark in the layout of SEEDA, in our own words: five systems, six of eight sentences, two annotators."""

from pathlib import Path

SOURCE = [
    "He go to school .",
    "She like a tea .",
    "We was late .",
    "I have two cat .",
    "They sings well .",
    "It rain today .",
    "This is fine .",
    "You is kind .",
]
BEST = [
    "He goes to school .",
    "She likes tea .",
    "We were late .",
    "I have two cats .",
    "They sing well .",
    "It rains today .",
    "This is fine .",
    "You are kind .",
]
JUDGED = (1, 2, 3, 5, 6, 8)
"""Numbers of the judged sentences, from 1."""


def corrected(*numbers: int) -> list[str]:
    """Return the source with these sentences corrected, by number from 1."""
    return [BEST[place] if place + 1 in numbers else text for place, text in enumerate(SOURCE)]


OUTPUTS = {
    "Careful": corrected(1, 2, 3),
    "Full": corrected(1, 2, 3, 4, 5, 6, 8),
    "GPT-3.5": corrected(1, 2, 3, 4, 5, 6),
    "Half": corrected(1, 3, 5),
    "INPUT": SOURCE,
    "Little": corrected(8),
    "Other": [text.replace("tea", "coffee") for text in corrected(2)],
    "REF-F": corrected(1, 2, 5, 6, 8),
}
RANKS = {"Full": 1, "GPT-3.5": 1, "REF-F": 2, "Careful": 2, "Half": 3, "Little": 4, "INPUT": 5, "Other": 5}
TEMPLATE = (
    '<appraise-results><error-correction-ranking-result id="x">{}</error-correction-ranking-result></appraise-results>'
)


def items() -> list[tuple[int, str, list[tuple[str, int]]]]:
    """Return the rankings: number, annotator, and groups of systems with the same output and their rank."""
    rankings = []
    for place, number in enumerate(JUDGED):
        for annotator in ("ann", "bea"):
            groups: dict[str, list[str]] = {}
            for name, lines in OUTPUTS.items():
                groups.setdefault(lines[number - 1], []).append(name)
            ranked = []
            for names in groups.values():
                rank = min(RANKS[name] for name in names)
                ranked.append((" ".join(names), 3 if annotator == "bea" and place == 2 else rank))
            rankings.append((number, annotator, ranked))
    return rankings


def judgements(rows: list[tuple[int, str, list[tuple[str, int]]]], first: int = 1) -> str:
    """Return rankings as XML."""
    parts = []
    for number, annotator, groups in rows:
        outputs = "".join(f'<translation system="{names}" rank="{rank}"/>' for names, rank in groups)
        parts.append(f'<ranking-item src-id="{number - 1 + first}" user="{annotator}">{outputs}</ranking-item>')
    return TEMPLATE.format("".join(parts))


def write_lines(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines))


def write_seeda(folder: Path) -> Path:
    """Write the benchmark and its references below a folder, and return the benchmark's folder."""
    root = folder / "seeda"
    for name, lines in OUTPUTS.items():
        write_lines(root / "outputs" / "all" / f"{name}.txt", lines)
    for kind in ("edit", "sent"):
        write_lines(root / "data" / f"judgments_{kind}.xml", [judgements(items())])
        scores = [str(6 - RANKS[name] + place / 10) for place, name in enumerate(sorted(OUTPUTS))]
        write_lines(root / "scores" / "human" / f"TS_{kind}.txt", scores)
    write_references(folder)
    return root


def write_references(folder: Path) -> None:
    minimal = folder / "sn8gec" / "expert_annotations" / "expert_minimal"
    write_lines(minimal / "expert_minimalA", SOURCE)
    write_lines(minimal / "expert_minimalB", BEST)
    fluency = folder / "sn8gec" / "turker_annotations" / "turkers_fluency"
    write_lines(fluency / "turker_fluencyA", BEST)
    write_lines(fluency / "turker_fluencyB", [line.replace("kind", "so kind") for line in BEST])


def write_gjg15(folder: Path) -> Path:
    """Write the same outputs and judgements in the layout of GJG15, and return their folder."""
    root = folder / "gjg15"
    for name, lines in OUTPUTS.items():
        write_lines(root / "official_submissions" / name, lines)
    write_lines(root / "judgments.xml", [judgements(items(), first=0)])
    write_references(folder)
    return root
