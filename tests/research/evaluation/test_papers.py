"""The tables of papers: the page is what the stored figures give, and a few cells are what the data gives."""

from pathlib import Path

import pytest
from benchmarks.papers.figures import measured, published
from benchmarks.papers.layout import number, signed
from benchmarks.papers.page import MARKER, PAGE, page_text
from benchmarks.papers.study import Study
from benchmarks.papers.tables.catalogue import TABLES
from benchmarks.papers.tables.cleme2_correlations import is_rho_of, rho_step
from benchmarks.papers.tables.spread import BASE
from benchmarks.papers.tables.table import agreement, beside

from markscheme import EngineSettings
from markscheme.languages.language import find_language
from markscheme.languages.pipeline import identity

EXACT = 0.0002


def test_the_page_is_made_of_the_stored_figures():
    page = PAGE.read_text("utf-8")
    assert page == page_text(page), "run python -m benchmarks.papers"


def test_the_page_has_every_table_once():
    assert sorted(match["name"] for match in MARKER.finditer(PAGE.read_text("utf-8"))) == sorted(TABLES)


def test_a_changed_figure_changes_the_page(monkeypatch: pytest.MonkeyPatch):
    figures = measured()
    figures["cleme2-5"]["rows"]["CLEME2.0-dep-Hit"][0] = [0.1234, 0.9876]
    monkeypatch.setattr("benchmarks.papers.page.measured", lambda: figures)
    page = PAGE.read_text("utf-8")
    assert ".123 / .988 (.599 / .593)" in page_text(page)


@pytest.mark.parametrize("paper", ["cleme2", "uot_errant", "impara"])
def test_published_figures_fit_their_columns(paper: str):
    for name, table in published(paper).items():
        columns = len(table.get("columns", ()))
        rows = table.get("rows", {})
        for row in rows.values():
            cells = row.values() if isinstance(row, dict) else [row]
            assert all(not columns or len(cell) == columns for cell in cells), name


def test_numbers_are_written_as_papers_write_them():
    assert [number(value) for value in (0.5, -0.25, 1.0, -1.0, 0.0, None)] == [
        ".500",
        "-.250",
        "1.000",
        "-1.000",
        ".000",
        "–",
    ]
    assert [signed(value) for value in (0.1, -0.1)] == ["+.100", "-.100"]
    assert beside([0.5, 0.25], [0.5, 0.2]) == ".500 / .250 (.500 / .200)"
    assert beside(None, [0.5, 0.2]) == "– (.500 / .200)"


def test_agreement_counts_figures_that_equal_the_paper_s():
    text = agreement({"a": [[0.5004, 0.25], None]}, {"a": [[0.5, 0.2], [0.1, 0.1]]})
    assert text == "Of 2 figures 1 equal the paper's to three decimals; the largest difference is .050."
    assert agreement({}, {"a": [[0.5, 0.2]]}) == "None is measured yet."


def test_a_rho_of_12_systems_without_ties_is_one_of_few_numbers():
    steps = range(2 * round(1 / rho_step(12)) + 1)
    possible = {round(1 - rho_step(12) * step, 3) for step in steps}
    for rho in (0.406, 0.671, 0.643, 0.825, 1.0, -1.0):
        assert is_rho_of(rho, 12)
        assert rho in possible
    for rho in (0.865, 0.939, 0.981):
        assert not is_rho_of(rho, 12)
        assert rho not in possible


def test_every_setup_is_measured_once_for_all_tables():
    names = ["cleme2-1", "cleme2-5", "cleme2-8", "spread"]
    setups = [setup for name in names for setup in TABLES[name].setups()]
    assert BASE in setups
    assert len(set(setups)) > 100


@pytest.mark.thorough
def test_the_spread_s_base_is_measured_anew(data: Path, engine_settings: EngineSettings):
    """Measure a cheap cell: CLEME2.0 on SEEDA-E, one set of references, no encoder."""
    stored = measured()["spread"]
    pipeline = identity(find_language("en"), engine_settings.pipeline)
    if stored["made"]["pipeline"] != pipeline:
        pytest.skip(f"figures are stored of {stored['made']['pipeline']}; measure them anew with {pipeline}")
    [pair] = Study(data, engine_settings).correlations([BASE]).values()
    assert pair == pytest.approx(stored["base"], abs=EXACT)
