"""The answers that a language model may give about an edit (CLEME2.0, Appendix A)."""

import re

from markscheme.judges.errors import MalformedAnswer

SCORES = ("1", "2", "3", "4", "5")
"""The valid answers."""

_ANSWER = re.compile(r"\s*([1-5])\s*")


def parse_score(answer: str) -> int:
    """Return the score, from 1 to 5.

    Raises
    ------
    MalformedAnswer
        If the answer is not one of the five, apart from white space around it.
    """
    match = _ANSWER.fullmatch(answer)
    if match is None:
        raise MalformedAnswer
    return int(match[1])
