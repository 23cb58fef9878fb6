"""The likeliest roles of files whose names don't show them: from their words, authors and changes."""

from collections.abc import Sequence

from markscheme.exercises.init.candidates import Candidate
from markscheme.exercises.init.naming import is_role_alone, role_in_path, role_of

Reasoned = tuple[Candidate, str]
"""A file, and the reason for its role."""


def likely_source(unknown: Sequence[Candidate], reference: Candidate) -> list[Reasoned]:
    alike = [item for item in unknown if item.is_text and item.resembles(reference)]
    return [(alike[0], "the one other text that has the references' words")] if len(alike) == 1 else []


def plain_source(sources: Sequence[Reasoned]) -> tuple[list[Reasoned], list[Candidate]]:
    """Return the sources, and the files that are versions of one of them by their words.

    Where one file is called by the role alone, such as ``source``, and the others have its words, they are versions
    of it: GMEG's ``source+error`` is ``source`` with more errors.
    """
    plain = [pair for pair in sources if is_role_alone(pair[0].stem)]
    others = [pair[0] for pair in sources if pair not in plain]
    if len(plain) != 1 or not all(item.resembles(plain[0][0]) and item.folder == plain[0][0].folder for item in others):
        return list(sources), []
    return plain, others


def likely_hypotheses(unknown: Sequence[Candidate], model: Candidate) -> list[Reasoned]:
    hypotheses: list[Reasoned] = []
    for item in unknown:
        if item.folder != model.folder or not of_one_source(item, model):
            continue
        if item.is_tracked and model.is_tracked:
            hypotheses.append((item, starts_from(model)))
        elif item.lines == model.lines and model.lines > 1:
            hypotheses.append((item, f"as many lines as {model.base} ({model.lines}), and its words"))
        else:
            hypotheses.append((item, f"the words of {model.base}"))
    return hypotheses


def of_one_source(item: Candidate, model: Candidate) -> bool:
    """Return whether both are corrections of one source, or one is that of the other; M2 is none of a text."""
    return item.is_annotated == model.is_annotated and item.resembles(model)


def unchanged(unknown: Sequence[Candidate], carrier: Candidate) -> list[Reasoned]:
    """Return the one file that has a document's text before its changes."""
    files = [item for item in unknown if not item.corrects and item.has_text_of(carrier)]
    return [(files[0], f"the text that {carrier.base} changes")] if len(files) == 1 else []


def starts_from(model: Candidate) -> str:
    return f"{model.form.label}, and the text before its changes is that of {model.base}"


def tracked_references(group: Sequence[Candidate]) -> list[Reasoned]:
    """Return the references of documents with tracked changes of the same text.

    Names of files decide, else authors' names, else the number of changes.
    """
    changed = [item for item in group if item.changes]
    references = [item for item in changed if role_in_path(item.path) == "reference"]
    if references:
        return [(item, "a reference, by its name or its folder's") for item in references]
    unknown = [item for item in changed if role_in_path(item.path) is None]
    if len(unknown) == 1 and len(group) == 1:
        alone = f"{unknown[0].form.title} by itself is a source with its author's corrections"
        return [(unknown[0], alone)] if len(unknown[0].changes) == 1 else []
    if len(unknown) == 1:
        return [
            (unknown[0], f"the one {unknown[0].form.label} document with changes that is not a hypothesis by its name")
        ]
    by_author = [item for item in unknown if all(role_of(author, False) == "reference" for author in item.changes)]
    if by_author:
        return [(item, f"changed by {', '.join(item.changes)}") for item in by_author]
    most = max(map(_changes, unknown), default=0)
    likeliest = [item for item in unknown if _changes(item) == most]
    why = "changes the text in most places ({}, by {}), as a teacher would"
    return [(likeliest[0], why.format(most, ", ".join(likeliest[0].changes)))] if len(likeliest) == 1 else []


def _changes(item: Candidate) -> int:
    return sum(item.changes.values())


def annotated_references(group: Sequence[Candidate]) -> list[Reasoned]:
    for item in group:
        if all(other.stem.startswith(item.stem) for other in group):
            return [(item, f"{item.form.label}, and its name begins all the others'")]
    several = [item for item in group if len(item.changes) > 1]
    return (
        [(several[0], f"{several[0].form.label} of {len(several[0].changes)} annotators")] if len(several) == 1 else []
    )
