"""A real Emacs with eglot, configured by docs/editors/emacs.md, on a student's letter."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from editors.conftest import DIARY, WORD, Drive
from editors.pages import block
from editors.report import Finding, Report

PACKAGE = Path(__file__).parents[2] / "editors" / "emacs"
EMACS = shutil.which("emacs")
DRIVER, WORD_DRIVER = (Path(__file__).with_name(name) for name in ("emacs.el", "emacs_word.el"))


def has_eglot() -> bool:
    """Return whether this Emacs has eglot: from 29 on as a part, before as a package."""
    found = [EMACS, "--batch", "--eval", '(progn (package-initialize) (kill-emacs (if (locate-library "eglot") 0 1)))']
    return subprocess.run(found, check=False, capture_output=True).returncode == 0


pytestmark = [
    pytest.mark.skipif(EMACS is None, reason="emacs is not on the PATH"),
    pytest.mark.skipif(EMACS is not None and not has_eglot(), reason="this Emacs has no eglot"),
]


@pytest.fixture(scope="module")
def seen(drive: Drive, tmp_path_factory: pytest.TempPathFactory) -> Report:
    return drive(*configured(tmp_path_factory), "-l", DRIVER)


def configured(tmp_path_factory: pytest.TempPathFactory) -> list[str | Path]:
    """Return what starts Emacs with our package, and the page's lines that use it."""
    configuration = tmp_path_factory.mktemp("emacs") / "init.el"
    configuration.write_text(block("emacs.md", "Eglot").code, "utf-8")
    return [EMACS, "--batch", "-L", PACKAGE, "--eval", "(package-initialize)", "-l", configuration]


def test_the_package_compiles_without_a_warning(tmp_path: Path) -> None:
    copy = shutil.copy(PACKAGE / "markscheme.el", tmp_path)
    found = "(setq byte-compile-error-on-warn t)"
    command = [EMACS, "--batch", "--eval", "(package-initialize)", "--eval", found, "-f", "batch-byte-compile", copy]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr


def test_diagnostics_are_at_the_places_of_review(seen: Report, reviewed: list[Finding]) -> None:
    """Emacs widens an empty range to the next word or the line's end; those are compared by line."""
    shown = sorted((place[0], code) for place, code in seen.diagnostics)
    assert shown == sorted((finding.place[0], finding.verdict) for finding in reviewed)
    wide = {(finding.place, finding.verdict) for finding in reviewed if finding.place[:2] != finding.place[2:]}
    assert wide <= set(seen.diagnostics)


def test_eldoc_shows_each_teachers_words(seen: Report, missed: Finding) -> None:
    for teacher, text in missed.references.items():
        assert re.search(rf"{teacher}.*{text}", seen["hover"])


def test_code_lenses_show_the_marks(seen: Report, reviewed: list[Finding]) -> None:
    missed = sum(finding.verdict == "missed" for finding in reviewed)
    assert seen["lenses"][0].startswith("Jonas: ")
    assert f" · {missed} missed" in seen["lenses"][0] or " to check" in seen["lenses"][0]
    assert len(seen["lenses"]) > 1


def test_code_actions_decide_and_leave_the_students_words(seen: Report, missed: Finding) -> None:
    done = seen["action"]
    assert done["titles"][0].startswith("Count as optional: ")
    assert missed.source in done["line"]
    assert done["codes"] == []


def test_keys_take_back_decide_and_go_on(seen: Report, missed: Finding) -> None:
    done = seen["keys"]
    assert missed.source in done["line"]
    assert done["codes"] == []
    assert done["next"] > 1


def test_a_word_document_is_its_marked_text(
    drive: Drive, tmp_path_factory: pytest.TempPathFactory, reviewed_word: list[Finding]
) -> None:
    command = [*configured(tmp_path_factory), "-l", WORD_DRIVER]
    seen = drive(*command, example=DIARY, document=WORD)
    assert seen["text"].startswith("Saturday, 14 September\n")
    shown = sorted((place[0], code) for place, code in seen.diagnostics)
    assert shown == sorted((finding.place[0], finding.verdict) for finding in reviewed_word)
