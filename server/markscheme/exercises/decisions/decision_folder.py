"""The folder that holds an exercise's files of decisions, and changing these files under a lock."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import attrs

from markscheme.exercises.decisions.decision import Decision
from markscheme.exercises.decisions.decision_file import (
    DECISION_FILES,
    DecisionFile,
    with_decision,
    without_decision,
)
from markscheme.exercises.locked_files import locked, write_or_remove
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text


@attrs.frozen
class DecisionFolder:
    """The folder of an exercise's first reference.

    Attributes
    ----------
    documents
        The exercise's documents. A file among them holds no decisions, whatever its name.
    """

    path: Path
    documents: frozenset[Path] = frozenset()

    def path_of(self, file: DecisionFile) -> Path | None:
        """Return the path of a file of decisions, which need not be there; ``None`` if a document has that path."""
        path = self.path / file.name
        return path if path not in self.documents else None

    @property
    def paths(self) -> dict[DecisionFile, Path]:
        """The paths of the files of decisions that the folder may hold."""
        return {file: path for file in DECISION_FILES if (path := self.path_of(file)) is not None}


def decide(folder: DecisionFolder, decision: Decision) -> None:
    """Write a decision to the file of its kind, and take contrary decisions out of both files.

    Raises
    ------
    DocumentError
        If a file is broken or can't be written, or M2 can't hold the decision; then both files are as they were,
        except where the second can't be written.
    ValueError
        If its place is outside its source.
    """
    subject = decision.kind.subject
    files = [file for file in DECISION_FILES if any(kind.subject is subject for kind in file.kinds)]
    _rewrite(folder, decision, files, lambda file, text, path: with_decision(file, text, decision, path))


def withdraw(folder: DecisionFolder, decision: Decision) -> None:
    """Take a decision out of its file, whoever made it; a file without decisions is removed.

    Raises
    ------
    DocumentError
        If the file is broken or can't be written; then it is as it was.
    """
    files = [file for file in DECISION_FILES if decision.kind in file.kinds]
    _rewrite(folder, decision, files, lambda file, text, path: without_decision(file, text, decision, path))


def _rewrite(
    folder: DecisionFolder,
    decision: Decision,
    files: list[DecisionFile],
    change: Callable[[DecisionFile, str, Path], str],
) -> None:
    """Change the files' texts under their locks, since two editors may change them at once.

    The decision's own file is written first: if the program ends before the second is written, no decision is lost.
    """
    paths = {file: path for file, path in folder.paths.items() if file in files}
    own = next(file for file in files if decision.kind in file.kinds)
    if own not in paths:
        raise DocumentError(
            f"this document of the exercise has the name of the file of {own.contents}", path=folder.path / own.name
        )
    with ExitStack() as locks:
        for path in paths.values():
            locks.enter_context(locked(path))
        before = {file: read_text(path) if path.exists() else "" for file, path in paths.items()}
        after = {file: change(file, before[file], path) for file, path in paths.items()}
        for file in sorted(paths, key=lambda file: file is not own):
            write_or_remove(paths[file], before[file], after[file])
