"""Make an essay in running text with a student's and two teachers' corrections; it is the same in each run."""

from collections.abc import Iterator
from itertools import product
from random import Random

import attrs

Piece = tuple[str, str, str, str]
"""The versions of a part of a sentence: the learner's, two teachers' and a careless student's."""

OPENINGS: tuple[Piece, ...] = (
    ("In the last summer", "Last summer", "Last summer", "In last summer"),
    ("When we was young", "When we were young", "As children", "When we are young"),
    ("At the first", "At first", "In the beginning", "At the first time"),
    ("Since two years", "For two years", "For the past two years", "During two years"),
    ("After a long travel", "After a long journey", "After a long trip", "After long travels"),
    ("In my opinion", "In my opinion", "In my view", "On my opinion"),
    ("Every sundays", "Every Sunday", "On Sundays", "Every sunday"),
    ("Because of the weather is bad", "Because the weather is bad", "Since the weather is bad", "Because bad weather"),
)
SUBJECTS: tuple[Piece, ...] = (
    ("my older brother go", "my older brother goes", "my elder brother goes", "my older brother going"),
    ("the most of pupils wants to go", "most pupils want to go", "most of the pupils want to go", "most pupil want go"),
    ("peoples from our village comes", "people from our village come", "people in our village come", "people come"),
    ("I and my sister likes walking", "my sister and I like walking", "my sister and I like to walk", "we likes walk"),
    ("the informations was sent", "the information was sent", "the news was sent", "the information were sent"),
    ("an old fisherman were sailing", "an old fisherman was sailing", "an old fisherman sailed", "a fisherman sail"),
    ("our new teacher have driven", "our new teacher has driven", "our new teacher drove", "our new teacher drived"),
    ("nobody of us wanted to run", "none of us wanted to run", "none of us wished to run", "nobody wanted run"),
)
PLACES: tuple[Piece, ...] = (
    (
        "to the market in the near of the river",
        "to the market near the river",
        "to the market by the river",
        "to market",
    ),
    ("on the other side of hill", "on the other side of the hill", "beyond the hill", "at the other side of hill"),
    ("in a small boat who belongs to neighbours", "in a boat that belongs to the neighbours", "in a boat", "in boat"),
    ("at home without to say goodbye", "home without saying goodbye", "home without a goodbye", "home without say"),
    ("across the bridge what was build", "across the bridge that was built", "across the bridge", "over bridge built"),
    (
        "to visit a museum about the ships",
        "to visit a museum of ships",
        "to see a museum about ships",
        "to visit museum",
    ),
    ("with many luggages and a dog", "with a lot of luggage and a dog", "with much luggage and a dog", "with luggages"),
    (
        "through the forest by foots",
        "through the forest on foot",
        "on foot through the forest",
        "through forest by foot",
    ),
)
ENDINGS: tuple[Piece, ...] = (
    ("and it make everybody happy", "and it makes everybody happy", "which makes everyone happy", "and make all happy"),
    ("but the price have risen too much", "but the price has risen too much", "but prices rose", "but price has rise"),
    (
        "although nobody did asked for it",
        "although nobody asked for it",
        "though no one asked",
        "although nobody ask it",
    ),
    (
        "so we must to wait in the rain",
        "so we must wait in the rain",
        "so we had to wait in the rain",
        "so we must wait",
    ),
    (
        "and I looking forward to see it",
        "and I look forward to seeing it",
        "and I can't wait to see it",
        "and I see it",
    ),
    (
        "where is it more quiet as here",
        "where it is quieter than here",
        "where it is more quiet",
        "where is more quiet",
    ),
    ("that he has bought it yesterday", "that he bought yesterday", "he had bought the day before", "that he buy it"),
    (
        "because she don't had enough time",
        "because she didn't have enough time",
        "for lack of time",
        "because no time had",
    ),
)
BEGINNINGS = ("sea", "moon", "snow", "book", "fire", "star", "wind", "corn", "bell", "leaf")
ENDS = ("bird", "field", "house", "light", "path", "stone", "tower", "wheel", "garden", "song")
"""Beginnings and ends of new words, which do not occur in the essay."""
SENTENCES_A_PARAGRAPH = 6
EQUAL_SHARE = 0.5
"""The share of the pieces that are equal in all versions."""
SHARES = (0.3, 0.3, 0.2, 0.2)
"""The shares of the student's pieces that are the learner's, the first and the second teacher's, and the student's."""


@attrs.frozen
class Essay:
    """The four texts."""

    source: str
    hypothesis: str
    references: tuple[str, str]


def essay(words: int, seed: int = 0) -> Essay:
    """Return an essay whose hypothesis has at least ``words`` words."""
    chance = Random(seed)
    sentences = list(product(OPENINGS, SUBJECTS, PLACES, ENDINGS))
    chance.shuffle(sentences)
    versions: tuple[list[str], ...] = ([], [], [], [])
    for pieces in sentences:
        given = [(piece[1],) * 4 if chance.random() < EQUAL_SHARE else piece for piece in pieces]
        chosen = [chance.choices(piece, SHARES)[0] for piece in given]
        for version, own in zip(versions, (*list(zip(*given, strict=True))[:3], chosen), strict=True):
            opening, subject, place, ending = own
            version.append(f"{opening}, {subject} {place}, {ending}.")
        if sum(len(sentence.split()) for sentence in versions[3]) >= words:
            break
    learner, one, other, student = map(_paragraphs, versions)
    return Essay(learner, student, (one, other))


def keystrokes(text: str, count: int, seed: int = 0) -> Iterator[str]:
    """Yield the text after each of ``count`` keystrokes; each replaces a word by a new one, in a different sentence."""
    chance = Random(seed)
    words = (begin + end for begin, end in product(BEGINNINGS, ENDS))
    lines = text.split("\n")
    sentences = [(line, number) for line, own in enumerate(lines) for number in range(own.count(". ") + bool(own))]
    for (line, number), word in zip(chance.sample(sentences, count), words, strict=False):
        parts = lines[line].split(". ")
        tokens = parts[number].split(" ")
        place = chance.choice([index for index, token in enumerate(tokens) if index and token.isalpha()])
        tokens[place] = word
        parts[number] = " ".join(tokens)
        lines[line] = ". ".join(parts)
        yield "\n".join(lines)


def _paragraphs(sentences: list[str]) -> str:
    starts = range(0, len(sentences), SENTENCES_A_PARAGRAPH)
    return "\n\n".join(" ".join(sentences[at : at + SENTENCES_A_PARAGRAPH]) for at in starts) + "\n"
