"""ERRANT's English error types in words (Bryant et al., 2017, Table 2)."""

from markscheme.languages.language import ErrorTypes

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
)
