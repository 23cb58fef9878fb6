"""A merge of two teachers' decisions and comments in words, and the report of what it replaced."""

from collections.abc import Iterator
from pathlib import Path

from markscheme.exercises.decisions.decision import Decision
from markscheme.exercises.decisions.decision import Subject as DecisionSubject
from markscheme.exercises.moderation.differences import Entry
from markscheme.exercises.moderation.merged_files import MergedFiles, kept_names
from markscheme.marking.wording.decision_words import statement
from markscheme.marking.wording.people import person_name
from markscheme.marking.wording.place_words import deed
from markscheme.reports.moderation.comparison import comment_words


def about(entry: Entry) -> str:
    """Return what an entry is about.

    >>> from markscheme.exercises.decisions.decision import DecisionKind
    >>> about(Decision(DecisionKind.WRONG, ("She", "like", "music"), 1, 2, ("liked",)))
    'like → liked, in “She like music”'
    """
    if isinstance(entry, Decision):
        words = " ".join(entry.source[entry.start : entry.end])
        parts = [] if entry.kind.subject is DecisionSubject.PLACE else [deed(words, " ".join(entry.replacement))]
        parts += [] if words else [_gap(entry)]
        return f"{' '.join(parts) or f'“{words}”'}, in “{' '.join(entry.source)}”"
    quote = entry.quote
    sentence = " ".join(part for part in (quote.before, quote.words, quote.after) if part)
    of = f" of {person_name(entry.student)}" if entry.student else ""
    return f"“{quote.words}”{of}, in “{sentence}”" if sentence else f"the whole text{of}"


def _gap(decision: Decision) -> str:
    before, after = decision.source[: decision.start], decision.source[decision.start :]
    return f"behind “{before[-1]}”" if before else f"before “{after[0]}”" if after else "between two sentences"


def says(entry: Entry) -> str:
    """Return what an entry says, by whom and when."""
    if isinstance(entry, Decision):
        return statement(entry)
    by = f" by {person_name(entry.author)}" if entry.author else ""
    return f"{comment_words(entry)}{by}{f', {entry.date.isoformat()}' if entry.date else ''}"


def merge_lines(files: MergedFiles) -> Iterator[str]:
    """Yield a line for each entry that a merge adds, replaces or leaves open."""
    for entry in files.added:
        yield f"Added: {about(entry)}: {says(entry)}"
    for old, new in files.replaced:
        yield f"Decided: {about(new)}: {says(new)}, in place of {says(old)}"
    for entry in files.dropped:
        yield f"Taken out with it: {about(entry)}: {says(entry)}"
    for entry in files.earlier:
        yield f"Said by both: {about(entry)}: {says(entry)} stays, since it is older"
    for pair in files.open:
        yield f"Open: {about(pair.entry)}: {' or '.join(says(item) for item in (pair.one, pair.other) if item)}"


def merge_tally(files: MergedFiles) -> str:
    """Return how much a merge does, in one line."""
    parts = [
        f"{len(files.added)} added",
        f"{len(files.replaced)} contrary and decided",
        f"{len(files.open)} contrary and open" if files.open else "",
    ]
    return f"Decisions and comments: {', '.join(part for part in parts if part)}."


def merge_report(files: MergedFiles, kept_in: Path) -> str:
    """Return the report of a merge: what it did, and how to undo it.

    Parameters
    ----------
    kept_in
        The folder that holds the old files.
    """
    kept = kept_names(files)
    lines = [merge_tally(files), "", *merge_lines(files), "", "To undo this:"]
    lines += [f"- copy {kept_in / name} to {path}" for path, name in kept.items()]
    lines += [f"- delete {path}" for path in files.after if path not in kept]
    return "\n".join(lines if files.after else lines[:-1]) + "\n"


def dry_run(files: MergedFiles, teacher: str) -> str:
    """Return what a merge would do."""
    if not files.added and not files.open:
        return "There is nothing to merge."
    parts = [f"add {len(files.added)} of {teacher}"] if files.added else []
    parts += [f"ask about {len(files.open)} that are contrary"] if files.open else []
    return f"To merge decisions and comments, write --merge. It would {' and '.join(parts)}."
