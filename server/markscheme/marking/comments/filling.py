"""The words for which placeholders in comments stand, at a finding."""

import attrs

from markscheme.exercises.comments.bank import PLACEHOLDERS, filled
from markscheme.exercises.people import ErrorGroups
from markscheme.languages.catalogue import DEFAULT_LANGUAGE
from markscheme.marking.review.findings import Finding, FindingReference
from markscheme.marking.wording.people import first_name, person_name, teacher_names
from markscheme.marking.wording.place_words import did, due, group_of, remainder
from markscheme.marking.wording.words import one_line, without_common_words


@attrs.frozen
class Reader:
    """Who reads comments, and in which words: the student's name, and the kinds of errors."""

    student: str = ""
    language: str = DEFAULT_LANGUAGE
    groups: ErrorGroups = ErrorGroups()


def placeholder_values(finding: Finding | None, reader: Reader) -> dict[str, str]:
    """Return the words for each placeholder that has any; ``None`` stands for a place without a finding."""
    name = person_name(reader.student) if reader.student else ""
    values = {"student": first_name(name), "full_name": name}
    if finding is not None and finding.place is not None:
        followed = finding.references if finding.place.rewritten else finding.corrections
        values |= {
            "student_words": one_line(finding.shown.after),
            "source_words": one_line(finding.shown.before),
            "teacher_words": next(map(_teacher_words, followed), ""),
            "change": did(finding),
            "correction": "" if finding.place.rewritten else due(finding),
            "still_to_do": remainder(finding.place),
            "group": group_of(finding, reader.language, reader.groups),
            "teacher": teacher_names(item.reference for item in followed[:1]),
        }
    return {name: words for name, words in values.items() if words}


def _teacher_words(reference: FindingReference) -> str:
    """Return what a teacher has at a place; nothing where the teacher only takes words out."""
    before, after = one_line(reference.shown.before), one_line(reference.shown.after)
    removed, added = without_common_words(before.lower(), after.lower())
    return "" if removed and not added else after


def filled_or_bare(template: str, values: dict[str, str]) -> str:
    """Return a teacher's text with its placeholders filled; those without words at the place are left out."""
    return filled(template, {**dict.fromkeys(PLACEHOLDERS, ""), **values})
