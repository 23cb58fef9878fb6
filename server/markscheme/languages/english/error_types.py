"""ERRANT's English error types in words (Bryant et al., 2017, Table 2), and in a teacher's groups."""

from markscheme.languages.language import ErrorTypes

_MISSING_OR_EXTRA = "missing or extra words"
_GROUPS = {
    "tense": ("VERB:TENSE",),
    "verb form": ("VERB:FORM", "VERB:INFL"),
    "agreement": ("VERB:SVA",),
    "articles and determiners": ("DET",),
    "prepositions": ("PREP", "PART"),
    "pronouns": ("PRON",),
    "singular and plural": ("NOUN:NUM", "NOUN:INFL"),
    "adjectives and adverbs": ("ADJ", "ADJ:FORM", "ADV"),
    "word form": ("MORPH",),
    "word choice": ("NOUN", "PROPN", "NUM", "VERB"),
    "linking words": ("CONJ",),
    _MISSING_OR_EXTRA: tuple(
        f"{operation}:{category}"
        for operation in "MU"
        for category in ("ADJ", "ADV", "CONTR", "NOUN", "NUM", "OTHER", "PROPN", "VERB")
    ),
    "word order": ("WO",),
    "spelling": ("SPELL",),
    "capitals and spaces": ("ORTH",),
    "punctuation": ("PUNCT",),
    "apostrophes and contractions": ("CONTR", "NOUN:POSS"),
}
"""The types of each group: a category stands for all its types that no group names whole."""

_OTHER = "other wording"
_CODES = {
    "tense": "T",
    "verb form": "VF",
    "agreement": "Agr",
    "articles and determiners": "Art",
    "prepositions": "Prep",
    "pronouns": "Pron",
    "singular and plural": "S/P",
    "adjectives and adverbs": "Adj",
    "word form": "WF",
    "word choice": "WC",
    "linking words": "Link",
    _MISSING_OR_EXTRA: "M/E",
    "word order": "WO",
    "spelling": "Sp",
    "capitals and spaces": "Cap",
    "punctuation": "P",
    "apostrophes and contractions": "Apos",
    _OTHER: "W",
}

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
    groups={code: group for group, codes in _GROUPS.items() for code in codes},
    codes=_CODES,
    other=_OTHER,
)
