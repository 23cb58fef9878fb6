"""Make the pipeline that ships from a trained one: add the tokenizer's rules, the tag rules and the lemmatizer."""

from pathlib import Path

import spacy
from spacy.lang.char_classes import HYPHENS
from spacy.lang.en import English
from spacy.lookups import Lookups, load_lookups
from spacy.util import compile_infix_regex, registry

NAME = "english"
VERSION = "1.2.0"
LEMMA_TABLES = ("lemma_rules", "lemma_exc", "lemma_index")
CONTRACTED_AUXILIARIES = {
    "'m": "be", "'re": "be", "'s": "be", "’m": "be", "’re": "be", "’s": "be", "ai": "be",
    "'ve": "have", "’ve": "have", "'d": "would", "’d": "would",
    "'ll": "will", "’ll": "will", "wo": "will", "ca": "can", "sha": "shall",
}  # fmt: skip

POS_OF_TAG = {
    "DT": "DET", "PDT": "DET", "WDT": "DET", "PRP$": "DET", "WP$": "DET",
    "IN": "ADP", "RP": "ADP", "TO": "PART", "EX": "PRON", "MD": "VERB",
    "VB": "VERB", "VBD": "VERB", "VBG": "VERB", "VBN": "VERB", "VBP": "VERB", "VBZ": "VERB",
    "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "NNPS": "PROPN",
    "JJ": "ADJ", "JJR": "ADJ", "JJS": "ADJ", "RB": "ADV", "RBR": "ADV", "RBS": "ADV", "WRB": "ADV",
    "PRP": "PRON", "WP": "PRON", "CC": "CCONJ", "CD": "NUM", "UH": "INTJ", "POS": "PART",
}  # fmt: skip
MORPH_OF_TAG = {
    "NN": "Number=Sing", "NNP": "Number=Sing", "NNS": "Number=Plur", "NNPS": "Number=Plur",
    "VB": "VerbForm=Inf", "VBP": "Tense=Pres|VerbForm=Fin", "VBZ": "Number=Sing|Person=3|Tense=Pres|VerbForm=Fin",
    "VBD": "Tense=Past|VerbForm=Fin", "VBN": "Aspect=Perf|Tense=Past|VerbForm=Part",
    "VBG": "Aspect=Prog|Tense=Pres|VerbForm=Part",
    "JJ": "Degree=Pos", "JJR": "Degree=Cmp", "JJS": "Degree=Sup",
    "RB": "Degree=Pos", "RBR": "Degree=Cmp", "RBS": "Degree=Sup",
}  # fmt: skip
"""Morphology that says no more than the tag, as in the pipelines that ERRANT's rules were developed with.

UD has a number for *they need* too. spaCy's rule lemmatizer takes a present verb with a number for the third person,
and *nee* for its lemma.
"""
FORMS_OF_BE = ("be", "am", "is", "are", "was", "were", "been", "being", "'m", "'re", "’m", "’re")
SLASHED = {
    "PRP$": ("his/her", "her/his"),
    "PRP": ("he/she", "she/he", "s/he", "him/her", "her/him", "himself/herself"),
    "CC": ("and/or",),
}


def part_of_speech_rules() -> list[dict[str, object]]:
    """Return rules for coarse parts of speech, and morphology, from PTB tags.

    They follow the pipelines that ERRANT's rules were developed with. Those pipelines tag possessive
    pronouns ``DET`` and every ``IN`` ``ADP``; UD has ``PRON`` and ``SCONJ``. With UD's tags, ERRANT splits
    *his or her* > *their*. Pronouns with a slash, rare in EWT, have explicit rules. Inflected words get the morphology
    of their tag, which the lemmatizer goes by: the two come from different components and may differ.
    """
    rules: list[dict[str, object]] = [
        {"patterns": [[{"LOWER": {"IN": list(forms)}}]], "attrs": {"TAG": tag, "POS": POS_OF_TAG[tag]}}
        for tag, forms in SLASHED.items()
    ]
    rules += [{"patterns": [[{"TAG": tag}]], "attrs": {"POS": pos}} for tag, pos in POS_OF_TAG.items()]
    verbs = [tag for tag in POS_OF_TAG if tag.startswith("VB")]
    rules.append(
        {
            "patterns": [[{"LOWER": {"IN": list(FORMS_OF_BE)}, "TAG": {"IN": verbs}}]],
            "attrs": {"POS": "AUX"},
        }
    )
    rules += [{"patterns": [[{"TAG": tag}]], "attrs": {"MORPH": morph}} for tag, morph in MORPH_OF_TAG.items()]
    return rules


def lemma_tables() -> Lookups:
    """Return spacy-lookups-data's English tables, with auxiliaries lemmatised as verbs.

    UD tags *is*, *has* and *did* ``AUX``, which the tables do not contain. Without lemmas for them
    ERRANT takes *is* > *are* for another verb instead of an agreement error.

    spaCy 3 prefers the last rule that gives a word of the index; the tables are in the order of earlier versions, which
    preferred the first. So the rules are reversed: *uses*, *hoping* are of *use*, *hope*, not of *us*, *hop*. On EWT's
    training part this gives 99.1 % of VBG's lemmas instead of 98.4, and is better for each inflected tag.
    """
    tables = load_lookups("en", list(LEMMA_TABLES))
    rules = tables.get_table("lemma_rules")
    for pos in ("noun", "verb"):
        rules[pos] = list(reversed(rules[pos]))
    for name in LEMMA_TABLES:
        table = tables.get_table(name)
        table["aux"] = table["verb"]
    exceptions = dict(tables.get_table("lemma_exc")["verb"])
    exceptions.update({form: [lemma] for form, lemma in CONTRACTED_AUXILIARIES.items()})
    tables.get_table("lemma_exc")["aux"] = exceptions
    return tables


def infixes() -> list[str]:
    """Return the infix rules of spaCy's English tokenizer, without splits at a hyphen or slash between letters.

    The training data joins words that EWT splits there, as in the corpora that ERRANT is used with: *check-up*
    and *his/her* are one token each. Dashes split words.
    """
    dashes = "|".join(mark for mark in HYPHENS.split("|") if mark != "-")
    rules = (rule.replace(f"(?:{HYPHENS})", f"(?:{dashes})") for rule in English.Defaults.infixes)
    return [rule.replace("[:<>=/]", "[:<>=]") for rule in rules]


def assemble(trained: Path, out: Path) -> None:
    """Write the shipped pipeline to ``out``."""
    registry.ensure_populated()
    nlp = spacy.load(trained)
    nlp.tokenizer.infix_finditer = compile_infix_regex(infixes()).finditer
    ruler = nlp.add_pipe("attribute_ruler", after="morphologizer")
    ruler.add_patterns(part_of_speech_rules())
    lemmatizer = nlp.add_pipe("lemmatizer", config={"mode": "rule", "overwrite": True})
    lemmatizer.initialize(lookups=lemma_tables())
    nlp.meta.update(
        name=NAME,
        version=VERSION,
        description="English for ERRANT: PTB tags and ClearNLP labels, trained on UD English EWT",
        author="Markscheme",
        license="CC BY-SA 4.0",
        sources=[{"name": "UD English EWT 2.16", "license": "CC BY-SA 4.0"}],
    )
    # The recipe's scratch folders would stand in the configuration that ships.
    nlp.config["paths"].update(dict.fromkeys(nlp.config["paths"]))
    nlp.to_disk(out)
