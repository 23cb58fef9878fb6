"""Benchmarks are read as they are published, and faults are named with their place."""

from pathlib import Path

import pytest

from markscheme.errors import DocumentError
from markscheme.research.judgements import BENCHMARKS, Ranking, comparisons_of
from research.evaluation.small_benchmark import JUDGED, OUTPUTS, judgements, write_gjg15, write_seeda


def test_seeda_is_read_with_the_judged_sentences_alone(tmp_path: Path):
    benchmark = BENCHMARKS.get("seeda")(write_seeda(tmp_path), tmp_path)
    assert benchmark.names == tuple(sorted(OUTPUTS))
    assert [" ".join(side.segment.tokens) for side in benchmark.source.sides] == [
        OUTPUTS["INPUT"][number - 1] for number in JUDGED
    ]
    assert set(benchmark.system_set("base").systems) == set(OUTPUTS) - {"INPUT", "REF-F", "GPT-3.5"}
    assert set(benchmark.system_set("fluency").systems) == set(OUTPUTS) - {"INPUT"}
    assert [item.title for item in benchmark.judgements] == ["SEEDA-E", "SEEDA-S"]
    assert {ranking.sentence for ranking in benchmark.judgements[0].rankings} == set(range(len(JUDGED)))
    assert benchmark.judgements[0].published["trueskill"]["Full"] == pytest.approx(5.1)


def test_references_that_are_systems_are_left_out(tmp_path: Path):
    benchmark = BENCHMARKS.get("seeda")(write_seeda(tmp_path), tmp_path)
    sets = {item.name: (item.systems, [text.name for text in item.texts]) for item in benchmark.references}
    assert sets == {
        "expert-minimal": ("base", ["expert_minimalB"]),
        "non-expert-fluency": ("fluency", ["turker_fluencyA", "turker_fluencyB"]),
    }


def test_official_references_are_corrected_texts_without_their_edits(tmp_path: Path):
    root = write_seeda(tmp_path)
    lines = [f"S {line}\nA 0 0|||M:ADV|||So|||REQUIRED|||-NONE-|||{0}\n" for line in OUTPUTS["INPUT"]]
    (tmp_path / "conll14").mkdir()
    (tmp_path / "conll14" / "conll14.errant").write_text("\n".join(lines))
    [text] = BENCHMARKS.get("seeda")(root, tmp_path).reference_set("official").texts
    assert " ".join(text.sides[0].segment.tokens) == f"So {OUTPUTS['INPUT'][0]}"
    assert not text.sides[0].states_edits


def test_gjg15_is_read_whole_and_numbered_from_zero(tmp_path: Path):
    benchmark = BENCHMARKS.get("gjg15")(write_gjg15(tmp_path), tmp_path)
    assert len(benchmark.source.sides) == 8
    assert {ranking.sentence for ranking in benchmark.judgements[0].rankings} == {number - 1 for number in JUDGED}
    assert benchmark.judgements[0].published == {}
    assert len(benchmark.reference_set("expert-minimal").texts) == 2


def test_comparisons_are_of_all_systems_in_a_ranking():
    rankings = [Ranking(4, "ann", (("C", 2), ("A", 1), ("B", 2), ("X", 1)))]
    comparisons = comparisons_of(rankings, ("A", "B", "C"))
    rows = zip(comparisons.sentences, comparisons.first, comparisons.second, comparisons.outcomes, strict=True)
    assert [tuple(map(int, row)) for row in rows] == [(4, 0, 1, 1), (4, 0, 2, 1), (4, 1, 2, 0)]
    assert len(comparisons.decided.outcomes) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<appraise-results>", "not XML"),
        ("<appraise-results/>", "no 'ranking-item'"),
        (judgements([(1, "ann", [("A", 1)])]).replace("src-id", "id"), "'src-id'"),
        (judgements([(1, "ann", [("A", 1)])]).replace('rank="1"', 'rank="first"'), "usable attribute"),
        (judgements([(0, "ann", [("A", 1)])]), "wrong number"),
        (judgements([(1, "ann", [("A", 1), ("B A", 2)])]), "twice"),
    ],
)
def test_a_faulty_file_is_named(tmp_path: Path, text: str, words: str):
    root = write_seeda(tmp_path)
    path = root / "data" / "judgments_edit.xml"
    path.write_text(text)
    with pytest.raises(DocumentError, match=words) as error:
        BENCHMARKS.get("seeda")(root, tmp_path)
    assert error.value.path == path


def test_missing_files_are_named(tmp_path: Path):
    with pytest.raises(DocumentError, match=r"INPUT\.txt"):
        BENCHMARKS.get("seeda")(tmp_path, tmp_path)
    root = write_seeda(tmp_path)
    with pytest.raises(DocumentError, match="no references"):
        BENCHMARKS.get("seeda")(root, root)
    (root / "data" / "judgments_edit.xml").unlink()
    with pytest.raises(DocumentError, match="no file of judgements"):
        BENCHMARKS.get("seeda")(root, tmp_path)
