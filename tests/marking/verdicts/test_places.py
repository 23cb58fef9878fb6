"""Verdicts on single passages, as a careful teacher gives them."""

import datetime

import pytest

from markscheme.edits.edit import Edit, Edits, PassageEdits, apply_edits
from markscheme.exercises.decisions import Decision, DecisionKind, Placed
from markscheme.languages.language import find_language
from markscheme.marking.changes import Rules
from markscheme.marking.places import points_of, verdicts
from markscheme.marking.verdict import Place, Points, TokenRange, Verdict

Tokens = tuple[str, ...]
DAY = datetime.date(2026, 11, 22)


def edit(start: int, end: int, words: str = "", type_: str = "R:OTHER") -> Edit:
    return Edit(start, end, tuple(words.split()), type_)


def judged(source: str, hypothesis: Edits, *references: Edits, rules: Rules = Rules()) -> list[Place]:
    return list(verdicts(PassageEdits(tuple(source.split()), hypothesis, references, parallel=False), rules))


def words(source: str, places: list[Place]) -> list[tuple[str, str]]:
    tokens = source.split()
    return [(item.verdict.value, " ".join(tokens[item.source.start : item.source.end])) for item in places]


def decided(kind: DecisionKind, source: str, start: int, end: int, replacement: str) -> Rules:
    decision = Decision(kind, tuple(source.split()), start, end, tuple(replacement.split()), "R:OTHER", "Ms Kim", DAY)
    return Rules(decisions=(Placed(decision, start, end),))


def test_a_neighbour_that_a_teacher_changes_spoils_no_correction() -> None:
    source = "I lost the receipt . Unfortunately it rained"
    places = judged(source, (edit(3, 4, "recipe"),), (edit(3, 4, "recipe"), edit(4, 6, ", unfortunately")), ())
    assert words(source, places) == [("correct", "receipt"), ("optional", ". Unfortunately")]


def test_two_corrections_that_touch_are_two_places() -> None:
    source = "He go to at school"
    places = judged(source, (edit(1, 2, "goes"), edit(2, 4, "in")), (edit(1, 2, "goes"), edit(2, 4, "to")))
    assert words(source, places) == [("correct", "go"), ("different", "to at")]


def test_each_place_may_follow_another_reference() -> None:
    source = "She cook good on monday"
    first, second = (edit(1, 2, "cooks"), edit(2, 3, "well")), (edit(1, 2, "cooked"), edit(4, 5, "Monday"))
    places = judged(source, (edit(1, 2, "cooked"), edit(2, 3, "well")), first, second)
    assert words(source, places) == [("correct", "cook"), ("correct", "good"), ("optional", "monday")]
    places = judged(source, (), first, second)
    assert words(source, places) == [("missed", "cook"), ("optional", "good"), ("optional", "monday")]


def test_one_reference_can_be_followed_throughout() -> None:
    source = "She cook good on monday"
    first, second = (edit(1, 2, "cooks"), edit(2, 3, "well")), (edit(1, 2, "cooked"), edit(4, 5, "Monday"))
    own = (edit(1, 2, "cooked"), edit(2, 3, "well"), edit(4, 5, "Monday"))
    for references in ((first, second), (second, first)):
        places = judged(source, own, *references, rules=Rules(assumption="dependent"))
        assert words(source, places) == [("correct", "cook"), ("not-needed", "good"), ("correct", "monday")]


def test_half_of_a_correction_says_what_is_missing() -> None:
    source = "He explain me all things"
    [place] = judged(source, (edit(1, 2, "explains"),), (edit(1, 5, "explains everything to me"),))
    assert place.verdict is Verdict.PARTLY
    assert place.points == Points(0.5, 1)
    assert [(item.target, item.replacement) for item in place.missing] == [
        (TokenRange(2, 5), ("everything", "to", "me"))
    ]
    assert [item.replacement for item in place.suggestions] == [("explains", "everything", "to", "me")]


def test_two_parts_of_one_correction_are_one_place_and_earn_what_it_earns() -> None:
    source = "a b c d"
    [place] = judged(source, (edit(0, 1, "x"), edit(2, 3, "y")), (edit(0, 4, "x b y z"),))
    assert place.verdict is Verdict.PARTLY
    assert place.edits == (0, 1)
    assert place.points == Points(1, 2)


def test_a_word_taken_away_is_no_part_of_its_replacement() -> None:
    source = "in the mornings for take breakfast"
    [place] = judged(source, (edit(4, 5),), (edit(3, 5, "to have"),))
    assert place.verdict is Verdict.DIFFERENT


def test_another_form_of_the_word_is_different() -> None:
    source = "I must buy bread"
    [place] = judged(source, (edit(1, 2, "musted"),), (edit(1, 2, "had to"),))
    assert (place.verdict, place.points) == (Verdict.DIFFERENT, Points(0, 1))


def test_a_reference_may_give_the_source_back_where_another_place_changes_it() -> None:
    """The meeting of a change with edits that amount to nothing has no correction to be a part of."""
    source = "a a x"
    reference = (edit(0, 0, "a"), edit(0, 0, "a"), edit(1, 1, "a"), edit(1, 2), edit(2, 3, "y"))
    assert Verdict.CORRECT not in {item.verdict for item in judged(source, (edit(0, 2),), reference)}


def test_a_change_that_nobody_makes_is_not_needed_and_can_be_undone() -> None:
    source = "The boss is kind"
    [place] = judged(source, (edit(1, 2, "manager"),), (), ())
    assert place.verdict is Verdict.NOT_NEEDED
    assert [item.replacement for item in place.suggestions] == [("boss",)]


def test_a_moved_word_is_one_correction_of_the_reference() -> None:
    source = "an alarm clock more loud"
    places = judged(source, (), (edit(0, 1, "a louder"), edit(3, 5)))
    assert words(source, places) == [("missed", source)]
    assert places[0].suggestions[0].replacement == ("a", "louder", "alarm", "clock")


def test_a_word_that_stays_inside_a_move_is_not_changed() -> None:
    source = "who have your same age"
    moving = (edit(1, 2, "is the"), edit(2, 3), edit(5, 5, "as you"))
    places = judged(source, (edit(1, 2, "has"), edit(2, 3, "the")), moving, (edit(1, 2, "is"), edit(3, 4)))
    assert ("missed", "same") not in words(source, places)


def test_a_gap_and_a_word_beside_it_that_all_references_change_is_missed() -> None:
    source = "I have dog"
    places = judged(source, (), (edit(2, 2, "the"),), (edit(2, 3, "the dogs"),))
    assert words(source, places) == [("missed", "")]


@pytest.mark.parametrize(
    ("name", "before", "own", "wanted"),
    [
        ("spelling-variants", "lernt", "learnt", "learned"),
        ("capital-letters", "monday", "MONDAY", "Monday"),
        ("contractions", "not", "do n't", "do not"),
    ],
)
def test_an_equal_enough_correction_is_correct_and_says_so(name: str, before: str, own: str, wanted: str) -> None:
    source = f"I {before} it"
    tolerances = find_language("en").tolerances_of((name,))

    def equal_enough(one: Tokens, other: Tokens, left: Tokens, right: Tokens) -> tuple[str, ...] | None:
        needed = tolerances.equal(one, other, left, right)
        return None if needed is None else tuple(item.name for item in needed)

    hypothesis, reference = (edit(1, 2, own),), (edit(1, 2, wanted),)
    [place] = judged(source, hypothesis, reference)
    assert place.verdict in (Verdict.DIFFERENT, Verdict.PARTLY)
    [place] = judged(source, hypothesis, reference, rules=Rules(equal_enough))
    assert (place.verdict, place.tolerances, place.points) == (Verdict.CORRECT, (name,), Points(1, 1))


def test_words_as_good_as_the_source_are_correct_and_earn_nothing() -> None:
    def equal_enough(one: Tokens, other: Tokens, _left: Tokens, _right: Tokens) -> tuple[str, ...] | None:
        return () if one == other else ("toys",) if {*one, *other} <= {"colour", "color"} else None

    source = "my color is red"
    [place] = judged(source, (edit(1, 2, "colour"),), (), rules=Rules(equal_enough))
    assert (place.verdict, place.points) == (Verdict.CORRECT, Points())
    [place] = judged(source, (), (edit(1, 2, "colour"),), rules=Rules(equal_enough))
    assert (place.verdict, place.points) == (Verdict.OPTIONAL, Points())


@pytest.mark.parametrize(
    ("kind", "verdict", "points"),
    [
        (DecisionKind.ACCEPTED, Verdict.CORRECT, Points(1, 1)),
        (DecisionKind.PARTLY, Verdict.PARTLY, Points(0.5, 1)),
        (DecisionKind.WRONG, Verdict.DIFFERENT, Points(0, 1)),
    ],
)
def test_a_teacher_decides_on_a_change(kind: DecisionKind, verdict: Verdict, points: Points) -> None:
    source = "Congratulations by that"
    own, reference = (edit(1, 2, "for"),), (edit(1, 2, "for" if kind is DecisionKind.WRONG else "on"),)
    [place] = judged(source, own, reference, rules=decided(kind, source, 1, 2, "for"))
    assert (place.verdict, place.points) == (verdict, points)
    assert place.decided == f"{kind.value}, Ms Kim, 2026-11-22"
    [other] = judged(source, (edit(1, 2, "at"),), reference, rules=decided(kind, source, 1, 2, "for"))
    assert not other.decided


def test_an_optional_edit_need_not_be_made() -> None:
    source = "I went , yesterday"
    reference = (edit(2, 3),)
    rules = decided(DecisionKind.OPTIONAL, source, 2, 3, "")
    [place] = judged(source, (), reference, rules=rules)
    assert (place.verdict, place.points) == (Verdict.OPTIONAL, Points())
    assert place.decided == "optional, Ms Kim, 2026-11-22"
    [made] = judged(source, reference, reference, rules=rules)
    assert (made.verdict, made.points) == (Verdict.CORRECT, Points(1, 1))


@pytest.mark.parametrize("hypothesis", [(), (edit(1, 2, "x"),), (edit(1, 2, "go"),)])
def test_a_place_that_is_not_counted_earns_and_costs_nothing(hypothesis: Edits) -> None:
    source = "I goes home"
    rules = decided(DecisionKind.NOT_COUNTED, source, 1, 2, "goes")
    places = judged(source, hypothesis, (edit(1, 2, "go"),), rules=rules)
    assert points_of(places) == Points()
    assert [item.verdict for item in places] == [Verdict.OPTIONAL]
    assert places[0].decided.startswith("not counted, Ms Kim")


BUT = "Although it rained , but we went"
REMOVES_ALTHOUGH, REMOVES_BUT = (edit(0, 2, "It", "U:CONJ"),), (edit(4, 5, "", "U:CONJ"),)


def test_an_error_that_teachers_correct_in_different_places_is_missed_once() -> None:
    for references in ((REMOVES_ALTHOUGH, REMOVES_BUT), (REMOVES_BUT, REMOVES_ALTHOUGH)):
        places = judged(BUT, (), *references)
        assert words(BUT, places) == [("missed", "but")]
        assert points_of(places) == Points(0, 1)
        assert {item.replacement for item in places[0].versions} == {(), ("It",)}


@pytest.mark.parametrize("own", [REMOVES_ALTHOUGH, REMOVES_BUT])
def test_one_of_the_alternatives_is_enough(own: Edits) -> None:
    places = judged(BUT, own, REMOVES_ALTHOUGH, REMOVES_BUT)
    assert [item.verdict for item in places] == [Verdict.CORRECT]
    assert points_of(places) == Points(1, 1)


def test_an_attempt_at_one_of_the_alternatives_stands_for_the_error() -> None:
    places = judged(BUT, (edit(4, 5, "and"),), REMOVES_ALTHOUGH, REMOVES_BUT)
    assert Verdict.MISSED not in {item.verdict for item in places}
    assert points_of(places) == Points(0, 1)


def test_where_a_teacher_leaves_the_stretch_nothing_is_missed() -> None:
    places = judged(BUT, (), REMOVES_ALTHOUGH, REMOVES_BUT, ())
    assert {item.verdict for item in places} == {Verdict.OPTIONAL}


def test_commas_and_places_far_apart_are_no_alternatives() -> None:
    source = "Yesterday it rained and we went by bus to the town where the old men sit and talk all day long"
    for other in (edit(3, 3, ","), edit(18, 20, "daily")):
        places = judged(source, (), (edit(1, 1, ","),), (other,))
        assert {item.verdict for item in places} == {Verdict.OPTIONAL}


def test_a_comma_and_a_full_stop_are_alternatives_to_a_word() -> None:
    source = "I was tired , I went home"
    places = judged(source, (), (edit(3, 4, "."),), (edit(4, 4, "so"),))
    assert words(source, places) == [("missed", "")]
    assert {item.replacement for item in places[0].versions} == {(".",), ("so",)}


@pytest.mark.parametrize(
    ("source", "own", "wanted", "shown"),
    [
        ("It is more better now", edit(3, 4, "good"), (edit(2, 3),), "more better"),
        ("We go to swim now", edit(2, 3, "for a"), (edit(2, 3), edit(3, 4, "swimming")), "to swim"),
    ],
)
def test_a_change_beside_an_undone_correction_is_one_attempt(source: str, own: Edit, wanted: Edits, shown: str) -> None:
    [place] = judged(source, (own,), wanted)
    assert words(source, [place]) == [("different", shown)]
    assert place.points == Points(0, len(wanted))
    assert place.needs == len(wanted)
    assert place.suggestions


def test_a_change_that_is_different_is_shown_with_the_correction_beside_it() -> None:
    source = "I like swim a lot"
    [place] = judged(source, (edit(2, 2, "for a"),), (edit(2, 2, "to"),), (edit(2, 3, "swimming"),))
    assert words(source, [place]) == [("different", "swim")]
    assert [item.replacement for item in place.versions] == [("to",), ("swimming",)]


@pytest.mark.parametrize(
    ("source", "own", "wanted"),
    [
        ("He can breathe good", edit(2, 3, "breath"), edit(3, 4, "well", "R:ADV")),
        ("They all like music", edit(3, 3, "the"), edit(2, 3, "likes", "R:VERB:SVA")),
        ("I live near my home town", edit(4, 6, "hometown"), edit(6, 6, "for three years")),
    ],
)
def test_a_change_of_another_word_beside_an_error_is_no_attempt_at_it(source: str, own: Edit, wanted: Edit) -> None:
    places = judged(source, (own,), (wanted,))
    assert sorted(item.verdict.value for item in places) == ["missed", "not-needed"]
    assert sum(item.needs for item in places) == 1
    assert sum(item.points.due for item in places) == 2


def test_one_word_made_two_is_one_change_however_its_edits_are_cut() -> None:
    source = "So its very convenient"
    own = (edit(1, 1, "it", "M:PRON"), edit(1, 2, "is"))
    [place] = judged(source, own, (edit(1, 2, "it 's"),))
    assert (place.verdict, place.edits, place.points) == (Verdict.DIFFERENT, (0, 1), Points(0, 1))
    assert (place.source, place.target) == (TokenRange(1, 2), TokenRange(1, 3))
    behind = (edit(1, 2, "it"), edit(2, 2, "is"))
    for cut in (own, behind):
        [place] = judged(source, cut, (edit(1, 2, "it is"), edit(2, 3, "quite")))[:1]
        assert (place.verdict, place.points) == (Verdict.CORRECT, Points(1, 1))


@pytest.mark.parametrize(
    ("source", "own"),
    [
        ("Yesterday is happy", (edit(1, 1, "I"), edit(1, 2, "was"))),
        ("I have informations", (edit(2, 2, "some"), edit(2, 3, "information"))),
        ("He said but nobody came", (edit(2, 2, ","), edit(2, 3, "and"))),
    ],
)
def test_a_word_added_beside_a_corrected_one_is_a_change_of_its_own(source: str, own: Edits) -> None:
    places = judged(source, own, own)
    assert [place.edits for place in places] == [(0,), (1,)]
    assert points_of(places) == Points(2, 2)


def test_a_phrase_that_two_edits_move_is_the_reference_s_move() -> None:
    source = "Yesterday came to us an old man and asked for the most fresh bread"
    own = (edit(1, 4, "", "U:OTHER"), edit(7, 7, "came to us", "M:OTHER"))
    places = judged(source, own, (edit(1, 7, "an old man came to us", "R:WO"), edit(11, 13, "freshest")))
    assert [place.verdict for place in places] == [Verdict.CORRECT, Verdict.CORRECT, Verdict.MISSED]
    assert points_of(places) == Points(2, 3)


def test_one_of_two_equal_words_may_be_taken_out() -> None:
    source = "It was very very nice of he"
    [place, missed] = judged(source, (edit(2, 3),), (edit(3, 4), edit(6, 7, "him")))
    assert (place.verdict, place.points, missed.verdict) == (Verdict.CORRECT, Points(1, 1), Verdict.MISSED)


def test_the_words_of_a_run_that_reads_otherwise_stay_apart() -> None:
    source = "Yesterday came to us an old man and asked"
    own = (edit(1, 4, "", "U:OTHER"), edit(7, 7, "came here", "M:OTHER"))
    places = judged(source, own, (edit(1, 7, "an old man came to us", "R:WO"),))
    assert Verdict.CORRECT not in {place.verdict for place in places}


SPLICE = "weding of my cosin , it was"


@pytest.mark.parametrize("own", [(), (edit(3, 4, "cousin"),), (edit(0, 1, "wedding"), edit(3, 4, "cousin"))])
def test_a_correction_beside_does_not_hide_what_all_references_change(own: Edits) -> None:
    """Three references part the sentences in three ways."""
    spelling = (edit(0, 1, "wedding"), edit(3, 4, "cousin"))
    ways = (edit(4, 6, ". It"), edit(5, 5, "and"), edit(4, 5, ";"))
    places = judged(SPLICE, own, *((*spelling, way) for way in ways))
    missed = [place for place in places if place.verdict is Verdict.MISSED]
    assert [place.source.start for place in missed if place.source.start >= 4] == [5]
    assert points_of(places) == Points(len(own), 3)


def test_a_wrong_change_beside_is_still_the_attempt_at_it() -> None:
    spelling = (edit(0, 1, "wedding"), edit(3, 4, "cousin"))
    ways = (edit(4, 6, ". It"), edit(5, 5, "and"), edit(4, 5, ";"))
    places = judged(SPLICE, (edit(0, 1, "wedding"), edit(3, 4, "cosine")), *((*spelling, way) for way in ways))
    assert words(SPLICE, places)[:2] == [("correct", "weding"), ("different", "cosin")]


def test_words_joined_beside_words_that_a_reference_adds_are_not_needed() -> None:
    source = "I live near my home town"
    [place] = judged(source, (edit(4, 6, "hometown"),), (edit(6, 6, "for three years"),), ())[:1]
    assert (place.verdict, place.points) == (Verdict.NOT_NEEDED, Points(0, 1))


def test_a_change_of_the_word_at_which_a_reference_adds_one_is_an_attempt() -> None:
    [place] = judged("People use bus more", (edit(2, 3, "buses"),), (edit(2, 2, "the"),))
    assert place.verdict is Verdict.DIFFERENT


def test_a_version_says_where_it_only_stands_beside_the_change() -> None:
    source = "kind of food and"
    own = (edit(0, 1, "kinds"), edit(2, 3, "foods"))
    first, second = (edit(0, 1, "kinds"), edit(3, 3, ",")), (edit(0, 3, "dishes"),)
    [_, place] = judged(source, own, first, second)
    assert place.verdict is Verdict.DIFFERENT
    assert [(item.replacement, item.is_beside) for item in place.versions] == [
        (("dishes",), False),
        (("food", ","), True),
    ]


def test_an_article_of_one_noun_is_not_moved_to_another() -> None:
    source = "I see the Mount Fuji from kitchen"
    fuji, kitchen = edit(2, 3, type_="U:DET"), edit(6, 6, "the", "M:DET")
    places = judged(source, (), (fuji, kitchen), (kitchen,))
    assert words(source, places) == [("optional", "the"), ("missed", "")]
    places = judged("He has the both books", (), (edit(2, 3, type_="U:DET"), edit(4, 4, "the", "M:DET")))
    assert len(places) == 1


def test_who_corrects_an_error_as_one_reference_does_is_offered_no_other_way() -> None:
    source = "People use bus more"
    the, buses = edit(2, 2, "the", "M:DET"), edit(2, 3, "buses", "R:NOUN:NUM")
    for own in (the, buses):
        assert [item.verdict for item in judged(source, (own,), (the,), (buses,))] == [Verdict.CORRECT]
    [place] = judged(source, (), (the,), (buses,))
    assert place.verdict is Verdict.MISSED


def test_a_change_is_judged_in_parts_where_a_reference_corrects_a_part_by_itself() -> None:
    source = "they was ashamed"
    were, too_shy = edit(1, 2, "were", "R:VERB:SVA"), edit(1, 3, "were too shy", "R:OTHER")
    references = (were, edit(2, 3, "shy", "R:ADJ")), (were, edit(2, 3, "embarrassed", "R:ADJ"))
    agreement, choice = judged(source, (too_shy,), *references)
    assert (agreement.verdict, agreement.type, agreement.points) == (Verdict.CORRECT, "R:VERB:SVA", Points(1, 1))
    assert (choice.verdict, choice.source, choice.target) == (Verdict.DIFFERENT, TokenRange(2, 3), TokenRange(2, 4))
    assert agreement.edits == choice.edits == (0,)
    assert len(judged(source, (edit(1, 3, "were shy"),), *references)) == 1


def test_a_decision_is_about_its_own_words_where_a_correct_word_is_put_in_beside_them() -> None:
    source = "I did not listen her"
    own = (edit(4, 4, "to", "M:PREP"), edit(4, 5, "what she", "R:PRON"), edit(5, 5, "said", "M:VERB"))
    decision = Decision(DecisionKind.EITHER, tuple(source.split()), 4, 5, ("what", "she", "said"))
    rules = Rules(decisions=(Placed(decision, 4, 5),))
    places = judged(source, own, (edit(4, 4, "to", "M:PREP"),), rules=rules)
    assert [(item.verdict, item.decided) for item in places] == [(Verdict.CORRECT, ""), (Verdict.OPTIONAL, "either")]


def test_two_versions_by_one_teacher_outvote_nobody() -> None:
    source = "She like music"
    wanted = (edit(1, 2, "likes"),)
    for people, verdict in (((), Verdict.MISSED), ((0, 0, 1), Verdict.OPTIONAL), ((0, 1, 2), Verdict.MISSED)):
        [place] = judged(source, (), wanted, wanted, (), rules=Rules(people=people))
        assert place.verdict is verdict


def test_parts_of_two_teachers_corrections_are_missing_what_the_first_one_has() -> None:
    source = "a b c d"
    references = (edit(0, 2, "x y z"),), (edit(2, 4, "p q r s t"),)
    [place] = judged(source, (edit(1, 2, "y"), edit(2, 3, "p")), *references)
    assert place.verdict is Verdict.PARTLY
    followed = apply_edits(tuple(source.split()), references[place.versions[0].reference])
    assert [followed[item.words.start : item.words.end] for item in place.missing] == [
        item.replacement for item in place.missing
    ]
