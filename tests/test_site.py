"""``make docs``: every page is in the site, no link is broken, and nothing comes from elsewhere."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FROM_ELSEWHERE = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=\"?(?:https?:)?//[^>]*>")
COLOURS = re.compile(r"\x1b\[[\d;]*m")
GENERATED = {"api.md", "protocol_reference.md"}
MADE = re.compile(r"<!-- (?:settings|table): .*?<!-- end -->", re.DOTALL)
"""What scripts write into a page: tables of settings, and tables of the papers."""


def test_the_site_is_whole_and_works_from_a_folder(tmp_path: Path):
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    build = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, COLOURS.sub("", done.stdout + done.stderr)
    site = tmp_path / "build" / "site"
    assert (site / "search.js").exists()
    pages = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    listed = set(re.findall(r"- ([\w/]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE))
    assert listed == {page.as_posix() for page in pages}
    for page in site.rglob("*.html"):
        loaded = FROM_ELSEWHERE.findall(page.read_text("utf-8"))
        assert not [tag for tag in loaded if "canonical" not in tag], page


def test_pages_stay_short():
    """What people write by hand is at most 300 kB, with the pages of editors and of measured tables."""
    pages = [page for page in (ROOT / "docs").rglob("*.md") if page.name not in GENERATED]
    size = {page: len(MADE.sub("", page.read_text("utf-8")).encode()) for page in pages}
    assert sum(size.values()) <= 300_000
    assert size[ROOT / "docs" / "protocol.md"] <= 25_600
    assert size[ROOT / "docs" / "evaluation.md"] <= 15_000
