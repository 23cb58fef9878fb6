"""An endpoint that the tests of a module share."""

from collections.abc import Iterator

import pytest

from inference.judges.stub import Stub, running


@pytest.fixture(scope="module")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stub]:
    with running(tmp_path_factory.mktemp("stub") / "requests.jsonl") as started:
        yield started
