"""A toy language: English with its own names of errors, and with numbers as words or digits."""

from collections.abc import Mapping

import attrs

from markscheme.plugins import ENGLISH, ErrorTypes, Registry, Tokens, Tolerance

DIGITS: Mapping[str, str] = {"one": "1", "two": "2", "three": "3"}


def in_digits(tokens: Tokens, *, before: Tokens, after: Tokens) -> Tokens:
    """Return the tokens with digits for number words, wherever they stand."""
    return tuple(DIGITS.get(token.lower(), token) for token in tokens)


NUMBERS = Tolerance("numbers", "Numbers", "the number {0} in another form", in_digits, "two; 2")

TOY = attrs.evolve(
    ENGLISH,
    code="xx",
    name="Toy",
    error_types=ErrorTypes(
        missing="lost {0}",
        unnecessary="spare {0}",
        replaced="{0}, but another",
        categories={"VERB:SVA": "doing word", "NOUN": "thing word"},
        groups={"VERB:SVA": "doing words", "NOUN": "thing words"},
        other="other toys",
    ),
    is_evident=lambda _before, _after, _type: True,
    tolerances=Registry("tolerance", {"numbers": "toy_language:NUMBERS"}),
    detected_as=("en",),
    comments=None,
)
