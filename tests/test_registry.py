"""The registry of variants: lazy built-in ones, and those of installed packages."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from markscheme.errors import RegistryError
from markscheme.registry import Plugin, Registry


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that is on the path and holds two installed packages: one works and one does not."""
    for name, source, entries in (
        ("good", "square = 4\n", ["square = good_shapes:square", "circle = good_shapes:square"]),
        ("bad", "raise OSError('no compiler')\n", ["broken = bad_shapes:broken"]),
    ):
        (tmp_path / f"{name}_shapes.py").write_text(source)
        info = tmp_path / f"{name}_shapes-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-shapes\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("\n".join(["[test.shapes]", *entries]) + "\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in ("good_shapes", "bad_shapes"):
        sys.modules.pop(name, None)


def shapes() -> Registry[float]:
    return Registry(
        "shape",
        {"circle": "math:pi", "wheel": "math:tau"},
        "test.shapes",
        lambda name, variant: "" if isinstance(variant, int | float) else f"{name} is no number",
    )


def test_built_in_variants_are_found_without_a_look_at_packages(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.metadata.entry_points", None)
    registry = shapes()
    assert registry.built_in == ("circle", "wheel")
    assert registry.get("circle") == pytest.approx(3.14159, abs=1e-5)


def test_packages_add_variants_and_replace_none(packages: Path):
    registry = shapes()
    assert registry.names == ("circle", "wheel", "broken", "square")
    assert registry.get("square") == 4
    assert registry.get("circle") != 4


def test_a_broken_package_is_reported_by_name_and_stops_no_other(packages: Path):
    registry = shapes()
    assert set(registry.variants()) == {"circle", "wheel", "square"}
    with pytest.raises(RegistryError, match=r"'broken' of bad-shapes .* can't be used: OSError: no compiler"):
        registry.get("broken")
    shadowed, broken, sound = registry.plugins()
    assert (shadowed.name, shadowed.identity) == ("circle", "good-shapes==1.0")
    assert "that is a built-in shape's name" in shadowed.problem
    assert (broken.name, broken.package) == ("broken", "bad-shapes")
    assert "no compiler" in broken.problem
    assert sound == Plugin("shape", "square", "good-shapes", "1.0")
    assert registry.plugin("square") == sound
    assert registry.plugin("circle") is registry.plugin("cube") is None


def test_an_unknown_name_lists_the_names(packages: Path):
    with pytest.raises(RegistryError, match=r"no shape 'cube'. The shapes are circle, wheel, broken, square"):
        shapes().get("cube")


def test_what_is_of_another_kind_is_refused(packages: Path):
    (packages / "good_shapes.py").write_text("square = 'four'\n")
    with pytest.raises(RegistryError, match="square is no number"):
        shapes().get("square")
