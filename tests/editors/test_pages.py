"""The code blocks of docs/editors/ can be parsed, and name settings that the table of settings has.

For the editors that no test starts, this is the only check.
"""

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from editors.pages import PAGES, Block, blocks

GIVEN_AS = {
    "initializationOptions",
    "initialization_options",
}
"""Keys that hold the server's settings in editors' configurations."""


def each(language: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("block", blocks(language), ids=str)


def test_blocks_are_in_languages_that_are_checked_or_named_as_unchecked() -> None:
    assert {block.language for block in blocks()} <= {"json", "toml", "lua", "elisp", "rust", "sh"}
    for block in blocks("rust"):
        assert "Rust below is not compiled" in (PAGES / block.page).read_text("utf-8")


@each("json")
def test_json_parses(block: Block) -> None:
    assert json.loads(block.code)


@each("toml")
def test_toml_parses(block: Block) -> None:
    assert tomllib.loads(block.code)


@pytest.mark.skipif(shutil.which("nvim") is None, reason="nvim is not on the PATH")
@each("lua")
def test_lua_loads(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "block.lua"
    file.write_text(block.code, "utf-8")
    load = f"lua local _, problem = loadfile([[{file}]]); if problem then print(problem); vim.cmd('cquit') end"
    command = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", load, "-c", "qall!"]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("emacs") is None, reason="emacs is not on the PATH")
@each("elisp")
def test_lisp_can_be_read(block: Block, tmp_path: Path) -> None:
    """The block is read to its end: a missing and a superfluous bracket are errors."""
    file = tmp_path / "block.el"
    file.write_text(block.code, "utf-8")
    read = f"""(with-temp-buffer
      (insert-file-contents "{file}")
      (while (progn (forward-comment (buffer-size)) (not (eobp))) (read (current-buffer))))"""
    command = ["emacs", "-Q", "--batch", "--eval", read]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", [*blocks("json"), *blocks("toml")], ids=str)
def test_settings_have_the_names_of_the_table(block: Block) -> None:
    value = json.loads(block.code) if block.language == "json" else tomllib.loads(block.code)
    assert set(named(value)) <= settings()


def test_every_page_has_settings() -> None:
    """So the test above sees every page's settings."""
    pages = {
        block.page
        for block in [*blocks("json"), *blocks("toml")]
        if set(named(json.loads(block.code) if block.language == "json" else tomllib.loads(block.code)))
    }
    assert pages == {page.name for page in PAGES.glob("*.md")} - {"README.md", "neovim.md", "emacs.md", "vscode.md"}


def test_vs_codes_settings_and_colours_match_the_extension() -> None:
    manifest = json.loads((PAGES.parents[1] / "vscode-client" / "package.json").read_text("utf-8"))["contributes"]
    contributed = {name for group in manifest["configuration"] for name in group["properties"]}
    contributed |= {colour["id"] for colour in manifest["colors"]}
    text = (PAGES / "vscode.md").read_text("utf-8")
    named_there = {name for block in blocks("json") for name in re.findall(r'"(markscheme\.[\w.]+)":', block.code)}
    named_there |= set(re.findall(r"`(markscheme\.[\w.]+)`", text)) - {"markscheme.toml"}
    assert named_there
    assert named_there <= contributed


def settings() -> set[str]:
    """Return the names in the first column of the table in README.md."""
    text = (PAGES / "README.md").read_text("utf-8")
    table = text.partition("| setting |")[2].partition("\n\n")[0]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}


def named(value: Any) -> Iterator[str]:
    """Yield the settings' names in a configuration: the keys below one of GIVEN_AS, or below ``markscheme``."""
    if not isinstance(value, dict):
        return
    for key, below in value.items():
        given = key in GIVEN_AS or (key == "markscheme" and is_section(below))
        yield from below if given else named(below)


def is_section(value: Any) -> bool:
    """Return whether a ``markscheme`` table holds settings; others say how to start the server."""
    editors = {"command", "initializationOptions", "initialization_options", "semantic_tokens", "config", "name"}
    return isinstance(value, dict) and not editors & set(value)
