"""A folder of annotators' work: each text several times in one format of annotations, and nothing of students.

Annotators are told apart by a folder or by a part of the names, such as ``anna/text01.ann``, ``0003.a1.ann`` or
``letter_01.txt/anna.xmi``: that which makes the files of one text differ, while their source is the same.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

import attrs
from rapidfuzz.distance import Indel

from markscheme.documents.m2_format import M2
from markscheme.exercises.file_names import composed, labels_of, person_of, texts_of
from markscheme.exercises.init._assignments import SAME_TEXT, Candidate, Unusable
from markscheme.exercises.init.plan import PlannedFile
from markscheme.grouping import grouped

_BETWEEN = re.compile(r"[._\-\s]+")
_LEAST = 2
"""The fewest annotators of a text."""
_ENDING = re.compile(r"\.(txt|xml|xmi)$")


@attrs.frozen
class _Work:
    """An annotator's file, by the parts of its path that name its text, and the one that names the annotator."""

    file: Candidate
    text: tuple[str, ...]
    annotator: str


def annotators_rows(items: Sequence[Candidate | Unusable], folder: str) -> list[PlannedFile] | None:
    """Return the rows of a folder of annotators' work; ``None`` of another folder.

    ``folder``: its name, for a text that has none. Beside the annotations there may be the source of each text, as it
    was annotated, the text that each annotator's corrections make of it, as in UA-GEC's folder ``target``, and
    hypotheses: other versions of a text, by systems or students.
    """
    files = [item for item in items if isinstance(item, Candidate) and not item.path.endswith(".conf")]
    if len(files) == 1 and files[0].form is M2 and len(files[0].changes) >= _LEAST:
        return [_corpus(files[0]), *_others(items)]
    annotated = [item for item in files if _is_annotators(item)]
    texts = _texts(annotated)
    if not texts:
        return None
    names = {text: title or folder for text, title in _titles([*texts]).items()}
    rows: list[PlannedFile] = []
    for text, works in texts.items():
        for work in works:
            row = work.file.row("reference", f"annotated in {work.file.form.label}")
            rows.append(attrs.evolve(row, person=composed(work.annotator), label=work.annotator, exercise=names[text]))
    rest: list[Candidate] = []
    for item in files:
        beside = _beside(item, texts, names, rows) if item not in annotated else None
        if beside is not None:
            rows.append(beside)
        elif item not in annotated:
            rest.append(item)
    hypotheses = _hypotheses(rest, texts, names)
    return [*rows, *hypotheses, *_others(items)] if len(hypotheses) == len(rest) else None


def _hypotheses(
    rest: Sequence[Candidate], texts: dict[tuple[str, ...], list[_Work]], names: dict[tuple[str, ...], str]
) -> list[PlannedFile]:
    """Return the rows of files that are versions of a text, each by another person or system."""
    versions = grouped(rest, lambda item: _version_of(item, texts))
    rows: list[PlannedFile] = []
    for text, own in versions.items():
        if text is None:
            continue
        works = [work.file.path for work in texts[text]]
        labels = labels_of([item.path for item in own], works, common=texts_of(names[text]))
        if len({*labels.values()}) < len(own):
            continue
        for item in own:
            row, label = item.row("hypothesis", f"a version of the text of {works[0]}", "likely"), labels[item.path]
            rows.append(attrs.evolve(row, person=person_of(label), label=label, exercise=names[text]))
    return rows


def _version_of(item: Candidate, texts: dict[tuple[str, ...], list[_Work]]) -> tuple[str, ...] | None:
    """Return the text that a file is most like, if it is a version of one; ``None`` of a student's or teacher's."""
    hint = item.hint()
    if item.corrects or item.is_empty or (hint is not None and hint.kind != "hypothesis"):
        return None
    shares = {text: Indel.normalized_similarity(item.tokens, own[0].file.tokens) for text, own in texts.items()}
    best = max(shares, key=shares.__getitem__)
    return best if shares[best] >= SAME_TEXT else None


def _is_annotators(item: Candidate) -> bool:
    """Return whether a file is an annotator's by its format, or one annotator's M2 by its name."""
    hint = item.hint()
    is_m2 = item.form is M2 and len(item.changes) == 1 and hint is not None and hint.role == "reference"
    return item.form.is_annotators_work or is_m2


def _corpus(file: Candidate) -> PlannedFile:
    numbers = ", ".join(sorted(file.changes, key=lambda name: (len(name), name)))
    row = file.row("complete", f"{file.form.label} of {len(file.changes)} annotators: {numbers}")
    return attrs.evolve(row, exercise=PurePosixPath(file.path).stem)


def _others(items: Sequence[Candidate | Unusable]) -> Iterator[PlannedFile]:
    for item in items:
        if isinstance(item, Candidate) and item.path.endswith(".conf"):
            yield item.row("none", "a setting of the annotation tool")
        elif isinstance(item, Unusable) and not item.is_companion and not item.path.endswith(".txt"):
            yield PlannedFile(item.path, "none", item.reason)


def _texts(annotated: Sequence[Candidate]) -> dict[tuple[str, ...], list[_Work]]:
    """Return the files of each text by the part of their paths that tells annotators apart; empty if none does."""
    ways: list[dict[tuple[str, ...], list[_Work]]] = []
    for parts in ([_by_folders(item) for item in annotated], [_by_words(item) for item in annotated]):
        if len({len(own) for own in parts}) != 1:
            continue
        for place in range(len(parts[0])):
            works = [
                _Work(item, (*own[:place], *own[place + 1 :]), own[place])
                for item, own in zip(annotated, parts, strict=True)
            ]
            texts = {text: list(own) for text, own in grouped(works, lambda work: work.text).items()}
            if all(_is_one_text(own) for own in texts.values()):
                ways.append(texts)
    return min(ways, key=lambda texts: len({work.annotator for own in texts.values() for work in own}), default={})


def _by_folders(item: Candidate) -> tuple[str, ...]:
    path = PurePosixPath(item.path)
    return (*path.parts[:-1], path.stem)


def _by_words(item: Candidate) -> tuple[str, ...]:
    path = PurePosixPath(item.path)
    return (*path.parts[:-1], *_BETWEEN.split(path.stem))


def _is_one_text(works: Sequence[_Work]) -> bool:
    return len({work.annotator for work in works}) == len(works) >= _LEAST and all(
        work.file.has_text_of(works[0].file) for work in works
    )


def _titles(texts: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """Return a name for each text: the parts of its path that not all texts have."""
    common = [place for place in range(len(texts[0])) if len({text[place] for text in texts}) == 1]
    if len(texts) == 1:
        common = common[:-1]
    named = {text: "-".join(part for place, part in enumerate(text) if place not in common) for text in texts}
    return {text: _ENDING.sub("", name) for text, name in named.items()}


def _beside(
    item: Candidate,
    texts: dict[tuple[str, ...], list[_Work]],
    names: dict[tuple[str, ...], str],
    rows: Sequence[PlannedFile],
) -> PlannedFile | None:
    """Return the row of a file beside the annotators': a text's source, or what an annotator's corrections make."""
    stem, words = PurePosixPath(item.path).stem, {*_by_folders(item), *_by_words(item)}
    every = (work for works in texts.values() for work in works if work.annotator in words)
    made = next((work for work in every if PurePosixPath(work.file.path).stem == stem), None)
    for text, works in texts.items():
        if item.form.is_tokenised or not item.has_text_of(works[0].file):
            continue
        if made is not None or any(row.role == "source" and row.exercise == names[text] for row in rows):
            return item.row("none", f"the same text as {works[0].file.path} has")
        row = item.row("source", f"the text that {PurePosixPath(works[0].file.path).name} changes")
        return attrs.evolve(row, exercise=names[text])
    if made is not None and not item.corrects:
        return item.row("none", f"the text that {made.file.path} makes; it is read from there")
    return None
