"""The code blocks of ``docs/editors/``: what a reader pastes is what is tested."""

import re
from pathlib import Path

import attrs

PAGES = Path(__file__).parents[2] / "docs" / "editors"

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@attrs.frozen
class Block:
    """A fenced code block, the language it says it is in, and the heading that it stands under."""

    page: str
    heading: str
    language: str
    code: str

    def __str__(self) -> str:
        return f"{self.page}: {self.heading} ({self.language})"


def blocks(language: str | None = None) -> list[Block]:
    """Every code block of the pages, or those in one language, in order."""
    return [
        block for page in sorted(PAGES.glob("*.md")) for block in _of_page(page) if language in (None, block.language)
    ]


def block(page: str, heading: str) -> Block:
    """The first block under a page's heading."""
    return next(found for found in _of_page(PAGES / page) if found.heading == heading)


def _of_page(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(page.name, _heading_above(text, match.start()), match[1], match[2]) for match in _FENCE.finditer(text)
    ]


def _heading_above(text: str, position: int) -> str:
    """A comment in a code block may look like a heading, so blocks are left out."""
    above = _FENCE.sub("", text[:position])
    return _HEADING.findall(above)[-1]
