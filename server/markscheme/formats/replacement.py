"""The change of a file, and the line ends it is written with."""

import re

import attrs

from markscheme.text.positions import Span

LINE_END = re.compile(r"\r\n|\n|\r")


@attrs.frozen
class Replacement:
    """``text`` is to stand where the file's characters under ``span`` stand.

    Attributes
    ----------
    span
        Of the file's text, in code points.
    text
        May be empty.
    """

    span: Span
    text: str

    def applied(self, file_text: str) -> str:
        """Return the file's text after the change."""
        return file_text[: self.span.start] + self.text + file_text[self.span.end :]


def line_end(text: str) -> str:
    r"""Return the first line end of a text; ``\n`` where it has none."""
    first = LINE_END.search(text)
    return first[0] if first else "\n"
