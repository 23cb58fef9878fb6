"""The exercises of a workspace's folders."""

import logging
from collections.abc import Sequence
from pathlib import Path

import attrs

from markscheme.documents.errors import DocumentError
from markscheme.documents.exercises import exercises_in
from markscheme.documents.material import WORD
from markscheme.lsp.diagnostics import DISAGREEMENT_CODE, PROBLEM_CODE
from markscheme.lsp.options import Options
from markscheme.lsp.progress import Reporter
from markscheme.lsp.session import Session

logger = logging.getLogger(__name__)


def documents_in(folders: Sequence[Path], options: Options) -> tuple[Path, ...]:
    """Every text of every exercise in the folders, in path order by exercise; what is ignored is left out."""
    found: dict[Path, None] = {}
    for folder in folders:
        try:
            exercises = exercises_in(folder)
        except (DocumentError, OSError) as problem:
            logger.warning("a workspace folder can't be searched for exercises: %s", type(problem).__name__)
            continue
        for exercise in exercises:
            inside = (path for path in sorted(exercise.paths) if path.suffix.lower() != WORD)
            found |= {path: None for path in inside if not options.ignores(path, folder)}
    return tuple(found)


@attrs.frozen
class MarkedWorkspace:
    """How many documents were marked, and what was found in them."""

    documents: int
    findings: int
    problems: int


async def mark_workspace(session: Session, reporter: Reporter) -> MarkedWorkspace:
    """Mark every document of the workspace's exercises, and keep them marked from now on."""
    session.follow_workspace()
    paths = documents_in(session.editor.folders, await session.configuration.of(None))
    findings = problems = 0
    for number, path in enumerate(paths):
        reporter.say(f"{path.name} ({number + 1} of {len(paths)})", number, len(paths))
        found = await session.mark_from_disk(path)
        codes = [item.code for item in found.items] if found else []
        problems += codes.count(PROBLEM_CODE)
        findings += sum(code not in (PROBLEM_CODE, DISAGREEMENT_CODE) for code in codes)
    return MarkedWorkspace(len(paths), findings, problems)
