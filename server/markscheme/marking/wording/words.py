"""The words for findings and marks; the same in editors and on the command line.

Names of people, often parts of file names, are turned into people's words here alone; JSON has the names of files.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from markscheme.documents.corpus import Document
from markscheme.edits.passages import Alignment
from markscheme.exercises.decisions import ALWAYS, Decision, DecisionKind
from markscheme.languages.language import find_language, language_name
from markscheme.marking.review.document_review import (
    DocumentReview,
    Finding,
    Kind,
    Notice,
    PassageReview,
    PassageScores,
    VerdictCounts,
)
from markscheme.marking.verdicts.verdict import Points, Verdict
from markscheme.metrics.base import Category
from markscheme.metrics.cleme2 import Counts, Scores

TITLES: dict[Kind, str] = {
    Verdict.CORRECT: "Correct",
    Verdict.PARTLY: "Partly correct",
    Verdict.DIFFERENT: "Different",
    Verdict.MISSED: "Missed",
    Verdict.NOT_NEEDED: "Not needed",
    Verdict.OPTIONAL: "Optional",
    Category.HIT: "Hit",
    Category.WRONG: "Wrong correction",
    Category.UNDER: "Under-correction",
    Category.OVER: "Over-correction",
}
LOWERING_TITLE = "Lowers the estimate"
REWRITTEN = "Rewritten freely: read this one yourself"
MOVED = "Moved: the source has these words at another place."
NOTHING_TO_MARK = "nothing to mark"
NO_REFERENCE_HERE = "No reference for this sentence: no annotator has seen it"
_COUNTED = tuple(verdict for verdict in Verdict if verdict is not Verdict.OPTIONAL)


def title(finding: Finding) -> str:
    if finding.place is not None and finding.place.rewritten:
        return REWRITTEN
    if finding.kind is not None:
        return TITLES[finding.kind]
    return LOWERING_TITLE if finding.is_shown else "Correction"


def shown(text: str) -> str:
    """Return a stretch of text on one line; an empty one as ∅, in CLEME2.0's vocabulary and for estimates."""
    return one_line(text) or "∅"


def one_line(text: str) -> str:
    """Return a stretch of text on one line; white space alone, such as a blank token of M2, as ␣.

    >>> one_line("a\\n b"), one_line("  "), one_line("")
    ('a b', '␣', '')
    """
    return " ".join(text.split()) or ("␣" if text else "")


def references_part(review: DocumentReview, authors: str = "") -> str:
    """Return the numbers of references of a document and its least sentence; ``authors`` says how they share work."""
    total = len(review.references)
    fewest = min((passage.reference_count for passage in review.passages if passage.references), default=total)
    less = f", {fewest or 'none'} in some sentences" if fewest < total else ""
    count = "1 reference" if total == 1 else f"{total} references"
    return f"{count}{less}: {authors}" if authors else f"{count}{less}"


def sentence_references(passage: PassageReview) -> str:
    """Return the number of references that a passage has in words; empty where it has all of them."""
    count, total = passage.reference_count, len(passage.references)
    return f"{count} of {total} references" if count < total else ""


def shortened(text: str, longest: int) -> str:
    """Return a text of at most ``longest`` characters; the last one is an ellipsis if some are left out."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def without_common_words(old: str, new: str) -> tuple[str, str]:
    before, after = old.split(), new.split()
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    return " ".join(before), " ".join(after)


def counted(number: int, noun: str) -> str:
    """Return a number with a noun whose plural ends in ``s``.

    >>> counted(1, "place"), counted(0, "place")
    ('1 place', '0 places')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def some_of(items: Sequence[str], most: int, separator: str = ", ", conjunction: str = " and") -> str:
    """Return the first of some words, and how many more there are.

    >>> some_of(["a", "b"], 2), some_of(["a", "b", "c"], 2), some_of(["a", "b", "c"], 1, "; ", "; and")
    ('a, b', 'a, b and 1 more', 'a; and 2 more')
    """
    more = f"{conjunction} {len(items) - most} more" if len(items) > most else ""
    return f"{separator.join(items[:most])}{more}"


def change(source: str, target: str) -> str:
    """Return a correction in words, or the words that were left as they are.

    >>> change("suffered", "suffer")
    'suffered → suffer'
    """
    before, after = shown(source), shown(target)
    return before if before == after else f"{before} → {after}"


def percent(value: float) -> str:
    return f"{value:.0%}".replace("%", " %")


def tally(counts: Counts) -> str:
    """Return the number of findings in each category; empty categories are left out.

    >>> tally(Counts(tp=2, fp_ne=0, fp_un=1, fn=3, tn=9))
    '2 hit · 3 under · 1 over'
    """
    numbers = {"hit": counts.tp, "wrong": counts.fp_ne, "under": counts.fn, "over": counts.fp_un}
    return " · ".join(f"{number} {name}" for name, number in numbers.items() if number)


def verdict_tally(counts: VerdictCounts) -> str:
    """Return the number of places with each verdict, and of sentences that are rewritten freely.

    Verdicts that no place has are left out, and so are optional places, which count for nothing.

    >>> verdict_tally(VerdictCounts(((Verdict.CORRECT, 12), (Verdict.PARTLY, 3), (Verdict.OPTIONAL, 4))))
    '12 correct · 3 partly correct'
    >>> verdict_tally(VerdictCounts(((Verdict.DIFFERENT, 3),), rewritten=2))
    '1 different · 2 rewritten freely'
    """
    return " · ".join([*_judged(counts), *_rewritten(counts)])


def _judged(counts: VerdictCounts) -> list[str]:
    return [f"{places} {TITLES[item].lower()}" for item in _COUNTED if (places := counts.places(item))]


def _rewritten(counts: VerdictCounts) -> list[str]:
    return [f"{counts.rewritten} rewritten freely"] if counts.rewritten else []


def points(value: Points) -> str:
    """Return earned points and those that were due, with at most two decimals.

    >>> points(Points(31.0, 48)), points(Points(37.63636, 71))
    ('31 of 48', '37.64 of 71')
    """
    return f"{number(value.earned)} of {value.due}"


def number(value: float) -> str:
    """Return a number with at most two decimals.

    >>> number(31.0), number(2.5)
    ('31', '2.5')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def between(low: str, high: str) -> str:
    """Return what a mark may become, from its lowest value to its highest.

    >>> between("14", "17"), between("9", "9")
    ('14 to 17', '9')
    """
    return low if low == high else f"{low} to {high}"


def to_decide(answers: int) -> str:
    """Return how many answers wait for a person's decision.

    >>> to_decide(1), to_decide(3)
    ('1 answer to decide', '3 answers to decide')
    """
    return f"{counted(answers, 'answer')} to decide"


def mark(counts: VerdictCounts) -> str:
    """Return what a document's points may become, or why they are not to be compared; empty where nothing was due.

    >>> mark(VerdictCounts(points=Points(31, 48))), mark(VerdictCounts(points=Points(31, 48), open=2, to_gain=2))
    ('31 of 48', '31 to 33 of 48')
    >>> mark(VerdictCounts(points=Points(2, 183), rewritten=24, is_comparable=False))
    'not comparable: 24 sentences rewritten freely'
    """
    if not counts.is_comparable:
        sentences = "1 sentence" if counts.rewritten == 1 else f"{counts.rewritten} sentences"
        return f"not comparable: {sentences} rewritten freely"
    if not counts.points.due:
        return ""
    return f"{between(number(counts.lowest), number(counts.highest))} of {counts.points.due}"


def document_tally(counts: VerdictCounts) -> str:
    """Return a document's counts by verdict and its points on one line.

    >>> document_tally(VerdictCounts(((Verdict.CORRECT, 2), (Verdict.MISSED, 1)), Points(2, 3)))
    '2 correct · 1 missed · 2 of 3 points'
    >>> document_tally(VerdictCounts(((Verdict.DIFFERENT, 1),), Points(0, 1), open=1, to_gain=1))
    '1 different · 0 to 1 of 1 point · 1 answer to decide'
    >>> document_tally(VerdictCounts(((Verdict.DIFFERENT, 1),), Points(0, 9), 1, is_comparable=False))
    'not comparable: 1 sentence rewritten freely'
    >>> document_tally(VerdictCounts())
    'nothing to mark'
    """
    rewritten = _rewritten(counts) if counts.is_comparable else []
    due = counts.points.due if counts.is_comparable else 0
    unit = f" point{'' if due == 1 else 's'}" if due else ""
    waiting = [to_decide(counts.open)] if due and counts.open else []
    parts = [*_judged(counts), *rewritten, f"{mark(counts)}{unit}", *waiting]
    return " · ".join(filter(None, parts)) or NOTHING_TO_MARK


def passage_tally(counts: VerdictCounts) -> str:
    """Return a passage's counts by verdict; empty where there is nothing to mark.

    >>> passage_tally(VerdictCounts(((Verdict.DIFFERENT, 1),), rewritten=1, is_comparable=False))
    'Rewritten freely: read this one yourself'
    """
    return REWRITTEN if counts.rewritten else verdict_tally(counts)


def credit_part(marks: PassageScores) -> str:
    """Return a passage's credit as the end of a line; empty until vectors are there."""
    return f" · credit {percent(marks.credit.f)}" if marks.credit is not None else ""


def wanted(finding: Finding) -> dict[str, list[str]]:
    """Return the corrections that references have at a finding's place, each with the names of its references."""
    corrections: dict[str, list[str]] = {}
    for reference in finding.references:
        if reference.category in (Category.WRONG, Category.UNDER, Category.HIT):
            corrections.setdefault(shown(reference.text), []).append(reference.reference)
    return corrections


def four_scores(scores: Scores) -> str:
    return (
        f"hit {percent(scores.hit)} · wrong {percent(scores.wrong)} · "
        f"under {percent(scores.under)} · over {percent(scores.over)}"
    )


ORIGINAL = "Original text"
_FILE_NAME = re.compile(r"[^\W_]+(?:[-_][^\W_]+)*")
"""A part of a file name: words joined by hyphens or underscores."""
_ROLE = re.compile(
    r"(?:corrections?|corrected(?:[ _-]by)?|references?|ref|key|korrektur(?:en)?|korrigiert|musterlösung"
    r"|correcci[óo]n(?:es)?|corregido|düzeltme(?:ler)?|d[üu]zeltilmiş|corrig[ée]|correzione|correç[ãa]o)[ _-]+",
    re.IGNORECASE,
)
"""A word for a teacher's text in front of a name."""
_NUMBERED = re.compile(r"(?:(?:\S+\.)?ref(?:erence)?s?)?[ _#-]*(\d+)", re.IGNORECASE)
"""A reference without a name: its number alone, or behind the word, or behind a file's name that ends with it."""
_CHOICE = re.compile(r"(.+) \((\d{1,2})\)")
"""One more acceptable correction by an annotator, with its number."""
_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def person_name(name: str) -> str:
    """Return the name of a person in words; one that already has capitals or spaces as it is.

    >>> [person_name(name) for name in ("ms-adeyemi", "teacher-a", "teacher_2", "Ms Adeyemi", "1042")]
    ['Ms Adeyemi', 'Teacher A', 'Teacher 2', 'Ms Adeyemi', '1042']
    """
    if name != name.lower() or not _FILE_NAME.fullmatch(name):
        return name
    return " ".join(word[0].upper() + word[1:] for word in re.split("[-_]", name))


def first_name(name: str) -> str:
    """Return the first word of a person's name; a name with a number stands for one, and stays whole.

    >>> [first_name(name) for name in ("Mei Lin", "Lin, Mei", "J. R. Roy", "Student 001", "Mei")]
    ['Mei', 'Mei', 'J. R. Roy', 'Student 001', 'Mei']
    """
    last, comma, first = name.partition(",")
    words = (first if comma and first.strip() else last).split()
    is_whole = not words or words[0].endswith(".") or any(character.isdecimal() for character in name)
    return name if is_whole else words[0]


@lru_cache(1024)
def teacher_name(name: str) -> str:
    """Return the name of the author of a reference, without a word for the text in front of it.

    A reference that has only a number is called so.

    >>> [teacher_name(name) for name in ("correction Ms Baker", "Korrektur_Frau Wolf", "ms-adeyemi", "correction 2")]
    ['Ms Baker', 'Frau Wolf', 'Ms Adeyemi', 'correction 2']
    >>> [teacher_name(name) for name in ("0", "ref1", "reference#0")]
    ['Reference 0', 'Reference 1', 'Reference 0']
    >>> [teacher_name(name) for name in ("week.ref#0", "reference#1 (2)")]
    ['Reference 0', 'second correction of Reference 1']
    """
    choice = _CHOICE.fullmatch(name)
    if choice is not None and _NUMBERED.fullmatch(choice[1]) and 2 <= int(choice[2]) <= len(_ORDINALS) + 1:
        return f"{_ORDINALS[int(choice[2]) - 2]} correction of {teacher_name(choice[1])}"
    if number := _NUMBERED.fullmatch(name):
        return f"Reference {number[1]}"
    role = _ROLE.match(name)
    rest = name[role.end() :] if role else name
    return person_name(rest if rest[:1].isupper() else name)


def numbered_name(name: str) -> str:
    """Return the name of the author of a reference, in words only if the name is a number behind a file's.

    >>> [numbered_name(name) for name in ("week.ref#0", "ms-adeyemi")]
    ['Reference 0', 'ms-adeyemi']
    """
    return teacher_name(name) if _NUMBERED.fullmatch(name) else name


def teacher_names(names: Iterable[str]) -> str:
    """Return the names of several authors of references on one line, each once.

    >>> teacher_names(["ms-adeyemi", "mr-cruz", "mr-cruz"])
    'Ms Adeyemi, Mr Cruz'
    """
    return ", ".join(dict.fromkeys(map(teacher_name, names)))


_SHOWN = 3


def authorship(documents: Iterable[Document]) -> str:
    """Return how the authors of each file share the work; nothing for files of one author or without authors.

    >>> kim, roy = (Document(name, "", Path("a.docx"), authors=(name,)) for name in ("kim", "roy"))
    >>> authorship([kim, roy])
    'Kim or Roy'
    >>> authorship([Document("a", "", Path("a.docx"), authors=("kim", "roy"))])
    'Kim and Roy together'
    """
    by_file: dict[Path | None, list[Document]] = {}
    for document in documents:
        if document.authors:
            by_file.setdefault(document.path, []).append(document)
    parts = (_choice(items) for items in by_file.values() if len(items) > 1 or len(items[0].authors) > 1)
    return "; ".join(parts)


def _choice(documents: Sequence[Document]) -> str:
    return " or ".join(together(document.authors) for document in documents)


def together(authors: Sequence[str]) -> str:
    """Return the names of people whose changes are one correction; of many, the first.

    >>> together(["Ann", "Ben", "Cem", "Dan", "Eva"])
    'Ann, Ben and 3 others together'
    """
    names = [person_name(author) for author in authors]
    if len(names) == 1:
        return names[0]
    if len(names) > _SHOWN:
        names = [*names[: _SHOWN - 1], f"{len(names) - _SHOWN + 1} others"]
    return f"{', '.join(names[:-1])} and {names[-1]} together"


_OFFERS: Mapping[DecisionKind, str] = MappingProxyType(
    {
        DecisionKind.ACCEPTED: "Count as correct",
        DecisionKind.PARTLY: "Count as partly correct",
        DecisionKind.WRONG: "Count as wrong",
        DecisionKind.EITHER: "Count as neither right nor wrong",
        DecisionKind.OPTIONAL: "Make this correction optional",
        DecisionKind.NEEDED: "Make this correction required",
        DecisionKind.NOT_COUNTED: "Don't count this place",
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
    """Return what can be decided about some words; they may be empty.

    >>> offer(DecisionKind.ACCEPTED, "go → walked")
    'Count as correct: go → walked'
    """
    return f"{_OFFERS[kind]}: {words}" if words else _OFFERS[kind]


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
