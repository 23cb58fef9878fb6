"""Hover cards: what each verdict's card says, once each, in a few lines."""

import re
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

import markscheme
from exercise_files import exercise
from markscheme import errors
from markscheme.inference.settings import EncoderSettings
from markscheme.languages.segments import Span
from markscheme.marking.comparison import Variant, narrowed, student_deed
from markscheme.marking.findings import Finding, FindingReference, FindingRemainder, FindingSuggestion, PlaceVerdict
from markscheme.marking.hover_cards import (
    MOST_LINES,
    MOST_SENTENCES,
    CardStyle,
    credit_remedy,
    finding_card,
    passage_card,
    task_card,
)
from markscheme.marking.review import DocumentReview, PassageReview, PassageText
from markscheme.marking.verdict import Points, TokenRange, Verdict
from markscheme.metrics.base import Category
from markscheme.wording import without_markdown

EXAMPLES = Path(__file__).parents[3] / "examples"
NOWHERE = Span(0, 0)
PASSAGE = PassageReview(NOWHERE, NOWHERE, "", PassageText(NOWHERE, (), ""))


def reference(name: str, source: str, text: str, *, follows: bool = True) -> FindingReference:
    return FindingReference(name, 0, NOWHERE, text, Category.WRONG, None, (), source, follows)


def place(
    verdict: Verdict,
    source: str,
    hypothesis: str,
    *references: FindingReference,
    type_: str = "R:VERB:TENSE",
    credit: float | None = None,
    **members: object,
) -> Finding:
    told = PlaceVerdict(verdict, Points(), **members)  # type: ignore[arg-type]
    return Finding(
        NOWHERE,
        NOWHERE,
        NOWHERE,
        TokenRange(0, 0),
        (),
        source,
        hypothesis,
        type_,
        0,
        Category.WRONG,
        credit=credit,
        references=references,
        place=told,
    )


def lines(finding: Finding, *, details: bool = False) -> list[str]:
    """Return the lines of a finding's card that are not empty, without Markdown."""
    card = without_markdown(finding_card(finding, PASSAGE, CardStyle(details=details)))
    return [line.rstrip() for line in card.split("\n") if line.strip()]


ADEYEMI = reference("ms-adeyemi", "was thinking", "thought")
CRUZ = reference("mr-cruz", "was thinking", "thought")
KEEPS = reference("teacher-b", "was thinking", "was thinking", follows=False)


def test_a_different_change_names_the_teachers_and_says_how_near_it_is():
    finding = place(Verdict.DIFFERENT, "was thinking", "thinked", ADEYEMI, CRUZ, KEEPS, credit=0.34)
    teachers = [
        "Different · tense · was thinking → thinked",
        "- Mr Cruz, Ms Adeyemi: thought",
        "- Teacher B: left as it is",
        "Near a teacher's words",
    ]
    assert lines(finding) == teachers
    numbers = "CLEME2.0: wrong correction · R:VERB:TENSE · credit 34 %"
    assert lines(finding, details=True) == [*teachers, numbers]


def test_no_card_has_a_number_that_nobody_asked_for():
    card = finding_card(place(Verdict.PARTLY, "was thinking", "thinked", ADEYEMI, credit=0.34), PASSAGE)
    assert not re.search(r"\d|CLEME|R:VERB|credit|weight", card)


def test_a_name_in_front_of_which_a_file_has_a_word_is_the_persons():
    baker = reference("correction Ms Baker", "go", "went")
    assert lines(place(Verdict.MISSED, "go", "go", baker))[1] == "- Ms Baker: went"


def test_a_part_of_a_word_is_shown_as_the_whole_word(tmp_path: Path):
    source = "Yesterday I can't come.\n"
    exercise(
        tmp_path, source=source, hypotheses={"mei": source}, references={"kim": source.replace("can't", "couldn't")}
    )
    [document] = markscheme.review([tmp_path]).documents
    [finding] = document.review.findings
    assert (finding.source, finding.hypothesis) == ("ca", "ca")
    first, second, *_ = lines(finding)
    assert first.startswith("Missed · ")
    assert first.endswith(" · left “can't”")
    assert second == "- Kim: couldn't"


def variant(name: str, words: str, kind: Verdict = Verdict.DIFFERENT, source: str = "go") -> Variant:
    span, tokens = Span(0, len(source)), TokenRange(0, 1)
    verdict = PlaceVerdict(kind, Points())
    return Variant(span, span, span, tokens, (), source, words, "", 0, place=verdict, name=name, path=None)


def test_what_a_student_did_is_said_in_a_few_words():
    assert student_deed(variant("Mei", "gone")) == "wrote “gone”"
    assert student_deed(variant("Mei", "go home", Verdict.PARTLY)) == "wrote “go home” (partly correct)"
    assert student_deed(variant("Mei", "went", Verdict.CORRECT)) == "correct"
    assert student_deed(variant("Mei", "")) == "took it out"
    assert student_deed(attrs.evolve(variant("Mei", ""), is_moved=True)) == "moved it"


def test_a_variant_is_narrowed_to_the_words_of_a_place():
    long = variant("Mei", "had gone to the town", source="go to town")
    assert narrowed(long, Span(0, 2)).hypothesis == "had gone"
    assert narrowed(long, Span(6, 10)).source == "town"


def test_a_card_of_the_source_has_a_line_for_each_thing_that_students_did():
    finding = place(Verdict.MISSED, "go", "go", reference("correction Ms Baker", "go", "went"))
    students = [
        variant("Goran", "go", Verdict.MISSED),
        *(variant(name, "gone") for name in ("ben", "mei_lin")),
        variant("Aylin", "went", Verdict.CORRECT),
        variant("Dario", "", Verdict.DIFFERENT),
    ]
    assert task_card(finding, students).split("\n") == [
        "go → **went** · tense",
        "",
        "- Ms Baker: **went**",
        "",
        "- correct: Aylin",
        "- wrote “gone”: Ben, Mei Lin",
        "- took it out: Dario",
        "- left it: Goran",
    ]


def test_a_large_class_is_counted_behind_the_first_names():
    students = [variant(f"s{number}", "gone") for number in range(40)]
    card = task_card(place(Verdict.MISSED, "go", "go", reference("kim", "go", "went")), students)
    assert card.endswith("S11, and 28 more")


@pytest.mark.parametrize(
    ("verdict", "credit", "words"),
    [
        (Verdict.DIFFERENT, 0.8, "Very near a teacher's words"),
        (Verdict.DIFFERENT, 0.3, "Near a teacher's words"),
        (Verdict.DIFFERENT, 0.0, "Far from a teacher's words"),
        (Verdict.DIFFERENT, None, None),
        (Verdict.PARTLY, 0.0, None),
        (Verdict.CORRECT, 0.8, None),
        (Verdict.NOT_NEEDED, 0.0, None),
    ],
)
def test_how_near_a_change_is_stands_in_words(verdict: Verdict, credit: float | None, words: str | None):
    near = [
        line for line in lines(place(verdict, "a", "b", ADEYEMI, credit=credit)) if line.endswith("teacher's words")
    ]
    assert near == ([] if words is None else [words])


def test_a_part_of_a_phrase_is_shown_as_its_whole_phrase():
    kim = attrs.evolve(reference("kim", "have", "the"), source_tokens=TokenRange(2, 3))
    phrase = FindingSuggestion(("kim",), NOWHERE, NOWHERE, TokenRange(2, 5), "has your age", "is the age")
    finding = place(Verdict.DIFFERENT, "have", "has", kim, suggestions=(phrase,))
    assert lines(finding)[1] == "- Kim: has your age → is the age"
    words = attrs.evolve(phrase, source_tokens=TokenRange(2, 3))
    assert lines(place(Verdict.DIFFERENT, "have", "has", kim, suggestions=(words,)))[1] == "- Kim: the"
    assert lines(place(Verdict.MISSED, "have", "have", kim, suggestions=(phrase,)))[1] == "- Kim: the"


def test_a_change_with_the_letters_of_a_teachers_is_not_called_far():
    taught = reference("kim", "teached", "taught")
    assert not any("Far" in line for line in lines(place(Verdict.DIFFERENT, "teached", "tought", taught, credit=0.0)))


def test_a_correct_change_is_said_once():
    assert lines(place(Verdict.CORRECT, "was thinking", "thought", ADEYEMI, CRUZ, type_="R:SPELL"))[:2] == [
        "Correct · spelling · was thinking → thought",
        "- Mr Cruz, Ms Adeyemi: the same",
    ]


def test_a_partly_correct_change_says_what_is_still_to_do():
    wider = reference("teacher-a", "finaly the bus", "the bus finally")
    left = tuple(FindingRemainder(NOWHERE, *words) for words in [("finally", ""), ("", "Finally"), ("is", "was")])
    card = lines(place(Verdict.PARTLY, "finaly", "finally", wider, missing=left, credit=0.9))
    assert card[:3] == [
        "Partly correct · tense · finaly → finally",
        "- Teacher A: finaly the bus → the bus finally",
        "Still to do: move “finally”; is → was · very near a teacher's words",
    ]


def test_many_edits_that_are_left_are_counted():
    left = tuple(FindingRemainder(NOWHERE, word, "") for word in "abcde")
    assert "Still to do: take out “a”; take out “b”; take out “c”; 2 more" in lines(
        place(Verdict.PARTLY, "x", "y", ADEYEMI, missing=left)
    )


@pytest.mark.parametrize(
    ("verdict", "source", "hypothesis", "teacher", "first", "second"),
    [
        (Verdict.MISSED, "has", "has", "have", "Missed · tense · left “has”", "- Kim: have"),
        (Verdict.MISSED, "", "", "the", "Missed · tense · added nothing", "- Kim: the"),
        (Verdict.MISSED, "of", "of", "", "Missed · tense · left “of”", "- Kim: taken out"),
        (Verdict.NOT_NEEDED, "", "the", "", "Not needed · tense · added “the”", "- Kim: nothing there"),
        (Verdict.NOT_NEEDED, "of", "", "of", "Not needed · tense · took out “of”", "- Kim: left as it is"),
        (Verdict.DIFFERENT, "of", "", "on", "Different · tense · took out “of”", "- Kim: on"),
        (Verdict.OPTIONAL, "In", "In", "During", "Optional · tense · left “In”", "- Kim: During"),
        (Verdict.CORRECT, "of", "", "", "Correct · tense · took out “of”", "- Kim: the same"),
    ],
)
def test_added_and_left_out_words_read_well(
    verdict: Verdict, source: str, hypothesis: str, teacher: str, first: str, second: str
):
    assert lines(place(verdict, source, hypothesis, reference("kim", source, teacher)))[:2] == [first, second]


def test_a_difference_that_does_not_count_and_a_decision_are_said():
    learnt = reference("kim", "learn", "learnt")
    tolerated = lines(place(Verdict.CORRECT, "learn", "learned", learnt, tolerances=("spelling-variants",)))
    assert tolerated[1:3] == ["- Kim: learnt", "Counts as the same: another spelling of “learnt”"]
    decided = lines(place(Verdict.CORRECT, "learn", "know", learnt, decided="accepted, Roy, 2026-11-21"))
    assert decided[1:3] == ["- Kim: learnt", "Decided: accepted, Roy, 2026-11-21"]


def test_a_sentence_that_is_rewritten_freely_has_the_teachers_sentences_and_nothing_else():
    same = [reference(name, "He go.", "He goes.") for name in ("kim", "roy")]
    other = reference("ms-adeyemi", "He go.", "He went.")
    assert lines(place(Verdict.DIFFERENT, "He go.", "Off he pops.", *same, other, type_="", rewritten=True)) == [
        "Rewritten freely: read this one yourself",
        "- Kim, Roy: He goes.",
        "- Ms Adeyemi: He went.",
    ]


def test_many_references_are_counted():
    many = [reference(f"teacher-{number}", "a", f"b{number}") for number in range(18)]
    left = tuple(FindingRemainder(NOWHERE, word, "") for word in "abcde")
    card = lines(place(Verdict.PARTLY, "a", "c", *many, missing=left, decided="partly, Kim"))
    assert len(card) < MOST_LINES
    assert card[1:4] == ["- Teacher 0: b0", "- Teacher 1: b1", "- 16 more"]
    rewritten = lines(place(Verdict.DIFFERENT, "a", "c", *many, type_="", rewritten=True))
    assert len(rewritten) == 1 + MOST_SENTENCES


def test_markdown_in_a_text_is_shown_as_it_is():
    card = finding_card(place(Verdict.DIFFERENT, "*a*", "_b_", reference("kim", "*a*", "[c]")), PASSAGE)
    assert r"\*a\* → **\_b\_**" in card
    assert r"- Kim: **\[c\]**" in card


def reviews(paths: list[Path]) -> Iterator[DocumentReview]:
    for document in markscheme.review(paths).documents:
        yield document.review


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class with everything at once: many teachers, long changes, markup, whole sentences added and dropped."""
    folder = tmp_path_factory.mktemp("hostile")
    source = "I has *learn* the [colour] of home. It rain. She dont likes go to the school by foot every days.\n"
    teachers = {
        f"teacher-{number}": f"I have learnt the {adjective} of home. It rained. She doesn't like {way} every day.\n"
        for number, (adjective, way) in enumerate(
            [
                ("*colour*", "going to school on foot"),
                ("colours", "to go to school on foot"),
                ("[colour]", "walking to school"),
                ("colour", "to walk to the school"),
                ("tint", "going to the school by bike"),
            ]
        )
    }
    students = {
        "none": source,
        "half": source.replace("has", "have").replace("rain", "rained heavily all day long"),
        "free": "Colours and homes taught me much. Rain came. Walking daily is nothing that she enjoys at all now.\n",
        "short": "I have learned the color of home.\n",
        "long": f"{source.strip()} And then, quite *suddenly*, everybody ran [home] again.\n",
    }
    exercise(folder, source=source, hypotheses=students, references=teachers)
    return folder


def test_no_card_of_the_examples_is_longer_than_its_bound(hostile: Path, thorough: bool):
    """Of the small examples, and of the large ones in a thorough run."""
    folders = [EXAMPLES / name for name in ("postcard", "diary", "quiz")]
    folders += [EXAMPLES / name for name in ("letter", "opinion", "report") if thorough]
    seen: set[Verdict | None] = set()
    for review in reviews([*folders, hostile]):
        for finding in review.findings:
            card = finding_card(finding, review.passages[finding.passage], CardStyle(details=True))
            assert len([line for line in card.split("\n") if line.strip()]) <= MOST_LINES
            assert "∅" not in card
            assert without_markdown(card).count("CLEME2.0") == (0 if finding.place and finding.place.rewritten else 1)
            seen.add(finding.verdict)
        for passage in review.passages:
            assert passage_card(passage)
    assert seen == set(Verdict)


@pytest.fixture
def review(tmp_path: Path) -> DocumentReview:
    """The review of a sentence with a correct change and a missed one, and of one that is rewritten freely."""
    exercise(
        tmp_path,
        source="She like music very many. It rain here since two weeks.\n",
        hypotheses={"mei": "She likes music very many. Two wet weeks lie behind us now.\n"},
        references={"ms-kim": "She likes music very much. It has rained here for two weeks.\n"},
    )
    [document] = markscheme.review([tmp_path]).documents
    return document.review


def test_a_passage_has_its_counts_by_verdict(review: DocumentReview):
    first, second = review.passages
    counts = "**1 correct · 1 missed** · 1 of 2"
    assert passage_card(first) == counts
    assert passage_card(first, CardStyle(details=True)).startswith(f"{counts}\n\n---\nCLEME2.0: hit 50 % · ")
    assert passage_card(second) == "**Rewritten freely: read this one yourself**"
    assert "Moved: the source has these words at another place." in passage_card(attrs.evolve(first, moved=True))


def test_in_cleme2s_vocabulary_cards_have_its_words(review: DocumentReview):
    chunk = next(item for item in review.in_chunks.findings if item.category is Category.HIT)
    card = finding_card(chunk, review.passages[chunk.passage], CardStyle("cleme2"))
    assert card.startswith("**Hit** · `R:VERB:SVA` · like → **likes**\n\n- Ms Kim: the same, credit 100 %; lines up")
    assert passage_card(review.passages[0], CardStyle("cleme2")).startswith("**1 hit · 1 under** · credit ")


def test_a_card_without_credit_says_what_adds_it_where_that_is_for_good(
    review: DocumentReview, monkeypatch: pytest.MonkeyPatch
):
    waiting = attrs.evolve(review.marks, credit=None)
    assert credit_remedy(waiting, EncoderSettings()) == ""
    monkeypatch.setattr(errors, "find_spec", lambda _: None)
    card = without_markdown(credit_remedy(waiting, EncoderSettings()))
    assert card == f"No credit: the encoder is not installed. {errors.installing('encoder')}"
    assert credit_remedy(review.marks, EncoderSettings()) == ""
