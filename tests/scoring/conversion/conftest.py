"""The engine that all tests of conversions share."""

import pytest

from markscheme import EngineSettings
from markscheme.marking.local import Engine


@pytest.fixture(scope="session")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)
