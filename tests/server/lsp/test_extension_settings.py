"""What editors show of settings, and what the server accepts, are the same."""

import json
import re
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from markscheme.inference import judge as judges
from markscheme.languages.english import ENGLISH
from markscheme.server.announcement import LEGEND
from markscheme.server.editor_settings import Options, Severities, read_options
from markscheme.settings import settings_of

ROOT = Path(__file__).parents[3]
CLIENT = ROOT / "vscode-client"
MANIFEST = json.loads((CLIENT / "package.json").read_text("utf-8"))
STRINGS = json.loads((CLIENT / "package.nls.json").read_text("utf-8"))
SETTINGS = {
    name.removeprefix("markscheme."): shape
    for group in MANIFEST["contributes"]["configuration"]
    for name, shape in group["properties"].items()
}


def test_what_editors_show_of_settings_is_made_from_their_declarations():
    check = [sys.executable, ROOT / "docs" / "settings.py", "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_option_is_declared():
    declared = {field.name for field in attrs.fields(Options)} - settings_of(Options).keys()
    assert declared == {"diagnostics", "severities"}
    assert settings_of(Severities).keys() == {field.name for field in attrs.fields(Severities)}


def given(name: str, value: object) -> dict[str, object]:
    outer, _, inner = name.partition(".")
    return {outer: {inner: value}} if inner else {outer: value}


SERVERS = [name for name in SETTINGS if name.split(".")[0] not in ("view", "server", "trace", "llm")]


@pytest.mark.parametrize("name", SERVERS)
def test_the_server_accepts_the_default_and_every_value_that_the_manifest_offers(name: str):
    shape = SETTINGS[name]
    own = {"problems": "none"}.get(name)  # VS Code's text shows the places itself
    assert read_options(given(name, shape["default"])) == (attrs.evolve(Options(), **{name: own} if own else {}), None)
    assert [read_options(given(name, value))[1] for value in shape.get("enum", ())] == [None] * len(
        shape.get("enum", ())
    )


BOUNDED = [
    (name, bound, sign)
    for name in SERVERS
    for bound, sign in (("minimum", -1), ("maximum", 1))
    if bound in SETTINGS[name]
]


@pytest.mark.parametrize(("name", "bound", "sign"), BOUNDED)
def test_the_server_refuses_what_is_out_of_the_manifests_bounds(name: str, bound: str, sign: int):
    value = SETTINGS[name][bound]
    assert read_options(given(name, value))[1] is None
    assert f"markscheme.{name}: expected at least" in str(read_options(given(name, value + sign))[1])


def test_the_manifest_offers_the_built_in_differences():
    assert tuple(SETTINGS["equal"]["items"]["enum"]) == ENGLISH.tolerances.names


def test_an_untrusted_folder_sets_no_command_and_no_model():
    untrusted = MANIFEST["capabilities"]["untrustedWorkspaces"]
    restricted = {name.removeprefix("markscheme.") for name in untrusted["restrictedConfigurations"]}
    models = "encoder", "pooling", "device", "precision", "layer", "estimator", "pipeline", "cache", "engineIdle"
    assert untrusted["supported"] == "limited"
    assert restricted == {"server.command", *models}
    assert all(SETTINGS[name]["scope"] == "machine-overridable" for name in models)


def test_settings_of_language_models_belong_to_the_machine_and_are_the_servers_variables_but_the_key():
    groups = [group["properties"] for group in MANIFEST["contributes"]["configuration"]]
    found = {name: shape for group in groups for name, shape in group.items() if name.startswith("markscheme.llm.")}
    assert all(shape["scope"] == "machine" for shape in found.values())
    variables = (CLIENT / "src" / "server" / "languageModel.ts").read_text("utf-8")
    names = dict(re.findall(r"  (\w+): '(MARKSCHEME_LLM_\w+)'", variables))
    assert {f"markscheme.llm.{name}" for name in names} == set(found)
    known = {value for value in vars(judges).values() if isinstance(value, str) and value.startswith("MARKSCHEME_LLM_")}
    assert {*names.values(), judges.KEY} == known
    standard = judges.configured({judges.ENDPOINT: "http://a/v1", judges.MODEL: "m"})
    defaults = {name: found[f"markscheme.llm.{name}"]["default"] for name in ("concurrency", "timeout", "inputPrice")}
    assert defaults == {
        "concurrency": standard.concurrency,
        "timeout": standard.timeout,
        "inputPrice": standard.input_price,
    }


def test_semantic_token_types_match_the_server():
    assert [item["id"] for item in MANIFEST["contributes"]["semanticTokenTypes"]] == list(LEGEND.token_types)


def test_the_manifests_strings_are_those_that_it_names():
    named = set(re.findall(r'"%([^%"]+)%"', json.dumps(MANIFEST)))
    assert named == set(STRINGS)
    assert all(text.strip() for text in STRINGS.values())
