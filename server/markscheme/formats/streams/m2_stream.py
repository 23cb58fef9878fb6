"""M2 read a stretch of sentences at a time."""

from pathlib import Path

import attrs

from markscheme.formats.m2.sentences import (
    ALTERNATIVE,
    MAX_ANNOTATORS,
    begins_sentence,
    has_malformed_lines,
    named_annotators,
    read_m2,
)
from markscheme.formats.m2.sides import AnnotatorChoice, annotator_choices, most_choices, texts_of_choices
from markscheme.formats.parallel import ParallelText
from markscheme.formats.streams.stream import FileStream, Stretch, StretchReader, Tokenise
from markscheme.formats.streams.survey import UnreadableInStretches, look_through


@attrs.frozen
class M2Reader(StretchReader):
    """Makes the annotators' texts of a stretch of M2.

    Attributes
    ----------
    choices
        The file's annotators, with the choices that they give.
    """

    choices: tuple[AnnotatorChoice, ...]

    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        sentences = read_m2(stretch.text, self.path, stretch.line)
        return texts_of_choices(sentences, self.choices, self.path)


@attrs.frozen
class M2Stream(FileStream):
    """An M2 file."""

    @staticmethod
    def begins_sentence(line: str) -> bool:
        return begins_sentence(line)


def m2_stream(path: Path, name: str) -> M2Stream:
    """Return the stream of an M2 file.

    The annotators are those of all its sentences. Only stretches that may give several corrections of an edit, or with
    a line that is malformed by its looks, are read in full here.

    Raises
    ------
    DocumentError
        If such a stretch is malformed.
    UnreadableInStretches
        If the file is not text in UTF-8, or has no sentence or too many annotators.
    """
    people: set[int] = set()
    most: dict[int, int] = {}
    size = 0
    for stretch in look_through(path, begins_sentence):
        people |= named_annotators(stretch.text)
        size += stretch.size
        if stretch.size and (ALTERNATIVE in stretch.text.replace("|||", "") or has_malformed_lines(stretch.text)):
            for number, count in most_choices(read_m2(stretch.text, path, stretch.line)).items():
                most[number] = max(most.get(number, 1), count)
    if not size or len(people) > MAX_ANNOTATORS:
        raise UnreadableInStretches
    numbers = tuple(sorted(people)) or (0,)
    names = [name] if len(numbers) == 1 else [f"{name}#{number}" for number in numbers]
    choices = annotator_choices(names, numbers, most)
    return M2Stream(M2Reader(path, tuple(item.name for item in choices), True, choices), size, path)
