"""A real Neovim, configured by docs/editors/neovim.md, on a student's letter."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from editors.conftest import DIARY, WORD, Drive
from editors.pages import block
from editors.report import Finding, Report

NEOVIM = shutil.which("nvim")
DRIVER, WORD_DRIVER = (Path(__file__).with_name(name) for name in ("neovim.lua", "neovim_word.lua"))

LSP = Path(__file__).parents[2] / "lsp"
ALSO = ("Files with other endings", "Word documents", "Decide by keys")

pytestmark = pytest.mark.skipif(NEOVIM is None, reason="nvim is not on the PATH")


@pytest.fixture(scope="module")
def configuration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page's configuration for the installed Neovim."""
    written = tmp_path_factory.mktemp("neovim") / "init.lua"
    written.write_text(
        "\n".join(block("neovim.md", name).code for name in (heading(), *ALSO)),
        "utf-8",
    )
    return written


@pytest.fixture(scope="module")
def seen(drive: Drive, configuration: Path) -> Report:
    return drive(NEOVIM, "--headless", "-u", configuration, "-i", "NONE", "-n", "-S", DRIVER, "letter.hyp.jonas.txt")


def heading() -> str:
    first = subprocess.run([NEOVIM, "--version"], capture_output=True, check=True, encoding="utf-8").stdout
    minor = int(re.match(r"NVIM v0\.(\d+)", first)[1])
    return "Neovim 0.11 and newer" if minor >= 11 else "Neovim 0.7 to 0.10"


@pytest.mark.parametrize(
    ("name", "filetype"),
    [("report.hyp.mei", "text"), ("report.ref0", "text"), ("quiz.m2", "text"), ("postcard.hyp.lea.md", "markdown")],
)
def test_a_file_with_another_ending_is_text(name: str, filetype: str, tmp_path: Path) -> None:
    configuration = tmp_path / "init.lua"
    configuration.write_text(block("neovim.md", "Files with other endings").code, "utf-8")
    say = "lua io.stdout:write(vim.bo.filetype)"
    command = [NEOVIM, "--headless", "-u", configuration, "-i", "NONE", "-n", "-c", say, "-c", "qall!", tmp_path / name]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8", timeout=60)
    assert done.stdout == filetype


def test_diagnostics_are_at_the_places_of_review(seen: Report, reviewed: list[Finding]) -> None:
    assert seen.diagnostics == sorted((finding.place, finding.verdict) for finding in reviewed)


def test_k_shows_each_teachers_words(seen: Report, missed: Finding) -> None:
    for teacher, text in missed.references.items():
        assert re.search(rf"{teacher}.*{text}", seen["hover"])


def test_code_lenses_show_the_marks(seen: Report, reviewed: list[Finding]) -> None:
    missed = sum(finding.verdict == "missed" for finding in reviewed)
    assert seen["lenses"][0].startswith("Jonas: ")
    assert f" · {missed} missed" in seen["lenses"][0] or " to check" in seen["lenses"][0]
    assert len(seen["lenses"]) > 1


def test_gra_decides_and_leaves_the_students_words(seen: Report, missed: Finding) -> None:
    done = seen["action"]
    assert done["titles"][0].startswith("Count as optional: ")
    assert missed.source in done["line"]
    assert done["codes"] == []


def test_keys_take_back_decide_and_go_on(seen: Report, missed: Finding) -> None:
    done = seen["keys"]
    assert missed.source in done["line"]
    assert done["codes"] == []
    assert done["next"] != [1, 0]


def test_a_word_document_is_its_marked_text(drive: Drive, configuration: Path, reviewed_word: list[Finding]) -> None:
    command = [NEOVIM, "--headless", "-u", configuration, "-i", "NONE", "-n", "-S", WORD_DRIVER, WORD]
    seen = drive(*command, example=DIARY, document=WORD)
    assert seen["text"]["lines"][0] == "Saturday, 14 September"
    assert seen["text"]["modifiable"] is False
    assert seen.diagnostics == sorted((finding.place, finding.verdict) for finding in reviewed_word)


def test_the_file_for_the_runtimepath_is_the_page_s_configuration(tmp_path: Path) -> None:
    """Both are run by the installed Neovim, whose ``vim.lsp`` may be older than they are."""
    page = tmp_path / "page.lua"
    page.write_text(block("neovim.md", "Neovim 0.11 and newer").code, "utf-8")
    script = f"""
    vim.lsp = {{ config = function(_, config) found = config end, enable = function() end }}
    dofile([[{page}]])
    io.stdout:write(tostring(vim.deep_equal(found, dofile([[{LSP / "markscheme.lua"}]]))))
    """
    run = tmp_path / "run.lua"
    run.write_text(script, "utf-8")
    command = [NEOVIM, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {run}", "-c", "qall!"]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8", timeout=60)
    assert done.stdout == "true"
