"""How English is written: typography, run-on sentences, how words are joined, and differences that need not count.

The differences are applied in the order of their names here.

One more tolerance never makes a difference count: each rule gives the same answer whether those before it are on or
not.

Quotation marks: of any kind, or none. A single mark after a word in ``s`` is a possessive's apostrophe (``the students'
books``), unless a single quotation is open there. A possessive's apostrophe always counts.

Contractions: ``do n't`` and ``do not``, ``it 's`` and ``it is`` or ``it has``. The canonical form is written out. Where
there are two readings, the words beside it decide. ``'s`` counts as a verb after a pronoun or question word only: after
a noun it may be a possessive's. It is ``has`` before ``been``, ``got``, ``had`` or ``become``, else ``is``; ``'d`` is
``had`` before ``better`` and before a past participle, else ``would``. So ``he 's gone`` equals ``he is gone``, and
can't equal ``he has gone`` too.

Commas: one is there, or not. A comma inside a number always counts. Grammar leaves the one before a list's last item
free: ``apples, pears, and plums``. It is known by the comma before it, a few words to the left.

Spellings, British and American: the package breame's words (Apache-2.0) with inflections, without its faults and pairs
that differ in more than spelling. What it lacks is listed here: irregular past forms, verbs in ``-ll-`` and others.
Other inflections follow the listed words: ``-is-`` beside ``-iz-`` in every form of a listed verb, and the regular
endings.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Final

from markscheme.languages.language import Joining, Tokens, Tolerance
from markscheme.registry import Registry


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_APOSTROPHES: Final = "'’‘‛ʼʹ´`′΄＇"

_PLAIN_APOSTROPHES = str.maketrans(dict.fromkeys(_APOSTROPHES, "'"))
_PLAIN = _PLAIN_APOSTROPHES | str.maketrans({"“": '"', "”": '"', "–": "-", "\u00ad": None, "\u200b": None})
_INSIDE_WORD = re.compile(rf"(?<=[^\W\d_])[{_APOSTROPHES}](?=[^\W\d_])")
_QUOTES = re.compile(r"`{2,}|´{2,}")


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


_CONTRACTION = rf"(?:n[{_APOSTROPHES}]t|[{_APOSTROPHES}](?:s|re|ve|ll|d|m))(?!\w)"

JOINING = Joining(
    re.compile(rf"[,;:!?)\]}}%…”»]|\.(?!\w)|{_CONTRACTION}|['’´](?!\w)", re.IGNORECASE),
    frozenset("([{“‘«¿¡$£€"),
    '"',
)


TOLERANCES: Registry[Tolerance] = Registry(
    "tolerance",
    {
        "capital-letters": f"{__name__}:CAPITAL_LETTERS",
        "spelling-variants": f"{__name__}:SPELLING_VARIANTS",
        "contractions": f"{__name__}:CONTRACTIONS",
        "quotation-marks": f"{__name__}:QUOTATION_MARKS",
        "for-example-comma": f"{__name__}:FOR_EXAMPLE_COMMA",
        "list-comma": f"{__name__}:LIST_COMMA",
        "optional-commas": f"{__name__}:OPTIONAL_COMMAS",
    },
)


def _each(form: Callable[[str], str], tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens:
    del before, after
    return tuple(map(form, tokens))


CAPITAL_LETTERS = Tolerance(
    "capital-letters", "Capital letters", "other capital letters than in {0}", partial(_each, str.casefold)
)


_DOUBLE = frozenset({'"', "“", "”", "„", "‟", "«", "»", "``", "''"})
_OPENING = frozenset({"‘", "‚", "‹", "`"})
_SINGLE = frozenset({"'", "’", "´", "›"})
_ALL_QUOTES = _DOUBLE | _OPENING | _SINGLE


def _quotation_marks_canonical(tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens:
    del after
    kept = []
    is_open = False
    last_word = ""
    for index, token in enumerate((*before, *tokens)):
        is_quote = token in _ALL_QUOTES and not (token in _SINGLE and not is_open and _ends_in_s(last_word))
        if not is_quote and index >= len(before):
            kept.append(token)
        if token in _OPENING:
            is_open = True
        elif token in _SINGLE and is_quote:
            is_open = not is_open
        if token not in _DOUBLE:
            last_word = token
    return tuple(kept)


def _ends_in_s(word: str) -> bool:
    return word.isalpha() and word[-1:].casefold() == "s"


QUOTATION_MARKS = Tolerance(
    "quotation-marks", "Quotation marks", "other quotation marks than in {0}, or none", _quotation_marks_canonical
)


_SKIPPED = _ALL_QUOTES | {","}
"""Tokens that another tolerance may drop; they decide nothing here."""
_BASES: Final = {"ca": "can", "wo": "will", "sha": "shall"}
"""The verbs that lose letters before ``n't``."""
_ENDINGS: Final = {"n't": "not", "'re": "are", "'ve": "have", "'ll": "will", "'m": "am"}
"""The contractions with one reading."""
_CONTRACTIONS: Final = frozenset({*_ENDINGS, "'s", "'d"})
_ONE_TOKEN = re.compile(rf"(\w+)({'|'.join(sorted(_CONTRACTIONS))})")
_SUBJECTS: Final = _words("he here how it she that there this what when where who why")
"""The words after which ``'s`` is a verb."""
_ADVERBS: Final = _words("all already also always both ever finally just never not n't now only recently")
_HAS_BEFORE: Final = _words("become been got gotten had")
_PARTICIPLES: Final = _words(
    "been begun bitten blown bought broken brought built burnt caught chosen done drawn dreamt driven drunk "
    "dwelt eaten fallen felt flown forgotten fought found given gone got gotten grown had heard held hidden "
    "kept knelt known leant leapt learnt left lost made meant met paid ridden risen said seen sent shown slept "
    "smelt sold spelt spent spilt spoilt spoken stolen stood sung swum taken taught thought thrown told "
    "understood woken won worn written"
)
"""Irregular past participles that are no base form."""
_BASE_FORMS: Final = _words("bleed breed embed exceed feed heed need proceed seed speed succeed")
"""Base forms that end as regular participles do."""


def _contractions_canonical(tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens:
    words = tuple(_split_contractions(tokens))
    left = [token for token in before if token not in _SKIPPED]
    result: list[str] = []
    for index, word in enumerate(words):
        right = tuple(
            token.lower() for token in (*words[index + 1 :], *_split_contractions(after)) if token not in _SKIPPED
        )
        written = _written_out(word.lower(), left[-1].lower() if left else "", right)
        result.append(word if written is None else _cased(written, word))
        if word not in _SKIPPED:
            left.append(result[-1])
    return tuple(result)


def _split_contractions(tokens: Tokens) -> Iterator[str]:
    """Yield tokens as English tokenisers split them: contractions and ``cannot`` in two, with plain apostrophes.

    >>> list(_split_contractions(("don’t", "cannot", "He’s", "Kim's")))
    ['do', "n't", 'can', 'not', 'He', "'s", "Kim's"]
    """
    for token in tokens:
        plain = token.translate(_PLAIN_APOSTROPHES)
        lowered = plain.lower()
        match = _ONE_TOKEN.fullmatch(lowered)
        if lowered == "cannot":
            yield from (token[:3], token[3:])
        elif match and (match[2] != "'s" or match[1] in _SUBJECTS | {"let"}):
            yield from (plain[: match.end(1)], plain[match.end(1) :])
        else:
            yield plain if lowered in _CONTRACTIONS else token


def _written_out(word: str, previous: str, right: tuple[str, ...]) -> str | None:
    following = right[0] if right else ""
    if word in _BASES:
        return _BASES[word] if following in ("n't", "not") else None
    if word in _ENDINGS:
        return None if previous == "ai" else _ENDINGS[word]
    if word == "'s":
        return _written_out_s(previous, _verb(right))
    if word == "'d":
        return "had" if following == "better" or _is_participle(_verb(right)) else "would"
    return None


def _written_out_s(previous: str, verb: str) -> str | None:
    if previous == "let":
        return "us"
    if previous not in _SUBJECTS:
        return None
    return "has" if verb in _HAS_BEFORE else "is"


def _verb(right: tuple[str, ...]) -> str:
    return next((word for word in right if word not in _ADVERBS), "")


def _is_participle(word: str) -> bool:
    return word in _PARTICIPLES or (word.endswith("ed") and len(word) > 3 and word not in _BASE_FORMS)


def _cased(written: str, word: str) -> str:
    if word.isupper():
        return written.upper()
    return written.capitalize() if word[0].isupper() else written


CONTRACTIONS = Tolerance(
    "contractions", "Contractions", "{0}, contracted or written out", _contractions_canonical, "don't know; do not know"
)


_SENTENCE_ENDS = frozenset({".", "!", "?", "…", "...", "..", ":", ";"})
_INTRODUCTIONS = """
    above all, accordingly, actually, additionally, after all, after that, afterwards, all in all, also, as a
    consequence, as a result, as a rule, as we know, at first, at last, at present, at the moment, at the same time,
    basically, besides, by contrast, by the way, clearly, consequently, currently, eventually, evidently, finally,
    at home, at night, at noon, at school, first, first of all, firstly, for example, for instance, for this reason,
    for that reason, fortunately, frankly,
    furthermore, generally, generally speaking, hence, hopefully, however, in addition, in conclusion, in contrast,
    in fact, in general, in general terms, in my opinion, in my view, in other words, in particular, in short, in
    summary, in that case, in the beginning, in the end, in this case, in this way, indeed, instead, last but not
    least, lastly, later, likewise, luckily, mainly, maybe, meanwhile, moreover, naturally, nevertheless, next,
    nonetheless, normally, nowadays, obviously, of course, often, on the contrary, on the one hand, on the other
    hand, on the whole, originally, otherwise, overall, perhaps, personally, probably, recently, regrettably, sadly,
    second, secondly, similarly, so far, sometimes, still, subsequently, surely, surprisingly, then, therefore,
    these days, third, thirdly, thus, to begin with, to conclude, to start with, to sum up, today, ultimately,
    undoubtedly, unfortunately, usually, what is more
"""
_WHICH = frozenset({"each", "every", "last", "next", "one", "that", "this"})
_PREPOSITIONS = frozenset({"at", "by", "in", "on", "since"})
_TIMES = """
    afternoon april august autumn century christmas day december easter evening fall february friday january july june
    march may midnight moment monday month morning night november october saturday september spring summer sunday
    thursday time tuesday wednesday week weekend winter year
"""
_TIME_NOUNS = frozenset(_TIMES.split())
_TIME_WORDS = frozenset({"soon", "suddenly", "tomorrow", "tonight", "yesterday"})
_YEAR = re.compile(r"[12]\d{3}")
_PHRASES = frozenset(tuple(phrase.split()) for phrase in _INTRODUCTIONS.split(","))
_LONGEST = max(map(len, _PHRASES))


def _introductory_comma_canonical(tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens:
    del after
    left = [token for token in before if token not in _ALL_QUOTES]
    kept = []
    for word in tokens:
        if word == "," and _ends_in_introduction(left):
            continue
        kept.append(word)
        if word not in _ALL_QUOTES:
            left.append(word)
    return tuple(kept)


def _ends_in_introduction(words: Sequence[str]) -> bool:
    """Return whether words end in an introductory phrase that begins their last sentence."""
    for length in range(1, min(len(words), _LONGEST) + 1):
        start = len(words) - length
        begins = start == 0 or words[start - 1] in _SENTENCE_ENDS
        if begins and _is_introduction(tuple(word.casefold() for word in words[start:])):
            return True
    return False


def _is_introduction(phrase: tuple[str, ...]) -> bool:
    """Return whether words in small letters are a short adverbial with which a sentence may begin.

    >>> [_is_introduction(tuple(text.split())) for text in ("for example", "last week", "in the morning", "in 1999")]
    [True, True, True, True]
    >>> _is_introduction(("the", "week"))
    False
    """
    if phrase in _PHRASES:
        return True
    first, *rest = phrase
    if not rest:
        return first in _TIME_WORDS
    if first in _WHICH:
        return len(rest) == 1 and rest[0] in _TIME_NOUNS
    when = rest[1:] if rest[0] == "the" else rest
    is_time = len(when) == 1 and (when[0] in _TIME_NOUNS or bool(_YEAR.fullmatch(when[0])))
    return first in _PREPOSITIONS and is_time


FOR_EXAMPLE_COMMA = Tolerance(
    "for-example-comma",
    "The comma after an introductory phrase",
    "with or without the comma after an introductory phrase",
    _introductory_comma_canonical,
    "For example, it rained; For example it rained",
)


_FIRST_DIGITS = re.compile(r"\d{1,3}")
_THREE_DIGITS = re.compile(r"\d{3}")


def _without_commas(
    is_free: Callable[[Tokens, Tokens], bool], tokens: Tokens, /, *, before: Tokens, after: Tokens
) -> Tokens:
    sentence = (*before, *tokens, *after)
    places = enumerate(tokens, len(before))
    return tuple(word for at, word in places if word != "," or not is_free(sentence[:at], sentence[at + 1 :]))


_CONJUNCTIONS = frozenset({"and", "or", "nor"})
_LONGEST_ITEM = 3
"""The largest number of words between the last two commas of a list; more may be a clause."""


def _ends_list(left: Tokens, right: Tokens) -> bool:
    item: list[str] = []
    for index in reversed(range(len(left))):
        if left[index] == ",":
            begins = left[:index]
            is_of_list = not _ends_in_introduction(begins) and not _is_in_number(begins, left[index + 1 :])
            follows = _first_word(right).casefold() in _CONJUNCTIONS
            return is_of_list and follows and 0 < len(tuple(_split_contractions(tuple(item)))) <= _LONGEST_ITEM
        if left[index] in _SENTENCE_ENDS:
            return False
        if left[index] not in _ALL_QUOTES:
            item.append(left[index])
    return False


def _is_in_number(left: Tokens, right: Tokens) -> bool:
    first, second = _first_word(reversed(left)), _first_word(right)
    return bool(_FIRST_DIGITS.fullmatch(first) and _THREE_DIGITS.fullmatch(second))


def _is_outside_number(left: Tokens, right: Tokens) -> bool:
    return not _is_in_number(left, right)


def _first_word(tokens: Iterable[str]) -> str:
    return next((token for token in tokens if token not in _ALL_QUOTES), "")


LIST_COMMA = Tolerance(
    "list-comma",
    "The comma before the last item of a list",
    "with or without the comma before the last item of a list",
    partial(_without_commas, _ends_list),
    "apples, pears, and plums; apples, pears and plums",
)
OPTIONAL_COMMAS = Tolerance(
    "optional-commas", "Commas", "with or without a comma", partial(_without_commas, _is_outside_number)
)


_MORE_PAIRS = """
    burnt burned, dreamt dreamed, dwelt dwelled, knelt kneeled, leant leaned, leapt leaped, learnt learned,
    relearnt relearned, smelt smelled, spelt spelled, spilt spilled, spoilt spoiled, unlearnt unlearned,
    equalled equaled, equalling equaling, fuelled fueled, fuelling fueling, totalled totaled, totalling totaling,
    focussed focused, focusses focuses, focussing focusing, benefitted benefited, benefitting benefiting,
    skilful skillful, skilfully skillfully, skilfulness skillfulness, wilful willful, wilfully willfully,
    enrolment enrollment, acknowledgement acknowledgment, misjudgement misjudgment, afterwards afterward,
    towards toward, cheque check, cypher cipher, doughnut donut, enquire inquire, enquired inquired,
    enquirer inquirer, enquiries inquiries, enquiring inquiring, enquiry inquiry, gaol jail, gipsy gypsy, kerb curb,
    mum mom, mummies mommies, mummy mommy, sheikhs sheiks, tranquillity tranquility, co-operate cooperate,
    co-operated cooperated, co-operates cooperates, co-operating cooperating, co-operation cooperation,
    co-operative cooperative, co-ordinate coordinate, co-ordinated coordinated, co-ordinates coordinates,
    co-ordinating coordinating, co-ordination coordination, co-ordinator coordinator, vectorise vectorize,
    virtualise virtualize
"""
"""British and American spellings that breame lacks."""

_FAULTS = frozenset({"pummelled", "pummelling", "snowploughs", "tranquilly"})
"""British spellings for which breame has another form of the word."""

_OTHER_WORDS = frozenset(
    {"bevvies", "bevvy", "fillet", "groyne", "groynes", "licenced", "licencing", "philtre", "philtres"}
    | {"practise", "practises", "tonne", "tonnes"}
)
"""Words of breame that are wrong or another word beside their American spelling, such as the verb ``practise``."""

_PLURAL_LIKE = re.compile(r"\w+yses")
"""``analyses`` is the verb's British spelling, and a plural noun everywhere."""

_STEM = re.compile(r"(\w+[iy])s(?:e|ed|es|er|ers|ing|ation|ations)")
_INFLECTED_STEM = re.compile(
    r"(\w+[iy])s(e|ed|es|er|ers|ing|ings|ingly|able|ably|ability|ation|ations|ational|ationally|ement|ements)"
)
_SPELLING_VARIANTS_ENDINGS = (
    "s",
    "ed",
    "ing",
    "er",
    "ers",
    "ly",
    "ful",
    "fully",
    "less",
    "ness",
    "able",
    "ably",
    "ism",
    "ist",
    "ists",
)


@cache
def _american_spellings() -> Mapping[str, str]:
    from breame.data.spelling_constants import BRITISH_ENGLISH_SPELLINGS

    left_out = _FAULTS | _OTHER_WORDS
    listed = {
        british: american
        for british, american in BRITISH_ENGLISH_SPELLINGS.items()
        if british not in left_out and not _PLURAL_LIKE.fullmatch(british)
    }
    pairs = (pair.split() for pair in _MORE_PAIRS.split(","))
    return listed | dict(pairs)


@cache
def _stems() -> frozenset[str]:
    return frozenset(
        match[1]
        for british, american in _american_spellings().items()
        if (match := _STEM.fullmatch(british)) and american.startswith(f"{match[1]}z")
    )


@cache
def _american(word: str) -> str:
    """Return the American spelling of a word in small letters; the word itself where it has none.

    >>> [_american(word) for word in ("colour", "colours", "customisable", "judgements", "exercise", "analyses")]
    ['color', 'colors', 'customizable', 'judgments', 'exercise', 'analyses']
    """
    spellings = _american_spellings()
    if word in spellings:
        return spellings[word]
    if _PLURAL_LIKE.fullmatch(word):
        return word
    match = _INFLECTED_STEM.fullmatch(word)
    if match and match[1] in _stems():
        return f"{match[1]}z{match[2]}"
    for ending in _SPELLING_VARIANTS_ENDINGS:
        if word.endswith(ending) and word.removesuffix(ending) in spellings:
            return spellings[word.removesuffix(ending)] + ending
    return word


def _respelled(token: str) -> str:
    """Return a token in its American spelling, and in the same case; a compound part by part.

    >>> [_respelled(token) for token in ("Grey", "COLOUR", "multi-coloured", "cOlour", "co-operate")]
    ['Gray', 'COLOR', 'multi-colored', 'cOlour', 'cooperate']
    """
    for shaped in (str.lower, str.capitalize, str.upper):
        if token == shaped(token):
            whole = _american(token.lower())
            parts = whole if whole != token.lower() else "-".join(map(_american, whole.split("-")))
            return shaped(parts) if parts != token.lower() else token
    return "-".join(map(_respelled, token.split("-"))) if "-" in token else token


SPELLING_VARIANTS = Tolerance(
    "spelling-variants", "Spelling variants", "another spelling of {0}", partial(_each, _respelled), "colour; color"
)
