"""The settings in the VS Code extension's manifest are exactly the server's options."""

import json
import re
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs
import pytest

from markscheme.judges import panel as judges
from markscheme.languages.english import ENGLISH
from markscheme.lsp.options import MARK_METRICS, Options, Severities, read_options
from markscheme.lsp.requests.lenses import LEGEND

CLIENT = Path(__file__).parents[2] / "vscode-client"
MANIFEST = json.loads((CLIENT / "package.json").read_text("utf-8"))
STRINGS = json.loads((CLIENT / "package.nls.json").read_text("utf-8"))
CLIENTS_OWN = ("view", "server", "trace", "llm")
ENGINES_OWN = ("encoder", "pooling", "device", "precision", "layer", "estimator", "pipeline", "cache", "engineIdle")
"""Settings of the engine, which all windows share, and of its models: an untrusted folder must not set them."""


def settings() -> dict[str, dict[str, Any]]:
    """Return the server's settings in the manifest, without their section."""
    groups = [group["properties"] for group in MANIFEST["contributes"]["configuration"]]
    shapes = {name.removeprefix("markscheme."): shape for group in groups for name, shape in group.items()}
    return {name: shape for name, shape in shapes.items() if name.split(".")[0] not in CLIENTS_OWN}


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def options() -> dict[str, tuple[Any, Any]]:
    """Return the type and default of each setting, severities one by one, without ``diagnostics``."""
    pairs = {}
    for name, kind in get_type_hints(Options).items():
        default = getattr(attrs.fields(Options), name).default
        if name == "severities":
            kinds = get_type_hints(Severities)
            pairs |= {
                f"severities.{camel(item)}": (kinds[item], value) for item, value in attrs.asdict(default).items()
            }
        elif name != "diagnostics":
            pairs[camel(name)] = (kind, list(default) if isinstance(default, tuple) else default)
    return pairs


def choices_of(kind: Any) -> tuple[str | None, ...]:
    """Return the values that a setting's type lists, ``None`` first where it is one of them; none for other types."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    members = get_args(kind)
    lists = [item for item in members if get_origin(item) is Literal]
    return (None, *get_args(lists[0])) if lists and type(None) in members else ()


def test_the_manifest_has_every_setting_and_no_other():
    assert set(settings()) == set(options())


@pytest.mark.parametrize("name", options())
def test_defaults_and_choices_match_the_server(name: str):
    kind, default = options()[name]
    shape = settings()[name]
    assert shape["default"] == default
    choices = MARK_METRICS if name == "metric" else choices_of(kind)
    assert shape.get("enum", []) == list(choices)
    outer, _, inner = name.partition(".")
    given = {outer: {inner: default}} if inner else {outer: default}
    assert read_options(given) == (Options(), None)


def test_the_manifest_offers_the_built_in_differences():
    shape = settings()["equal"]["items"]
    assert tuple(shape["enum"]) == ENGLISH.tolerances.names
    assert shape["enumDescriptions"] == [f"%setting.equal.{name}%" for name in shape["enum"]]


def test_an_untrusted_folder_sets_no_command_and_no_model():
    untrusted = MANIFEST["capabilities"]["untrustedWorkspaces"]
    restricted = {name.removeprefix("markscheme.") for name in untrusted["restrictedConfigurations"]}
    assert untrusted["supported"] == "limited"
    assert restricted >= {"server.command", *ENGINES_OWN}
    assert all(settings()[name]["scope"] == "machine-overridable" for name in ENGINES_OWN)


def test_settings_of_language_models_belong_to_the_machine_and_are_the_servers_variables_but_the_key():
    groups = [group["properties"] for group in MANIFEST["contributes"]["configuration"]]
    found = {name: shape for group in groups for name, shape in group.items() if name.startswith("markscheme.llm.")}
    assert all(shape["scope"] == "machine" for shape in found.values())
    variables = (CLIENT / "src" / "server" / "modelVariables.ts").read_text("utf-8")
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
