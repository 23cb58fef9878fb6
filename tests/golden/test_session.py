"""A session with the language server: its answers are compared with recorded ones, scene by scene."""

import json
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from golden.documents import laid_out
from golden.recorder import ENVIRONMENT, copy_inputs, difference, normal
from golden.scenes import INPUTS, LAST, PULLING, PUSHING, Scene
from golden.session import CAPABILITIES, OFFERS_QUESTIONS, Client, session

HIDDEN = {
    r'"(pid|memory|queue|batches|encoderLoads|entries|bytes|cacheEntries|cacheBytes)": \d+': r'"\1": 0',
    r'"(running|pipelineLoaded|encoderLoaded)": (true|false)': r'"\1": false',
    r'"(device|cache)": "[^"]*"': r'"\1": "<\1>"',
    r'"(resultId|previousResultId)": "[^"]*"': r'"\1": "<of these paths>"',
    r'file://[^" ]*/diagnostics\.md': "<explanations>",
}
"""What depends on the machine, on the moment, and on where the program's files are."""


Records = dict[str, list[dict[str, Any]]]


def play(scenes: Iterable[Scene], client: Client) -> Records:
    """Return the record of each scene."""
    records = {}
    for scene in scenes:
        client.record = []
        scene(client)
        records[scene.__name__] = client.record
    return records


def test_session(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory):
    """One test, since a scene sees what earlier ones wrote; the client that pulls shares the other one's engine."""
    own = {f"XDG_{name}_HOME": str(tmp_path_factory.mktemp(name)) for name in ("CACHE", "STATE")}
    folders = {name: tmp_path / name for name in ("push", "pull")}
    clients: dict[str, Client] = {}
    recorded: dict[str, tuple[Path, list[dict[str, Any]]]] = {}
    with ExitStack() as stack:
        for name, scenes in (("push", PUSHING), ("pull", PULLING), ("push", LAST)):
            if f"initialize-{name}" not in recorded:
                copy_inputs(INPUTS, folders[name])
                options = {"author": "Ms Kim", "debounce": 1, "diagnostics": name}
                clients[name] = stack.enter_context(
                    session(
                        folders[name],
                        ENVIRONMENT | own,
                        CAPABILITIES if name == "push" else OFFERS_QUESTIONS,
                        **options,
                    )
                )
                recorded[f"initialize-{name}"] = (folders[name], clients[name].record)
            for title, record in play(scenes, clients[name]).items():
                recorded[title] = (folders[name], record)
    failures = []
    for title, (folder, record) in recorded.items():
        items = json.loads(normal(json.dumps(record, ensure_ascii=False), folder, HIDDEN))
        text = "\n".join(laid_out(item) for item in items) + "\n"
        failures.append(difference(f"session/{title}", text, uses_encoder=True, suffix=".json"))
    if any(failures):
        pytest.fail("\n".join(filter(None, failures)), pytrace=False)
