"""The English pipeline that all tests of languages share."""

import pytest

from markscheme.languages.language import find_language
from markscheme.languages.pipeline import Pipeline


@pytest.fixture(scope="session")
def pipeline() -> Pipeline:
    return Pipeline(find_language())
