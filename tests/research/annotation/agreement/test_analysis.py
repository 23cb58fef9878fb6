"""Agreement as a whole: equal to slow computations on a small set, and to what score and review give."""

import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

import attrs
import krippendorff
import numpy as np
import pytest

import markscheme
from markscheme import EngineSettings
from markscheme.documents.files import read_text
from markscheme.exercises.discovery import exercises_in
from markscheme.marking.local import Engine
from markscheme.research.agreement import Agreement, AgreementSettings, agreement_of
from markscheme.research.annotation_units import units_of
from markscheme.research.pool import Pool, PooledTexts
from markscheme.research.resampling import ResamplingSettings
from research.annotation.agreement.pools import SYSTEM, THREE, corpus, pool_in, source_of

EXAMPLE = Path(__file__).parents[4] / "examples" / "annotation"
QUICK = AgreementSettings(ResamplingSettings(20), with_credit=False)


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture(scope="module")
def small(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Agreement:
    folder = corpus(tmp_path_factory.mktemp("small"), bo=SYSTEM, cy=source_of(THREE))
    return agreement_of(pool_in(folder, engine), engine.models, attrs.evolve(QUICK, with_credit=True))


def kappa(labels: list[tuple[object, object]]) -> float | None:
    """Return Cohen's kappa, written out."""
    size = len(labels)
    if not size:
        return None
    first, second = (Counter(pair[side] for pair in labels) for side in (0, 1))
    chance = sum(first[label] * second[label] for label in first) / size**2
    return None if chance == 1 else (sum(a == b for a, b in labels) / size - chance) / (1 - chance)


def labels_of(agreement: Agreement) -> dict[str, list[list[object]]]:
    """Return each question's labels by unit, written out; ``...`` for a missing one."""
    treatments = [unit.treatments for unit in units_of(agreement.pool).units]
    return {
        "detection": [[... if item is None else item.detected for item in row] for row in treatments],
        "span": [[... if item is None else item.spans for item in row] for row in treatments],
        "correction": [
            [... if item is None else (item.replacement, item.detected) for item in row] for row in treatments
        ],
        "type": [[... if item is None or not item.corrects else item.type for item in row] for row in treatments],
    }


def test_each_kappa_is_that_of_a_slow_computation(small: Agreement):
    for question, rows in labels_of(small).items():
        result = small.question(question)
        assert result is not None
        names = [item.name for item in small.annotators]
        means: dict[int, list[float]] = {0: [], 1: [], 2: []}
        for one, other in combinations(range(3), 2):
            pairs = [(row[one], row[other]) for row in rows if ... not in (row[one], row[other])]
            expected = kappa(pairs)
            [pair] = [item for item in result.pairs if item.annotators == (names[one], names[other])]
            assert pair.kappa.value == (None if expected is None else pytest.approx(expected))
            assert result.kappa(names[other], names[one]) == pair.kappa
            assert (pair.units, pair.same) == (len(pairs), sum(a == b for a, b in pairs))
            if expected is not None:
                means[one].append(expected)
                means[other].append(expected)
        assert [item.value for item in result.annotators.values()] == [
            pytest.approx(fmean(own)) for own in means.values()
        ]
        every = [value for own in means.values() for value in own]
        assert result.mean_kappa.value == pytest.approx(fmean(every))


def test_each_alpha_is_the_packages(engine: Engine):
    agreement = agreement_of(pool_in(EXAMPLE, engine), engine.models, attrs.evolve(QUICK, with_verdicts=False))
    for question, rows in labels_of(agreement).items():
        codes: dict[object, int] = {}
        data = [[np.nan if item is ... else codes.setdefault(item, len(codes)) for item in row] for row in rows]
        result = agreement.question(question)
        assert result is not None
        expected = krippendorff.alpha(np.array(data).T, level_of_measurement="nominal")
        assert result.alpha.value == pytest.approx(expected)
        assert result.alpha.low is not None
        assert result.alpha.high is not None
        assert result.alpha.low < result.alpha.value < result.alpha.high


def numbers(answers: Any) -> tuple[int, int, int, int]:
    """Return how many units are changed, and how many answers are the same, another and none."""
    return answers.changes, answers.same, answers.different, answers.left


def test_what_annotators_did_is_counted(small: Agreement):
    assert (small.units, small.changed_units) == (14, 5)
    assert small.shared_sentences == 4
    rows = [(item.name, item.sentences, item.edits, item.changed, item.alone) for item in small.annotators]
    assert rows == [("reference#0", 4, 6, 4, 0), ("reference#1", 4, 4, 3, 0), ("reference#2", 3, 3, 3, 1)]
    assert [numbers(item.answers) for item in small.annotators] == [(4, 2, 3, 1), (3, 2, 3, 0), (3, 0, 4, 2)]
    assert small.annotators[2].alone_share == pytest.approx(1 / 3)


def test_kinds_of_errors_are_counted(small: Agreement):
    kinds = {item.name: item for item in small.types}
    assert set(kinds) == {"VERB:SVA", "VERB:TENSE", "VERB", "PREP", "DET", "ADJ"}
    agreement = kinds["VERB:SVA"]
    assert numbers(agreement.answers) == (5, 4, 4, 0)
    assert [item.changes for item in agreement.annotators.values()] == [2, 2, 1]
    assert numbers(kinds["ADJ"].answers) == (1, 0, 0, 2)
    example = kinds["ADJ"].example
    assert example is not None
    assert (example.sentence, example.start) == (2, 2)
    assert [item.words for item in example.opinions] == [("good",), None]
    assert {item.name for item in small.groups} >= {"agreement", "tense", "prepositions"}
    disagreements = [item.disagreements for item in small.types]
    assert disagreements == sorted(disagreements, reverse=True)


def test_groups_are_the_exercises_own(engine: Engine, tmp_path: Path):
    corpus(tmp_path / "verbs")
    corpus(tmp_path / "plain")
    (tmp_path / "verbs" / "markscheme.toml").write_text('[groups]\nVerbs = ["VERB", "VERB:SVA", "VERB:TENSE"]\n')
    exercises = [item for name in ("verbs", "plain") for item in exercises_in(tmp_path / name)]
    pool = Pool.of([PooledTexts.of(item, read_text) for item in exercises], engine.models)
    changes = {item.name: item.answers.changes for item in agreement_of(pool, engine.models, QUICK).groups}
    assert changes["Verbs"] == 8
    assert {name: changes[name] for name in ("agreement", "tense", "prepositions")} == {
        "agreement": 5,
        "tense": 2,
        "prepositions": 6,
    }


def test_confused_types_are_counted_by_pairs_of_annotators(small: Agreement):
    counts = {item.types: (item.same_correction, item.other_correction) for item in small.confusions}
    assert counts == {
        ("VERB:SVA", "VERB:SVA"): (2, 0),
        ("VERB:SVA", "VERB:TENSE"): (0, 3),
        ("VERB", "VERB:TENSE"): (1, 0),
        ("VERB", "VERB:SVA"): (0, 1),
        ("PREP", "PREP"): (1, 0),
    }


def lines(text: str, annotator: int) -> str:
    """Return the sentences of one annotator as an M2 file of its own."""
    kept = [line for line in text.splitlines() if not line.startswith("A ") or line.endswith(f"|||{annotator}")]
    return "\n".join(line[:-1] + "0" if line.startswith("A ") else line for line in kept) + "\n"


def test_scores_are_those_of_score(tmp_path: Path, engine: Engine):
    """Everybody has seen the first three sentences; score is given the same files."""
    seen = THREE[: THREE.index("S We was")].rstrip() + "\n"
    agreement = agreement_of(
        pool_in(corpus(tmp_path / "x", seen, bo="\n".join(SYSTEM.splitlines()[:3]) + "\n"), engine),
        engine.models,
        attrs.evolve(QUICK, with_credit=True),
    )
    files = [tmp_path / f"{number}.m2" for number in range(3)]
    for number, path in enumerate(files):
        path.write_text(lines(seen, number))
    for metric in ("cleme2", "errant", "credit"):
        humans, systems = [], []
        for number in range(3):
            others = [path for path in files if path != files[number]]
            hypotheses = {"own": files[number], "bo": tmp_path / "x" / "x.hyp.bo"}
            texts = markscheme.Corpus.read(hypotheses, others)
            own, bo = texts.score(metric, work=markscheme.Work(engine=engine)).runs
            assert agreement.left_out[number].scores[metric].scores == own.result.scores
            assert agreement.left_out[number].scores[metric].signature == own.result.signature
            humans.append(attrs.asdict(own.result.scores))
            systems.append(attrs.asdict(bo.result.scores))
        [ceiling] = [item for item in agreement.ceilings if item.metric == metric]
        headline = ceiling.headline
        human = fmean(item[headline] for item in humans)
        assert ceiling.people[headline] == pytest.approx(human)
        [system] = ceiling.systems
        assert system.scores[headline] == pytest.approx(fmean(item[headline] for item in systems))
        assert system.share == pytest.approx(system.scores[headline] / human)


def test_verdicts_are_those_of_a_review(tmp_path: Path, engine: Engine):
    texts = {"kim": "She likes music.\nHe went home.\n", "roy": "She likes the music.\nHe goes home.\n"}
    texts["amy"] = "She liked music.\nHe goes to home.\n"
    (tmp_path / "x.src.txt").write_text("She like the music.\nHe go to home.\n")
    for name, text in texts.items():
        (tmp_path / f"x.ref.{name}.txt").write_text(text)
    agreement = agreement_of(pool_in(tmp_path, engine), engine.models, QUICK)
    for item in agreement.left_out:
        name = item.annotator
        folder = tmp_path / f"marked {name}"
        folder.mkdir()
        (folder / "x.src.txt").write_text((tmp_path / "x.src.txt").read_text())
        for other, text in texts.items():
            (folder / f"x.{'hyp' if other == name else 'ref'}.{other}.txt").write_text(text)
        [document] = markscheme.review(
            [folder], work=markscheme.Work(engine), settings=markscheme.ReviewSettings(vectors="scheme")
        ).documents
        assert document.review.marks is not None
        assert item.verdicts is not None
        assert item.verdicts.counts == dict(document.review.marks.verdicts.counts)
        assert item.verdicts.points == document.review.marks.verdicts.points


def test_nobody_is_marked_against_their_own_further_corrections(tmp_path: Path, engine: Engine):
    choices = THREE.replace("|||likes|||REQUIRED|||-NONE-|||0", "|||likes||loves|||REQUIRED|||-NONE-|||0")
    own = agreement_of(pool_in(corpus(tmp_path / "a", choices), engine), engine.models, QUICK)
    plain = agreement_of(pool_in(corpus(tmp_path / "b"), engine), engine.models, QUICK)
    assert [item.name for item in own.annotators] == ["reference#0", "reference#1", "reference#2"]
    assert own.left_out[0].scores["errant"].scores == plain.left_out[0].scores["errant"].scores
    assert own.questions == plain.questions
    assert "|refs:3|" in own.left_out[1].scores["errant"].signature
    assert "|refs:2|" in own.left_out[0].scores["errant"].signature


def test_the_order_of_annotators_and_sentences_changes_no_coefficient(tmp_path: Path, engine: Engine, small: Agreement):
    blocks = THREE.rstrip().split("\n\n")
    numbers = {"0": "2", "1": "0", "2": "1"}
    random.Random(4).shuffle(blocks)
    swapped = [
        "\n".join(line[:-1] + numbers[line[-1]] if line.startswith("A ") else line for line in block.splitlines())
        for block in blocks
    ]
    other = agreement_of(pool_in(corpus(tmp_path, "\n\n".join(swapped) + "\n"), engine), engine.models, QUICK)
    for one, two in zip(small.questions, other.questions, strict=True):
        for name in ("fleiss", "alpha", "unitized_alpha", "mean_kappa", "mean_f1"):
            assert getattr(two, name).value == pytest.approx(getattr(one, name).value)
        assert two.kappa("reference#2", "reference#0").value == pytest.approx(
            one.kappa("reference#0", "reference#1").value
        )
    assert {item.name: item.answers for item in other.types} == {item.name: item.answers for item in small.types}


def test_annotators_who_do_the_same_agree_fully(tmp_path: Path, engine: Engine):
    text = "She likes music .\nHe goes home .\n"
    (tmp_path / "x.src").write_text("She like music .\nHe go home .\n")
    for name in ("kim", "roy", "amy"):
        (tmp_path / f"x.ref.{name}").write_text(text)
    agreement = agreement_of(pool_in(tmp_path, engine), engine.models, QUICK)
    for name in ("detection", "span", "correction"):
        question = agreement.question(name)
        assert question is not None
        values = [question.alpha, question.fleiss, question.mean_kappa, question.mean_f1]
        values += [question.unitized_alpha] if name != "span" else []
        assert [item.value for item in values] == pytest.approx([1] * len(values))
    assert [item.scores["errant"].scores.f for item in agreement.left_out] == [1, 1, 1]
    assert [item.verdicts and item.verdicts.points.share for item in agreement.left_out] == [1, 1, 1]


def numbered(edits: dict[int, str], sentences: int = 4) -> str:
    """Return M2 whose sentence of each number has one annotator's line."""
    blocks = []
    for number in range(sentences):
        blocks.append("\n".join([f"S He go to place {number} .", *edits.get(number, "").splitlines()]))
    return "\n\n".join(blocks) + "\n"


def test_annotators_with_nothing_in_common_have_no_number(tmp_path: Path, engine: Engine):
    goes = "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||"
    left = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||"
    edits = {0: f"{goes}0\n{goes}1", 1: f"{goes}0\n{left}1", 2: f"{goes}2", 3: f"{goes}3\n{left}4"}
    agreement = agreement_of(pool_in(corpus(tmp_path, numbered(edits)), engine), engine.models, QUICK)
    assert [item.sentences for item in agreement.left_out] == [2, 2, 0, 1, 1]
    assert agreement.left_out[2].scores == {}
    assert agreement.left_out[2].verdicts is None
    question = agreement.question("detection")
    assert question is not None
    names = [item.name for item in agreement.annotators]
    assert question.kappa(names[0], names[2]).value is None
    assert question.annotators[names[2]].value is None
    assert question.kappa(names[0], names[1]).value is not None
    assert agreement.shared_sentences == 3
    assert agreement.annotators[2].alone == 0


def test_nobody_changes_anything(tmp_path: Path, engine: Engine):
    references = "S All is well .\n\nS Very well .\n"
    (tmp_path / "x.src").write_text(source_of(references))
    for name in ("kim", "roy"):
        (tmp_path / f"x.ref.{name}").write_text(source_of(references))
    agreement = agreement_of(pool_in(tmp_path, engine), engine.models, QUICK)
    assert [item.alpha.value for item in agreement.questions] == [None] * 4
    assert agreement.types == ()
    assert agreement.annotators[0].alone_share is None


def test_one_annotator_has_no_agreement(tmp_path: Path, engine: Engine):
    agreement = agreement_of(pool_in(corpus(tmp_path, lines(THREE, 0)), engine), engine.models, QUICK)
    assert (agreement.questions, agreement.left_out, agreement.ceilings) == ((), (), ())
    assert agreement.annotators[0].edits == 6
    answers = agreement.annotators[0].answers
    assert answers.share(answers.same) is None
