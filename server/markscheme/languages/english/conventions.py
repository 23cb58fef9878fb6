"""English as learners type it: typography, run-on sentences, punctuation, how words are joined, the judge's prompt.

The type of edits that insert or delete nothing but punctuation marks. ERRANT takes it from part-of-speech tags. A small
pipeline reads some marks as words, mostly hyphens between the parts of a compound and runs such as ``!!!``.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from markscheme.languages.language import Joining

APOSTROPHES: Final = "'’‘‛ʼʹ´`′΄＇"

PLAIN_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_PLAIN = PLAIN_APOSTROPHES | str.maketrans({"“": '"', "”": '"', "–": "-", "\u00ad": None, "\u200b": None})
_INSIDE_WORD = re.compile(rf"(?<=[^\W\d_])[{APOSTROPHES}](?=[^\W\d_])")
_QUOTES = re.compile(r"`{2,}|´{2,}")


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def tokenised_as(text: str) -> str:
    """Return running text with plain apostrophes inside words; each character keeps its place.

    >>> tokenised_as("It`s a `quote`, isn´t it?")
    "It's a `quote`, isn't it?"
    """
    return _INSIDE_WORD.sub("'", text)


def compared(token: str) -> str:
    """Return a token as it is compared: NFC, plain quotes, apostrophes and hyphens, nothing invisible.

    >>> compared("don’t"), compared("n´t"), compared("``")
    ("don't", "n't", '``')
    """
    normalised = unicodedata.normalize("NFC", token)
    return normalised if _QUOTES.fullmatch(normalised) else normalised.translate(_PLAIN) or token


_CHUNK = re.compile(r"\S+")
_ADDRESS = re.compile(r"://|www\.|[@=\\]|(?<![\w.])(?:\w+\.)+[a-z]{2,4}/", re.IGNORECASE)
"""Found in addresses, queries and paths of files, whose marks end no sentence."""
_MARKS = re.compile(r"(?<![.!?])[.!?]++(?=[^\W\d_])")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_END_OF_WORD = re.compile(r".?\d|[^\W\d_]{2}", re.DOTALL)
"""The last two characters of a word before a full stop; an initial or a part of ``e.g.`` has one letter."""
_CAPITALS: Final = frozenset({"A", "I"})
"""The words of one letter that begin a sentence."""


def run_on_ends(text: str) -> Iterator[int]:
    """Yield the offsets right behind the marks that end a sentence with no white space behind them.

    >>> text = "Great!!!He likes it?Well, it is convenient.Public e.g. www.site.com Node.js Ph.D. 3.5 U.S.A. went...So"
    >>> [text[: end].split()[-1] for end in run_on_ends(text)]
    ['Great!!!', 'it?', 'convenient.']
    """
    for chunk in _CHUNK.finditer(text):
        if not _ADDRESS.search(chunk[0]):
            for marks in _MARKS.finditer(chunk[0]):
                before = chunk[0][max(0, marks.start() - 2) : marks.start()]
                after = _FIRST_WORD.match(chunk[0], marks.end())
                if after and _ends_sentence(before, marks[0], after[0]):
                    yield chunk.start() + marks.end()


def _ends_sentence(before: str, marks: str, after: str) -> bool:
    """Return whether marks between two words end a sentence; a full stop does so before a capitalised word alone."""
    if marks.strip("."):
        return bool(before)
    is_capitalised = after[0].isupper() and (after[1:2].islower() or after in _CAPITALS)
    return marks == "." and is_capitalised and bool(_END_OF_WORD.fullmatch(before)) and not before[-1].isupper()


_PUNCTUATION_MARKS = frozenset('.,;:!?()[]{}"“”„«»/-‐‑–—…')
"""Without the apostrophe, which may be a possessive's, and signs that are read as words, such as ``%`` and ``&``."""


def amended_type(before: Sequence[str], after: Sequence[str], error_type: str) -> str:
    """Return ERRANT's type of an edit, or ``M:PUNCT`` or ``U:PUNCT`` where only marks are inserted or deleted.

    >>> amended_type((), ("-",), "M:NOUN")
    'M:PUNCT'
    >>> amended_type(("'",), (), "U:NOUN:POSS")
    'U:NOUN:POSS'
    """
    if bool(before) == bool(after) or not all(_PUNCTUATION_MARKS.issuperset(token) for token in (*before, *after)):
        return error_type
    return "U:PUNCT" if before else "M:PUNCT"


_CONTRACTION = rf"(?:n[{APOSTROPHES}]t|[{APOSTROPHES}](?:s|re|ve|ll|d|m))(?!\w)"

JOINING = Joining(
    re.compile(rf"[,;:!?)\]}}%…”»]|\.(?!\w)|{_CONTRACTION}|['’´](?!\w)", re.IGNORECASE),
    frozenset("([{“‘«¿¡$£€"),
    '"',
)


JUDGE_PROMPT = """\
As an evaluator for grammatical error correction, you are tasked with assessing the importance of each error. \
You will be provided with two lines: the first is an uncorrected sentence, the second shows the edit. \
Then you output the importance score of the given edit.
The scores range from 1 to 5, where a higher score reflects the greater significance of the correction, \
while a lower score indicates minor importance.
- A score of 1 means the correction is almost negligible and unnecessary.
- A score of 2 means the correction has slight influence.
- A score of 3 signifies some impact by the correction.
- A score of 4 means the edit is essential.
- A score of 5 indicates the modification is highly important and necessary.
Next, I'll provide you a sentence with an edit. You should score each edit accordingly. \
The output should only be the score, with no additional explanation.
Example Input:
Uncorrected sentence: Nowadays the technologies were improved a lot compared to the last century.
Edit: were → have
Example Output (1-5):
5
Note that the output must be a number between 1 and 5.
Here is the formal input:
Uncorrected sentence: {sentence}
Edit: {edit}
Example Output (1-5):
"""
