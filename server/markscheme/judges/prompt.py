"""The question that a language model gets about an edit, and the answers it may give (CLEME2.0, Appendix A)."""

import re

import attrs

from markscheme.judges.errors import MalformedAnswer
from markscheme.languages.catalogue import DEFAULT_LANGUAGE, find_language

SCORES = ("1", "2", "3", "4", "5")
"""The valid answers."""

_EMPTY = "ε"
_ANSWER = re.compile(r"\s*([1-5])\s*")


@attrs.frozen
class Question:
    """One edit of one uncorrected sentence. Each edit is a question of its own.

    Attributes
    ----------
    sentence
        The sentence's tokens, joined by spaces.
    before, after
        The edit's source and replacement tokens, joined by spaces; empty for none.
    language
        The code of the language, which decides the prompt.
    """

    sentence: str
    before: str
    after: str
    language: str = DEFAULT_LANGUAGE

    @property
    def edit(self) -> str:
        """The edit as the paper writes it, with ε for no token.

        >>> Question("She go home .", "go", "goes").edit
        'go → goes'
        """
        return f"{self.before or _EMPTY} → {self.after or _EMPTY}"

    @property
    def prompt(self) -> str:
        """The prompt. Braces in a sentence have no meaning; half a surrogate pair, as editors may send it, is `?`."""
        template = find_language(self.language).judge_prompt
        return template.format(sentence=self.sentence, edit=self.edit).encode("utf-8", "replace").decode()


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
