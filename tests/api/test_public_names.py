"""The public names: all can be completed and imported, and none is imported before it is used."""

import importlib
import inspect
import subprocess
import sys

import pytest

import markscheme
from markscheme import errors


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


def test_all_errors_for_people_have_one_base():
    public = [getattr(markscheme, name) for name in markscheme.__all__]
    raised = [item for item in public if isinstance(item, type) and issubclass(item, Exception)]
    own = [item for _, item in inspect.getmembers(errors, inspect.isclass) if item.__module__ == errors.__name__]
    assert len(raised) > 3
    assert all(issubclass(item, markscheme.MarkschemeError) for item in (*raised, *own))
