"""What is told of a training run."""

import pytest

from markscheme.estimators.checkpoint import EpochFigures
from markscheme.estimators.folder import EstimatorConfiguration
from markscheme.estimators.report import TrainingReport, report_files
from markscheme.estimators.training_settings import TrainingSettings

FIGURES = {"epoch": 2, "validation_loss": 0.25, "validation_accuracy": 0.9, "test_loss": 0.3, "test_accuracy": 0.75}
REPORT = TrainingReport(
    EstimatorConfiguration("bundled", "53aa51172d14", 16, "0" * 64, "metric:impara-estimator|a<b", FIGURES),
    "metric:impara-supervision",
    TrainingSettings(),
    {"training": 80, "validation": 10, "test": 11},
    (EpochFigures(0.5, 0.4, 0.6), EpochFigures(0.3, 0.25, 0.9)),
)


def test_the_card_and_the_report_have_the_figures():
    files = report_files(REPORT)
    card, page = files["README.md"].decode(), files["report.html"].decode()
    for told in ("90.0 %", "75.0 %", "rank 16", "80 instances", "metric:impara-supervision", "|a<b`"):
        assert told in card
    assert "|a&lt;b" in page
    assert '<tr class="best"><td>2</td><td>0.3000</td><td>0.2500</td><td>90.00 %</td></tr>' in page
    assert card.endswith("\n")


def test_the_curves_are_a_picture_in_the_report_and_beside_it():
    pytest.importorskip("matplotlib")
    files = report_files(REPORT)
    assert files["curves.png"].startswith(b"\x89PNG")
    assert b"data:image/png;base64," in files["report.html"]
    assert report_files(REPORT) == files


def test_without_matplotlib_the_report_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    files = report_files(REPORT)
    assert "curves.png" not in files
    assert b"markscheme[train]" in files["report.html"]
