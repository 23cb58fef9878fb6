"""Line ends of texts that files carry inside a field."""

import re

_RETURN = re.compile(r"\r\n?")


def newlines(text: str) -> str:
    r"""Return the text with each line ended by ``\n``, as a :class:`~markscheme.formats.corpus.Corpus` has it.

    >>> newlines("one\r\ntwo\rthree\n")
    'one\ntwo\nthree\n'
    """
    return _RETURN.sub("\n", text)
