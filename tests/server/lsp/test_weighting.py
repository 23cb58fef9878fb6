"""Weights in the editor: in cards and lenses, and when they arrive."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

import markscheme
from exercise_files import exercise
from markscheme import MarkSettings
from server.lsp.conversation import hover, open_document, settled
from server.lsp.test_lenses import lenses

WORSE = "This correction made the sentence less like the reference."

pytestmark = pytest.mark.cleme2


@pytest.fixture
def hypothesis(tmp_path: Path) -> Path:
    return exercise(
        tmp_path,
        source="My sister live happily in Rome.\n",
        hypotheses={"mei": "My sister lives happily on Rome.\n"},
        references={"kim": "My sister lives happily in Rome.\n"},
    ).hypothesis("mei")


@pytest.mark.options(weighting="similarity")
async def test_a_card_shows_the_weight_and_that_a_correction_made_it_worse(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    await settled(client, uri)
    hit, over = [await hover(client, uri, types.Position(0, column)) for column in (11, 25)]
    [document] = markscheme.review(
        [hypothesis], settings=markscheme.ReviewSettings(MarkSettings(weighting="similarity"))
    ).documents
    weights = [f"weight {finding.weight:.3f}" for finding in document.review.chunks]
    assert weights[0] in hit
    assert weights[1] in over
    assert WORSE in over
    assert WORSE not in hit
    assert "Sentence, weighted: hit 100 %" in over
    (_, title), *_ = await lenses(client, uri)
    assert f"score {document.review.marks.scores.score:.3f} by similarity" in title


@pytest.mark.options(weighting="length", metric="cleme2")
async def test_weights_by_length_come_with_the_categories(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    await settled(client, uri, count=1)
    card = await hover(client, uri, types.Position(0, 25))
    assert "weight 1.00" in card
    (_, title), *_ = await lenses(client, uri)
    assert "by length" in title


@pytest.mark.options(weighting="vector", metric="cleme2")
async def test_weights_by_vector_come_second_even_without_credit(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    await settled(client, uri, count=2)
    (_, title), *_ = await lenses(client, uri)
    assert "by vector" in title
    assert "not yet weighted" not in title
