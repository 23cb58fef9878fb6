"""The code blocks of ``docs/editors/``, which readers paste."""

import re
from pathlib import Path

import attrs

PAGES = Path(__file__).parents[2] / "docs" / "editors"

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@attrs.frozen
class Block:
    """A fenced code block, with its language and the heading above it."""

    page: str
    heading: str
    language: str
    code: str

    def __str__(self) -> str:
        return f"{self.page}: {self.heading} ({self.language})"


def blocks(language: str | None = None) -> list[Block]:
    """Return the pages' code blocks in order, or those in one language."""
    return [
        block for page in sorted(PAGES.glob("*.md")) for block in _of_page(page) if language in (None, block.language)
    ]


def block(page: str, heading: str) -> Block:
    """Return the first block under a page's heading."""
    return next(found for found in _of_page(PAGES / page) if found.heading == heading)


def _of_page(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(page.name, _heading_above(text, match.start()), match[1], match[2]) for match in _FENCE.finditer(text)
    ]


def _heading_above(text: str, position: int) -> str:
    """Return the heading above a position. Code blocks are left out: their comments may look like headings."""
    above = _FENCE.sub("", text[:position])
    return _HEADING.findall(above)[-1]
