"""What is untrue in the sentences that people are shown about a document: words that do not stand where it says.

The sentences are read as a person reads them, with the texts beside them; how they are made is not asked.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import attrs

from markscheme import Report, ReviewSettings, review
from markscheme.languages.segments import Span
from markscheme.marking.comments import Comment
from markscheme.marking.findings import Finding, FindingReference
from markscheme.marking.hover_cards import finding_card
from markscheme.marking.review import PassageReview
from markscheme.marking.verdict import Verdict
from markscheme.reports.feedback import FROM_SOURCE, OWN_SENTENCE, TEACHERS_COMMENT, Note, feedback_of
from markscheme.reports.report import ReviewedDocument
from markscheme.wording import teacher_name

OPEN_TITLE = "Your teacher has another version"
_NAMES = (
    "comma|full stop|semicolon|colon|question mark|exclamation mark|hyphen|dash|apostrophe|ellipsis"  # of lone signs
)
_SIGN = re.compile(rf" \((?:{_NAMES})\)(?= →|$)")
_ACT = re.compile(r"(left|added|took out|add|take out|move) “(.*)”")
_DEED = re.compile(r"You (kept|added|took out|wrote) “(.*?)”(?: for “(.*)”)?\.")
_NEAR = 24
"""Characters beside a place in which the rest of its words may stand: a phrase is shown whole."""
_PLACEHOLDER = re.compile(r"\\\{(\w+)\\\}")
Stands = Callable[[str], bool]
"""Return whether words stand where a sentence says."""


def flat(text: str) -> str:
    return " ".join(text.split())


@attrs.frozen
class Stand:
    """Where a sentence's words may stand: the place of a finding in each text; its passage in a file with markup."""

    document: ReviewedDocument
    finding: Finding

    @property
    def passage(self) -> PassageReview:
        return self.document.review.passages[self.finding.passage]

    def in_source(self, words: str) -> bool:
        own, whole = self.passage.source.words, self.document.source_text or ""
        place = self.finding.source_span
        return _stands(words, whole, place, self._reach) if own in whole else flat(words) in flat(own)

    def in_student(self, words: str) -> bool:
        own, whole = self.passage.text, self.document.words
        place = self.finding.text_span
        return _stands(words, whole, place, self._reach) if own in whole else flat(words) in flat(own)

    def with_teacher(self, words: str, reference: FindingReference) -> bool:
        number = reference.number
        own = None if number is None else self.passage.references[number]
        if number is None or own is None:
            return False
        path = self.document.review.references[number].path
        return flat(words) in flat(own.words) or (path is not None and _ends_behind(words, own.words, path))

    def teacher(self, name: str) -> list[FindingReference]:
        return [item for item in self.finding.references if teacher_name(item.reference) == name]

    @property
    def _reach(self) -> int:
        """How far from its place a finding's words may stand: in the references' phrases, and where they correct it."""
        own = self.finding.source_tokens
        corrected = [item.source_tokens for item in self.finding.references if item.source_tokens is not None]
        if any(item.end < own.start or own.end < item.start for item in corrected):
            return len(self.passage.source.words)
        place = self.finding.place
        widest = max((item.span.end - item.span.start for item in place.suggestions), default=0) if place else 0
        return _NEAR + max([widest, *(len(item.source) for item in self.finding.references)])


def _ends_behind(words: str, passage: str, path: Path) -> bool:
    """Return whether a file has words of which the last begins in a passage and ends behind it."""
    return any(flat(words).startswith(flat(passage)[-length:]) for length in range(1, len(words))) and (
        flat(words) in flat(path.read_text(encoding="utf-8"))
    )


def _stands(words: str, text: str, place: Span, reach: int) -> bool:
    more = reach + len(words)
    return flat(words) in flat(text[max(0, place.start - more) : place.end + more])


def faults(report: Report) -> Iterator[str]:
    """Yield what is untrue in the sentences about a report's documents, each with the place that it is about."""
    sheets = iter(feedback_of(report))
    for document in report.documents:
        notes = next(sheets).notes
        yield from _of_sentences(document, notes)
        for finding in document.review.findings:
            stand = Stand(document, finding)
            about = f"{finding.code} “{finding.source}” → “{finding.hypothesis}”"
            for fault in (*_of_finding(stand), *_of_comment(stand), *_of_sheet(stand, notes)):
                yield f"{about}: {fault}"


def _of_finding(stand: Stand) -> Iterator[str]:
    """Check what teachers read: the message of a diagnostic, and the card; both have the same parts."""
    finding = stand.finding
    if finding.place is None or finding.place.rewritten:
        return
    yield from _act(finding.did(), stand, stand.in_source, stand.in_student)
    for names, words in finding.versions():
        for name in names.split(", "):
            yield from _version(stand, name, words)
    in_words = any(";" in f"{item.before}{item.text}" for item in finding.place.missing)
    for rest in [] if in_words else finding.place.remainder().split("; "):
        if rest and not re.fullmatch(r"\d+ more", rest):
            followed = finding.references[:1]
            yield from _act(rest, stand, stand.in_student, partial(_any, stand, references=followed))
    every = [stand.in_source, stand.in_student, partial(_any, stand, references=finding.references)]
    for text in (finding.message(), finding_card(finding, stand.passage).replace("\\", "").replace("**", "")):
        for words in re.findall(r"“(.*?)”", text):
            if not any(stands(words) for stands in every):
                yield f"nobody has “{words}” in {text!r}"


def _unnamed(text: str) -> str:
    """Return words without the names of lone signs behind them."""
    return _SIGN.sub("", text)


def _any(stand: Stand, words: str, *, references: Sequence[FindingReference]) -> bool:
    return any(stand.with_teacher(words, item) for item in references)


def _act(text: str, stand: Stand, in_before: Stands, in_after: Stands) -> Iterator[str]:
    """Check “before → after”, and what is left, added, taken out or moved."""
    text = _unnamed(text)
    if text == "added nothing":
        return
    if act := _ACT.fullmatch(text):
        verb, words = act[1], act[2]
        wanted = {"left": (in_before, in_after), "move": (in_before,)}.get(
            verb, (in_after,) if verb in ("added", "add") else (in_before,)
        )
        if not all(stands(words) for stands in wanted):
            yield f"{text!r} is not true"
        # M2 shows a place by an edit that it states, also one that puts a word in before the place.
        states_edits = stand.document.path.suffix == ".m2"
        if (
            verb == "left"
            and not states_edits
            and flat(stand.document.words[_at(stand.finding.text_span)]) not in flat(words)
        ):
            yield f"{text!r}, but the student has something else"
        return
    old, arrow, new = text.partition(" → ")
    if not arrow:
        yield f"{text!r} is no act"
    elif not in_before(old):
        yield f"{old!r} does not stand there ({text!r})"
    elif not in_after(new):
        yield f"nobody puts {new!r} there ({text!r})"


def _version(stand: Stand, name: str, words: str) -> Iterator[str]:
    """Check what a sentence says that a teacher has."""
    own = stand.teacher(name)
    if not own:
        yield f"no teacher is called {name!r}"
    for item in own:
        yield from _version_of(stand, item, words)


def _version_of(stand: Stand, item: FindingReference, words: str) -> Iterator[str]:
    bare = _unnamed(words)
    if bare in _STATES:
        if not _STATES[bare](stand.finding, item):
            yield f"{item.reference} has {item.shown.after!r} for {item.shown.before!r}, which is not {bare!r}"
    elif _ACT.fullmatch(bare) or " → " in bare:

        def in_either(text: str) -> bool:
            return stand.in_source(text) or stand.in_student(text)

        for fault in _act(bare, stand, in_either, lambda text: stand.with_teacher(text, item)):
            yield f"{item.reference}: {fault}"
    elif not stand.with_teacher(bare, item):
        yield f"{item.reference} does not have {bare!r}"


_STATES: Mapping[str, Callable[[Finding, FindingReference], bool]] = {
    "left as it is": lambda _, item: item.keeps,
    "nothing there": lambda _, item: not item.text,
    "taken out": lambda _, item: not item.shown.after,
    "the same": lambda finding, item: flat(item.shown.after) == flat(finding.shown.after),
}
"""What can be said of a teacher's text without its words, and whether it is so."""


def _of_comment(stand: Stand) -> Iterator[str]:
    """Check the words in the comment on a place, and what it says of them."""
    finding, comments = stand.finding, stand.document.comments
    comment = None if comments is None else comments.findings[stand.document.review.findings.index(finding)]
    if comment is None or comment.given:
        return
    if finding.is_undecided:
        yield f"a reason for an open answer: {comment.text!r}"
    for name, words in _values(comment):
        for fault in _of_words(stand, name, words):
            yield f"{comment.text!r}: {fault}"
    is_rewritten = finding.rewritten
    if not is_rewritten and not any(_is_claimed(comment.key, *pair) for pair in _corrections(finding)):
        yield f"{comment.key} ({comment.text!r}) for {_corrections(finding)} of {finding.error_type}"


def _of_words(stand: Stand, name: str, words: str) -> Iterator[str]:
    """Check the words in the place of a placeholder."""

    def of_teachers(text: str) -> bool:
        return _any(stand, text, references=stand.finding.references)

    people = {"student_words": stand.in_student, "source_words": stand.in_source, "teacher_words": of_teachers}
    if name in people and not people[name](words):
        yield f"{words!r} does not stand there"
    if name == "correction":
        for part in map(_unnamed, re.sub(r" or \d+ more$", "", words).split(" or ")):
            if "→" in part or "“" in part:
                yield from _act(part, stand, stand.in_source, of_teachers)
            elif not of_teachers(part):
                yield f"no teacher has {part!r}"


def _values(comment: Comment) -> Iterator[tuple[str, str]]:
    names = _PLACEHOLDER.findall(re.escape(comment.template))
    match = re.fullmatch(_PLACEHOLDER.sub("(.+)", re.escape(comment.template)), comment.text, re.DOTALL)
    assert match is not None, (comment.template, comment.text)
    yield from zip(names, match.groups(), strict=True)


def _corrections(finding: Finding) -> list[tuple[list[str], list[str]]]:
    """Return which words go and which come, in each correction of the teachers that the verdict follows."""
    if finding.verdict in (Verdict.CORRECT, Verdict.NOT_NEEDED):
        return [_changed(finding.shown.before, finding.shown.after)]
    return [_changed(one.source, one.text) for item in finding.references for one in item.changes]


def _changed(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = before.split(), after.split()
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return old, new


_CLASSES = {
    "article": "a an the this that these those my your his her its our their some any no every each much many few all",
    "preposition": "of in on at to for from with about by near into since until up off out over under",
    "pronoun": "i me my he him his she her it its they them their we us our who which what that this these those",
    "linking": "and but or so because although though while if when than that",
}
"""Words of which a comment of each kind can be true; the passages here have few others."""


def _is_claimed(key: str, old: list[str], new: list[str]) -> bool:
    """Return whether what a comment says of a kind of error can be true of a correction."""
    kind = next((kind for kind in (*_CLASSES, *_LOOKS) if key.startswith(kind)), "")
    words = [word.strip(".,!?;:").lower() for word in (*old, *new)]
    if kind in _CLASSES:
        return {word for word in words if word} <= {*_CLASSES[kind].split()}
    return _LOOKS[kind](old, new) if kind else True


def _letters(words: Sequence[str]) -> str:
    return "".join(item for item in "".join(words).lower() if item.isalnum())


_LOOKS = {
    "tense": lambda old, new: (
        {"goed", "catched", "costed", "falled"}.isdisjoint(old) and _letters(old) != _letters(new)
    ),
    "there-their": lambda old, new: {_letters([item]) for item in (*old, *new)} <= {"there", "their", "theyre"},
    "its": lambda old, new: {_letters([item]) for item in (*old, *new)} <= {"its"},
    "much-many": lambda old, new: bool(old and new),
    "make-do": lambda old, new: bool(old and new),
    "punctuation": lambda old, new: _letters(old) == _letters(new),
    "capital": lambda old, new: _letters(old) == _letters(new),
    "apostrophe": lambda old, new: any("'" in item or "’" in item for item in (*old, *new)),
    "word-order": lambda old, new: sorted(map(str.lower, old)) == sorted(map(str.lower, new)),
    "adjective": lambda old, new: any(item.endswith("ly") or item == "well" for item in (*old, *new)),
    "missing-word": lambda old, new: bool(_letters(new)) and not old,
    "extra-word": lambda old, new: bool(_letters(old)) and not new,
    "number": lambda old, new: any(item.rstrip(".,!?").endswith("s") for item in (*old, *new)),
    "verb-form-to": lambda old, new: "to" in new,
    "spelling": lambda old, new: any(item.isalpha() for item in old),
    "wording": lambda _old, _new: True,
    "word": lambda old, new: all(item.strip(".,!?").isalpha() for item in (*old, *new)) and bool(old and new),
}


def _of_sheet(stand: Stand, notes: Sequence[Note]) -> Iterator[str]:
    """Check what the student reads about a finding, where no other finding has the same place."""
    finding, findings = stand.finding, stand.document.review.findings
    own = [note for note in notes if note.kind not in (FROM_SOURCE, OWN_SENTENCE) and _is_of(note, finding)]
    if len(own) != 1 or sum(_is_of(own[0], item) for item in findings) != 1:
        return
    [note] = own
    if finding.place is not None and finding.place.is_open:
        if note.kind.title != OPEN_TITLE:
            yield f"an open answer is called {note.kind.title!r}"
        if note.comment or note.group or note.code or note.rest:
            yield f"a reason for an open answer on the sheet: {note}"
    yield from _of_deed(stand, note.deed)
    for one in note.advice:
        for name in one.teachers.split(", "):
            yield from _version(stand, name, one.words)
    item = note.replacement
    if item is not None and item.text and not _any(stand, item.text, references=finding.references):
        yield f"no teacher has {item.text!r}, which is put into the text"


def _of_deed(stand: Stand, text: str) -> Iterator[str]:
    deed = _DEED.fullmatch(text)
    if deed is None:
        if text != "Something is missing here." or stand.finding.verdict is not Verdict.MISSED:
            yield f"{text!r}, but nothing is"
        return
    verb, words, old = deed.groups()
    if verb in ("kept", "added", "wrote") and not stand.in_student(words):
        yield f"{text!r}: the student has no such words"
    if verb in ("kept", "took out") and not stand.in_source(words):
        yield f"{text!r}: the source has no such words"
    if verb == "wrote" and not stand.in_source(old or ""):
        yield f"{text!r}: the source has no such words"


def _is_of(note: Note, finding: Finding) -> bool:
    return note.span.start <= finding.text_span.start and finding.text_span.end <= note.span.end


def _of_sentences(document: ReviewedDocument, notes: Sequence[Note]) -> Iterator[str]:
    """Check what the student reads about sentences as a whole, and that a text without a mark has nothing else."""
    marks = document.review.marks
    assert marks is not None
    for note in notes:
        words = document.words[_at(note.span)]
        if note.kind is FROM_SOURCE and flat(words) not in flat(document.source_text or ""):
            yield f"{words!r} is not as in the source"
        if note.kind in (FROM_SOURCE, OWN_SENTENCE) and note.deed and flat(words) not in note.deed:
            yield f"{note.deed!r} is not {words!r}"
        if not marks.verdicts.is_comparable and note.kind not in (FROM_SOURCE, OWN_SENTENCE, TEACHERS_COMMENT):
            yield f"{note.kind.title!r} in a text without a mark"


def _at(span: Span) -> slice:
    return slice(span.start, span.end)


def reviewed(folder: Path) -> Report:
    """Return a folder's report; the encoder says nothing of which words are shown."""
    return review([folder], settings=ReviewSettings(vectors="scheme"))
