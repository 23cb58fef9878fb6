"""Whether authors share the work or are alternatives, by what they changed."""

import random
from collections.abc import Iterable
from itertools import islice, pairwise
from pathlib import Path
from time import process_time

import pytest
from tests.documents.formats.word.tracked import gone, instead, paragraph, run, word

from documents.formats.files import read
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.places import TextEdit
from markscheme.documents.word import read_document
from markscheme.documents.word_writing import write_corpus
from markscheme.languages.segments import Span

TEXT = "She like music. He go home. We was late. They has a dog. It bark a lot."
CONLL14 = Path(__file__).parents[5] / "shared" / "data" / "conll14" / "conll14.errant"


def changes(*pairs: tuple[str, str]) -> tuple[TextEdit, ...]:
    """Replacements of words, in the order of the text; the words before ``|`` stay."""
    edits = []
    for old, new in pairs:
        before, _, words = old.rpartition("|")
        start = TEXT.index(before + words) + len(before)
        edits.append(TextEdit(Span(start, start + len(words)), new))
    return tuple(sorted(edits, key=lambda edit: edit.span.start))


def groups(**authors: tuple[TextEdit, ...]) -> tuple[tuple[str, ...], ...]:
    return written(TEXT, authors.items())


def written(source: str, authors: Iterable[tuple[str, tuple[TextEdit, ...]]]) -> tuple[tuple[str, ...], ...]:
    references = tuple(Correction.of(name, source, edits) for name, edits in authors)
    data = write_corpus(Corpus((Entry("", source, references=references),), tokenised=False))
    return read_document(data).groups


LIKE, GO, WAS, HAS, BARK = ("like", "likes"), ("go", "goes"), ("was", "were"), ("has", "have"), ("bark", "barks")


def test_nobody_and_one_author():
    assert groups() == ()
    assert groups(Kim=changes(LIKE)) == (("Kim",),)


def test_authors_who_divide_the_text_share_the_work():
    assert groups(Kim=changes(LIKE, GO), Roy=changes(WAS, HAS)) == (("Kim", "Roy"),)


def test_authors_who_look_for_different_errors_share_the_work():
    assert groups(Kim=changes(LIKE, WAS, BARK), Roy=changes(("music|", " very much"), GO)) == (("Kim", "Roy"),)


def test_authors_who_correct_the_same_words_are_alternatives():
    assert groups(Kim=changes(LIKE, GO), Roy=changes(("like", "loves"), WAS)) == (("Kim",), ("Roy",))


def test_authors_who_insert_at_the_same_places_are_alternatives():
    assert groups(Kim=changes(("a |", "big ")), Roy=changes(("a |", "small "))) == (("Kim",), ("Roy",))


def test_one_common_word_among_many_changes_makes_no_alternatives():
    kim = changes(LIKE, GO, WAS, HAS, BARK, ("late", "too late"), ("dog|", "gy"), ("lot|", " more"), ("home|", " now"))
    assert groups(Kim=kim, Roy=changes(("like", "loves"))) == (("Kim", "Roy"),)


def test_somebody_who_helps_one_of_two_alternatives_joins_the_first():
    kim, roy = changes(LIKE, GO, WAS), changes(("like", "loves"), ("go", "went"), WAS)
    assert groups(Kim=kim, Roy=roy, Lee=changes(BARK)) == (("Kim", "Lee"), ("Roy",))


def test_an_author_who_changes_nothing_is_an_alternative_among_alternatives_alone():
    assert groups(Kim=changes(LIKE), Lee=()) == (("Lee", "Kim"),)
    assert groups(Kim=changes(LIKE), Roy=changes(("like", "loves")), Lee=()) == (("Kim",), ("Roy",), ("Lee",))


@pytest.mark.parametrize(
    "content",
    [
        f"<w:ins A>{run('big ')}<w:del B>{gone('red ')}</w:del></w:ins>",
        f"<w:ins A>{run('big ')}</w:ins><w:ins B>{run('red ')}</w:ins><w:ins A>{run('old ')}</w:ins>",
        f"<w:ins A>{run('big ')}<w:ins B>{run('red ')}</w:ins></w:ins>",
    ],
    ids=["deletes", "inserts", "inserts inside"],
)
def test_who_revises_an_insertion_shares_the_work(content: str):
    body = paragraph(content + "<w:del A><w:del B>" + gone("a") + "</w:del></w:del>" + run(" dog"))
    assert read_document(word(body)).groups == (("Ann", "Ben"),)


def test_many_authors_at_many_places_are_compared_within_bounds(thorough: bool):
    places = 1000 if thorough else 300
    names = [f"N{number}" for number in range(64)]
    inserted = "".join(f'<w:ins w:author="{name}">{run("x")}</w:ins>' for name in names)
    document = read_document(word(paragraph((run("k ") + inserted) * places)))
    start = process_time()
    assert document.groups == tuple((name,) for name in names)
    assert process_time() - start < places / 100


REPLACED = [("go", "goes", "went"), ("has", "have", "had")]


def test_of_two_replacements_a_word_processor_may_keep_one_deletion():
    """LibreOffice saves two authors' deletions of the same words as the first one's."""
    for space, expected in (("", (("Ann",), ("Ben",))), (" ", (("Ann", "Ben"),))):
        content = "".join(
            instead("A", old, new) + f"<w:ins B>{run(space + other)}</w:ins>" + run(" and ")
            for old, new, other in REPLACED
        )
        assert read_document(word(paragraph(content))).groups == expected


def test_annotators_of_conll_2014_are_alternatives_and_the_shares_of_one_are_not(thorough: bool):
    if not CONLL14.exists():
        pytest.skip("shared/data has no CoNLL-2014")
    entries = read("m2", CONLL14.read_text(encoding="utf-8")).entries
    dealer = random.Random(13)
    for first, last in islice(pairwise(range(0, len(entries), 40)), 0, None, 1 if thorough else 4):
        document = read_document(write_corpus(Corpus(entries[first:last], tokenised=True)))
        assert sorted(document.groups) == [("0",), ("1",)]
        shares: dict[str, list[TextEdit]] = {"Kim": [], "Roy": []}
        for edit in document.corrections([("0",)])[0].edits or ():
            shares[dealer.choice(["Kim", "Roy"])].append(edit)
        [shared] = written(document.source, [(name, tuple(edits)) for name, edits in shares.items()])
        assert sorted(shared) == ["Kim", "Roy"]
