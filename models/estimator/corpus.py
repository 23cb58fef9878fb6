"""Parallel text from UD English EWT: its sentences, and the same with learners' errors."""

import random
from collections.abc import Iterator
from pathlib import Path

import conllu
from errors import Word, damaged

SHORTEST, LONGEST = 5, 40
ENDS = (".", "?", "!")


def sentences(treebank: Path) -> Iterator[tuple[Word, ...]]:
    """Well-formed sentences of a CoNLL-U file: capital letter, full stop, no typing error marked, 5 to 40 words."""
    with treebank.open(encoding="utf-8") as stream:
        for tree in conllu.parse_incr(stream):
            tokens = [token for token in tree if isinstance(token["id"], int)]
            if any((token["feats"] or {}).get("Typo") or token["deprel"] == "goeswith" for token in tokens):
                continue
            words = tuple(Word(token["form"], token["lemma"], token["upos"], token["xpos"]) for token in tokens)
            first, last = words[0].form, words[-1].form
            whole = SHORTEST <= len(words) <= LONGEST and first[0].isupper() and last in ENDS
            if whole and not any(" " in word.form for word in words):
                yield words


def write_parallel(treebank: Path, source: Path, target: Path, pairs: int, seed: int) -> None:
    """Write so many of the sentences with errors (``source``) and without (``target``), one a line.

    Which they are is drawn by chance; a sentence's errors depend on the seed and its own number alone.
    """
    found = list(sentences(treebank))
    order = sorted(range(len(found)), key=lambda index: random.Random(f"{seed}:{index}").random())
    with source.open("w", encoding="utf-8") as wrong, target.open("w", encoding="utf-8") as right:
        for index in order[:pairs]:
            words = damaged(found[index], random.Random(f"{seed}:{index + 1}"))
            wrong.write(" ".join(words) + "\n")
            right.write(" ".join(word.form for word in found[index]) + "\n")
