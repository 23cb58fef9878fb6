"""Reviews by an engine that all tests of a folder's upkeep share."""

from collections.abc import Callable
from pathlib import Path

import pytest

import markscheme
from markscheme import EngineSettings
from markscheme.marking.local import Engine
from markscheme.reports.report import Report

Review = Callable[[Path], Report]


@pytest.fixture(scope="session")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture
def review(engine: Engine) -> Review:
    """Return what reviews a file or a folder."""
    return lambda path: markscheme.review([path], work=markscheme.Work(engine))


@pytest.fixture
def notices(review: Review) -> Callable[[Path], list[str]]:
    """Return what gives the reminders of a review."""
    return lambda path: [item.problem for item in review(path).notices]
