"""The estimator that ships."""

import pytest

from markscheme.inference.estimator import estimator_folder, read_configuration
from markscheme.inference.models import Models
from markscheme.inference.settings import EngineSettings

SENTENCES = [
    ("She go to the school every days .", "She goes to school every day ."),
    ("Yesterday we was visiting a old museum .", "Yesterday we visited an old museum ."),
    ("My brother he have two dog .", "My brother has two dogs ."),
    ("I am very intresting in musik .", "I am very interested in music ."),
    ("There is many peoples on the station .", "There are many people at the station ."),
    ("He said me that he will comes tomorow .", "He told me that he would come tomorrow ."),
]


@pytest.fixture(scope="module")
def models(engine_settings: EngineSettings) -> Models:
    return Models(engine_settings)


def test_most_corrections_are_estimated_above_what_they_correct(models: Models):
    """On learners' sentences about one in eight is not (its card)."""
    estimates = models.estimates([text for pair in SENTENCES for text in pair], "bundled")
    above = [better > worse for worse, better in zip(estimates[::2], estimates[1::2], strict=True)]
    assert above.count(True) >= len(SENTENCES) - 1


def test_estimates_are_kept_and_the_same_again_alone(models: Models, engine_settings: EngineSettings):
    texts = [text for pair in SENTENCES for text in pair]
    together = models.estimates(texts, "bundled")
    assert Models(engine_settings).estimates(texts[::-1], "bundled") == together[::-1]


def test_it_is_the_one_its_configuration_names_and_small():
    folder = estimator_folder("bundled")
    assert read_configuration(folder).revision == "53aa51172d14"
    assert sum(path.stat().st_size for path in folder.iterdir()) < 4_000_000
