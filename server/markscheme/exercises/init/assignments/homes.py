"""The cluster of a text that shares few words with it: the text is written anew, or empty."""

from collections.abc import Sequence

from markscheme.exercises.init.assignments.family import Family
from markscheme.exercises.init.assignments.file_shapes import role_shape, texts_of
from markscheme.exercises.init.assignments.kinship import shared_topic
from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.names import folder_of, stem_of
from markscheme.exercises.init.naming.role_words import kinds_of

_TOPIC = 0.3
"""Part of its rarer words that a text written anew shares with the others."""
_NEIGHBOUR_TOPIC = 0.08
"""The same for a text that stands among the corrections of a source."""
_MAYBE_TOPIC = 0.15
"""The same for a text of which only the person knows whether it is one of the others."""
_AMONG, _BESIDE = 2, 1
"""How near a file stands: among a cluster's files, or in a folder of the same role."""


def home(item: Candidate, clusters: Sequence[list[Candidate]]) -> list[Candidate] | None:
    """Return the cluster of a text that is written anew, or of an empty file; ``None`` where it is not clear.

    A text that is written anew shares rarer words with the others; the nearer it stands to them, the fewer it needs. An
    empty file stands among them.
    """
    if item.corrects:
        return None
    if item.is_empty:
        return next((cluster for cluster in clusters if _nearness(item, cluster) == _AMONG), None)
    scored: list[tuple[int, float, int]] = []
    for number, cluster in enumerate(clusters):
        share = max(shared_topic(item.text, other.text) for other in cluster)
        length = sorted(len(other.words) for other in cluster)[len(cluster) // 2]
        nearness = _nearness(item, cluster)
        needed = _NEIGHBOUR_TOPIC if nearness else _TOPIC
        if share >= needed and (nearness or length <= 3 * len(item.words) <= 9 * length):
            scored.append((nearness, share, number))
    scored.sort(reverse=True)
    if not scored:
        return None
    is_clear = scored[0][0] or len(scored) == 1 or scored[0][1] >= 1.5 * scored[1][1]
    return clusters[scored[0][2]] if is_clear else None


def _nearness(item: Candidate, cluster: Sequence[Candidate]) -> int:
    """Return how near a file stands to a cluster's files: to several of a class, or to a student's; 0 for elsewhere."""
    shape = role_shape(item.path)
    like = [other for other in cluster if role_shape(other.path) == shape]
    words = [texts_of(stem_of(other.path)) for other in like]
    constant = frozenset.intersection(*words) if words else frozenset()
    is_class = len(like) >= 2 and len(cluster) > 3
    if is_class and any(folder_of(other.path) == folder_of(item.path) for other in like):
        return _AMONG if any(shape[:-1]) or (constant and constant <= texts_of(item.path)) else 0
    if is_class and any(shape[:-1]):
        return _BESIDE
    names = frozenset.intersection(*(texts_of(other.path) for other in cluster))
    lengths = sorted(len(other.words) for other in cluster)
    if not item.is_empty and 2 * len(item.words) < lengths[len(lengths) // 2]:
        return 0
    is_named = any(not kinds_of(word) and not word.isdigit() and word in texts_of(item.path) for word in names)
    return _AMONG if is_named and all(role_shape(other.path) != shape for other in cluster) else 0


def may_be_rewritten(item: Candidate, family: Family) -> bool:
    """Return whether a text of about the same length shares some rarer words with an assignment's."""
    lengths = sorted(len(other.words) for other in family.files)
    usual = lengths[len(lengths) // 2]
    share = max(shared_topic(item.text, other.text) for other in family.files)
    return share >= _MAYBE_TOPIC and 3 * len(item.words) >= 2 * usual and 2 * len(item.words) <= 3 * usual
