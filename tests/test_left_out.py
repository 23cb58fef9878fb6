"""What first marks wait for: packages that nothing of ours needs are not imported."""

import importlib.util
import json
import subprocess
import sys
import threading

import pytest

from markscheme import left_out as imports
from markscheme.left_out import left_out

TRANSPORT = "from markscheme.metrics.pot import ot; assert ot.emd([1.0], [1.0], [[0.0]]).tolist() == [[1.0]]"
PARTS = {
    "torch": """
from markscheme.edits.extraction import Extractor
from markscheme.languages.catalogue import find_language
from markscheme.languages.pipeline import Pipeline
pair = ("He", "go", "."), ("He", "goes", ".")
[[edit]] = Extractor(Pipeline(find_language("en"))).extract([pair])
assert edit.type == "R:VERB:SVA"
""",
    "pandas": """
from pathlib import Path
from tempfile import TemporaryDirectory
from markscheme.store.cache import Cache
with TemporaryDirectory() as folder:
    cache = Cache(Path(folder) / "cache.sqlite")
    cache.keep("record", {"a": b"1"})
    assert cache.find("record", ["a"]) == {"a": b"1"}
    cache.close()
""",
    "sklearn": TRANSPORT,
    "networkx": TRANSPORT,
}


@pytest.mark.parametrize("package", PARTS)
def test_a_part_works_without_a_package_and_leaves_it_to_others(package: str):
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed, so nothing imports it")
    begin = "from markscheme.left_out import begin_own_process; begin_own_process()\n"
    assert imported_before(package, begin) == [False, package]


@pytest.mark.parametrize("package", ["torch", "pandas"])
def test_a_program_that_uses_the_library_keeps_its_packages(package: str):
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed, so nothing imports it")
    assert imported_before(package) == [True, package]


def imported_before(package: str, begin: str = "") -> list[object]:
    """Return whether a part of ours imported a package, in a process that imports it afterwards, and its name there."""
    code = f"import sys, json\n{begin}{PARTS[package]}\nbefore = {package!r} in sys.modules\nimport {package}\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}print(json.dumps([before, {package}.__name__]))"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    value: list[object] = json.loads(done.stdout.splitlines()[-1])
    return value


def test_a_package_is_left_out_of_one_thread_for_a_time(monkeypatch: pytest.MonkeyPatch):
    names: list[str] = []

    def import_it() -> None:
        import this  # what no other test imports

        names.append(this.__name__)

    monkeypatch.setattr(imports, "_is_own_process", True)
    monkeypatch.delitem(sys.modules, "this", raising=False)
    with left_out("this"):
        with pytest.raises(ModuleNotFoundError, match="this is left out"):
            import_it()
        other = threading.Thread(target=import_it)
        other.start()
        other.join()
    monkeypatch.delitem(sys.modules, "this")
    import_it()
    assert names == ["this", "this"]
