"""Whose correction a ruling takes, who decided it, when and why; and the comment of M2 that says so."""

import datetime
import enum
import json
import re
from collections.abc import Collection, Sequence

import attrs


class Origin(enum.Enum):
    """Where the words of a ruling come from; the value begins a comment."""

    ANNOTATORS = "from"
    """One annotator, or several with the same correction."""
    AGREED = "agreed by"
    """Everybody who has seen the sentence; nobody had to decide."""
    OWN = "own words"
    """The adjudicator."""
    LEFT = "left"
    """The source; with names: those annotators left it too."""

    @property
    def needs_people(self) -> bool:
        """Whether a comment of this origin names annotators."""
        return self in (Origin.ANNOTATORS, Origin.AGREED)


@attrs.frozen
class Provenance:
    """What a ruling's comment says.

    Attributes
    ----------
    annotators
        The names of those who have the same at the place.
    author, date
        Who decided, and when; empty and ``None`` where the file does not say.
    reason
        May be empty.
    """

    origin: Origin
    annotators: tuple[str, ...] = ()
    author: str = ""
    date: datetime.date | None = None
    reason: str = ""

    @property
    def decided(self) -> str:
        """Who and when, for people."""
        return ", ".join(part for part in (self.author, self.date.isoformat() if self.date else "") if part)


_QUOTED = r'"(?:[^"\\]|\\.)*"'
_NAME = rf'(?:{_QUOTED}|[^,;"]+?)'
_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_COMMENT = re.compile(
    r"(?P<origin>own words|left(?= as by |;|$)|from(?= )|agreed by(?= ))(?: as by)?"
    rf"(?: (?P<names>{_NAME}(?:, {_NAME})*))?"
    rf"(?:; (?:by (?P<author>{_NAME})(?: on (?P<date>{_DATE}))?|on (?P<day>{_DATE}))(?=;|$))?"
    rf"(?:; (?P<reason>{_QUOTED}|[^\"].*))?"
)
_PLAIN_NAME = re.compile(rf'(?!.* on {_DATE}$)[^\s,;"|](?:[^,;"|\n\r]*[^\s,;"|])?')
_DECIDED_BEGINNING = re.compile(rf"by .|on {_DATE}(?:;|$)")
COMMENT_FORM = (
    "Write 'from NAME, NAME', 'own words' or 'left', then '; by NAME on YYYY-MM-DD', and a reason after another '; '"
)


def comment_of(provenance: Provenance) -> str:
    """Return a comment: one line without ``|||`` that :func:`read_comment` reads as the same."""
    item = provenance
    names = ", ".join(map(_written_name, item.annotators))
    head = item.origin.value
    if item.origin is Origin.LEFT:
        head += f" as by {names}" if names else ""
    elif item.origin.needs_people:
        head += f" {names}"
    day = f"on {item.date.isoformat()}" if item.date else ""
    author = f"by {_written_name(item.author)}" if item.author else ""
    decided = " ".join(part for part in (author, day) if part)
    return "; ".join(part for part in (head, decided, _written_reason(item.reason)) if part)


def read_comment(comment: str) -> Provenance:
    """Return what a comment says; without one, the words are the adjudicator's.

    Raises
    ------
    ValueError
        If it has another form, with a sentence for people.
    """
    if not comment.strip():
        return Provenance(Origin.OWN)
    match = _COMMENT.fullmatch(comment.strip())
    origin = next((item for item in Origin if match and item.value == match["origin"]), None)
    if match is None or origin is None or (origin.needs_people and not match["names"]):
        raise ValueError(f"the comment {comment!r} does not say whose correction this is")
    date = match["date"] or match["day"]
    try:
        day = datetime.date.fromisoformat(date) if date else None
    except ValueError:
        raise ValueError(f"{date} is no date") from None
    names = re.findall(_QUOTED + r'|[^,;"]+', match["names"] or "")
    annotators = tuple(_read_text(name) for name in names if name.strip())
    return Provenance(origin, annotators, _read_text(match["author"] or ""), day, _read_text(match["reason"] or ""))


def plain_reason(reason: str) -> str:
    """Return a reason as one line."""
    return " ".join(reason.split())


def _written_name(name: str) -> str:
    return name if _PLAIN_NAME.fullmatch(name) else _quoted(name)


def _written_reason(reason: str) -> str:
    reason = plain_reason(reason)
    is_plain = "|" not in reason and not reason.startswith('"') and not _DECIDED_BEGINNING.match(reason)
    return reason if is_plain else _quoted(reason)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("|", "\\u007c")


def _read_text(text: str) -> str:
    text = text.strip()
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise ValueError(f"{text} is no quoted name") from None


def names_in_order(names: Collection[str], order: Sequence[str]) -> tuple[str, ...]:
    """Return names once each, in the order of all annotators."""
    return tuple(name for name in order if name in names)
