"""The page of the Python API is of public names alone; ``make lint`` checks that it is made from the docstrings."""

import re
from pathlib import Path

import markscheme

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "api.md").read_text("utf-8")


def test_each_name_has_its_place_and_none_is_of_a_private_module():
    assert {*markscheme.__all__} <= {*re.findall(r"(?m)^### (\w+)$", PAGE)}
    package = Path(markscheme.__path__[0])
    private = {path.stem for path in package.iterdir() if path.is_dir() and path.stem[0] != "_"}
    assert "documents" in private
    assert not re.findall(rf"(?<![\w/*])(?:markscheme\.)?(?:{'|'.join(private)})\.\w+", PAGE)
    assert not re.findall(r":(?:func|class|meth|mod|attr):|(?<![\w`.\"])_[a-z]\w+", PAGE)
