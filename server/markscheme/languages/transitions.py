"""spaCy's greedy transition parser, stepped from Python.

``DependencyParser.predict`` releases Python's lock for a whole batch, and its compiled inner loops take it again for
each maximum of three numbers, some 130 times a step of a sentence, so that most of its time goes there. Taking the
steps from Python, as spaCy's training does, with the lock held, needs half as long. The numbers are the same.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.pipeline import DependencyParser
    from spacy.tokens import Doc


def add_heads(parser: "DependencyParser", documents: "Sequence[Doc]") -> None:
    """Add heads and dependency labels to documents, as the parser does."""
    parser.set_annotations(documents, _greedy(parser, documents))


def _greedy(parser: Any, documents: "Sequence[Doc]") -> Any:
    """Return the final states of the documents: the best valid transition is taken until none is left."""
    if parser.cfg["beam_width"] != 1:
        return parser.predict(documents)
    states = parser.moves.init_batch(documents)
    unfinished = [state for state in states if not state.is_final()]
    if not unfinished:
        return states
    network = parser.model.predict(documents)
    while unfinished:
        unfinished = parser.transition_states(unfinished, network.predict(unfinished))
    network.clear_memory()
    return states
