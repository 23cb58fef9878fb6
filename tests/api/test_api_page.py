"""The page of the Python API: made from the docstrings as they are, and of public names alone."""

import re
import subprocess
import sys
from pathlib import Path

import markscheme

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "api.md").read_text("utf-8")


def test_the_page_is_made_from_the_docstrings_as_they_are():
    check = [sys.executable, DOCS / "api.py", "--check"]
    assert subprocess.run(check, capture_output=True, text=True, check=False).stderr == ""


def test_each_name_has_its_place_and_none_is_of_a_private_module():
    assert {*markscheme.__all__} <= {*re.findall(r"(?m)^### (\w+)$", PAGE)}
    package = Path(markscheme.__path__[0])
    private = {path.stem for path in package.iterdir() if path.is_dir() and path.stem[0] != "_"}
    assert "documents" in private
    assert not re.findall(rf"(?<![\w/*])(?:markscheme\.)?(?:{'|'.join(private)})\.\w+", PAGE)
    assert not re.findall(r":(?:func|class|meth|mod|attr):|(?<![\w`.\"])_[a-z]\w+", PAGE)
