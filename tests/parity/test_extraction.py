"""ERRANT edits re-extracted from text with the bundled pipeline, against the published M2 files."""

from pathlib import Path

import pytest

from markscheme.documents.m2 import read_m2
from markscheme.edits.edit import annotated_edits, apply_edits
from markscheme.edits.extraction import Extractor
from markscheme.languages.language import find_language
from markscheme.languages.pipeline import Pipeline

SYSTEMS = ("AMU", "CAMB", "CUUI", "NTHU", "UMC")


@pytest.mark.timeout(600)
def test_spans_corrections_and_types_are_those_of_the_published_files(data: Path):
    published, pairs = [], []
    for name in SYSTEMS:
        path = data / "conll14" / f"conll14-{name}.errant"
        for sentence in read_m2(path.read_text(), path):
            edits = annotated_edits(sentence, 0)
            if edits:
                published.append(edits)
                pairs.append((sentence.source.tokens, apply_edits(sentence.source.tokens, edits)))
    extracted = Extractor(Pipeline(find_language())).extract(pairs)
    same = sum(
        [edit.key for edit in old] == [edit.key for edit in new] for old, new in zip(published, extracted, strict=True)
    )
    edits = sum(map(len, published))
    typed = sum(len(set(old) & set(new)) for old, new in zip(published, extracted, strict=True))
    assert len(published) == 4184
    assert same / len(published) >= 0.998
    assert typed / edits >= 0.96
