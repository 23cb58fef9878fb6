"""The words for findings and places: what the student did, what the teachers have, what is missing, how near.

They are the same in editors and on the command line.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from markscheme.documents.corpus import Document
from markscheme.edits.passages import Alignment
from markscheme.exercises.decisions import ALWAYS, Decision, DecisionKind
from markscheme.grouping import grouped
from markscheme.languages.language import find_language, language_name
from markscheme.marking.review import Notice
from markscheme.metrics.cleme2 import Counts, Scores
from markscheme.wording import (
    counted,
    percent,
    person_name,
    together,
)


def tally(counts: Counts) -> str:
    """Return the number of findings in each category; empty categories are left out.

    >>> tally(Counts(tp=2, fp_ne=0, fp_un=1, fn=3, tn=9))
    '2 hit · 3 under · 1 over'
    """
    numbers = {"hit": counts.tp, "wrong": counts.fp_ne, "under": counts.fn, "over": counts.fp_un}
    return " · ".join(f"{number} {name}" for name, number in numbers.items() if number)


def four_scores(scores: Scores) -> str:
    return (
        f"hit {percent(scores.hit)} · wrong {percent(scores.wrong)} · "
        f"under {percent(scores.under)} · over {percent(scores.over)}"
    )


ORIGINAL = "Original text"


def authorship(documents: Iterable[Document]) -> str:
    """Return how the authors of each file share the work; nothing for files of one author or without authors.

    >>> from pathlib import Path
    >>> kim, roy = (Document(name, "", Path("a.docx"), authors=(name,)) for name in ("kim", "roy"))
    >>> authorship([kim, roy])
    'Kim or Roy'
    >>> authorship([Document("a", "", Path("a.docx"), authors=("kim", "roy"))])
    'Kim and Roy together'
    """
    by_file = grouped((item for item in documents if item.authors), lambda item: item.path)
    parts = (_choice(items) for items in by_file.values() if len(items) > 1 or len(items[0].authors) > 1)
    return "; ".join(parts)


def _choice(documents: Sequence[Document]) -> str:
    return " or ".join(together(document.authors) for document in documents)


_OFFERS: Mapping[DecisionKind, str] = MappingProxyType(
    {
        DecisionKind.OPTIONAL: "Make this correction optional",
        DecisionKind.NEEDED: "Make this correction required",
    }
)


_STATEMENTS: Mapping[DecisionKind, str] = MappingProxyType(
    {
        DecisionKind.ACCEPTED: "counted as correct",
        DecisionKind.PARTLY: "counted as partly correct",
        DecisionKind.WRONG: "counted as wrong",
        DecisionKind.EITHER: "called as good as the text before",
        DecisionKind.OPTIONAL: "called optional",
        DecisionKind.NEEDED: "called required",
        DecisionKind.NOT_COUNTED: "not counted",
        DecisionKind.SKIPPED: "skipped",
        DecisionKind.STANDS: "left as it stands",
        DecisionKind.NOTE: "left to the adjudicator",
        DecisionKind.REPLACED: "decided otherwise before",
    }
)


def offer(kind: DecisionKind, words: str) -> str:
    """Return what can be decided about one correction of the references.

    >>> offer(DecisionKind.OPTIONAL, "go → went")
    'Make this correction optional: go → went'
    """
    return f"{_OFFERS[kind]}: {words}"


def statement(decision: Decision) -> str:
    """Return what was decided, by whom and when.

    >>> statement(Decision(DecisionKind.WRONG, ("a",), 0, 1, ("b",), author="ms-kim"))
    'counted as wrong by Ms Kim'
    """
    by = f" by {person_name(decision.author)}" if decision.author else ""
    day = f", {decision.date.isoformat()}" if decision.date else ""
    course = f", {ALWAYS}" if decision.always else ""
    return f"{_STATEMENTS[decision.kind]}{by}{day}{course}"


def withdrawal(decision: Decision, words: str = "") -> str:
    """Return that a decision can be taken back; ``words`` say what it is about, where that is not plain.

    >>> withdrawal(Decision(DecisionKind.WRONG, ("a",), 0, 1, ("b",), author="ms-kim"))
    'Withdraw: counted as wrong by Ms Kim'
    """
    return f"Withdraw: {statement(decision)}{f' ({words})' if words else ''}"


OTHER_LANGUAGE = "other-language"
"""The code of the notice that a source is not in the language that it is marked in."""
EARLY_END = "reference-ends-early"
"""The code of the notice that a reference ends long before its source."""
REOPENED = "mark-reopened"
"""The code of the notice that a text has changed since a teacher called its mark final."""


def other_language_words(detected: str, expected: str) -> str:
    name = find_language(expected).name
    return (
        f"The source seems to be in {language_name(detected)}, not in {name}. "
        f"Words are compared as usual, but the grammar in use is that of {name}"
    )


def other_language_notice(detected: str, expected: str) -> Notice:
    remedy = (
        f"So error types are general ones. If the source is in {find_language(expected).name}, "
        f'list the exercise in markscheme.toml with language = "{expected}"'
    )
    return Notice(OTHER_LANGUAGE, f"{other_language_words(detected, expected)}. {remedy}")


def open_answers_words(answers: int, students: int) -> str:
    """Return that marks are not final yet, without what to do.

    >>> open_answers_words(7, 3), open_answers_words(1, 1)
    ('7 answers of 3 students are not decided yet', '1 answer of 1 student is not decided yet')
    """
    verb = "is" if answers == 1 else "are"
    return f"{counted(answers, 'answer')} of {counted(students, 'student')} {verb} not decided yet"


def reopened_notice(signed: str) -> Notice:
    """Return the notice that a mark is not final any more; ``signed`` is who had called it final, and when.

    >>> reopened_notice("Ms Kim, 2026-11-26").message
    'The mark was final (Ms Kim, 2026-11-26); the text has changed since, so it is open again'
    """
    by = f" ({signed})" if signed else ""
    return Notice(REOPENED, f"The mark was final{by}; the text has changed since, so it is open again")


def early_end_notices(alignment: Alignment) -> tuple[Notice, ...]:
    """Return a notice for each reference whose author has not seen the end of the source."""
    return tuple(Notice(EARLY_END, words) for words in alignment.early_end_words)
