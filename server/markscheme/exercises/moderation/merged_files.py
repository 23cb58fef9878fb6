"""Writing the entries of two teachers, as one set, to the plain files beside the first one's references."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import attrs

from markscheme.exercises.comments.given_comment import GivenComment
from markscheme.exercises.comments.given_file import with_comment
from markscheme.exercises.decisions.decision import Decision
from markscheme.exercises.decisions.decision_file import with_decision, without_decision
from markscheme.exercises.locked_files import locked
from markscheme.exercises.moderation.differences import Difference, Entry
from markscheme.exercises.moderation.markings import Markings
from markscheme.exercises.moderation.merging import Choose, Merge, merge
from markscheme.text.encodings import UTF_8, encoding_of
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_data, read_text
from markscheme.text.writing import make_folder, write_all


@attrs.frozen
class MergedFiles:
    """The files of a merge, before it is written.

    Attributes
    ----------
    merges
        What is merged: decisions and comments, of each folder of references.
    before, after
        The texts of the files that change, by their paths. Empty before: the file is new; after: it is removed.
    """

    merges: tuple[Merge, ...]
    before: Mapping[Path, str]
    after: Mapping[Path, str]

    @property
    def added(self) -> tuple[Entry, ...]:
        """The entries of the second teacher alone."""
        return tuple(entry for merge in self.merges for entry in merge.added)

    @property
    def replaced(self) -> tuple[tuple[Entry, Entry], ...]:
        """The contrary entries that count no longer, each with the one that does."""
        return tuple(pair for merge in self.merges for pair in merge.replaced)

    @property
    def dropped(self) -> tuple[Entry, ...]:
        """The second lines of rejections that count no longer."""
        return tuple(entry for merge in self.merges for entry in merge.dropped)

    @property
    def earlier(self) -> tuple[Entry, ...]:
        """The second teacher's entries that are older than the first's, which say the same."""
        return tuple(entry for merge in self.merges for entry in merge.earlier)

    @property
    def open(self) -> tuple[Difference, ...]:
        """The contrary entries that nobody decided on."""
        return tuple(pair for merge in self.merges for pair in merge.open)


def merged_files(pairs: Iterable[tuple[Markings, Markings]], choose: Choose) -> MergedFiles:
    """Return the files of the first teacher with the entries of both; nothing is written.

    Raises
    ------
    DocumentError
        If a file is broken, or can't hold an entry.
    """
    merges: list[Merge] = []
    before: dict[Path, str] = {}
    after: dict[Path, str] = {}
    for one, other in pairs:
        decisions = merge(one.decisions, other.decisions, choose)
        comments = merge(one.comments, other.comments, choose)
        merges += (decisions, comments)
        paths = [*one.decision_paths.values(), *([one.comment_path] if one.comment_path is not None else ())]
        texts = {path: read_text(path) if path.exists() else "" for path in paths}
        before |= texts
        after |= _with_decisions(one, texts, decisions) | _with_comments(one, texts, comments.entries)
    changed = [path for path in after if after[path] != before[path]]
    return MergedFiles(
        tuple(merges),
        {path: before[path] for path in changed},
        {path: after[path] for path in changed},
    )


def _with_decisions(one: Markings, texts: Mapping[Path, str], decisions: Merge) -> dict[Path, str]:
    after = {path: texts[path] for path in one.decision_paths.values()}
    present = set(one.decisions)
    for entry in decisions.dropped:
        for file, path in one.decision_paths.items():
            if isinstance(entry, Decision) and entry.kind in file.kinds:
                after[path] = without_decision(file, after[path], entry)
    for item in decisions.entries:
        if item in present or not isinstance(item, Decision):
            continue
        for file, path in one.decision_paths.items():
            is_own = item.kind in file.kinds
            text = without_decision(file, after[path], item) if is_own else after[path]
            after[path] = with_decision(file, text, item, path)
    return after


def _with_comments(one: Markings, texts: Mapping[Path, str], comments: Sequence[Entry]) -> dict[Path, str]:
    path = one.comment_path
    if path is None:
        return {}
    text = texts[path]
    present = set(one.comments)
    for item in comments:
        if item not in present and isinstance(item, GivenComment):
            text = with_comment(text, item, path)
    return {path: text}


def write_merged(files: MergedFiles, kept_in: Path) -> None:
    """Write the files of a merge, all or none, and keep the old ones in a folder.

    Raises
    ------
    DocumentError
        If a file was changed since it was read, or can't be written.
    """
    with ExitStack() as locks:
        for path in sorted(files.after):
            locks.enter_context(locked(path))
        for path, text in files.before.items():
            if (read_text(path) if path.exists() else "") != text:
                raise DocumentError("the file was changed meanwhile; nothing was written", path=path)
        old = {path: read_data(path) for path in files.before if path.exists()}
        if old:
            make_folder(kept_in, parents=True)
            write_all({kept_in / name: old[path] for path, name in _names(old).items()})
        write_all({path: _encoded(text, old.get(path)) for path, text in files.after.items() if text})
        for path in (path for path, text in files.after.items() if not text):
            path.unlink(missing_ok=True)


def kept_names(files: MergedFiles) -> Mapping[Path, str]:
    """Return the names under which the old files are kept; a file that is new has none."""
    return _names(path for path, text in files.before.items() if text)


def folder_name(now: datetime.datetime) -> str:
    """Return the name of the folder for the old files of a merge.

    >>> folder_name(datetime.datetime(2026, 11, 22, 16, 5, 9))
    'before merging 2026-11-22 16.05.09'
    """
    return f"before merging {now:%Y-%m-%d %H.%M.%S}"


def _names(paths: Iterable[Path]) -> dict[Path, str]:
    names: dict[Path, str] = {}
    for path in sorted(paths):
        same = sum(name.endswith(path.name) for name in names.values())
        names[path] = f"{same + 1} {path.name}" if same else path.name
    return names


def _encoded(text: str, old: bytes | None) -> bytes:
    return (UTF_8 if old is None else encoding_of(old)).encode(text)
