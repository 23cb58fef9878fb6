"""The question that a language model gets about an edit (CLEME2.0, Figure 3 and Appendix A)."""

import attrs

from markscheme.languages.catalogue import DEFAULT_LANGUAGE, find_language

_EMPTY = "ε"


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
