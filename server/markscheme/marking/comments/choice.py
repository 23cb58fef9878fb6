"""Which comment of a bank belongs to a finding: the most specific one whose conditions hold there.

An entry with words comes before one without. Then the one with more parts of a type counts (``R:VERB:TENSE`` before
``*:DET`` before none), then one with a group before one without, then the one that names fewer verdicts (naming none
comes last). Of equal ones the first in the bank counts, and a teacher's stand before the language's.

An entry is passed over where one of its placeholders has no words: a text is always whole. One for a kind of error is
passed over where the words of the correction do not show that it is of this kind
(:attr:`markscheme.languages.language.Language.is_evident`). An answer that waits for a decision may be right, so it is
given no comment; a teacher may choose one.
"""

import re
from collections.abc import Iterator

from markscheme.exercises.comments.bank import DEFAULT_VERDICTS, REWRITTEN, VERDICTS, BankEntry, CommentBank, filled
from markscheme.exercises.comments.bank_content import matches_type
from markscheme.exercises.scheme.error_kinds import ErrorKinds
from markscheme.marking.comments.comment import Comment
from markscheme.marking.comments.filling import Reader, placeholder_values
from markscheme.marking.review.findings import Finding
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.place_words import is_evident
from markscheme.marking.wording.words import without_common_words

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_CONFUSED = "/"
"""Stands between words of which one takes another's place."""


def specificity(entry: BankEntry) -> tuple[bool, int, bool, int]:
    """Return how specific an entry is; a larger value is chosen first.

    >>> general = BankEntry("", "T", "text", group="tense")
    >>> specificity(BankEntry("", "T", "text", type="R:VERB:TENSE")) > specificity(general)
    True
    """
    parts = [part for part in entry.type.split(":") if part not in ("", "*")]
    verdicts = len(VERDICTS) + 1 - len(entry.verdicts) if entry.verdicts else 0
    return bool(entry.words), len(parts), bool(entry.group), verdicts


def suggestions(finding: Finding, bank: CommentBank, reader: Reader) -> tuple[Comment, ...]:
    """Return the comments of a bank that fit a finding, the most specific first; none for a chunk and an estimate."""
    if finding.place is None:
        return ()
    values = placeholder_values(finding, reader)
    fitting = [
        entry for entry in bank.entries if _fits(entry, finding, reader) and set(entry.placeholders) <= values.keys()
    ]
    fitting.sort(key=specificity, reverse=True)
    return tuple(Comment(entry.code, filled(entry.text, values), entry.text, entry.key) for entry in fitting)


def chosen(finding: Finding, bank: CommentBank, reader: Reader) -> Comment | None:
    """Return the comment of a bank that belongs to a finding; ``None`` where none fits, or a decision is to be made."""
    if finding.is_undecided:
        return None
    return next(iter(suggestions(finding, bank, reader)), None)


def _fits(entry: BankEntry, finding: Finding, reader: Reader) -> bool:
    place = finding.place
    verdict = REWRITTEN if place is not None and place.rewritten else finding.code
    if verdict not in (entry.verdicts or DEFAULT_VERDICTS):
        return False
    if not all(_is_of_kind(entry, kind, reader) for kind in _kinds(finding)):
        return False
    if (entry.group or entry.type) and not is_evident(finding, reader.language):
        return False
    is_possible = _OPERATIONS.get(entry.type.partition(":")[0], _is_any)
    if not is_possible(finding):
        return False
    return not entry.words or any(_has(finding, phrase) for phrase in entry.words)


def _kinds(finding: Finding) -> set[str]:
    """Return the types of which an entry must be true: the error's, and those of a correct change.

    A student may correct an error as one teacher does, and most teachers in another way.
    """
    return {finding.error_type, finding.type} if finding.verdict is Verdict.CORRECT else {finding.error_type}


def _is_of_kind(entry: BankEntry, kind: str, reader: Reader) -> bool:
    """Return whether an entry is for a kind of error, by the teacher's groups or by the language's."""
    if entry.group and entry.group not in _groups(kind, reader):
        return False
    return not entry.type or any(matches_type(entry.type, code) for code in kind.split("+"))


def _groups(kind: str, reader: Reader) -> tuple[str, str]:
    return ErrorKinds(reader.language, reader.groups).group(kind), ErrorKinds(reader.language).group(kind)


def _deeds(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield which words go and which come: the student's where a change is right or not needed, or else teachers'."""
    if finding.verdict in (Verdict.CORRECT, Verdict.NOT_NEEDED):
        yield without_common_words(finding.source.lower(), finding.hypothesis.lower())
    else:
        yield from ((item.source, item.text) for item in finding.corrections)


def _is_removal(finding: Finding) -> bool:
    """Return whether words are only taken out."""
    return any(removed and not added for removed, added in _deeds(finding))


def _is_addition(finding: Finding) -> bool:
    """Return whether words are only added."""
    return any(added and not removed for removed, added in _deeds(finding))


def _is_any(finding: Finding) -> bool:
    del finding
    return True


_OPERATIONS = {"U": _is_removal, "M": _is_addition}
"""Whether what an entry for an operation says is true of a place."""


def _has(finding: Finding, phrase: str) -> bool:
    """Return whether one side has a phrase at a finding, and another side does not; or one word for another."""
    if _CONFUSED in phrase:
        return any(_is_confused(pair, phrase) for pair in _corrected(finding))
    wanted = _words(phrase)
    sides = [finding.shown.before, finding.shown.after, *(item.shown.after for item in finding.corrections)]
    return len({_holds(_words(side), wanted) for side in sides}) > 1


def _is_confused(pair: tuple[str, str], phrase: str) -> bool:
    """Return whether one of some words takes the place of another, and nothing else changes."""
    wanted = {_words(item) for item in phrase.split(_CONFUSED)}
    before, after = map(_words, without_common_words(*map(str.lower, pair)))
    return before != after and {before, after} <= wanted


def _corrected(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield which words are corrected to which, in whole words."""
    if finding.verdict is Verdict.CORRECT:
        yield finding.shown.before, finding.shown.after
    for reference in finding.corrections:
        yield from ((item.shown.before, item.shown.after) for item in reference.changes)


def _holds(words: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    last = len(words) - len(phrase)
    return any(words[start : start + len(phrase)] == phrase for start in range(last + 1))


def _words(text: str) -> tuple[str, ...]:
    return tuple(_iterate_words(text))


def _iterate_words(text: str) -> Iterator[str]:
    return (match[0].lower().replace("’", "'") for match in _WORD.finditer(text))
