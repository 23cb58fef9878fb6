"""References in running text that end long before their source."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

import markscheme
from markscheme.cli.app import app
from markscheme.documents.corpus import Document
from markscheme.edits.passages import Aligner, Alignment
from markscheme.inference.models import Models
from markscheme.marking.local import Engine
from markscheme.marking.words import EARLY_END
from markscheme.research.agreement import AgreementSettings
from markscheme.research.resampling import ResamplingSettings

SENTENCES = [
    "She like music.",
    "He go home by bus.",
    "We was in Italy last year.",
    "They has a dog and two cats.",
    "My brother work in a bank.",
    "It rain every day in winter.",
    "The train arrive at nine.",
    "Her friends plays football on Sunday.",
]
SOURCE = f"{' '.join(SENTENCES[:4])}\n\n{' '.join(SENTENCES[4:])}\n"
WHOLE = (
    SOURCE.replace("like", "likes")
    .replace("go", "goes")
    .replace("rain ", "rains ")
    .replace("arrive", "arrives")
    .replace("plays", "play")
)
QUICK = AgreementSettings(ResamplingSettings(0), with_credit=False, with_verdicts=False)


def ending_after(sentences: int) -> str:
    return f"{WHOLE.partition(SENTENCES[sentences][:8])[0].strip()}\n"


@pytest.fixture(scope="module")
def models() -> Models:
    return Engine().models


def aligned(models: Models, *references: str, complete: bool = False) -> Alignment:
    documents = [Document(f"teacher {number}", text) for number, text in enumerate(references)]
    source = Document("source", SOURCE)
    return Aligner(models.split).align(source, None, documents, tokenised=False, complete=documents if complete else ())


def test_a_reference_that_ends_early_has_not_seen_the_rest(models: Models):
    own = aligned(models, WHOLE, ending_after(3))
    assert own.early_end_words == ("teacher 1's text ends after sentence 3 of 8; the rest counts as not seen",)
    assert [passage.references[1].absent for passage in own.passages] == [False] * 3 + [True] * 5
    assert not any(passage.references[0].absent for passage in own.passages)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(ending_after(6), id="two sentences taken out"),
        pytest.param(f"{ending_after(3).strip()} Nobody knows why, but that was the end of it.\n", id="reworded"),
        pytest.param(SOURCE.partition(SENTENCES[4][:5])[2], id="the beginning taken out"),
    ],
)
def test_other_deletions_stay_deletions(models: Models, text: str):
    assert aligned(models, WHOLE, text).early_ends == ()


def test_a_hypothesis_in_place_of_a_reference_deletes_what_it_lacks(models: Models):
    assert aligned(models, ending_after(3), complete=True).early_ends == ()


def test_half_a_text_earns_nothing_for_its_missing_half(tmp_path: Path):
    texts = {"src": SOURCE, "ref.ann": WHOLE, "ref.jan": ending_after(3), "hyp.lazy": ending_after(3)}
    for name, text in texts.items():
        (tmp_path / f"x.{name}.txt").write_text(text)
    [document] = markscheme.review([tmp_path]).documents
    verdicts = [item.place.verdict.value for item in document.review.findings if item.place is not None]
    assert verdicts.count("correct") == 2
    [notice] = document.review.notices
    assert (notice.code, notice.message) == (
        EARLY_END,
        "jan's text ends after sentence 3 of 8; the rest counts as not seen",
    )
    agreement = markscheme.agreement([tmp_path], settings=QUICK)
    assert {item.name: item.sentences for item in agreement.annotators} == {"ann": 8, "jan": 3}
    result = CliRunner().invoke(app, ["annotate", "questions", str(tmp_path)], catch_exceptions=False)
    assert result.exit_code == 0
    assert "took out" not in result.stdout
    assert "note: jan's text ends after sentence 3 of 8" in result.stderr
