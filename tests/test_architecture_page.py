"""``docs/architecture.md`` names files that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
FILE = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.\w+)`")
HOMES = (ROOT / "server" / "markscheme", ROOT, ROOT / "vscode-client", ROOT / "vscode-client" / "src")


@pytest.mark.parametrize("name", sorted({*FILE.findall(PAGE.read_text("utf-8"))}))
def test_a_file_on_the_page_is_there(name: str):
    assert any((home / name).exists() for home in HOMES)
