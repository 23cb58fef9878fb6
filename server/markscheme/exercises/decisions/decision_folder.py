"""A folder that holds files of decisions, an exercise's or a course's, and changing these files under a lock."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import attrs

from markscheme.exercises.decisions.decision import Decision
from markscheme.exercises.decisions.decision_file import (
    DECISION_FILES,
    DecisionFile,
    read,
    with_decision,
    without_decision,
)
from markscheme.exercises.locked_files import locked, remove
from markscheme.text.encodings import UTF_8, encoding_of
from markscheme.text.errors import DocumentError, MissingDocument
from markscheme.text.reading import TextSource, decode, read_data
from markscheme.text.writing import write_all


@attrs.frozen
class DecisionFolder:
    """The folder of an exercise's first reference, or a course's.

    Attributes
    ----------
    documents
        The exercise's documents. A file among them holds no decisions, whatever its name.
    files
        The files of decisions that it may hold.
    """

    path: Path
    documents: frozenset[Path] = frozenset()
    files: tuple[DecisionFile, ...] = DECISION_FILES

    def path_of(self, file: DecisionFile) -> Path | None:
        """Return the path of a file of decisions, which need not be there; ``None`` if a document has that path."""
        path = self.path / file.name
        return path if path not in self.documents else None

    @property
    def paths(self) -> dict[DecisionFile, Path]:
        """The paths of the files of decisions that the folder may hold."""
        return {file: path for file in self.files if (path := self.path_of(file)) is not None}


def read_folder(folder: DecisionFolder, source: TextSource) -> tuple[tuple[Decision, ...], tuple[DocumentError, ...]]:
    """Return the decisions of all files, and why a file can't be read; the others count all the same."""
    decisions: list[Decision] = []
    problems: list[DocumentError] = []
    for file, path in folder.paths.items():
        try:
            decisions += read(file, source(path), path)
        except MissingDocument:
            continue
        except DocumentError as problem:
            problems.append(problem)
    return tuple(decisions), tuple(problems)


def decide(folder: DecisionFolder, decision: Decision) -> None:
    """Write a decision to the file of its kind, and take contrary decisions out of the files.

    Raises
    ------
    DocumentError
        If a file is broken or can't be written, or M2 can't hold the decision; then the files are as they were.
    ValueError
        If its place is outside its source.
    """
    rewrite(folder, (decision,))


def withdraw(folder: DecisionFolder, decision: Decision) -> None:
    """Take a decision out of its file, whoever made it; a file without decisions is removed.

    Raises
    ------
    DocumentError
        If the file is broken or can't be written; then it is as it was.
    """
    rewrite(folder, (), (decision,))


def rewrite(folder: DecisionFolder, decisions: Sequence[Decision], withdrawn: Sequence[Decision] = ()) -> "Rewriting":
    """Take some decisions out of their files, and write others in place of contrary ones, all or none.

    The files are locked, since two editors may change them at once.

    Raises
    ------
    DocumentError, ValueError
        As :func:`decide`.
    """
    with _locked(_paths(folder, (*decisions, *withdrawn)).values()):
        before = contents(folder)
        rewriting = rewritten(folder, before, decisions, withdrawn)
        write(rewriting)
    return rewriting


def restore(rewriting: "Rewriting", texts: Mapping[Path, bytes | None]) -> bool:
    """Give the files of a rewriting other contents, unless somebody has changed a file since; return whether they do.

    Raises
    ------
    DocumentError
        If a file can't be written; then the files are as they were.
    """
    with _locked(texts):
        now = {path: _data(path) for path in texts}
        if any(now[path] != rewriting.after.get(path) for path in texts):
            return False
        write(Rewriting(now, texts))
    return True


@attrs.frozen
class Rewriting:
    """The contents of a folder's files of decisions before and after a change; ``None`` for a file that is not there.

    Attributes
    ----------
    added, removed
        The decisions that only the files after or before it have.
    """

    before: Mapping[Path, bytes | None]
    after: Mapping[Path, bytes | None]
    added: tuple[Decision, ...] = ()
    removed: tuple[Decision, ...] = ()


def contents(folder: DecisionFolder) -> dict[Path, bytes | None]:
    """Return the contents of a folder's files of decisions.

    Raises
    ------
    DocumentError
        If a file can't be read.
    """
    return {path: _data(path) for path in folder.paths.values()}


def rewritten(
    folder: DecisionFolder,
    before: Mapping[Path, bytes | None],
    decisions: Sequence[Decision],
    withdrawn: Sequence[Decision] = (),
) -> Rewriting:
    """Return the change that :func:`rewrite` makes to files with these contents; nothing is written.

    Raises
    ------
    DocumentError, ValueError
        As :func:`decide`.
    """
    after: dict[Path, bytes | None] = dict(before)
    added: list[Decision] = []
    removed: list[Decision] = []
    for file, path in _paths(folder, (*decisions, *withdrawn)).items():
        data = before[path]
        old = text = decode(data, path) if data is not None else ""
        for item in withdrawn:
            text = without_decision(file, text, item, path) if item.kind in file.kinds else text
        for item in decisions:
            text = with_decision(file, text, item, path) if _concerns(file, item) else text
        if text == old:
            continue
        after[path] = (UTF_8 if data is None else encoding_of(data)).encode(text) if text else None
        earlier, later = read(file, old, path), read(file, text, path)
        added += (item for item in later if item not in earlier)
        removed += (item for item in earlier if item not in later)
    return Rewriting(before, after, tuple(added), tuple(removed))


def write(rewriting: Rewriting) -> None:
    """Write the files that a rewriting changes; those that lose decisions come last, so that none is lost.

    Raises
    ------
    DocumentError
        If a file can't be written.
    """
    changed = [path for path, data in rewriting.after.items() if data != rewriting.before[path]]
    texts = {path: data for path in changed if (data := rewriting.after[path]) is not None}
    write_all(dict(sorted(texts.items(), key=lambda item: len(item[1]) < len(rewriting.before[item[0]] or b""))))
    for path in changed:
        if rewriting.after[path] is None:
            remove(path)


def _paths(folder: DecisionFolder, decisions: Sequence[Decision]) -> dict[DecisionFile, Path]:
    """Return the files that decisions concern.

    Raises
    ------
    DocumentError
        If a decision's own file can't be there.
    """
    for item in decisions:
        own = next(file for file in folder.files if item.kind in file.kinds)
        if own not in folder.paths:
            raise DocumentError(
                f"this document of the exercise has the name of the file of {own.contents}", path=folder.path / own.name
            )
    return {file: path for file, path in folder.paths.items() if any(_concerns(file, item) for item in decisions)}


def _concerns(file: DecisionFile, decision: Decision) -> bool:
    """Return whether a file holds decisions with the subject of a decision."""
    return any(kind.subject is decision.kind.subject for kind in file.kinds)


@contextmanager
def _locked(paths: Iterable[Path]) -> Iterator[None]:
    with ExitStack() as locks:
        for path in sorted(paths):
            locks.enter_context(locked(path))
        yield


def _data(path: Path) -> bytes | None:
    return read_data(path) if path.exists() else None
