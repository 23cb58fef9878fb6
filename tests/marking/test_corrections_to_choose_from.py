"""An annotator may give several acceptable corrections of an edit: in a review, each counts where it is matched."""

from itertools import product
from pathlib import Path

import pytest

from markscheme import EngineSettings, Work
from markscheme.api import marking
from markscheme.marking.local import Engine

SOURCE = "S She like musics since two year .\n"
M2_REFERENCE = SOURCE + (
    "A 1 2|||R:VERB:SVA|||likes||loves|||REQUIRED|||-NONE-|||0\n"
    "A 2 3|||R:NOUN:NUM|||music||songs||tunes|||REQUIRED|||-NONE-|||0\n"
)
ANNOTATED = "She {like=>likes|loves:::error_type=G/Number} {musics=>music|songs|tunes} since two year .\n"


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.mark.parametrize(("name", "reference"), [("e.ref.m2", M2_REFERENCE), ("e.ref.ann", ANNOTATED)])
def test_every_combination_of_acceptable_corrections_is_correct(
    engine: Engine, tmp_path: Path, name: str, reference: str
):
    """As in the scorer of CoNLL-2014; the references are three, and not one for each of the six combinations."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "e.src").write_text("She like musics since two year .\n")
    (tmp_path / name).write_text(reference)
    for number, (verb, noun) in enumerate(product(("likes", "loves", "hates"), ("music", "songs", "tunes"))):
        (tmp_path / f"e.hyp.{number}-{verb}-{noun}").write_text(f"She {verb} {noun} since two year .\n")
    report = marking.review([tmp_path], work=Work(engine))
    assert not report.problems
    assert len(report.documents) == 9
    for document in report.documents:
        assert len(document.review.references) == 3
        verdicts = [finding.verdict.value for finding in document.review.findings]
        assert verdicts == ["different" if "hates" in document.path.name else "correct", "correct"]
