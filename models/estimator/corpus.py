"""The sentences of UD English EWT that are used."""

from collections.abc import Iterator
from pathlib import Path

import conllu
from errors import Word

MIN_WORDS, MAX_WORDS = 5, 40
ENDS = (".", "?", "!")


def sentences(treebank: Path) -> Iterator[tuple[Word, ...]]:
    """Yield sentences of 5 to 40 words with a capital letter, a full stop and no marked typing error."""
    with treebank.open(encoding="utf-8") as stream:
        for tree in conllu.parse_incr(stream):
            tokens = [token for token in tree if isinstance(token["id"], int)]
            if any((token["feats"] or {}).get("Typo") or token["deprel"] == "goeswith" for token in tokens):
                continue
            words = tuple(Word(token["form"], token["lemma"], token["upos"], token["xpos"]) for token in tokens)
            first, last = words[0].form, words[-1].form
            whole = MIN_WORDS <= len(words) <= MAX_WORDS and first[0].isupper() and last in ENDS
            if whole and not any(" " in word.form for word in words):
                yield words
