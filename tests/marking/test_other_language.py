"""A source in another language: said once, with general types and the same verdicts; unless a person names one."""

import json
from pathlib import Path

import attrs
import pytest

from markscheme import EngineSettings, Work, review
from markscheme.exercises.schemes import MarkingOverrides
from markscheme.languages import language
from markscheme.marking.review import DocumentReview
from markscheme.reports.review_json import review_json
from markscheme.reports.review_report import review_text

SOURCE = (
    "Gestern bin ich mit meine Bruder zu den Markt gegangen, weil wir kein Brot hatten und Mama eine Suppe wollte.\n"
)
HYPOTHESIS = SOURCE.replace("meine", "meinem").replace("zu", "auf")
REFERENCE = SOURCE.replace("meine", "meinem").replace("zu den", "zum")
LISTED = '[[exercise]]\nsource = "e.src.txt"\nhypotheses = ["e.hyp.*"]\nreferences = ["e.ref.*"]\nlanguage = "en"\n'
PLACES = [("correct", "meine", "meinem"), ("different", "zu", "auf"), ("missed", "den", "den")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for role, text in {"src": SOURCE, "hyp": HYPOTHESIS, "ref": REFERENCE}.items():
        (tmp_path / f"e.{role}.txt").write_text(text)
    return tmp_path


def reviewed(folder: Path, settings: EngineSettings, **options: MarkingOverrides) -> DocumentReview:
    [document] = review([folder], work=Work(settings), **options).documents
    return document.review


def test_it_is_said_and_types_are_general(folder: Path, engine_settings: EngineSettings):
    own = reviewed(folder, engine_settings)
    [notice] = own.notices
    assert notice.code == "other-language"
    assert "German, not in English" in notice.message
    assert [(item.code, item.source, item.hypothesis) for item in own.findings] == PLACES
    assert {item.type for item in own.findings} == {"R:OTHER", "U:OTHER"}


def test_a_person_who_names_the_language_hears_nothing(folder: Path, engine_settings: EngineSettings):
    general = reviewed(folder, engine_settings)
    by_option = reviewed(folder, engine_settings, overrides=MarkingOverrides(language="en"))
    (folder / "markscheme.toml").write_text(LISTED)
    by_configuration = reviewed(folder, engine_settings)
    assert by_option.notices == by_configuration.notices == ()
    assert attrs.astuple(by_option.marks) == attrs.astuple(by_configuration.marks)
    assert by_option.marks.verdicts == general.marks.verdicts
    assert [(item.code, item.source, item.hypothesis) for item in by_option.findings] == PLACES
    assert "R:SPELL" in {item.type for item in by_option.findings}


def test_the_reports_say_it_once(folder: Path, engine_settings: EngineSettings):
    report = review([folder], work=Work(engine_settings))
    assert report.problems == ()
    text = review_text(report, 1000)
    assert text.count("The source seems to be in German") == 1
    [document] = json.loads(review_json(report))["documents"]
    assert [notice["code"] for notice in document["notices"]] == ["other-language"]


def test_an_english_essay_has_no_notices(folder: Path, engine_settings: EngineSettings):
    for path in folder.glob("*.txt"):
        path.write_text(
            "He go to school every day and he like it, because there he have many friends to play with him.\n"
        )
    report = review([folder], work=Work(engine_settings))
    assert report.documents[0].review.notices == ()
    assert "notices" not in json.loads(review_json(report))["documents"][0]


def test_a_text_is_looked_at_once(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    settings = EngineSettings(cache=str(tmp_path / "own.sqlite"))
    reviewed(folder, settings)
    monkeypatch.delattr(language, "_identifier")
    assert reviewed(folder, settings).notices
