"""The folders that exercises are searched in, and the ``markscheme.toml`` that governs each."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from markscheme.exercises.configuration import CONFIGURATION, Configuration, read_configuration
from markscheme.exercises.decisions.decision_file import COURSE_FILE
from markscheme.exercises.decisions.decision_folder import DecisionFolder
from markscheme.text.errors import DocumentError
from markscheme.text.products import REPORT_FOLDER
from markscheme.text.reading import TextSource, is_file, is_folder

OnProblem = Callable[[DocumentError], None]
"""Called for each unusable file or folder; raise to stop the search."""
SKIPPED_FOLDERS = {".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", REPORT_FOLDER}


def governed_folders(
    top: Path, configuration: Configuration | None, read: TextSource, on_problem: OnProblem
) -> Iterator[tuple[Path, Configuration | None]]:
    """Yield a folder and those below it, each with the configuration that governs it."""
    try:
        entries = entries_of(top)
    except DocumentError as problem:
        on_problem(problem)
        return
    yield top, configuration
    for entry in entries:
        if entry.name in SKIPPED_FOLDERS or entry.is_symlink() or not is_folder(entry):
            continue
        try:
            inner = read_configuration(entry / CONFIGURATION, read) if is_file(entry / CONFIGURATION) else None
        except DocumentError as problem:
            on_problem(problem)
            continue
        outer = None if _begins_repository(entry) else configuration
        yield from governed_folders(entry, inner or outer, read, on_problem)


def governing_configuration(folder: Path, read: TextSource) -> Configuration | None:
    """Return the nearest configuration in a folder or above it, inside the folder's repository.

    Raises
    ------
    DocumentError
        If it is broken.
    """
    path = governing_file(folder)
    return read_configuration(path, read) if path is not None else None


def governing_file(folder: Path) -> Path | None:
    """Return the nearest ``markscheme.toml`` in a folder or above it, inside the folder's repository."""
    return next((one / CONFIGURATION for one in _upwards(folder) if is_file(one / CONFIGURATION)), None)


def course_folder(folder: Path) -> DecisionFolder:
    """Return where the decisions of a folder's course are kept, inside the folder's repository.

    It is the nearest folder, from this one upwards, that has a file of them; as long as there is none, that of the
    uppermost ``markscheme.toml``, or else the folder itself.
    """
    above = [*_upwards(folder)]
    kept = [one for one in above if is_file(one / COURSE_FILE.name)][:1]
    set_up = [one for one in above if is_file(one / CONFIGURATION)][-1:]
    return DecisionFolder((*kept, *set_up, folder)[0], files=(COURSE_FILE,))


def _upwards(folder: Path) -> Iterator[Path]:
    """Yield a folder and those above it, inside its repository."""
    for one in (folder, *folder.parents):
        yield one
        if _begins_repository(one):
            return


def report_folder(path: Path, workspace: Iterable[Path]) -> Path:
    """Return the folder for reports of a document or a folder, there or not.

    It is beside the ``markscheme.toml`` that governs the path, else in the innermost workspace folder that holds it,
    else beside the document or in the folder itself.
    """
    folder = path if is_folder(path) else path.parent
    governing = governing_file(folder)
    above = (one for one in workspace if folder.is_relative_to(one))
    place = governing.parent if governing else max(above, key=lambda one: len(one.parts), default=folder)
    return place / REPORT_FOLDER


def _begins_repository(folder: Path) -> bool:
    return is_folder(folder / ".git") or is_file(folder / ".git")


def entries_of(folder: Path) -> list[Path]:
    """Return what is in a folder, sorted.

    Raises
    ------
    DocumentError
        If the folder can't be read.
    """
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise DocumentError(f"the folder can't be read ({error.strerror})", path=folder) from error


def files_in(folder: Path, configuration: Configuration | None) -> list[Path]:
    """Return the files of a folder that its configuration does not exclude."""
    files = (entry for entry in entries_of(folder) if is_file(entry))
    return [path for path in files if configuration is None or not configuration.excludes(path)]
