"""The assignments of a folder's files: a text that a class shares, or a set of essays that students wrote themselves.

The files are clustered by what they share; a cluster holds the versions of one text. In a set of own essays the
clusters have one shape: their files stand in the same folders under the same words, and differ in the student's name.
"""

from collections.abc import Sequence

from markscheme.exercises.init.assignments.clusters import clusters
from markscheme.exercises.init.assignments.copies import copies_by_source, copies_in_folders
from markscheme.exercises.init.assignments.family import Essay, Family
from markscheme.exercises.init.assignments.lone_files import author_documents, with_incomplete
from markscheme.exercises.init.assignments.own_essays import essay_keys, families_of, of_one_shape
from markscheme.exercises.init.candidates import Candidate


def families(files: Sequence[Candidate]) -> tuple[list[Family], list[Candidate]]:
    """Return the assignments of files, in the order of their paths, and the files that belong to none of them."""
    several = _several_versions([cluster for cluster in clusters(files) if len(cluster) > 1])
    members = {item.path for family in several for item in family.files}
    grown, alone = with_incomplete(several, [item for item in files if item.path not in members])
    documents, alone = author_documents(alone)
    return [*grown, *documents], alone


def _several_versions(groups: Sequence[Sequence[Candidate]]) -> list[Family]:
    """Return the assignments of clusters of two files and more."""
    split = [part for group in groups for copy in copies_in_folders(group) for part in copies_by_source(copy)]
    split = [part for part in split if len(part) > 1]
    keys = essay_keys(split)
    essays = [Essay(tuple(sorted(cluster, key=_path)), key) for cluster, key in zip(split, keys, strict=True)]
    result = [family for shape in of_one_shape(essays) for family in families_of(shape)]
    return sorted(result, key=lambda family: min(item.path for item in family.files))


def _path(item: Candidate) -> str:
    return item.path
