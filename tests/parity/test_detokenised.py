"""Essays as people write them against the same sentences tokenised, as corpora have them: the findings are the same."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from sacremoses import MosesDetokenizer

from markscheme.documents.corpus import Document
from markscheme.documents.files import read_text
from markscheme.edits.passages import read_parallel
from markscheme.exercises.material import Material
from markscheme.inference.settings import EngineSettings
from markscheme.marking.driver import Task
from markscheme.marking.findings import Finding
from markscheme.marking.local import Engine

WANTED = 200

Tokens = tuple[str, ...]


def sentences(data: Path) -> Iterator[list[Tokens]]:
    """Source, a system's correction that changes it, and both official references."""
    references = read_parallel(read_text(data / "conll14" / "conll14.errant"), "conll14")
    corrected = read_text(data / "seeda" / "outputs" / "all" / "T5.txt").split("\n")
    for number, source in enumerate(references[0].sources):
        hypothesis = tuple(corrected[number].split()) if number < len(corrected) else source.tokens
        if source.tokens != hypothesis:
            yield [source.tokens, hypothesis, *(text.sides[number].segment.tokens for text in references)]


def findings(engine: Engine, texts: Sequence[str], tokenised: bool) -> list[tuple[object, ...]]:
    source, hypothesis, *references = (Document(str(number), text) for number, text in enumerate(texts))
    material = Material(source, hypothesis, tuple(references), ())
    task = Task(material, tokenised=tokenised, with_vectors=False)
    return [told(finding) for finding in engine.documents.mark(task).review.findings]


def told(finding: Finding) -> tuple[object, ...]:
    """A finding without its place and white space."""
    references = tuple((item.category, joined(item.text)) for item in finding.references)
    return finding.category, joined(finding.source), joined(finding.hypothesis), finding.type, references


def joined(text: str) -> str:
    return "".join(text.split())


@pytest.mark.thorough
@pytest.mark.timeout(600)
def test_detokenised_text_gives_the_same_findings(data: Path, engine_settings: EngineSettings):
    """Of sentences that detokenising leaves whole: some quotation marks lose the word that they belong to, and a
    reference may hold two sentences' ends in a row."""
    engine, detokenizer = Engine(engine_settings), MosesDetokenizer(lang="en")
    compared = same = 0
    for sides in sentences(data):
        raw = [detokenizer.detokenize(list(tokens)) for tokens in sides]
        split = [engine.models.split(text, 0) for text in raw]
        tokens = [tuple(token for sentence in side for token in sentence.tokens) for side in split]
        if tokens == sides:
            compared += 1
            same += findings(engine, raw, tokenised=False) == findings(engine, [" ".join(s) for s in sides], True)
        if compared == WANTED:
            break
    assert (same, compared) == (WANTED, WANTED)
