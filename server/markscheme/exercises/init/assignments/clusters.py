"""The files of a folder by what they share: each cluster holds the versions of one text."""

from collections.abc import Sequence

from markscheme.exercises.init.assignments.homes import home
from markscheme.exercises.init.assignments.kinship import Kinship
from markscheme.exercises.init.candidates import Candidate

_QUOTING = 2.5
"""A text this many times longer than most versions of a text quotes it, and so does one this much shorter."""


def clusters(files: Sequence[Candidate]) -> list[list[Candidate]]:
    """Return the files by what they share; a text that is written anew joins the ones among which it stands."""
    kin = [[files[number] for number in numbers] for numbers in Kinship.of([item.text for item in files]).clusters()]
    parts = [part for cluster in kin for part in _without_quoting(cluster)]
    whole = [cluster for cluster in parts if len(cluster) > 1]
    homes = [(cluster[0], home(cluster[0], whole)) for cluster in parts if len(cluster) == 1]
    strangers = [[item] for item, cluster in homes if cluster is None]
    for item, cluster in homes:
        if cluster is not None:
            cluster.append(item)
    return [sorted(cluster, key=lambda item: item.path) for cluster in (*whole, *strangers)]


def _without_quoting(cluster: list[Candidate]) -> list[list[Candidate]]:
    """Return a cluster, and apart from it the files that only quote its texts.

    These are far longer than the others, and no name makes them a version; or they are far shorter, as a note is.
    """
    if len(cluster) < 3:
        return [cluster]
    usual = sorted(len(item.words) for item in cluster)[len(cluster) // 2]
    quoting = [item for item in cluster if len(item.words) > _QUOTING * usual and not item.votes and not item.corrects]
    notes = [item for item in cluster if _QUOTING * len(item.words) < usual and not (item.corrects or item.is_empty)]
    quoting += [item for item in notes if item not in quoting]
    return [[item for item in cluster if item not in quoting], *([item] for item in quoting)]
