"""Which comment of a bank belongs to a finding."""

import re

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.comments.made import finding
from markscheme.exercises.comment_bank import PLACEHOLDERS, BankEntry, CommentBank
from markscheme.exercises.material import language_bank
from markscheme.exercises.schemes import ErrorGroups
from markscheme.languages.english.error_types import ERROR_TYPES
from markscheme.marking.comments import Reader
from markscheme.marking.verdict import Verdict

READER = Reader("mei")
MISSED = finding()
LADDER = (
    BankEntry("verdicts", "A", "any", verdicts=("missed", "different")),
    BankEntry("verdict", "A", "one verdict", verdicts=("missed",)),
    BankEntry("group", "A", "group", group="tense"),
    BankEntry("group and verdict", "A", "both", verdicts=("missed",), group="tense"),
    BankEntry("operation", "A", "operation", type="R:*"),
    BankEntry("category", "A", "category", type="VERB:TENSE"),
    BankEntry("type", "A", "type", type="R:VERB:TENSE"),
    BankEntry("type and group", "A", "type and group", type="R:VERB:TENSE", group="tense"),
    BankEntry("words", "A", "words", words=("went",)),
    BankEntry("words and type", "A", "words and type", type="*:TENSE", words=("go",)),
)
"""Entries that all fit; each is more specific than the one before it."""


@given(st.lists(st.sampled_from(range(len(LADDER))), min_size=1, unique=True))
def test_the_most_specific_entry_wins_wherever_it_stands(numbers: list[int]):
    bank = CommentBank(tuple(LADDER[number] for number in numbers))
    best = READER.chosen(MISSED, bank)
    assert best is not None
    assert best.key == LADDER[max(numbers)].key
    offered = [item.key for item in READER.suggestions(MISSED, bank)]
    assert offered == [LADDER[number].key for number in sorted(numbers, reverse=True)]


def test_of_equal_entries_the_teachers_comes_first():
    base = CommentBank((BankEntry("theirs", "A", "theirs", group="tense"),))
    mine = CommentBank((BankEntry("mine", "A", "mine", group="tense"),))
    best = READER.chosen(MISSED, mine.over(base))
    assert best is not None
    assert best.key == "mine"


@pytest.mark.parametrize(
    ("entry", "fits"),
    [
        (BankEntry("", "A", "x", verdicts=("correct",)), False),
        (BankEntry("", "A", "x"), True),
        (BankEntry("", "A", "x", group="spelling"), False),
        (BankEntry("", "A", "x", type="*:DET"), False),
        (BankEntry("", "A", "x", words=("gone",)), False),
        (BankEntry("", "A", "x", words=("WENT",)), True),
        (BankEntry("", "A", "“{student_words}” or “{teacher_words}”: {correction}, {student}"), True),
        (BankEntry("", "A", "{still_to_do}"), False),
    ],
)
def test_all_conditions_must_hold_and_all_placeholders_have_words(entry: BankEntry, fits: bool):
    assert (READER.chosen(MISSED, CommentBank((entry,))) is not None) is fits


def test_an_entry_without_verdicts_praises_and_blames_nothing_that_is_right():
    bank = CommentBank((BankEntry("", "A", "x", group="tense"),))
    found = {verdict: READER.chosen(finding(verdict), bank) is not None for verdict in Verdict}
    assert {verdict for verdict, fits in found.items() if fits} == {Verdict.PARTLY, Verdict.DIFFERENT, Verdict.MISSED}


@pytest.mark.parametrize("verdict", [Verdict.PARTLY, Verdict.DIFFERENT, Verdict.NOT_NEEDED])
def test_an_answer_that_may_be_right_is_given_no_comment_until_a_teacher_decides(verdict: Verdict):
    bank = CommentBank((BankEntry("", "A", "x", verdicts=(verdict.value,)),))
    waiting = finding(verdict, hypothesis="was going", decided="")
    assert READER.chosen(waiting, bank) is None
    assert [item.text for item in READER.suggestions(waiting, bank)] == ["x"]
    assert READER.chosen(finding(verdict, hypothesis="was going"), bank) is not None


@pytest.mark.parametrize(
    ("kind", "before", "after", "key"),
    [
        ("R:VERB:TENSE", "go", "went", "tense-missed"),
        ("R:VERB:TENSE", "goed", "went", "missed"),
        ("R:VERB:TENSE", "came", "come", "missed"),
        ("R:ADV", "quick", "quickly", "adjective-missed"),
        ("R:ADV", "etc", "etc.", "missed"),
        ("R:PUNCT", "’", "'", "missed"),
        ("R:OTHER", "🙂", "happy", "missed"),
        ("U:PUNCT", "'", "", "missed"),
        ("R:PRON", "there", "their", "there-their"),
        ("R:PRON", "it", "there", "missed"),
        ("R:PRON", "he", "him", "pronoun-missed"),
        ("R:NOUN", "book", "books'", "missed"),
        ("R:DET", "that", "which", "missed"),
    ],
)
def test_a_kind_of_error_is_named_where_the_correction_shows_it(kind: str, before: str, after: str, key: str):
    best = READER.chosen(finding(kind=kind, source=before, hypothesis=before, reference=after), language_bank("en"))
    assert best is not None
    assert best.key == key


def test_words_that_stay_are_no_reason():
    order = finding(kind="R:WO", source="where there is", hypothesis="where there is", reference="where is there")
    bank = CommentBank((BankEntry("", "A", "x", words=("there",)),))
    assert READER.chosen(order, bank) is None


def test_an_entry_for_a_group_of_the_language_holds_in_a_teachers_own_groups():
    bank = CommentBank((BankEntry("", "A", "{group}", group="tense"),))
    best = attrs.evolve(READER, groups=ErrorGroups((("VERB:TENSE", "Verbs"),))).chosen(MISSED, bank)
    assert best is not None
    assert best.text == "Verbs"


words = st.sampled_from(["", "go", "went there", "{student}", "{words}"])
types = st.sampled_from([f"{operation}:{kind}" for operation in "MRU" for kind in ERROR_TYPES.categories])
findings = st.builds(finding, st.sampled_from(Verdict), types, words, words, words, rewritten=st.booleans())


@given(findings)
def test_every_finding_has_a_built_in_comment_without_holes(item):
    best = READER.chosen(item, language_bank("en"))
    assert best is not None
    template = re.sub(r"\{\w+\}", "", best.template)
    assert len(best.text) >= len(template)
    known = [name for name in re.findall(r"\{(\w+)\}", best.text) if name in PLACEHOLDERS]
    assert known in ([], ["student"] * len(known))  # only what stands in the texts themselves
    assert "“”" not in best.text
