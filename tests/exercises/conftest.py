"""Fixtures of the tests of exercises."""

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that no configuration above it governs."""
    (tmp_path / ".git").mkdir()
    return tmp_path
