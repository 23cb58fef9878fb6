"""The questions of several exercises as one list, for one person."""

from collections.abc import Iterable

import attrs

from markscheme.annotation.questions.queue import Queue, QueuedQuestion, urgency


@attrs.frozen
class ListedQuestion:
    """A question in a list, with the URI of a document of its exercise."""

    item: QueuedQuestion
    uri: str


@attrs.frozen
class QuestionList:
    """The questions of some exercises.

    Attributes
    ----------
    author
        Whose list it is.
    open
        The most urgent first; those that the author skipped come last.
    answered
        By exercise, the newest first.
    problems
        Why files can't be used, in words.
    notices
        Which hypotheses are left out, in words; they are no faults.
    """

    author: str
    open: tuple[ListedQuestion, ...] = ()
    answered: tuple[ListedQuestion, ...] = ()
    problems: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def skipped(self) -> int:
        """The number of open questions that the author skipped."""
        return sum(listed.item.is_skipped_by(self.author) for listed in self.open)


def question_list(
    queues: Iterable[tuple[str, Queue]], author: str, problems: Iterable[str] = (), notices: Iterable[str] = ()
) -> QuestionList:
    """Return the list of a person.

    Parameters
    ----------
    queues
        The queue of each exercise, with the URI of a document of it.
    problems, notices
        May be repeated.
    """
    parts = list(queues)
    waiting = [ListedQuestion(item, uri) for uri, queue in parts for item in queue.open]
    waiting.sort(key=lambda listed: (listed.item.is_skipped_by(author), urgency(listed.item.question)))
    answered = (ListedQuestion(item, uri) for uri, queue in parts for item in queue.answered)
    return QuestionList(
        author, tuple(waiting), tuple(answered), tuple(dict.fromkeys(problems)), tuple(dict.fromkeys(notices))
    )
