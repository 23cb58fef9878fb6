"""What first marks wait for: packages that nothing of ours needs are not imported."""

import importlib.util
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from markscheme import processes
from markscheme.processes import without_package

TRANSPORT = "from markscheme.metrics._pot import ot; assert ot.emd([1.0], [1.0], [[0.0]]).tolist() == [[1.0]]"
PARTS = {
    "torch": """
from markscheme.edits.extraction import Extractor
from markscheme.languages.language import find_language
from markscheme.languages.pipeline import Pipeline
pair = ("He", "go", "."), ("He", "goes", ".")
[[edit]] = Extractor(Pipeline(find_language("en"))).extract([pair])
assert edit.type == "R:VERB:SVA"
""",
    "pandas": """
from pathlib import Path
from tempfile import TemporaryDirectory
from markscheme.inference.cache import Cache
with TemporaryDirectory() as folder:
    cache = Cache(Path(folder) / "cache.sqlite")
    cache.keep("record", {"a": b"1"})
    assert cache.find("record", ["a"]) == {"a": b"1"}
    cache.close()
""",
    "sklearn networkx": TRANSPORT,
}


def installed(packages: str) -> list[str]:
    """Return those packages that are installed; others nothing imports."""
    found = [package for package in packages.split() if importlib.util.find_spec(package) is not None]
    if not found:
        pytest.skip(f"{packages}: not installed, so nothing imports it")
    return found


@pytest.mark.parametrize("packages", PARTS)
def test_a_part_works_without_a_package_and_leaves_it_to_others(packages: str):
    begin = "from markscheme.processes import begin_own_process; begin_own_process()\n"
    own = installed(packages)
    assert imported_before(own, PARTS[packages], begin) == [[False, package] for package in own]


def test_files_are_checked_without_what_jupyter_brings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "rfc3987_syntax.py").write_text("def is_valid_syntax(*_): return True\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    begin = "from markscheme.processes import begin_own_process; begin_own_process()\n"
    part = "from markscheme.exercises.own_files import validator; validator({}).validate({})"
    assert imported_before(["rfc3987_syntax"], part, begin) == [[False, "rfc3987_syntax"]]


@pytest.mark.thorough
@pytest.mark.parametrize("package", ["torch", "pandas"])
def test_a_program_that_uses_the_library_keeps_its_packages(package: str):
    assert imported_before(installed(package), PARTS[package]) == [[True, package]]


def imported_before(packages: list[str], part: str, begin: str = "") -> list[list[object]]:
    """Return whether a part of ours imported each package, and its name in the process that imports it afterwards."""
    code = f"import importlib, sys, json\n{begin}{part}\nbefore = [name in sys.modules for name in {packages!r}]\n"
    code += f"names = [importlib.import_module(name).__name__ for name in {packages!r}]\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}print(json.dumps([*zip(before, names)]))"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    value: list[list[object]] = json.loads(done.stdout.splitlines()[-1])
    return value


def test_a_package_is_left_out_of_one_thread_for_a_time(monkeypatch: pytest.MonkeyPatch):
    names: list[str] = []

    def import_it() -> None:
        import this  # what no other test imports

        names.append(this.__name__)

    monkeypatch.setattr(processes, "_is_own_process", True)
    monkeypatch.delitem(sys.modules, "this", raising=False)
    with without_package("this"):
        with pytest.raises(ModuleNotFoundError, match="this is left out"):
            import_it()
        other = threading.Thread(target=import_it)
        other.start()
        other.join()
    monkeypatch.delitem(sys.modules, "this")
    import_it()
    assert names == ["this", "this"]
