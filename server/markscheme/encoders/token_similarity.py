"""The similarity of two texts, token by token: the F1 of BERTScore (Zhang et al., ICLR 2020).

Each token is matched with the other text's most similar one. The marks of beginning and end can be matched, but
have no weight. Without inverse document frequencies and without rescaling.
"""

from collections.abc import Callable, Sequence

from markscheme.encoders.encoder import TokenStates

EncodeTokens = Callable[[Sequence[str]], list[TokenStates]]


def similarities(pairs: Sequence[tuple[str, str]], encode: EncodeTokens) -> list[float]:
    """Return F1 of each (text, reference). Each text is encoded once."""
    rows: dict[str, int] = {}
    for pair in pairs:
        for text in pair:
            rows.setdefault(text, len(rows))
    states = encode(list(rows))
    return [f1(states[rows[text]], states[rows[reference]]) for text, reference in pairs]


def f1(text: TokenStates, reference: TokenStates) -> float:
    """Return F1 (Section 3), at most 1; 0 if either text has no token."""
    if not text.content.any() or not reference.content.any():
        return 0.0
    cosines = text.states @ reference.states.T
    precision = float(cosines.max(axis=1)[text.content].mean(dtype="float64"))
    recall = float(cosines.max(axis=0)[reference.content].mean(dtype="float64"))
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
