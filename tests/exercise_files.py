"""Exercises for tests: a source with its hypotheses and references, in files that are named by their roles."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs
from docx import Document
from docx.text.run import Run


@attrs.frozen
class ExerciseFiles:
    """The files of one exercise: ``STEM.src``, ``STEM.hyp.NAME`` and ``STEM.ref.NAME``, each with the suffix."""

    folder: Path
    stem: str = "e"
    suffix: str = ".txt"

    @property
    def source(self) -> Path:
        return self._file("src")

    def hypothesis(self, name: str) -> Path:
        return self._file("hyp", name)

    def reference(self, name: str) -> Path:
        return self._file("ref", name)

    def _file(self, *parts: str) -> Path:
        return self.folder / f"{'.'.join((self.stem, *parts))}{self.suffix}"


def exercise(
    folder: Path,
    *,
    source: str | None = None,
    hypotheses: Mapping[str, str] | None = None,
    references: Mapping[str, str] | None = None,
    stem: str = "e",
    suffix: str = ".txt",
) -> ExerciseFiles:
    """Write an exercise's texts, and return its files.

    Parameters
    ----------
    folder
        Made where it is not there.
    source, hypotheses, references
        The texts, by name, each written as it is. What is left out is not written.
    suffix
        ``.txt`` for running text, none for one tokenised sentence a line, or another format's.
    """
    files = ExerciseFiles(folder, stem, suffix)
    folder.mkdir(parents=True, exist_ok=True)
    texts = {} if source is None else {files.source: source}
    texts |= {files.hypothesis(name): text for name, text in (hypotheses or {}).items()}
    texts |= {files.reference(name): text for name, text in (references or {}).items()}
    for path, text in texts.items():
        path.write_bytes(text.encode())
    return files


def word_key(path: Path, paragraphs: Sequence[str], *comments: tuple[str, str, str]) -> Path:
    """Write a Word document whose margin has comments: the words that each is on, its author, and what it says."""
    document = Document()
    anchors = [words for words, _, _ in comments]
    runs: dict[str, Run] = {}
    for text in paragraphs:
        paragraph = document.add_paragraph()
        for piece in re.split(f"({'|'.join(map(re.escape, anchors))})", text):
            runs[piece] = paragraph.add_run(piece)
    for words, author, text in comments:
        document.add_comment([runs[words]], text, author)
    document.save(str(path))
    return path
