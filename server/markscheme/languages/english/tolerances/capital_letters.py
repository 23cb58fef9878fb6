"""Capital letters: two words are equal enough if only the case of their letters differs."""

from markscheme.languages.tolerance import Tokens, Tolerance


def _canonical(tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens:
    del before, after
    return tuple(token.casefold() for token in tokens)


CAPITAL_LETTERS = Tolerance("capital-letters", "Capital letters", "other capital letters than in {0}", _canonical)
