"""Coefficients of agreement beyond chance, of many samples of sentences at once. Pure.

Each function takes codes of labels, the index of each unit's sentence, and weights of shape (samples, sentences): how
often a sample has each sentence. It returns shape (samples,), with NaN where a coefficient is not defined. All is
computed from sums over sentences, so a sample costs a product of matrices.

- Cohen's kappa of two annotators: ``(p_o - p_e) / (1 - p_e)``, over the units that both label (Cohen, 1960, Educational
  and Psychological Measurement 20(1), 37-46).
- Fleiss' kappa of any number of annotators: the same with ``p_o`` the mean, over units, of the share of agreeing pairs,
  and ``p_e`` the sum of the squared shares of labels (Fleiss, 1971, Psychological Bulletin 76(5), 378-382). Units with
  fewer than two labels take no part; where numbers of labels differ, each unit has its own share of pairs.
- Krippendorff's alpha for nominal data with missing labels: ``1 - D_o / D_e`` of the coincidence matrix (Krippendorff,
  2011, Computing Krippendorff's Alpha-Reliability).
- Krippendorff's alpha for unitizing (Krippendorff, Mathet, Bouvry and Widlöcher, 2016, Quality & Quantity 50(6),
  2347-2364, u-alpha): the same matrix of the lengths over which two annotators' spans and gaps intersect; a span does
  not coincide with itself by chance, which takes the squared lengths of spans out of what is expected.
- F1 of two annotators: ``2 s / (a + b)`` of the spans that they share, and of all (Hripcsak and Rothschild, 2005,
  Journal of the American Medical Informatics Association 12(3), 296-298).

The package ``krippendorff`` has alpha alone, for one sample a call.
"""

import numpy as np
import numpy.typing as npt

from markscheme.research.resampling import Samples, Weights

Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.int64]
"""Codes of labels, shape (units, annotators): at least 0, or :data:`MISSING`."""

MISSING = -1
"""The code where an annotator gives no label: the sentence was not seen, or the question does not arise."""

LABELS_AT_ONCE = 2048
"""Labels whose frequencies in all samples are in memory at a time."""


def cohen(one: Labels, other: Labels, sentences: Labels, weights: Weights) -> Samples:
    """Return Cohen's kappa; not defined where the two annotators have no unit in common, or one same label alone."""
    both = (one >= 0) & (other >= 0)
    one, other, rows = one[both], other[both], sentences[both]
    count = weights @ _per_sentence(rows, np.ones(len(rows)), weights)
    same = weights @ _per_sentence(rows, (one == other).astype(np.float64), weights)
    shared = np.intersect1d(one, other)
    chance = np.zeros(len(weights))
    samples = np.ascontiguousarray(weights.T)
    for begin in range(0, len(shared), LABELS_AT_ONCE):
        labels = shared[begin : begin + LABELS_AT_ONCE]
        chance += np.einsum("ij,ij->j", *(_frequencies(codes, rows, labels, samples) for codes in (one, other)))
    return _ratio(same * count - chance, count * count - chance)


def fleiss(labels: Labels, sentences: Labels, weights: Weights) -> Samples:
    """Return Fleiss' kappa; not defined where no unit has two labels, or all have one same label alone."""
    counts = (labels >= 0).sum(axis=1)
    paired = counts > 1
    labels, rows, counts = labels[paired], sentences[paired], counts[paired]
    units = weights @ _per_sentence(rows, np.ones(len(rows)), weights)
    given = weights @ _per_sentence(rows, counts, weights)
    observed = _ratio(weights @ _per_sentence(rows, _same_pairs(labels) / (counts * (counts - 1)), weights), units)
    squares = _squares(labels, rows, weights)
    return _ratio(observed * given * given - squares, given * given - squares)


def alpha(labels: Labels, sentences: Labels, weights: Weights) -> Samples:
    """Return Krippendorff's alpha; not defined where no unit has two labels, or all have one same label alone."""
    given, differing, expected = _coincidences(labels, sentences, weights)
    return 1.0 - _ratio((given - 1) * differing, expected)


def unitized_alpha(labels: Labels, sentences: Labels, squares: Floats, weights: Weights) -> Samples:
    """Return Krippendorff's alpha for unitizing; not defined where nobody marks a span.

    ``labels``: of each position of each sentence, shape (positions, annotators). ``squares``: the sum of the squared
    lengths of all annotators' spans, and of the length of their gaps, in each sentence that two annotators have seen.
    """
    given, differing, expected = _coincidences(labels, sentences, weights)
    return 1.0 - _ratio((given * given - weights @ squares) * differing, given * expected)


def f1(shared: Floats, sizes: Floats, weights: Weights) -> Floats:
    """Return F1 of pairs of annotators, shape (samples, pairs); not defined where neither has a span.

    ``shared``: the number of spans of either that the other has too, and ``sizes`` of all, in each sentence that both
    have seen, shape (sentences, pairs).
    """
    return _ratio(weights @ shared, weights @ sizes)


def _coincidences(labels: Labels, sentences: Labels, weights: Weights) -> tuple[Samples, Samples, Samples]:
    """Return the sum of the coincidence matrix, that of its cells off the diagonal, and of the products of marginals
    there.
    """
    counts = (labels >= 0).sum(axis=1)
    paired = counts > 1
    labels, rows, counts = labels[paired], sentences[paired], counts[paired]
    given = weights @ _per_sentence(rows, counts, weights)
    differing = weights @ _per_sentence(rows, counts - _same_pairs(labels) / (counts - 1), weights)
    expected = given * given - _squares(labels, rows, weights)  # as the frequencies of labels sum to ``given``
    return given, differing, expected


def _same_pairs(labels: Labels) -> npt.NDArray[np.float64]:
    """Return the number of ordered pairs of annotators with the same label at each unit, shape (units,)."""
    pairs = np.zeros(len(labels))
    columns = labels.shape[1]
    for column in range(columns):
        for other in range(column + 1, columns):
            same = (labels[:, column] >= 0) & (labels[:, column] == labels[:, other])
            pairs += 2.0 * same
    return pairs


def _squares(labels: Labels, rows: Labels, weights: Weights) -> Samples:
    given = labels >= 0
    codes = labels[given]
    places = np.repeat(rows, given.sum(axis=1))
    distinct = np.unique(codes)
    squares = np.zeros(len(weights))
    samples = np.ascontiguousarray(weights.T)
    for begin in range(0, len(distinct), LABELS_AT_ONCE):
        frequencies = _frequencies(codes, places, distinct[begin : begin + LABELS_AT_ONCE], samples)
        squares += np.einsum("ij,ij->j", frequencies, frequencies)
    return squares


def _frequencies(
    codes: Labels, rows: Labels, wanted: Labels, samples: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Shape (labels, samples); ``wanted`` ascends."""
    columns = np.searchsorted(wanted, codes)
    columns[columns == len(wanted)] = 0
    kept = wanted[columns] == codes if len(wanted) else np.zeros(len(codes), dtype=np.bool_)
    columns, rows = columns[kept], rows[kept]
    rows = rows[np.argsort(columns, kind="stable")]
    ends = np.cumsum(np.bincount(columns, minlength=len(wanted)))
    frequencies = np.empty((len(wanted), samples.shape[1]))
    for label, places in enumerate(np.split(rows, ends[:-1])):
        # Most labels are rare; for a frequent one a product of matrices copies no samples.
        is_rare = 4 * len(places) < len(samples)
        counts = None if is_rare else np.bincount(places, minlength=len(samples)).astype(np.float64)
        frequencies[label] = samples[places].sum(axis=0) if counts is None else counts @ samples
    return frequencies


def _per_sentence(rows: Labels, values: npt.NDArray[np.float64], weights: Weights) -> npt.NDArray[np.float64]:
    return np.bincount(rows, values, weights.shape[1]).astype(np.float64)


def _ratio(above: Samples, below: Samples) -> Samples:
    quotient = np.full(above.shape, np.nan)
    np.divide(above, below, out=quotient, where=below != 0)
    return quotient
