"""The notebooks of the docs run, and print what stands in them."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "docs" / "notebooks"
LARGEST = 30_000
"""Bytes of a notebook with its outputs."""


def printed(notebook: nbformat.NotebookNode) -> list[str]:
    """Return what cells print and show as text; versions of Markscheme differ."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert not [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"]
    texts = (output["text"] if "text" in output else output["data"]["text/plain"] for output in outputs)
    return [re.sub(r"version:(\\allowbreak\{\})?[^\s|}]*", "version:", text) for text in texts]


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs_and_prints_what_it_shows(path: Path):
    assert path.stat().st_size < LARGEST
    notebook = nbformat.read(path, as_version=4)
    recorded = printed(notebook)
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}})
    client.execute()
    assert recorded
    assert printed(notebook) == recorded
