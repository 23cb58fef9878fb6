"""Notices about a whole document, in words: what a person should know before the marks are read."""

from markscheme.alignment.alignment import Alignment
from markscheme.languages.catalogue import find_language
from markscheme.languages.names import language_name
from markscheme.marking.review.document_review import Notice
from markscheme.marking.wording.words import counted

OTHER_LANGUAGE = "other-language"
"""The code of the notice that a source is not in the language that it is marked in."""
EARLY_END = "reference-ends-early"
"""The code of the notice that a reference ends long before its source."""
REOPENED = "mark-reopened"
"""The code of the notice that a text has changed since a teacher called its mark final."""


def other_language_words(detected: str, expected: str) -> str:
    """Return which language a source seems to be in, and what follows, by the codes of the languages."""
    name = find_language(expected).name
    return (
        f"The source seems to be in {language_name(detected)}, not in {name}. "
        f"Words are compared as usual, but the grammar in use is that of {name}"
    )


def other_language_notice(detected: str, expected: str) -> Notice:
    """Return the notice about a document's language, with what to do if it is wrong."""
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
