"""ERRANT's type of an edit, from tagged words alone where its rules ask for nothing else.

Parsing takes longer than everything else. ERRANT's classifier asks first for spelling, order, tags and lemmas, and for
dependencies only where these don't decide. So it is run on words that have no dependencies yet, and stops where it asks
for one: only sentences with such an edit are parsed.
"""

from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from spacy.tokens import Token


class Unparsed(Exception):
    """Raised where a rule asks for a dependency of a sentence that is not parsed."""


class _Label:
    """A dependency label that is not known; whatever it is compared with, it raises :class:`Unparsed`.

    Each word has one of its own, since Python takes an object for equal to itself without asking it.
    """

    def _ask(self, *_: object) -> NoReturn:
        raise Unparsed

    __eq__ = __ne__ = __lt__ = __gt__ = __hash__ = __bool__ = __str__ = __contains__ = __getattr__ = _ask


class _Word:
    """A tagged word with what ERRANT's classifier reads of it; all other attributes raise :class:`Unparsed`."""

    def __init__(self, token: "Token") -> None:
        self.text: str = token.text
        self.lower, self.lower_ = token.lower, token.lower_
        self.lemma, self.pos, self.tag_ = token.lemma, token.pos, token.tag_
        self.dep_ = _Label()

    def __getattr__(self, name: str) -> NoReturn:
        raise Unparsed


def type_by_words(annotator: Any, edit: Any) -> str | None:
    """Return the type of an edit of ERRANT's between tagged sentences, or ``None`` if it depends on their parses."""
    unparsed = copy(edit)
    unparsed.o_toks, unparsed.c_toks = _words(edit.o_toks), _words(edit.c_toks)
    try:
        kind: str = annotator.classify(unparsed).type
    except Unparsed:
        return None
    return kind


def _words(tokens: "Iterable[Token]") -> list[_Word]:
    return [_Word(token) for token in tokens]
