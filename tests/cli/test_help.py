"""The help of commands says what it is written to say."""

import pytest
from typer.testing import CliRunner

from markscheme.cli.app import app


@pytest.mark.parametrize(
    ("command", "extra"),
    [("score", "markscheme[parquet]"), ("score", "markscheme[ray]"), ("review", "markscheme[ray]")],
)
def test_extras_to_install_are_named(command: str, extra: str):
    done = CliRunner(env={"COLUMNS": "160"}).invoke(app, [command, "--help"])
    assert extra in " ".join(done.output.replace("│", " ").split())
