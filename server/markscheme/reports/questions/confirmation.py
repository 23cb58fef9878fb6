"""What an answer did, in one line."""

from collections.abc import Iterator

from markscheme.annotation.questions.answers import ANSWERS
from markscheme.annotation.questions.exercise_queue import SavedAnswer
from markscheme.annotation.questions.question import Question
from markscheme.marking.wording.people import person_name
from markscheme.marking.wording.place_words import deed
from markscheme.marking.wording.words import counted
from markscheme.reports.questions.questions_json import replaced_words, reply_words


def confirmation(saved: SavedAnswer) -> str:
    """Return what an answer did: what, by whom, in which files, for how many marks, and what is open next."""
    return "; ".join(_parts(saved))


def _parts(saved: SavedAnswer) -> Iterator[str]:
    by = f" by {person_name(saved.author)}" if saved.author else ""
    statement = ANSWERS.get(saved.answer).statement if saved.answer else "answer taken back"
    yield f"{saved.question.key} {_subject(saved.question)}: {statement}{by}"
    files = ", ".join(path.name for path in saved.files)
    yield f"written to {files}" if files else "nothing written: this answer was there already"
    has_effect = not saved.answer or ANSWERS.get(saved.answer).without_effect is None
    yield f"{counted(saved.question.effect, 'mark')} concerned" if has_effect else "no mark changes"
    for reply in saved.others:
        yield replaced_words(reply) if saved.answer else f"counts again: {reply_words(reply)}"
    if saved.closed:
        yield f"the same decision answers {', '.join(saved.closed)}"
    yield f"{saved.left} open{f', next {saved.next}' if saved.next else ''}"


def _subject(question: Question) -> str:
    """Return the words that a question is about."""
    items = [question.alternatives[index] for index in question.about]
    return ", ".join(deed(item.before, item.after) for item in items) or f"“{question.before}”"
