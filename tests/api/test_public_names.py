"""The public names: all can be completed and imported, and none is imported before it is used."""

import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import markscheme
from markscheme import errors
from markscheme.reviews import AgreementSettings
from markscheme.scoring.scorer import Run


def test_dir_shows_exactly_the_names_and_each_is_there():
    assert dir(markscheme) == sorted(markscheme.__all__)
    assert len(markscheme.__all__) <= 40
    assert not [name for name in markscheme.__all__ if inspect.ismodule(getattr(markscheme, name))]


@pytest.mark.parametrize("name", ["decisions", "judges", "reviews", "training", "tuning"])
def test_names_that_few_need_are_in_modules_of_their_own(name: str):
    module = importlib.import_module(f"markscheme.{name}")
    assert all(hasattr(module, item) for item in module.__all__)
    assert not {*module.__all__} & {*markscheme.__all__}


def test_names_are_listed_before_what_they_name_is_imported():
    script = (
        "import sys, markscheme, rlcompleter\n"
        "names = dir(markscheme)\n"
        "print([name for name in sys.modules if name.startswith(('markscheme.', 'attr', 'numpy'))])\n"
        "print('review' in names, rlcompleter.Completer(vars()).complete('markscheme.revi', 0))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["['markscheme.version']", "True markscheme.review("]


def test_training_has_the_metric_of_torchmetrics_and_imports_it_when_it_is_used():
    script = (
        "import sys, markscheme.training\n"
        "print([name for name in sys.modules if name in ('torch', 'torchmetrics')])\n"
        "sys.modules['torchmetrics'] = None\n"
        "try: markscheme.training.TorchMetric\n"
        "except ImportError as missing: print(missing)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    hint = f"torchmetrics is not installed. {errors.installing('torchmetrics')}"
    assert done.stdout.splitlines() == ["[]", hint]


def test_one_path_and_several_are_given_alike(tmp_path: Path):
    (tmp_path / "essay.src.txt").write_text("He go to school.\n")
    for name in ("hyp.mei", "ref.kim", "ref.roy"):
        (tmp_path / f"essay.{name}.txt").write_text("He goes to school.\n")
    assert markscheme.review(str(tmp_path)) == markscheme.review([tmp_path])
    assert len(markscheme.review(tmp_path).documents) == 1
    assert markscheme.coverage(tmp_path, credit=False).made == markscheme.coverage([tmp_path], credit=False).made
    assert len(markscheme.agreement(str(tmp_path), settings=AgreementSettings(with_credit=False)).annotators) == 2
    with pytest.raises(markscheme.ChoiceError, match=r"^paths is missing \(None\), and not a file, a folder or a list"):
        markscheme.review(None)  # type: ignore[arg-type]
    with pytest.raises(markscheme.ChoiceError, match=r"^paths\[1\] is the number 3, and not a file or a folder"):
        markscheme.agreement([tmp_path, 3])  # type: ignore[list-item]


def test_where_work_is_done_is_said_by_work_alone():
    calls = [item for name in markscheme.__all__ if inspect.isfunction(item := getattr(markscheme, name))]
    calls += [markscheme.Corpus.score, markscheme.Corpus.compare]
    for call in calls:
        own = {*inspect.signature(call).parameters}
        assert not own & {"engine", "workers", "on", "address", "journal", "progress", "on_notice"}, call
        assert len(own - {"self"}) <= 13, call


def test_all_errors_for_people_have_one_base():
    public = [getattr(markscheme, name) for name in markscheme.__all__]
    raised = [item for item in public if isinstance(item, type) and issubclass(item, Exception)]
    own = [item for _, item in inspect.getmembers(errors, inspect.isclass) if item.__module__ == errors.__name__]
    assert len(raised) > 3
    assert all(issubclass(item, markscheme.MarkschemeError) for item in (*raised, *own))


def test_nothing_that_is_returned_is_of_any_type():
    modules = ["", ".datasets", ".decisions", ".errors", ".judges", ".plugins", ".reviews", ".training", ".tuning"]
    public = [importlib.import_module(f"markscheme{name}") for name in modules]
    names = {f"{module.__name__}.{name}": getattr(module, name) for module in public for name in public_names(module)}
    names["markscheme.Scores.runs"] = Run
    vague = [place for name, item in names.items() for place in vaguely_typed(name, item)]
    assert set(vague) <= UNTYPED, sorted(set(vague) - UNTYPED)


UNTYPED = {"markscheme.plugins.number", "markscheme.plugins.Language.load_errant"}
"""A field's declaration, as ``attrs.field``, and what makes an annotator of ERRANT, which has no types."""


def public_names(module: ModuleType) -> list[str]:
    return [name for name in getattr(module, "__all__", dir(module)) if not name.startswith("_")]


def vaguely_typed(name: str, item: object) -> Iterator[str]:
    """Yield what is returned, or is a field, and has ``Any`` in its type; NumPy's own types have it."""
    if not inspect.isclass(item):
        own = {name: item} if callable(item) else {}
    else:
        bases = [base for base in item.__mro__ if base.__module__.startswith("markscheme.")]
        own = {f"{name}.{key}": value for base in bases for key, value in vars(base).items() if key[0] != "_"}
        for base in bases:
            fields = vars(base).get("__annotations__", {})
            yield from (f"{name}.{key}" for key, value in fields.items() if key[0] != "_" and is_vague(value))
    for place, value in own.items():
        function = next((found for key in ("fget", "func", "__func__") if (found := getattr(value, key, None))), value)
        if is_vague(getattr(function, "__annotations__", {}).get("return")):
            yield place


def is_vague(annotation: object) -> bool:
    return bool(re.search(r"\bAny\b", str(annotation))) and "numpy.ndarray" not in str(annotation)
