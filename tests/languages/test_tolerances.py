"""Equal enough: which differences a teacher may ignore, and which still count."""

import subprocess
import sys
from itertools import combinations

import pytest
from breame.data.spelling_constants import BRITISH_ENGLISH_SPELLINGS
from hypothesis import given
from hypothesis import strategies as st

from markscheme.languages.english import ENGLISH

TOLERANCES = ENGLISH.tolerances
ALL = TOLERANCES.names
WORDS = """
    , " “ ” ' ’ ‘ « » . ! ? ; : - 1 10 000 2,000 However however In fact For example colour color Colours COLOUR
    cOlour learnt learned organisation organization towards toward I i it It It's it's don't don’t do n't n’t not
    N'T ca CA can cannot Cannot wo will 's ’s is has had would 'd 've have let us that who students John been gone
    better already was and or apples Last week 1999
"""
TOKENS = st.lists(st.sampled_from(WORDS.split()), max_size=5).map(tuple)
SETS = st.sets(st.sampled_from(ALL))


def needed(one: str, other: str, left: str = "", right: str = "", names: tuple[str, ...] = ALL) -> list[str] | None:
    """Return the names of the tolerances that make two texts equal."""
    tolerances = ENGLISH.tolerances_of(names)
    found = tolerances.equal(tuple(one.split()), tuple(other.split()), tuple(left.split()), tuple(right.split()))
    return None if found is None else [tolerance.name for tolerance in found]


@pytest.mark.parametrize(
    ("name", "one", "other", "left", "right"),
    [
        ("spelling-variants", "colour", "color", "", ""),
        ("spelling-variants", "Colours", "Colors", "", ""),
        ("spelling-variants", "learnt", "learned", "", ""),
        ("spelling-variants", "judgements", "judgments", "", ""),
        ("spelling-variants", "ORGANISATIONS", "ORGANIZATIONS", "", ""),
        ("spelling-variants", "customisable", "customizable", "", ""),
        ("spelling-variants", "multi-coloured", "multi-colored", "", ""),
        ("spelling-variants", "cosy grey theatres", "cozy gray theaters", "", ""),
        ("contractions", "do n't", "do not", "", ""),
        ("contractions", "Don’t", "Do not", "", ""),
        ("contractions", "n’t", "not", "I do", "know"),
        ("contractions", "ca n't", "cannot", "", ""),
        ("contractions", "ca", "can", "I", "n't go"),
        ("contractions", "can't", "can not", "", ""),
        ("contractions", "wo n't", "will not", "", ""),
        ("contractions", "'s", "is", "it", "good"),
        ("contractions", "'s", "has", "It", "never been"),
        ("contractions", "It’s", "It is", "", "called Rex"),
        ("contractions", "'d", "had", "I", "better go"),
        ("contractions", "'d", "had", "They", "already left"),
        ("contractions", "'d", "would", "I", "like"),
        ("contractions", "Let 's", "Let us", "", ""),
        ("optional-commas", "", ",", "When I came home", "she left"),
        ("optional-commas", "apples , and", "apples and", "", ""),
        ("optional-commas", ",", "", "When I was 10", "we moved"),
        ("quotation-marks", "“ yes ”", '" yes "', "", ""),
        ("quotation-marks", "‘ yes ’", "« yes »", "", ""),
        ("quotation-marks", "' yes '", "yes", "", ""),
        ("quotation-marks", "’", "”", "‘ we like cats", ""),
        ("for-example-comma", "", ",", "For example", "it rained"),
        ("for-example-comma", "", ",", "We went . “ However", "it rained"),
        ("for-example-comma", "In fact ,", "In fact", "", ""),
        ("for-example-comma", "", ",", "Last week", "it rained"),
        ("for-example-comma", "", ",", "We went . In 1999", "it rained"),
        ("for-example-comma", "In the morning ,", "In the morning", "", "we left"),
        ("for-example-comma", "", ",", "Yesterday", "it rained"),
        ("list-comma", "", ",", "apples , pears", "and plums"),
        ("list-comma", ",", "", "tea , a black coffee", "or milk"),
        ("list-comma", "apples , pears , and", "apples , pears and", "", "plums"),
        ("capital-letters", "i", "I", "", ""),
        ("capital-letters", "English", "english", "", ""),
    ],
)
def test_one_tolerance_makes_it_equal(name: str, one: str, other: str, left: str, right: str):
    assert needed(one, other, left, right, (name,)) == [name]
    assert needed(one, other, left, right, tuple(set(ALL) - {name, "optional-commas"})) is None
    assert needed(one, other, left, right, ()) is None


@pytest.mark.parametrize(
    ("one", "other", "left", "right"),
    [
        ("practise", "practice", "I need more", ""),
        ("analyses", "analyzes", "two", ""),
        ("licenced", "licensed", "", ""),
        ("dealt", "dealed", "", ""),
        ("exercise", "exercize", "", ""),
        ("storey", "story", "", ""),
        ("tonne", "ton", "", ""),
        ("pummelled", "pummel", "", ""),
        ("'s", "is", "John", "book"),
        ("its", "it 's", "", ""),
        ("'s", "is", "it", "been"),
        ("'d", "had", "I", "like"),
        ("dont", "do not", "", ""),
        ("", ",", "1", "000"),
        ("students '", "students", "the", "books"),
        (",", ".", "home", "She"),
        (",", "and", "", ""),
        ("color", "colors", "", ""),
        ("", "'s", "John", "book"),
    ],
)
def test_other_differences_count_with_every_tolerance(one: str, other: str, left: str, right: str):
    assert needed(one, other, left, right) is None


def test_a_comma_elsewhere_than_after_an_introduction_counts():
    for left in ("This is", "I think , however", "We went . For example it"):
        assert needed("", ",", left, "it rained", ("for-example-comma",)) is None


def test_a_comma_elsewhere_than_in_a_list_counts():
    for left in ("I was tired", "For example , tea", "It cost 1 , 000", "When we came home , she was very tired"):
        assert needed("", ",", left, "and we left", ("list-comma",)) is None
    assert needed("", ",", "apples , pears", "plums", ("list-comma",)) is None


def test_the_fewest_tolerances_are_returned_in_order():
    assert needed("However ,", "However") == ["for-example-comma"]
    assert needed("However ,", "however") == ["capital-letters", "for-example-comma"]
    assert needed("I do n't like the “ Colour ”", "I do not like the color") == list(ALL[:4])
    assert needed("colour", "colour") == []


def test_a_tolerance_says_how_a_correction_differs():
    assert TOLERANCES.get("spelling-variants").explain("colour") == "another spelling of “colour”"
    for name, tolerance in TOLERANCES.variants().items():
        assert tolerance.name == name
        assert tolerance.title
        assert tolerance.explain("x")


@given(TOKENS, TOKENS, TOKENS, TOKENS, TOKENS, SETS)
def test_equal_enough_is_an_equivalence(one, other, third, left, right, names):
    tolerances = ENGLISH.tolerances_of(names)

    def equal(first, second):
        return tolerances.equal(first, second, left, right) is not None

    canonical = tolerances.canonical(one, left, right)
    assert equal(one, one)
    assert equal(one, other) == equal(other, one) == (canonical == tolerances.canonical(other, left, right))
    assert not (equal(one, other) and equal(other, third)) or equal(one, third)


@st.composite
def variants(draw: st.DrawFn) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return two sides that differ in little, so that they are often equal enough."""
    one = draw(TOKENS)
    other = list(one)
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(other)))
        other[place : place + draw(st.integers(0, 1))] = draw(st.lists(st.sampled_from(WORDS.split()), max_size=2))
    return one, tuple(other)


@given(variants(), TOKENS, TOKENS, SETS)
def test_one_more_tolerance_never_makes_a_difference_count(pair, left, right, names):
    tolerances = ENGLISH.tolerances_of(names)
    found = tolerances.equal(*pair, left, right)
    if found is not None:
        assert set(found) <= set(tolerances)
        assert ENGLISH.tolerances_of(ALL).equal(*pair, left, right) is not None
        if len(found) > 1:
            for fewer in combinations(found, len(found) - 1):
                smaller = ENGLISH.tolerances_of([tolerance.name for tolerance in fewer])
                assert smaller.equal(*pair, left, right) is None


def test_an_american_spelling_has_no_other():
    tolerances = ENGLISH.tolerances_of(["spelling-variants"])
    words = [
        *BRITISH_ENGLISH_SPELLINGS,
        *["cheque", "co-operated", "enquiry", "fuelled", "kerb", "learnt", "skilfully", "towards"],
    ]
    respelled = {british: tolerances.canonical((british,)) for british in words}
    changed = {british: american for british, american in respelled.items() if american != (british,)}
    assert len(changed) > 1700
    assert changed.keys() >= set(words[-8:])
    for british, american in changed.items():
        assert tolerances.canonical(american) == american, british


def test_the_order_of_names_changes_nothing_and_names_of_other_languages_are_left_out():
    tolerances = ENGLISH.tolerances_of(("toy", *reversed(ALL), *ALL))
    assert tolerances.names == ALL
    assert tolerances == ENGLISH.tolerances_of(ALL)
    assert not ENGLISH.tolerances_of(())


def test_the_word_list_is_imported_on_first_use_alone():
    lines = (
        "import sys",
        "from markscheme.languages.language import find_language",
        "english = find_language()",
        "tolerances = english.tolerances_of(english.tolerances.names)",
        "assert 'breame' not in sys.modules",
        "assert tolerances.equal(('colour',), ('color',))",
        "assert 'breame' in sys.modules",
    )
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)
