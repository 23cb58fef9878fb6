"""Components of a pipeline that look at one word at a time, run once for each distinct word of a text.

spaCy's ``AttributeRuler`` and its lemmatizer by rules take a word's form, tag and features, and give its final tag,
features and lemma. They run on a document that has each new combination once; the results are copied to all others.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

if TYPE_CHECKING:
    from spacy.language import Language as SpacyPipeline
    from spacy.tokens import Doc

FORM = "ORTH"
RESULTS = ("TAG", "POS", "MORPH", "LEMMA")
"""What the components read of a word beside its form, and what they give it."""
PATTERN_KEYS = {"ORTH", "TEXT", "LOWER", "TAG", "POS", "MORPH", "LEMMA"}
"""What a pattern of the attribute ruler may ask of a word."""
LEMMATIZER_MODES = ("rule", "lookup")
MAX_WORDS = 100_000
"""Distinct words whose results are kept."""

Columns = np.ndarray[Any, np.dtype[Any]]
"""A column for each of some attributes, a row for each word: spaCy's hashes."""


class WordRules:
    """Components that are taken out of a pipeline and run after it."""

    def __init__(self, nlp: "SpacyPipeline", names: Sequence[str]) -> None:
        """Take the components of these names out of the pipeline."""
        self._vocab = nlp.vocab
        self._components: list[Any] = [nlp.remove_pipe(name)[1] for name in names]
        self._results: dict[bytes, bytes] = {}

    def apply(self, documents: "Sequence[Doc]") -> None:
        """Give the words of tagged documents what the components would."""
        if not self._components:
            return
        sides = [_rows(document.to_array([FORM, *RESULTS])) for document in documents]
        if len(self._results) > MAX_WORDS:
            self._results.clear()
        new = {word: None for words in sides for word in words if word not in self._results}
        self._results.update(zip(new, self._computed(b"".join(new)), strict=True))
        for document, words in zip(documents, sides, strict=True):
            if words:
                results = b"".join(map(self._results.__getitem__, words))
                document.from_array(list(RESULTS), cast("Any", _columns(results, RESULTS)))

    def _computed(self, words: bytes) -> list[bytes]:
        """Return the results for rows of forms and attributes."""
        from spacy.tokens import Doc

        if not words:
            return []
        columns = _columns(words, (FORM, *RESULTS))
        document = Doc(self._vocab, words=[self._vocab.strings[form] for form in columns[:, 0].tolist()])
        document.from_array(list(RESULTS), cast("Any", columns[:, 1:]))
        for component in self._components:
            document = component(document)
        return _rows(document.to_array(list(RESULTS)))


def _rows(columns: Columns) -> list[bytes]:
    """Return each row of a matrix as bytes, which Python's garbage collector does not visit."""
    return columns.view(f"V{columns.shape[1] * columns.itemsize}").ravel().tolist() if columns.size else []


def _columns(rows: bytes, attributes: Sequence[str]) -> Columns:
    return np.frombuffer(rows, dtype=np.uint64).reshape(-1, len(attributes))


def word_components(nlp: "SpacyPipeline") -> list[str]:
    """Return the names of a pipeline's components that look at one word at a time, if only a parser stands after them.

    A parser reads neither tags nor lemmas, so that such components can run before it or after it.
    """
    from spacy.pipeline import DependencyParser

    names: list[str] = []
    for name, component in reversed(nlp.pipeline):
        if _looks_at_words(component):
            names.insert(0, name)
        elif not isinstance(component, DependencyParser):
            break
    return names


def _looks_at_words(component: Any) -> bool:
    from spacy.lang.en.lemmatizer import EnglishLemmatizer
    from spacy.pipeline import AttributeRuler, Lemmatizer

    if isinstance(component, AttributeRuler):
        rules: list[Any] = component.patterns
        patterns = [pattern for rule in rules for pattern in rule["patterns"]]
        return all(len(pattern) == 1 and pattern[0].keys() <= PATTERN_KEYS for pattern in patterns)
    return type(component) in (Lemmatizer, EnglishLemmatizer) and component.mode in LEMMATIZER_MODES
