"""The alignment and the merging are ERRANT's to the last tie, and a long pair is cut without loss."""

from random import Random

import errant.alignment
import spacy
from errant.en import merger
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from markscheme.edits.edit import MAX_TOKENS, incomparable, pieces
from markscheme.edits.extraction import Alignment, Words
from markscheme.languages.language import find_language

TEXT = "cat Cat cats 's the The a , . we We to eat eating look at watch sub - way subway friend friends big A"
WORDS = TEXT.split()
TAGS = {"PART": ("POS", "RP"), "PUNCT": (",", ".")}
CLASSES = ("NOUN", "VERB", "AUX", "PART", "DET", "PUNCT", "ADJ", "ADV", "PRON", "ADP")
PAIRS = 1000
"""Pairs of sentences that are drawn; three times as many in a thorough run."""

nlp = spacy.blank("en")
annotator = find_language().load_errant(nlp)


def document(words: list[str], random: Random) -> Doc:
    classes = random.choices(CLASSES, k=len(words))
    tags = [random.choice(TAGS.get(name, ("XX",))) for name in classes]
    return Doc(nlp.vocab, words=words, pos=classes, tags=tags, lemmas=[word.lower()[:3] for word in words])


def changed(words: list[str], random: Random) -> list[str]:
    words = list(words)
    for _ in range(random.randint(0, 6)):
        at = random.randint(0, len(words))
        if random.random() < 0.3:
            words.insert(at, random.choice(WORDS))
        elif random.random() < 0.5:
            del words[at : at + 1]
        else:
            part = words[at : at + 4]
            random.shuffle(part)
            words[at : at + 4] = part
    return words


def test_equals_errant(seed: int, thorough: bool) -> None:
    random = Random(seed)
    for _ in range(3 * PAIRS if thorough else PAIRS):
        words = random.choices(WORDS, k=random.randint(0, random.choice((4, 8, 16))))
        other = changed(words, random) if random.random() < 0.5 else random.choices(WORDS, k=random.randint(0, 12))
        source, target = document(words, random), document(other, random)
        theirs, own = errant.alignment.Alignment(source, target), Alignment(Words(source), Words(target))
        assert theirs.align_seq == own.align_seq
        expected, edits = merger.get_rule_edits(theirs), annotator.merger.get_rule_edits(own)
        assert [str(edit) for edit in expected] == [str(edit) for edit in edits]


@given(st.lists(st.sampled_from(["a", "A", "b", "B", "c"]), max_size=6), st.data())
def test_one_change_among_repeated_words_equals_errant(words: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words)))
    end = data.draw(st.integers(start, len(words)))
    inserted = data.draw(st.lists(st.sampled_from(["a", "A", "b", "d"]), max_size=3))
    random = Random(data.draw(st.integers(0, 2**16)))
    source, target = document(words, random), document([*words[:start], *inserted, *words[end:]], random)
    own = Alignment(Words(source), Words(target))
    assert own.align_seq == errant.alignment.Alignment(source, target).align_seq


def test_pieces_are_short_and_what_is_between_them_is_equal(seed: int) -> None:
    random = Random(seed)
    source = tuple(random.choices(WORDS, k=2000))
    target = tuple(changed(list(source[:1000]), random) + changed(list(source[1000:]), random))
    at = (0, 0)
    for piece in pieces(source, target):
        assert piece.is_short
        assert source[at[0] : piece.source[0]] == target[at[1] : piece.target[0]]
        at = piece.source[1], piece.target[1]
    assert source[at[0] :] == target[at[1] :]
    assert incomparable(source, target) == 0


def test_what_is_up_to_the_bound_is_one_piece() -> None:
    source, target = ("a",) * MAX_TOKENS, ("b",) * MAX_TOKENS
    [piece] = pieces(source, target)
    assert piece.is_short
    assert incomparable((*source, "a"), target) == MAX_TOKENS + 1
