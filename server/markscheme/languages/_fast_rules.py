"""Tagging and parsing of many sentences at once: each distinct row and word is computed once.

A source, its corrections and its references differ in a few words, and a convolution of four layers sees four words on
either side: most rows of a batch are equal, and so are their results. The networks are spaCy's ``MultiHashEmbed`` and
``MaxoutWindowEncoder``, and the first layer of its parser. A network that is built in another way is left as it is.

spaCy's ``AttributeRuler`` and its lemmatizer by rules look at one word at a time. They run on a document that has each
new combination of form, tag and features once; the results are copied to all others.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, cast

import numpy as np

if TYPE_CHECKING:
    from thinc.api import Model

    Layer = Model[Any, Any]
    from spacy.language import Language as SpacyPipeline
    from spacy.tokens import Doc


_Rows = np.ndarray[tuple[int, int], np.dtype[Any]]
_Indices = np.ndarray[tuple[int], np.dtype[np.int64]]

_BY_ROW = ("maxout>>layernorm>>dropout", "ints-getitem>>hashembed|")
"""Beginnings of the names of layers whose result for a row depends on this row alone."""
_WINDOW = "residual(expand_window>>maxout>>layernorm>>dropout)"
"""Name of a layer whose result for a row depends on this row and its two neighbours."""
_MAX_ROWS = 2**20
"""Rows of a batch up to which three indices fit into one number."""
_SEED = 1


def share_rows(model: "Layer") -> None:
    """Make layers compute each distinct row or window once: the network predicts as before, but can't be trained."""
    for node in list(model.walk()):
        if not node.name.startswith("with_array("):
            continue
        [layer] = node.layers
        if layer.name.startswith(_BY_ROW):
            _replace(model, layer, _by_row)
        elif 0 < len(_windows(layer)) <= node.attrs["pad"]:
            _replace(model, layer, _by_window)
    if model.name == "parser_model":
        words, lower, _ = model.layers
        for node in list(words.walk()):
            if node.name == "linear":
                _replace(model, node, _by_row)
        if lower.name == "precomputable_affine":
            _replace(model, lower, _by_row_after_padding)


def _replace(model: "Layer", layer: "Layer", forward: Any) -> None:
    from thinc.api import Model

    sizes = {name: layer.maybe_get_dim(name) for name in layer.dim_names}
    weights: dict[str, Any] = {name: layer.get_param(name) for name in layer.param_names}
    shared: Layer = Model(f"shared({layer.name})", forward, dims=sizes, params=weights, layers=[layer])
    model.replace_node(layer, shared)


def _windows(layer: "Layer") -> "list[Layer]":
    layers = [layer] if layer.name == _WINDOW else list(layer.layers)
    if layer.name != ">>".join(_WINDOW for _ in layers):
        return []
    sizes = [node.attrs["window_size"] for node in layer.walk() if node.name == "expand_window"]
    return layers if sizes == [1] * len(layers) else []


def _by_row(model: "Layer", rows: _Rows, is_train: bool) -> tuple[_Rows, Any]:
    del is_train
    distinct, indices = distinct_rows(rows)
    return model.layers[0].predict(distinct)[indices], _backpropagate


def _by_row_after_padding(model: "Layer", rows: _Rows, is_train: bool) -> tuple[_Rows, Any]:
    del is_train
    distinct, indices = distinct_rows(rows)
    padded = np.concatenate(([0], indices + 1))
    return np.take(model.layers[0].predict(distinct), padded, axis=0), _backpropagate


def _by_window(model: "Layer", rows: _Rows, is_train: bool) -> tuple[_Rows, Any]:
    """The rows have padding at both ends, as many rows as layers, so that a window beyond does not reach a word."""
    del is_train
    if len(rows) >= _MAX_ROWS:
        return model.layers[0].predict(rows), _backpropagate
    rows, indices = distinct_rows(rows)
    for layer in _windows(model.layers[0]):
        [expanded] = layer.layers
        before, after = np.roll(indices, 1), np.roll(indices, -1)
        _, first, following = np.unique((before * _MAX_ROWS + indices) * _MAX_ROWS + after, True, True)
        windows = np.concatenate([rows[before[first]], rows[indices[first]], rows[after[first]]], axis=1)
        rows, indices = rows[indices[first]] + expanded.layers[1].predict(windows), following
    return rows[indices], _backpropagate


def _backpropagate(_gradient: _Rows) -> NoReturn:
    raise NotImplementedError("a pipeline that shares rows can't be trained")


def distinct_rows(rows: _Rows) -> tuple[_Rows, _Indices]:
    """Return rows of which each occurs at least once, and the index of each given row among them.

    Rows are found by two random sums of their elements, and compared. If two distinct rows have equal sums, all rows
    are returned as they are.

    >>> distinct, indices = distinct_rows(np.array([[1, 2], [3, 4], [1, 2]], dtype=np.float32))
    >>> len(distinct), distinct[indices].tolist()
    (2, [[1.0, 2.0], [3.0, 4.0], [1.0, 2.0]])
    """
    sums = (rows @ _weights(rows.shape[1], rows.dtype.str)).view(np.uint64)
    _, first, indices = np.unique(sums.ravel(), return_index=True, return_inverse=True)
    distinct = rows[first]
    if np.array_equal(distinct[indices], rows):
        return distinct, indices
    return rows, np.arange(len(rows))


@cache
def _weights(width: int, kind: str) -> _Rows:
    random = np.random.default_rng(_SEED)
    if kind == np.dtype(np.float32).str:
        return random.standard_normal((width, 2), dtype=np.float32)
    return random.integers(1, 2**64, (width, 1), dtype=np.uint64)


_FORM = "ORTH"
_RESULTS = ("TAG", "POS", "MORPH", "LEMMA")
"""What the components read of a word beside its form, and what they give it."""
_PATTERN_KEYS = {"ORTH", "TEXT", "LOWER", "TAG", "POS", "MORPH", "LEMMA"}
"""What a pattern of the attribute ruler may ask of a word."""
_LEMMATIZER_MODES = ("rule", "lookup")
_MAX_WORDS = 100_000
"""Distinct words whose results are kept."""

_Columns = np.ndarray[Any, np.dtype[Any]]
"""A column for each of some attributes, a row for each word: spaCy's hashes."""


class WordRules:
    """Components that are taken out of a pipeline and run after it."""

    def __init__(self, nlp: "SpacyPipeline", names: Sequence[str]) -> None:
        """Take the components of these names out of the pipeline."""
        self._vocab = nlp.vocab
        self._components: list[Any] = [nlp.remove_pipe(name)[1] for name in names]
        self._results: dict[bytes, bytes] = {}

    def apply(self, documents: "Sequence[Doc]") -> None:
        if not self._components:
            return
        sides = [_rows(document.to_array([_FORM, *_RESULTS])) for document in documents]
        if len(self._results) > _MAX_WORDS:
            self._results.clear()
        new = {word: None for words in sides for word in words if word not in self._results}
        self._results.update(zip(new, self._computed(b"".join(new)), strict=True))
        for document, words in zip(documents, sides, strict=True):
            if words:
                results = b"".join(map(self._results.__getitem__, words))
                document.from_array(list(_RESULTS), cast("Any", _columns(results, _RESULTS)))

    def _computed(self, words: bytes) -> list[bytes]:
        from spacy.tokens import Doc

        if not words:
            return []
        columns = _columns(words, (_FORM, *_RESULTS))
        document = Doc(self._vocab, words=[self._vocab.strings[form] for form in columns[:, 0].tolist()])
        document.from_array(list(_RESULTS), cast("Any", columns[:, 1:]))
        for component in self._components:
            document = component(document)
        return _rows(document.to_array(list(_RESULTS)))


def _rows(columns: _Columns) -> list[bytes]:
    """Return each row of a matrix as bytes, which Python's garbage collector does not visit."""
    return columns.view(f"V{columns.shape[1] * columns.itemsize}").ravel().tolist() if columns.size else []


def _columns(rows: bytes, attributes: Sequence[str]) -> _Columns:
    return np.frombuffer(rows, dtype=np.uint64).reshape(-1, len(attributes))


def word_components(nlp: "SpacyPipeline") -> list[str]:
    """Return components that see one word at a time, if only a parser, which reads no tags or lemmas, is after them."""
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
        return all(len(pattern) == 1 and pattern[0].keys() <= _PATTERN_KEYS for pattern in patterns)
    return type(component) in (Lemmatizer, EnglishLemmatizer) and component.mode in _LEMMATIZER_MODES
