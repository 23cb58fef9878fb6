"""Copies of one exercise among the versions of a text: in a folder each, or with a source each."""

from collections import defaultdict
from collections.abc import Sequence
from os.path import commonpath

from markscheme.exercises.init.assignments.file_shapes import texts_of
from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming.names import folder_of, words_of
from markscheme.exercises.init.naming.role_words import WEAK, kinds_of


def copies_in_folders(cluster: Sequence[Candidate]) -> list[list[Candidate]]:
    """Part copies of one exercise that lie in a folder each, as for two classes."""
    above = commonpath([f"/{folder_of(item.path)}" for item in cluster]).strip("/")
    start = len(above) + 1 if above else 0
    by_child: dict[str, list[Candidate]] = defaultdict(list)
    for item in cluster:
        first, below, _ = item.path[start:].partition("/")
        by_child[first if below else ""].append(item)
    by_names = any(_lead(item) == "source" for item in cluster)
    is_whole = _is_whole_by_names if by_names else _carries
    plain = [child for child in by_child if child and not any(kinds_of(word.text) - WEAK for word in words_of(child))]
    whole = [by_child[child] for child in plain if is_whole(by_child[child])]
    rest = [item for files in by_child.values() if files not in whole for item in files]
    if by_names:
        is_parted = len(whole) + (bool(rest) and is_whole(rest)) > 1 and (not rest or is_whole(rest))
    else:
        belongs_to_all = "" in by_child or any(_lead(item) in ("source", "reference") for item in rest)
        is_parted = len(whole) > 1 and not belongs_to_all
    if not is_parted:
        return [list(cluster)]
    parts = [part for files in whole for part in copies_in_folders(files)]
    return [*parts, rest] if rest else parts


def _lead(item: Candidate) -> str | None:
    """Return the role that a file's names tell clearly, if they tell one."""
    clear = {role: vote for role, vote in item.votes.items() if vote >= 0.5}
    return max(clear, key=lambda role: clear[role], default=None)


def _is_whole_by_names(files: Sequence[Candidate]) -> bool:
    roles = {_lead(item) for item in files}
    return "source" in roles and bool(roles & {"reference", "hypothesis"})


def _carries(files: Sequence[Candidate]) -> bool:
    """Return whether files carry their source, and so need no others."""
    return any(item.corrects for item in files)


def copies_by_source(cluster: Sequence[Candidate]) -> list[list[Candidate]]:
    """Part copies of one exercise: several files are its source by name, have one text, and differ in a name."""
    sources = [item for item in cluster if item.votes.get("source", 0) >= 0.8 and len(item.votes) == 1]
    if len(sources) < 2 or any(not item.has_text_of(sources[0]) for item in sources):
        return [list(cluster)]
    common = frozenset.intersection(*(texts_of(item.path) for item in sources))
    marks = [frozenset(word for word in texts_of(item.path) - common if not kinds_of(word)) for item in sources]
    if not all(marks) or len(set(marks)) < len(marks):
        return [list(cluster)]
    parts: list[list[Candidate]] = [[item] for item in sources]
    for item in cluster:
        if item in sources:
            continue
        scores = [len(mark & texts_of(item.path)) for mark in marks]
        if max(scores) and scores.count(max(scores)) == 1:
            parts[scores.index(max(scores))].append(item)
    return [part for part in parts if len(part) > 1]
