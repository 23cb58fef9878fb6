"""Random passages with edits of every kind, close enough to each other to meet."""

from hypothesis import strategies as st

from markscheme.edits.edit import Edit, Edits, PassageEdits

Tokens = tuple[str, ...]
words = st.sampled_from(("a", "b", "c", "the", "cat", "cats", "Cat", ",", "is", "are"))
types = st.sampled_from(("OTHER", "NOUN", "VERB", "DET"))
sources: st.SearchStrategy[Tokens] = st.lists(words, min_size=1, max_size=8).map(tuple)


@st.composite
def edits(draw: st.DrawFn, source: Tokens, at_least: int = 0) -> Edits:
    """Edits in source order, disjoint, and no two at the same gap; some change nothing."""
    drawn: list[Edit] = []
    position = 0
    while position <= len(source) and (len(drawn) < at_least or draw(st.booleans())):
        start = draw(st.integers(position, len(source)))
        end = draw(st.integers(start, min(len(source), start + 3)))
        replacement = tuple(draw(st.lists(words, max_size=3)))
        if start < end or replacement:
            drawn.append(Edit(start, end, replacement, f"R:{draw(types)}"))
        position = max(end, start + 1)
    return tuple(drawn)


@st.composite
def passages(draw: st.DrawFn, most_references: int = 3, at_least: int = 0) -> PassageEdits:
    """A passage of running text with at least one reference."""
    source = draw(sources)
    references = tuple(draw(st.lists(edits(source), min_size=1, max_size=most_references)))
    hypothesis = draw(edits(source, at_least) if at_least else st.one_of(edits(source), *map(mixture, references)))
    return PassageEdits(source, hypothesis, references, parallel=False)


@st.composite
def mixture(draw: st.DrawFn, reference: Edits) -> Edits:
    """Some of a reference's edits."""
    return tuple(edit for edit in reference if draw(st.booleans()))
