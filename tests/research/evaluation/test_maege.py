"""MAEGE of any text that several annotators corrected: chains of partly corrected sentences, and their order."""

from collections.abc import Iterable
from pathlib import Path
from statistics import fmean

import attrs
import pytest
from benchmarks import maege
from benchmarks.maege import MEANS, Agreement, agreement, lattice

import markscheme
from markscheme import DocumentError, Edit, EngineSettings, Metric
from markscheme.metrics.base import Level, ModelOutputs, Need, NoCounts, Score, Sentence, SentenceScore
from markscheme.metrics.gleu import NgramScores

SOURCE = ("She", "go", "to", "the", "school", "every", "days", ".")
FIRST = (Edit(1, 2, ("goes",)), Edit(3, 4, ()), Edit(6, 7, ("day",)))
SECOND = (Edit(1, 2, ("went",)), Edit(5, 7, ("daily",)))
UNCHANGED = ("He", "sleeps", ".")


def test_a_chain_goes_from_the_source_to_its_reference():
    chains = lattice({SOURCE: [FIRST, SECOND], UNCHANGED: [(), (Edit(0, 1, ("She",)),)]}, seed=1)
    assert [len(chain.versions) for chain in chains.chains] == [4, 3]
    ends = ("She goes to school every day .", "She went to the school daily .")
    for chain, end in zip(chains.chains, ends, strict=True):
        assert chain.versions[0].text == " ".join(SOURCE)
        assert chain.versions[-1].text == end
        assert chain.scores[0] == 1 - 3 / len(" ".join(SOURCE))
        assert chain.scores[-1] == 1
    made = [[version.made for version in corpus] for corpus in chains.corpora]
    assert len(made) == len(MEANS)
    assert made[0] == [0]
    assert made[-1][0] in (2, 3)


def numbers(found: Agreement) -> list[float | None]:
    of_chains = [found.chain_kendall, found.ties]
    return [*attrs.astuple(found.corpus), *attrs.astuple(found.sentence), *of_chains]


def test_estimates_like_the_scores_agree_wholly_and_turned_round_not_at_all():
    chains = lattice({SOURCE: [FIRST, FIRST[:2], FIRST[1:]]}, seed=1)
    scores = [score for chain in chains.chains for score in chain.scores]
    means = [float(mean) for mean in MEANS]
    right = agreement(chains, [*scores, *means])
    assert numbers(right) == pytest.approx([1, 1, 1, 1, 1, 0])
    wrong = agreement(chains, [-value for value in (*scores, *means)])
    assert numbers(wrong) == pytest.approx([-1, -1, -1, -1, -1, 0])


def test_equal_estimates_are_ties_and_no_order():
    chains = lattice({SOURCE: [SECOND]}, seed=1)
    ties = agreement(chains, [1.0, 1.0, 2.0, *map(float, MEANS)])
    assert ties.ties == pytest.approx(1 / 3)
    assert ties.chain_kendall == 1


M2 = """S She go to the school every days .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 3 4|||U:DET||||||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||day|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||1
A 5 7|||R:OTHER|||daily|||REQUIRED|||-NONE-|||1

S He have two cat .
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||cats|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||1
A 3 4|||R:NOUN:NUM|||cats|||REQUIRED|||-NONE-|||1

S It is fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 1|||R:PRON|||This|||REQUIRED|||-NONE-|||1
"""
SENTENCE_LENGTH = (0.763, 0.714, 0.241, 0.187, 0.122, 0.355)
"""The row of the bundled estimator's card for sentence length, on JFLEG's test part."""


@attrs.frozen(kw_only=True)
class Length(Metric[float]):
    """A metric of a package's own: the number of words of a sentence."""

    name = "length"
    title = "Length"
    needs = frozenset({Need.TEXTS})

    level: Level = "corpus"

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> float:
        return float(len(sentence.hypothesis))

    def fold(self, statistics: Iterable[float], *, keep_sentences: bool = True) -> Score[NoCounts, NgramScores]:
        lengths = list(statistics)
        sentences = tuple(SentenceScore(None, NoCounts(), NgramScores(length)) for length in lengths)
        return Score(NoCounts(), NgramScores(fmean(lengths)), len(lengths), sentences)


def of(path: Path, engine: EngineSettings, *metrics: str | Metric, references: str = "others") -> maege.Evaluation:
    chosen = [markscheme.metric(item) if isinstance(item, str) else item for item in metrics]
    return maege.evaluate(path, chosen, references, engine=engine)


@pytest.fixture
def annotated(tmp_path: Path) -> Path:
    path = tmp_path / "annotated.m2"
    path.write_text(M2)
    return path


def test_the_edits_of_m2_make_the_chains(annotated: Path, engine_settings: EngineSettings):
    result = of(annotated, engine_settings, "errant", references="all")
    assert (result.sentences, result.annotators, len(result.lattice.chains), result.versions) == (
        2,
        2,
        4,
        4 + 3 + 3 + 3,
    )
    [row] = result.rows
    assert row.agreement.chain_kendall == 1, "against its own reference each correction is better"
    assert "refs:2" in row.signature


def test_metrics_see_the_other_annotators_references(annotated: Path, engine_settings: EngineSettings):
    [own], [whole] = (of(annotated, engine_settings, "errant", references=name).rows for name in ("others", "all"))
    assert "refs:1" in own.signature
    assert own.agreement.chain_kendall < whole.agreement.chain_kendall or own.agreement.ties > whole.agreement.ties


def test_a_sentence_that_one_annotator_has_seen_has_no_others_references(
    annotated: Path, engine_settings: EngineSettings
):
    annotated.write_text(f"{M2}\nS She like tea .\nA 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\n")
    others, whole = (
        of(annotated, engine_settings, "errant", "gleu", "cleme2", references=name) for name in ("others", "all")
    )
    assert (others.sentences, len(others.lattice.chains)) == (2, 4)
    assert (whole.sentences, len(whole.lattice.chains)) == (3, 5)


def test_a_metric_that_ties_everything_has_no_order(tmp_path: Path, engine_settings: EngineSettings):
    path = tmp_path / "differing.m2"
    path.write_text(
        "S He go to school .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||R:VERB|||went|||REQUIRED|||-NONE-|||1\n"
    )
    [row] = of(path, engine_settings, "errant").rows
    assert row.agreement.chain_kendall is None
    assert row.agreement.ties == 1


def test_lines_with_references_are_read_as_m2_with_the_same_edits(
    tmp_path: Path, annotated: Path, engine_settings: EngineSettings
):
    folder = tmp_path / "lines"
    folder.mkdir()
    (folder / "test.src").write_text("She go to the school every days .\nHe have two cat .\nIt is fine .\n")
    (folder / "test.spellchecked.src").write_text("She go\n")
    (folder / "test.ref0").write_text("She goes to school every day .\nHe has two cats .\nIt is fine .\n")
    (folder / "test.ref1").write_text("She went to the school daily .\nHe has two cats .\nThis is fine .\n")
    of_lines, of_m2 = (
        of(path, engine_settings, "errant", "gleu", "cleme2", Length(), references="all")
        for path in (folder, annotated)
    )
    assert of_lines.rows == of_m2.rows
    assert of_lines.versions == 4 + 3 + 3 + 3


def test_the_command_prints_a_table(annotated: Path, capsys: pytest.CaptureFixture[str]):
    maege.main([str(annotated.parent), "--metric", "gleu", "--metric", "impara", "--threshold", "-1"])
    text = capsys.readouterr().out
    assert [line.split(" | ")[0] for line in text.splitlines()[2:4]] == ["| GLEU", "| IMPARA"]
    assert "2 sentences that all 2 annotators change, 4 chains, 13 versions (seed 1)." in text
    assert "those of the other annotators" in text
    assert "threshold:-1" in text
    with pytest.raises(SystemExit, match="2"):
        maege.main([str(annotated), "--references", "mine"])
    with pytest.raises(SystemExit, match="does not exist"):
        maege.main([str(annotated.parent / "missing.m2"), "--metric", "gleu"])


def test_what_has_not_several_annotators_is_refused(tmp_path: Path, annotated: Path, engine_settings: EngineSettings):
    alone = tmp_path / "alone.m2"
    alone.write_text("\n".join(line for line in M2.splitlines() if not line.endswith("|||1")) + "\n")
    with pytest.raises(DocumentError, match="only one annotator"):
        of(alone, engine_settings, "errant")
    (tmp_path / "second.m2").write_text(M2)
    with pytest.raises(DocumentError, match=r"annotated\.m2, second\.m2"):
        of(tmp_path, engine_settings, "errant")
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(DocumentError, match="no text has several annotators"):
        of(empty, engine_settings, "errant")


@pytest.mark.thorough
def test_sentence_length_has_the_card_s_figures_on_jfleg(data: Path, engine_settings: EngineSettings):
    own = of(data / "jfleg" / "test", engine_settings, Length())
    assert (own.sentences, len(own.lattice.chains)) == (565, 2260)
    found = own.rows[0].agreement
    values = (*attrs.astuple(found.corpus), *attrs.astuple(found.sentence))
    assert (*values, found.chain_kendall, found.ties) == pytest.approx(SENTENCE_LENGTH, abs=0.0006)
