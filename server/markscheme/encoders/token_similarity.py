"""The similarity of two texts, token by token: the F1 of BERTScore (Zhang et al., ICLR 2020).

Each token is matched with the other text's most similar one. The marks of beginning and end can be matched, but
have no weight. Without inverse document frequencies and without rescaling.
"""

from collections.abc import Callable, Iterable, Sequence

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


def in_groups(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs ordered so that those that share a text, directly or through others, stand side by side.

    The variants of one source sentence share texts with each other and with its references, whatever systems and
    references made them, and with no other sentence's. So a batch of such pairs has few texts. Groups of short texts
    come first.
    """
    from scipy.cluster.hierarchy import DisjointSet  # slow to import, and for token similarities alone

    texts: DisjointSet[str] = DisjointSet()
    pairs = list(pairs)
    for pair in pairs:
        for text in pair:
            texts.add(text)
        texts.merge(*pair)
    groups: dict[str, list[tuple[str, str]]] = {}
    for pair in pairs:
        groups.setdefault(texts[pair[0]], []).append(pair)
    ordered = sorted(groups.values(), key=lambda group: len(group[0][1]))
    return [pair for group in ordered for pair in group]


def f1(text: TokenStates, reference: TokenStates) -> float:
    """Return F1 (Section 3), at most 1; 0 if either text has no token."""
    if not text.content.any() or not reference.content.any():
        return 0.0
    cosines = text.states @ reference.states.T
    precision = float(cosines.max(axis=1)[text.content].mean(dtype="float64"))
    recall = float(cosines.max(axis=0)[reference.content].mean(dtype="float64"))
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
