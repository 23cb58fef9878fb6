"""Outputs of the command line, from outside: compared with recorded ones; ``make golden`` records them anew."""

from pathlib import Path

import pytest
from filelock import FileLock

from golden.cases import CASES, WARM
from golden.recorder import difference, transcript


@pytest.fixture(scope="session")
def warm(run_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Fill the cache that all worker processes share with the edits and vectors of the inputs."""
    done = run_folder / "golden-is-warm"
    with FileLock(run_folder / "golden.lock"):
        if not done.exists():
            transcript(WARM, tmp_path_factory.mktemp("warm"))
            done.touch()


@pytest.mark.parametrize("name", CASES)
def test_output(name: str, tmp_path: Path, request: pytest.FixtureRequest):
    case = CASES[name]
    if case.uses_encoder:
        request.getfixturevalue("warm")
    changed = difference(name, transcript(case, tmp_path), uses_encoder=case.uses_encoder)
    if changed:
        pytest.fail(changed, pytrace=False)
