"""ERRANT's English error types in words (Bryant et al., 2017, Table 2), and in a teacher's groups.

Feedback names a kind only where the words leave no doubt: ERRANT's types come from a parser's tags, which are often
wrong in a learner's sentence, and a type gives no reason: ``goed`` and ``went`` differ in tense as ``go`` and
``went`` do.

Slips show on the surface, without a model; their number only says which of two versions reads better. Where ERRANT's
word list is missing, only patterns count.

:func:`agrees` says which words of a text are as they are because of a phrase elsewhere in it. A verb agrees with its
subject, and has the form that its auxiliary asks for; a determiner agrees with its noun, a pronoun with what it stands
for; ``more`` and ``most`` stand for the adjective behind them, and one of two conjunctions for the other. No parser is
asked: it errs most in learners' sentences, and edits that are stated or remembered have no parse. What the forms of
words don't show counts as in agreement.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from markscheme.languages.language import ErrorTypes, Rewritten


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_GROUPS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "tense": ("T", ("VERB:TENSE",)),
    "verb form": ("VF", ("VERB:FORM", "VERB:INFL")),
    "agreement": ("Agr", ("VERB:SVA",)),
    "articles and determiners": ("Art", ("DET",)),
    "prepositions": ("Prep", ("PREP", "PART")),
    "pronouns": ("Pron", ("PRON",)),
    "singular and plural": ("S/P", ("NOUN:NUM", "NOUN:INFL")),
    "adjectives and adverbs": ("Adj", ("ADJ", "ADJ:FORM", "ADV")),
    "word form": ("WF", ("MORPH",)),
    "word choice": ("WC", ("NOUN", "PROPN", "NUM", "VERB")),
    "linking words": ("Link", ("CONJ",)),
    "missing or extra words": (
        "M/E",
        tuple(
            f"{operation}:{category}"
            for operation in "MU"
            for category in ("ADJ", "ADV", "CONTR", "NOUN", "NUM", "OTHER", "PROPN", "VERB")
        ),
    ),
    "word order": ("WO", ("WO",)),
    "spelling": ("Sp", ("SPELL",)),
    "capitals and spaces": ("Cap", ("ORTH",)),
    "punctuation": ("P", ("PUNCT",)),
    "apostrophes and contractions": ("Apos", ("CONTR", "NOUN:POSS")),
    "other wording": ("W", ()),
}
"""The short form and the types of each group: a category stands for all its types that no group names whole."""

ERROR_TYPES = ErrorTypes(
    missing="{0} missing",
    unnecessary="unnecessary {0}",
    replaced="{0} replaced",
    categories={
        "ADJ": "adjective",
        "ADJ:FORM": "form of an adjective",
        "ADV": "adverb",
        "CONJ": "conjunction",
        "CONTR": "contraction",
        "DET": "determiner",
        "MORPH": "word of the same family",
        "NOUN": "noun",
        "NOUN:INFL": "inflection of a noun",
        "NOUN:NUM": "number of a noun",
        "NOUN:POSS": "possessive of a noun",
        "NUM": "numeral",
        "ORTH": "capitals or spaces",
        "OTHER": "other wording",
        "PART": "particle",
        "PREP": "preposition",
        "PRON": "pronoun",
        "PROPN": "name",
        "PUNCT": "punctuation",
        "SPELL": "spelling",
        "VERB": "verb",
        "VERB:FORM": "form of a verb",
        "VERB:INFL": "inflection of a verb",
        "VERB:SVA": "subject and verb agreement",
        "VERB:TENSE": "verb tense",
        "WO": "word order",
    },
    groups={kind: group for group, (_, types) in _GROUPS.items() for kind in types},
    codes={group: code for group, (code, _) in _GROUPS.items()},
    other="other wording",
)


_Words = tuple[str, ...]
_Rule = Callable[[_Words, _Words], bool]

_APOSTROPHES = str.maketrans({"’": "'", "ʼ": "'"})
_MARKS = frozenset(".,;:!?…–—")
_CLITICS = frozenset({"'s", "s'", "'", "'m", "'re", "'ve", "'ll", "'d", "n't"})


_DETERMINERS = _words(
    "a an the some any no every each this that these those my your his her its our their another other both "
    "all much many few little"
)
_PREPOSITIONS = _words(
    "about above across after against along among around at before behind below beneath beside between beyond "
    "by down during for from in inside into near of off on onto out outside over past since through till to "
    "towards under until up upon with within without"
)
_PRONOUNS = _words(
    "i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its "
    "itself we us our ours ourselves they them their theirs themselves who whom whose which what that this "
    "these those"
)
_CONJUNCTIONS = _words("and but or nor so because although though while whereas if unless than that as")
_HELPERS = {
    **dict.fromkeys(("am", "is", "are", "'m", "'re", "was", "were"), "be"),
    **dict.fromkeys(("have", "has", "had", "'ve"), "have"),
    **dict.fromkeys(("will", "'ll"), "will"),
}
"""Helping verbs of tenses, each with its verb; not ``'s`` and ``'d``, which stand for several."""
_PAST_HELPERS = frozenset({"was", "were", "had"})
_IRREGULAR = """become became become;begin began begun;break broke broken;bring brought brought;build built built;
buy bought bought;catch caught caught;choose chose chosen;come came come;cost cost cost;cut cut cut;do did done;
draw drew drawn;drink drank drunk;drive drove driven;eat ate eaten;fall fell fallen;feel felt felt;fight fought fought;
find found found;fly flew flown;forget forgot forgotten;get got got;give gave given;go went gone;grow grew grown;
have had had;hear heard heard;hide hid hidden;hit hit hit;hold held held;hurt hurt hurt;keep kept kept;know knew known;
lead led led;leave left left;lend lent lent;let let let;lose lost lost;make made made;mean meant meant;meet met met;
pay paid paid;put put put;read read read;ride rode ridden;ring rang rung;rise rose risen;run ran run;say said said;
see saw seen;sell sold sold;send sent sent;shut shut shut;sing sang sung;sit sat sat;sleep slept slept;
speak spoke spoken;spend spent spent;stand stood stood;steal stole stolen;swim swam swum;take took taken;
teach taught taught;tell told told;think thought thought;throw threw thrown;understand understood understood;
wake woke woken;wear wore worn;win won won;write wrote written"""
_PARTS = {base: (past, participle) for base, past, participle in (item.split() for item in _IRREGULAR.split(";"))}
_PLURALS = {
    "man": "men",
    "woman": "women",
    "child": "children",
    "person": "people",
    "foot": "feet",
    "tooth": "teeth",
    "mouse": "mice",
    "life": "lives",
    "wife": "wives",
    "knife": "knives",
    "leaf": "leaves",
    "half": "halves",
}
_AGREEING = (
    *(frozenset({"is", "are"}), frozenset({"was", "were"}), frozenset({"has", "have"}), frozenset({"does", "do"})),
    *(frozenset({"am", "is"}), frozenset({"am", "are"}), frozenset({"goes", "go"})),
)
_COMPARED = re.compile(r"(?:more|most|less|least|better|best|worse|worst|\w{2,}(?:er|est))")


def is_evident(before: str, after: str, error_type: str) -> bool:
    """Return whether the words of a correction show that it is of ERRANT's type.

    >>> is_evident("go", "went", "R:VERB:TENSE"), is_evident("goed", "went", "R:VERB:TENSE")
    (True, False)
    >>> is_evident("quick", "quickly", "R:ADV"), is_evident("etc", "etc.", "R:ADV")
    (True, False)
    >>> is_evident("", "the", "M:DET"), is_evident("that", "which", "R:DET")
    (True, False)
    """
    old, new = (tuple(text.lower().translate(_APOSTROPHES).split()) for text in (before, after))
    operation, _, category = error_type.partition(":")
    if operation == ("R" if old and new else "M" if new else "U"):
        rules = _REPLACED if operation == "R" else _ADDED_OR_TAKEN
        rule = rules.get(category)
        return rule is not None and rule(old, new)
    return False


def _every(words: frozenset[str]) -> _Rule:
    return lambda old, new: words.issuperset((*old, *new))


def _are_words(old: _Words, new: _Words) -> bool:
    return all(word.isalpha() for word in (*old, *new))


def _are_marks(old: _Words, new: _Words) -> bool:
    return all(_MARKS.issuperset(word) for word in (*old, *new))


def _letters(words: _Words) -> str:
    return "".join(item for item in "".join(words) if item.isalnum())


def _is_same_writing(old: _Words, new: _Words) -> bool:
    return "".join(old).replace("-", "") == "".join(new).replace("-", "")


def _is_other_order(old: _Words, new: _Words) -> bool:
    return old != new and sorted(old) == sorted(new)


def _is_apostrophe(old: _Words, new: _Words) -> bool:
    if not any("'" in word for word in (*old, *new)):
        return False
    one, other = sorted((_letters(old), _letters(new)), key=len)
    return other in (one, f"{one}s") or (not one and _every(_CLITICS)(old, new))


def _is_other_word(old: _Words, new: _Words) -> bool:
    return len(old) == len(new) == 1 and _are_words(old, new) and old != new


def _is_one_family(old: _Words, new: _Words) -> bool:
    if not _is_other_word(old, new):
        return False
    shorter = min(len(old[0]), len(new[0]))
    alike = next((at for at in range(shorter) if old[0][at] != new[0][at]), shorter)
    return alike >= max(3, shorter / 2)


def _is_manner(old: _Words, new: _Words) -> bool:
    if not _is_other_word(old, new):
        return False
    one, other = sorted((old[0], new[0]), key=len)
    adverbs = {f"{one}ly", f"{one[:-1]}ily", f"{one[:-1]}ly", f"{one}ally"}
    return other in adverbs or {one, other} == {"good", "well"}


def _is_comparison(old: _Words, new: _Words) -> bool:
    return _are_words(old, new) and any(_COMPARED.fullmatch(word) for word in (*old, *new))


def _is_number(old: _Words, new: _Words) -> bool:
    if not _is_other_word(old, new):
        return False
    one, other = sorted((old[0], new[0]), key=len)
    return other in _with_s(one) or _PLURALS.get(one) == other or _PLURALS.get(other) == one


def _with_s(word: str) -> set[str]:
    return {f"{word}s", f"{word}es", f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"}


def _is_wrong_ending(*endings: str) -> _Rule:
    return lambda old, new: _is_other_word(old, new) and old[0].endswith(endings) and old[0][0] == new[0][0]


def _is_other_person(old: _Words, new: _Words) -> bool:
    if len(old) != 1 or len(new) != 1:
        return False
    pair = frozenset((*old, *new))
    if pair in _AGREEING:
        return True
    one, other = sorted((old[0], new[0]), key=len)
    return one.isalpha() and other in _with_s(one)


def _is_form(old: _Words, new: _Words) -> bool:
    """Return whether ``to``, an ending in -ing or neither takes another's place, before or on one verb."""
    bare = [words[1:] if words[0] == "to" else words for words in (old, new)]
    if any(len(words) != 1 for words in bare):
        return False
    forms = _shared(*(dict(_forms_of(words[0])) for words in bare))
    return (
        bool(forms) and {"base", "ing"}.issuperset(forms) and (old[0] == "to", forms[0]) != (new[0] == "to", forms[1])
    )


def _is_tense(old: _Words, new: _Words) -> bool:
    """A bare form shows no time: ``went`` becomes ``go`` after ``did``, too."""
    helpers = [tuple(word for word in words if word in _HELPERS) for words in (old, new)]
    main = [tuple(word for word in words if word not in _HELPERS) for words in (old, new)]
    if not any(main):
        return _is_helper_of_other_time(*helpers)
    if any(len(words) != 1 for words in main):
        return False
    forms = _shared(*(dict(_forms_of(words[0])) for words in main))
    if not forms:
        return False
    if any(helpers):
        return [_HELPERS[word] for word in helpers[0]] != [_HELPERS[word] for word in helpers[1]]
    before, after = forms
    return (before, after) in {("base", "past"), ("s", "past"), ("past", "s")}


def _is_helper_of_other_time(old: _Words, new: _Words) -> bool:
    if len(old) != 1 or len(new) != 1:
        return False
    is_same = _HELPERS[old[0]] == _HELPERS[new[0]]
    return is_same and (old[0] in _PAST_HELPERS) != (new[0] in _PAST_HELPERS)


def _shared(one: Mapping[str, str], other: Mapping[str, str]) -> tuple[str, ...]:
    return next(((one[base], other[base]) for base in one if base in other), ())


@cache
def _forms_of(word: str) -> tuple[tuple[str, str], ...]:
    return tuple(_iterate_forms(word))


def _iterate_forms(word: str) -> Iterator[tuple[str, str]]:
    if not word.isalpha():
        return
    for base, (past, participle) in _PARTS.items():
        if word in (past, participle):
            yield base, "past" if word == past else "participle"
    yield word, "base"
    for ending, form in (("s", "s"), ("es", "s"), ("ed", "past"), ("d", "past"), ("ing", "ing")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            stem = word.removesuffix(ending)
            bases = {stem, f"{stem}e", f"{stem[:-1]}y" if stem.endswith("i") else stem}
            bases.add(stem[:-1] if stem[-1] == stem[-2] else stem)
            yield from ((base, form) for base in sorted(bases) if form != "past" or base not in _PARTS)


_EITHER: Mapping[str, _Rule] = {
    "CONJ": _every(_CONJUNCTIONS),
    "DET": _every(_DETERMINERS),
    "NOUN:POSS": _is_apostrophe,
    "PART": _every(_PREPOSITIONS),
    "PREP": _every(_PREPOSITIONS),
    "PRON": _every(_PRONOUNS),
    "PUNCT": _are_marks,
}
_ADDED_OR_TAKEN: Mapping[str, _Rule] = MappingProxyType(
    {
        **_EITHER,
        **dict.fromkeys(("ADJ", "ADV", "NOUN", "OTHER", "PROPN", "VERB"), _are_words),
        "CONTR": lambda old, new: not new and _every(_CLITICS - {"'s", "s'", "'"})(old, new),
        "VERB:FORM": _every(frozenset({"to"})),
        "VERB:TENSE": _every(frozenset(_HELPERS)),
    }
)
_REPLACED: Mapping[str, _Rule] = MappingProxyType(
    {
        **_EITHER,
        "ADJ": _is_manner,
        "ADV": _is_manner,
        "ADJ:FORM": _is_comparison,
        "MORPH": _is_one_family,
        "NOUN": _is_other_word,
        "VERB": _is_other_word,
        "SPELL": _is_other_word,
        "OTHER": lambda _old, _new: True,
        "NOUN:NUM": _is_number,
        "NOUN:INFL": _is_wrong_ending("s"),
        "VERB:FORM": _is_form,
        "VERB:SVA": _is_other_person,
        "VERB:TENSE": _is_tense,
        "CONTR": _is_apostrophe,
        "ORTH": _is_same_writing,
        "WO": _is_other_order,
        "VERB:INFL": _is_wrong_ending("ed", "ing", "es", "en", "s"),
    }
)
"""The rule of each of ERRANT's categories; one without a rule is never evident."""


_WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
_SLIPS_IRREGULAR = (
    "went|saw|came|took|gave|got|had|was|were|did|made|said|told|bought|brought|found|felt|left|met|ate|drank|wrote|"
    "spoke|began|knew|thought|taught|caught|ran|swam|slept|kept|lost|won|paid|sent|spent|heard|broke|chose|drove|fell"
)
_PATTERNS = tuple(
    map(
        re.compile,
        (
            r"\bi\b",
            r"(?<=[.!?] )[a-z]",
            r"(?i)\b(\w+) \1\b",
            r"(?i)\ba [aeio]\w+",
            r"(?i)\ban [bcdfgjklmnpqrstvwxz]\w+",
            r"(?i)\b(?:he|she|it) (?:have|do|don't|go|like|want|say|make|need|think|live|work|play|come|know)\b",
            r"(?i)\b(?:he|she|it) (?:are|were)\b",
            r"(?i)\b(?:i|you|we|they|people) (?:has|does|doesn't|goes|likes|wants|says|makes|needs|is|was(?<!i was))\b",
            rf"(?i)\b(?:did|didn't|did not|to|can|could|will|must|should) (?:\w+ed|{_SLIPS_IRREGULAR})\b(?<!need)",
            r"(?i)\bmore \w+er\b|\bmost \w+est\b",
            r"(?i)\b(?:am|is|are|was|were) (?:go|like|agree|want|think|make|take|have|see|come)\b",
            r"(?i)\b(?:informations|advices|furnitures|homeworks|childs|mans|womans|peoples|persons|moneys|luggages)\b",
            r"(?i)\b(?:many|several|these|those|two|three|four|five|ten) (?:year|day|hour|friend|time|week|person)\b",
            r"(?i)\b(?:on|in|at) (?:last|next) (?:week|year|month|summer|night)\b",
            r" [,.;!?](?=\s|$)(?<!\w \.)",
            r"[,;!?][A-Za-z]",
        ),
    )
)


def slips(text: str) -> int:
    """Return the number of slips that are seen at once: words that are in no list, and a few patterns of learners.

    >>> slips("Yesterday she go to teh market."), slips("Yesterday she went to the market.")
    (2, 0)
    """
    known = _word_list()
    misspelt = 0
    if known:
        small = (match[0].replace("’", "'") for match in _WORD.finditer(text) if match[0].islower())
        misspelt = sum(word not in known and word.removesuffix("'s") not in known for word in small)
    return misspelt + sum(len(pattern.findall(text)) for pattern in _PATTERNS)


@cache
def _word_list() -> frozenset[str]:
    """Return ERRANT's word list, read without importing ERRANT, which would load spaCy; nothing where it is missing."""
    spec = find_spec("errant")
    if spec is None or spec.origin is None:
        return frozenset()
    path = Path(spec.origin).parent / "en" / "resources" / "en_GB-large.txt"
    try:
        return frozenset(path.read_text("utf-8").split("\n"))
    except OSError:
        return frozenset()


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


_SINGULAR = _words("a an this that each every much little another it he she him her its is was has does")
_PLURAL = _words("these those many few both several they them their we you are were have do people police")
_REFERRING = _words("it its they them their he she him her his this that these those")
_RELATIVES = {("who",), ("which",), ("that",), ("whom",)}
_NEGATIONS = _words("no not n't never nothing nobody none neither nor nowhere")
_DEGREES = {("more",), ("most",)}
_QUESTIONS = _words("there here what where when why how who which")
_CLAUSES = _CONJUNCTIONS | _words("which who why where when how , ; : . ? !")
"""Words and signs at which another clause, or another part of one, begins."""
_FORMS = {
    **dict.fromkeys(_words("do does did can could will would shall should may might must"), _words("base")),
    **dict.fromkeys(_words("have has had"), _words("past participle")),
    **dict.fromkeys(_words("am is are was were be been"), _words("ing past participle")),
}
"""The forms of verbs that auxiliaries ask for."""
_LONGEST_AGREEMENT = 3
"""Words of a correction that is only of agreement."""
_NOMINAL = ("ADJ", "DET", "NOUN", "OTHER", "PRON")
"""ERRANT's classes of words that make a phrase of a noun."""


def agrees(text: Sequence[str], phrase: Rewritten, words: Rewritten) -> bool | None:
    """Return whether some words of a text agree with a phrase of it, each with what another version has for it.

    ``None`` where neither asks anything of the other.

    >>> text, phrase = "The reports on this channel are late".split(), Rewritten(1, 2, ("news",), "R:NOUN")
    >>> agrees(text, phrase, Rewritten(5, 6, ("is",))), agrees(text, phrase, Rewritten(5, 6, ("were",)))
    (True, None)
    >>> agrees("his friends plays".split(), Rewritten(1, 2, ("mates",), "R:NOUN"), Rewritten(2, 3, ("play",)))
    False
    """
    own, other = _lower(text[words.start : words.end]), _lower(words.other)
    if max(len(own), len(other)) > _LONGEST_AGREEMENT:
        return None
    if _is_other_negation(text, phrase, own, other):
        return True
    is_person, is_nominal = _is_other_person(own, other), any(f":{kind}" in phrase.type for kind in _NOMINAL)
    if phrase.end <= words.start:
        between = _lower(text[phrase.end : words.start])
        between = between[1:] if between[:1] in _RELATIVES else between
        if _CLAUSES.isdisjoint(between) and _is_of_verb(text, phrase, own, other):
            return True
        if _is_other_conjunction(phrase, own, other):
            return True
        is_subject = is_person and _CLAUSES.isdisjoint(between)
        is_meant = own in _RELATIVES and other in _RELATIVES and not between
        is_meant = is_meant or (bool(own and other) and _REFERRING.issuperset((*own, *other)))
        governs, end = is_subject or is_meant, words.start if is_subject else phrase.end
    else:
        between = _lower(text[words.end : phrase.start])
        if not between and own[:1] in _DEGREES and not other:
            return True
        is_inverted = is_person and (not words.start or text[words.start - 1].lower() in _QUESTIONS)
        governs = (is_inverted or _DETERMINERS.issuperset((*own, *other))) and _is_one_phrase(between)
        end = phrase.end
    if not governs or not is_nominal:
        return None
    return {_number(own, other), _phrase_number(_lower(text[phrase.start : end]))} != {True, False}


def _lower(words: Sequence[str]) -> _Words:
    return tuple(word.lower() for word in words)


def _is_of_verb(text: Sequence[str], phrase: Rewritten, own: _Words, other: _Words) -> bool:
    if not phrase.end or len(own) != 1 or len(other) != 1:
        return False
    wanted = _FORMS.get(text[phrase.end - 1].lower())
    if wanted is None:
        return False
    forms = [dict(_forms_of(word)) for word in (*own, *other)]
    return not wanted.isdisjoint(forms[0][verb] for verb in forms[0] if verb in forms[1])


def _is_other_conjunction(phrase: Rewritten, own: _Words, other: _Words) -> bool:
    """Return whether a phrase is without a conjunction, and words that the other version is without are another."""
    is_without = phrase.end - phrase.start < len(phrase.other) and phrase.other[0].lower() in _CONJUNCTIONS
    return is_without and bool(own) and _CONJUNCTIONS.issuperset(own) and not any(map(str.isalpha, other))


def _is_other_negation(text: Sequence[str], phrase: Rewritten, own: _Words, other: _Words) -> bool:
    """Return whether words lack the other version's negation, and another one stands in a phrase or beside it."""
    if _NEGATIONS.isdisjoint(other) or not _NEGATIONS.isdisjoint(own):
        return False
    return not _NEGATIONS.isdisjoint(_lower(text[max(0, phrase.start - 1) : phrase.end + 1]))


def _is_one_phrase(between: _Words) -> bool:
    others = set(between) - _DETERMINERS - {"of"}
    return len(others) <= 1 and _CLAUSES.isdisjoint(others) and _PREPOSITIONS.isdisjoint(others)


def _number(own: _Words, other: _Words) -> bool | None:
    if len(own) != 1:
        return None
    if own[0] in _SINGULAR | _PLURAL:
        return own[0] in _PLURAL
    return len(own[0]) < len(other[0]) if _is_other_person(own, other) else None


def _phrase_number(words: _Words) -> bool | None:
    """Return whether a phrase is plural, by its noun: the last word before a preposition; ``None`` if it has none."""
    length = next((at for at, word in enumerate(words) if word in _PREPOSITIONS), len(words))
    if not length or "of" in words[length : length + 1] or "and" in words[:length]:
        return None
    noun = words[length - 1]
    if noun in _SINGULAR | _PLURAL:
        return noun in _PLURAL
    return noun in _PLURALS.values() or (noun.endswith("s") and not noun.endswith(("ss", "us", "is")))
