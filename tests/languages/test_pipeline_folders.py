"""A pipeline that is named by its folder."""

import json
import shutil
from pathlib import Path

import pytest

from markscheme.errors import LanguageError
from markscheme.inference.settings import EngineSettings
from markscheme.languages.language import find_language
from markscheme.languages.pipeline import BUNDLED, identity
from markscheme_models import english_pipeline

ENGLISH = find_language("en")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(english_pipeline(), tmp_path / "own pipeline")
    return tmp_path / "own pipeline"


def test_a_folder_is_a_pipeline_and_its_signature_says_which(markscheme, tmp_path: Path, folder: Path):
    (tmp_path / "a.src").write_text("He go to school .\n")
    (tmp_path / "a.hyp").write_text("He goes to school .\n")
    scored = markscheme(
        *("score", "--source", "a.src", "--hypothesis", "a.hyp", "--reference", "a.hyp", "--metric", "errant"),
        *("--pipeline", "own pipeline", "--format", "json", "--cache", tmp_path / "own.sqlite"),
    )
    assert scored.returncode == 0, scored.stderr
    [run] = json.loads(scored.stdout)["runs"]
    assert run["counts"]["tp"] == 1
    meta = json.loads((folder / "meta.json").read_text())
    assert f"pipeline:{identity(ENGLISH, str(folder))}" in run["signature"]
    assert identity(ENGLISH, str(folder)).startswith(f"en_{meta['name']}-{meta['version']}@")


def test_another_training_of_the_same_version_is_another_pipeline(folder: Path):
    before = identity(ENGLISH, str(folder))
    assert identity(ENGLISH, str(folder)) == before
    model = next(folder.rglob("model"))
    model.write_bytes(model.read_bytes() + b" ")
    assert identity(ENGLISH, str(folder)) != before


def test_the_engine_runs_elsewhere_and_gets_the_whole_path(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder.parent)
    assert EngineSettings(pipeline=folder.name).resolved().pipeline == str(folder)
    assert EngineSettings().resolved().pipeline == BUNDLED
    assert EngineSettings(pipeline="en_nowhere").resolved().pipeline == "en_nowhere"


def test_an_installed_package_comes_before_a_folder_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spacy").mkdir()
    assert EngineSettings(pipeline="spacy").resolved().pipeline == "spacy"
    assert EngineSettings(pipeline="./spacy").resolved().pipeline == str(tmp_path / "spacy")


def test_a_folder_that_is_no_pipeline_says_what_is_missing(markscheme, tmp_path: Path, folder: Path):
    (tmp_path / "a.src").write_text("He go .\n")
    (tmp_path / "empty").mkdir()
    arguments = ("score", "--source", "a.src", "--hypothesis", "a.src", "--reference", "a.src", "--metric", "errant")
    for name, remedy in (("empty", "meta.json and config.cfg"), (".", "own pipeline")):
        refused = markscheme(*arguments, "--pipeline", name)
        assert refused.returncode == 2
        assert "holds no spaCy pipeline" in refused.stderr
        assert remedy in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_a_damaged_folder_is_refused_in_one_line(folder: Path):
    (folder / "meta.json").write_text("{")
    with pytest.raises(LanguageError, match="can't be read"):
        identity(ENGLISH, str(folder))
