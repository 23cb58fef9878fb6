"""Convert UD English trees to the ClearNLP labels in ERRANT's type rules.

ERRANT (Bryant et al., 2017) decides an edit's type from PTB tags and from dependency labels of the
ClearNLP scheme (``aux``, ``auxpass``, ``prep``, ``pobj``, ``acomp``, ...). Universal Dependencies
differs from that scheme in three structural ways, which all affect those rules:

* the copula depends on its predicate; in ClearNLP it is the head of the clause and of its auxiliaries;
* a preposition depends on its noun (``case``); in ClearNLP it is the noun's head;
* infinitival *to* is a ``mark``; in ClearNLP it is an ``aux``.

Word forms joined by a hyphen or a slash are separate words in EWT, but one token in the text that
ERRANT usually gets (``his/her``, ``well-known``). :func:`joined` makes that version too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import conllu

ROOT = -1

SUBJECTS = {"nsubj", "nsubj:pass", "nsubj:outer", "csubj", "csubj:pass", "csubj:outer", "expl"}
MOVED_TO_COPULA = SUBJECTS | {
    "aux", "aux:pass", "mark", "advcl", "punct", "parataxis", "vocative", "discourse", "cc", "dislocated",
}  # fmt: skip
NEGATIONS = {"not", "n't", "never", "n’t", "nt"}

PLAIN_LABELS = {
    "root": "ROOT",
    "nsubj:pass": "nsubjpass",
    "nsubj:outer": "nsubj",
    "csubj:pass": "csubjpass",
    "csubj:outer": "csubj",
    "obj": "dobj",
    "iobj": "dative",
    "aux:pass": "auxpass",
    "compound:prt": "prt",
    "det:predet": "predet",
    "cc:preconj": "preconj",
    "nmod:poss": "poss",
    "obl:tmod": "npadvmod",
    "obl:npmod": "npadvmod",
    "obl:unmarked": "npadvmod",
    "nmod:tmod": "npadvmod",
    "nmod:npmod": "npadvmod",
    "nmod:unmarked": "npadvmod",
    "nmod:desc": "compound",
    "obl": "npadvmod",
    "obl:agent": "agent",
    "acl:relcl": "relcl",
    "advcl:relcl": "relcl",
    "advmod:emph": "advmod",
    "discourse": "intj",
    "vocative": "npadvmod",
    "flat": "compound",
    "flat:foreign": "compound",
    "goeswith": "compound",
    "list": "dep",
    "orphan": "dep",
    "reparandum": "dep",
    "dislocated": "dep",
}


@dataclass(frozen=True)
class Word:
    """One syntactic word. ``head`` is an index into the sentence, or ``ROOT``."""

    form: str
    lemma: str
    tag: str
    pos: str
    morph: str
    head: int
    label: str
    space_after: bool


@dataclass(frozen=True)
class Sentence:
    """A sentence's words, and whether a paragraph of its document begins with it."""

    words: tuple[Word, ...]
    starts_paragraph: bool


def read_conllu(path: Path) -> Iterator[Sentence]:
    """Yield the sentences of a CoNLL-U file, in UD's scheme."""
    with path.open(encoding="utf-8") as lines:
        for tokens in conllu.parse_incr(lines):
            meta = tokens.metadata
            yield Sentence(_words(tokens), "newpar id" in meta or "newdoc id" in meta)


def _words(tokens: conllu.TokenList) -> tuple[Word, ...]:
    words: list[Word] = []
    index_of: dict[int, int] = {}
    contraction_end: dict[int, bool] = {}
    for token in tokens:
        if isinstance(token["id"], tuple):
            first, dash, last = token["id"]
            if dash == "-":
                spaced = (token["misc"] or {}).get("SpaceAfter") != "No"
                contraction_end.update(dict.fromkeys(range(first, last), False) | {last: spaced})
            continue
        spaced = contraction_end.get(token["id"], (token["misc"] or {}).get("SpaceAfter") != "No")
        index_of[token["id"]] = len(words)
        feats = "|".join(f"{k}={v}" for k, v in sorted((token["feats"] or {}).items()))
        words.append(
            Word(
                token["form"],
                token["lemma"],
                token["xpos"],
                token["upos"],
                feats,
                token["head"],
                token["deprel"],
                spaced,
            )
        )
    return tuple(replace(w, head=index_of[w.head] if w.head else ROOT) for w in words)


def to_clearnlp(sentence: Sentence) -> Sentence:
    """Return the same words with ClearNLP labels and heads.

    Raises
    ------
    ValueError
        If the result is not a tree, which is an error in the rules here.
    """
    tree = _Tree(sentence.words)
    tree.raise_copulas()
    tree.raise_prepositions()
    words = tree.labelled()
    _check_tree(words)
    return replace(sentence, words=words)


class _Tree:
    """Heads and labels during the conversion."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.head = [w.head for w in words]
        self.label = [w.label for w in words]
        self.final: dict[int, str] = {}

    def children(self, index: int) -> list[int]:
        return [i for i, head in enumerate(self.head) if head == index]

    def raise_copulas(self) -> None:
        for copula in [i for i, label in enumerate(self.label) if label == "cop"]:
            predicate = self.head[copula]
            if self.label[predicate] == "cop":
                continue
            self._take_place(copula, predicate)
            for child in self.children(predicate):
                own = self.label[child].split(":")[0] == "cc" and child > predicate
                if (self.label[child] in MOVED_TO_COPULA and not own) or (
                    self.label[child] == "advmod" and child < copula
                ):
                    self.head[child] = copula
            self.final[predicate] = self._predicate_label(predicate)

    def _predicate_label(self, predicate: int) -> str:
        tag, pos = self.words[predicate].tag, self.words[predicate].pos
        if pos == "ADJ" or tag.startswith("JJ"):
            return "acomp"
        if tag.startswith("VB"):
            return "ccomp"
        return "advmod" if pos == "ADV" else "attr"

    def raise_prepositions(self) -> None:
        """Turn ``case`` into ``prep`` over ``pobj``, and a preposition before a gerund into ``prep`` over ``pcomp``."""
        for index, label in enumerate(list(self.label)):
            noun = self.head[index]
            if label == "case" and self.words[index].tag != "POS":
                outermost = not any(
                    self.label[i] == "case" and self.head[i] == noun and i > index and i < noun
                    for i in range(len(self.words))
                )
                if not outermost:
                    self.final[index] = "prep"
                    continue
                self._put_under(index, noun, "prep", "pobj")
            elif label == "mark" and self._before_gerund(index, noun):
                self._put_under(index, noun, "prep", "pcomp")

    def _before_gerund(self, mark: int, verb: int) -> bool:
        if verb == ROOT or self.words[mark].tag != "IN" or self.words[verb].tag != "VBG" or mark > verb:
            return False
        return not any(self.label[c] in SUBJECTS or self.label[c] == "aux" for c in self.children(verb))

    def _put_under(self, preposition: int, dependent: int, upper: str, lower: str) -> None:
        role = self.label[dependent]
        self._take_place(preposition, dependent)
        if role == "root":
            upper = "ROOT"
        elif role == "conj":
            upper = "conj"
        elif role == "obl:agent":
            upper = "agent"
        self.final[preposition] = upper
        self.final[dependent] = lower

    def _take_place(self, new: int, old: int) -> None:
        self.head[new], self.label[new] = self.head[old], self.label[old]
        self.head[old], self.label[old] = new, "taken"

    def labelled(self) -> tuple[Word, ...]:
        return tuple(
            replace(word, head=self.head[i], label=self.final.get(i) or self._plain_label(i))
            for i, word in enumerate(self.words)
        )

    def _plain_label(self, index: int) -> str:
        word, label = self.words[index], self.label[index]
        if label == "mark":
            return "aux" if word.tag == "TO" else "mark"
        if label == "advmod" and word.form.lower() in NEGATIONS:
            return "neg"
        if label == "xcomp" and word.pos == "ADJ":
            return "acomp"
        if label == "xcomp" and word.pos in {"NOUN", "PROPN", "PRON"}:
            return "attr"
        if label == "expl" and word.tag != "EX":
            return "nsubj"
        if label == "fixed":
            return self._fixed_label(index)
        return PLAIN_LABELS.get(label, label)

    def _fixed_label(self, index: int) -> str:
        parent = self.head[index]
        above = self.final.get(parent) or self._plain_label(parent)
        return {"prep": "pcomp", "ROOT": "dep"}.get(above, above)


def _check_tree(words: Sequence[Word]) -> None:
    for start in range(len(words)):
        seen, node = set(), start
        while node != ROOT:
            if node in seen:
                raise ValueError("the conversion makes a cycle in: " + " ".join(w.form for w in words))
            seen.add(node)
            node = words[node].head


def joined(sentence: Sentence, *, attributes: bool = False) -> Sentence:
    """Return the sentence with unspaced ``a-b`` and ``a/b`` as one token each (itself, if it has none).

    With ``attributes``, those that modify the noun after them are adjectives, as the Penn Treebank tags *face-to-face
    contact*; else each keeps the analysis of its head.
    """
    words = sentence.words
    groups: list[list[int]] = []
    index = 0
    while index < len(words):
        group = [index]
        while (
            group[-1] + 2 < len(words)
            and words[group[-1] + 1].form in {"-", "/"}
            and not words[group[-1]].space_after
            and not words[group[-1] + 1].space_after
            and words[group[-1]].form[-1:].isalnum()
            and words[group[-1] + 2].form[:1].isalnum()
        ):
            group += [group[-1] + 1, group[-1] + 2]
        groups.append(group)
        index = group[-1] + 1
    if len(groups) == len(words):
        return sentence
    new_index = {old: new for new, group in enumerate(groups) for old in group}
    return replace(sentence, words=tuple(_merged(words, group, new_index, attributes) for group in groups))


def _merged(words: Sequence[Word], group: list[int], new_index: dict[int, int], attributes: bool) -> Word:
    outward = min(group, key=lambda i: _depth(words, i))
    head = words[outward].head
    whole = replace(
        words[outward],
        form="".join(words[i].form for i in group),
        head=ROOT if head == ROOT else new_index[head],
        space_after=words[group[-1]].space_after,
    )
    if attributes and _is_attribute(words, group, head):
        return replace(whole, tag="JJ", pos="ADJ", morph="Degree=Pos", label="amod")
    return whole


def _is_attribute(words: Sequence[Word], group: list[int], head: int) -> bool:
    """Return whether a hyphenated word that is neither a name nor nouns alone modifies the noun after it."""
    inside = [words[i] for i in group if words[i].form != "-"]
    kinds = {word.pos for word in inside}
    has_hyphen = len(inside) == len(group) // 2 + 1 and len(group) > 1
    return has_hyphen and "PROPN" not in kinds and kinds != {"NOUN"} and head > group[-1] and words[head].pos == "NOUN"


def _depth(words: Sequence[Word], index: int) -> int:
    depth = 0
    while words[index].head != ROOT:
        index, depth = words[index].head, depth + 1
    return depth
