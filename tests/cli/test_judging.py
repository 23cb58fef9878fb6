"""Weighting by a language model on the command line, against an endpoint in its own process."""

import json
import os
import select
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import markscheme as api
from exercise_files import exercise
from inference.judges.stub import Stub, expected, running
from inference.judges.tiny_model import write_model

Command = Callable[..., "subprocess.CompletedProcess[str]"]

KEY = "sk-not-to-be-seen"
SCORE = ["score", "--hypothesis", "mei=mei.m2", "--hypothesis", "jonas=jonas.m2", "--reference", "kim.m2"]
CLEME2 = ["--metric", "cleme2"]
LLM = ["--weighting", "llm", "--cache", "cache.sqlite"]
FOUR = ["She like the musics .", "It rain today .", "I agree .", "They is here ."]


def m2(edits: dict[int, list[str]]) -> str:
    blocks = []
    for number, sentence in enumerate(FOUR):
        lines = [f"S {sentence}"]
        lines += [f"A {edit}|||REQUIRED|||-NONE-|||0" for edit in edits.get(number, ["-1 -1|||noop|||-NONE-"])]
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


@pytest.fixture(scope="module")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stub]:
    with running(tmp_path_factory.mktemp("stub") / "requests.jsonl") as started:
        yield started


def write_class(folder: Path) -> Path:
    learner = "My sister live happily in Rome.\n"
    exercise(
        folder,
        source=learner,
        hypotheses={"mei": "My sister lives happily on Rome.\n", "jonas": learner},
        references={"kim": "My sister lives happily in Rome.\n"},
    )
    return folder


@pytest.fixture(scope="module", autouse=True)
def class_marked(user_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Put the edits and vectors of the class into the user cache, of which each test's cache is a copy."""
    assert api.review([write_class(tmp_path_factory.mktemp("class"))]).problems == ()


@pytest.fixture(autouse=True)
def files(tmp_path: Path, cache_copy: Path) -> Path:
    likes, music = "1 2|||R:VERB:SVA|||likes", "3 4|||R:NOUN:NUM|||music"
    (tmp_path / "kim.m2").write_text(m2({0: [likes, music], 1: ["1 2|||R:VERB:SVA|||rains"]}))
    (tmp_path / "mei.m2").write_text(m2({0: [likes], 1: ["1 2|||R:VERB:TENSE|||rained"]}))
    (tmp_path / "jonas.m2").write_text(m2({0: [likes, music], 2: ["1 1|||M:VERB|||am"]}))
    write_class(tmp_path / "class")
    return tmp_path


@pytest.fixture
def model(stub: Stub, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """Name a model of the stub and a key in the environment; return the model's name."""
    name = f"{getattr(request, 'param', 'good')}-{request.node.name}"
    monkeypatch.setenv("MARKSCHEME_LLM_ENDPOINT", stub.url)
    monkeypatch.setenv("MARKSCHEME_LLM_MODEL", name)
    monkeypatch.setenv("MARKSCHEME_LLM_KEY", KEY)
    return name


def edits_of(stub: Stub, model: str) -> list[str]:
    prompts = [request["body"]["messages"][0]["content"] for request in stub.of(model)]
    return sorted(prompt.rpartition("\nEdit: ")[2].partition("\n")[0] for prompt in prompts)


def everything(folder: Path, done: "subprocess.CompletedProcess[str]") -> str:
    """Return all output and files of a run."""
    kept = "".join(path.read_bytes().decode("latin-1") for path in folder.rglob("*") if path.is_file())
    return kept + str(done.stdout) + str(done.stderr)


def test_scores_are_weighted_and_each_answer_is_requested_once(
    stub: Stub, model: str, markscheme: Command, tmp_path: Path
):
    done = markscheme(*SCORE, *CLEME2, *LLM, "--yes", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert f"4 requests to {stub.host} (model {model}), at most 4 at a time, about" not in done.stderr
    assert f"5 requests to {stub.host} (model {model}), at most 4 at a time, about" in done.stderr
    asked = ["like → likes", "musics → music", "rain → rained", "rain → rains", "ε → am"]
    assert edits_of(stub, model) == asked
    mei, jonas = json.loads(done.stdout)["runs"]
    of = dict(zip(asked, map(expected, asked), strict=True))
    assert (mei["weighting"], mei["counts"]["tp"], mei["counts"]["fp_ne"]) == ("llm", 1, 1)
    assert mei["weights"]["tp"] == of["like → likes"]
    assert mei["weights"]["fp_ne"] == of["rain → rained"]
    assert mei["weights"]["fn"] == of["musics → music"]
    assert jonas["weights"]["tp"] == of["like → likes"] + of["musics → music"]
    assert jonas["weights"]["fp_un"] == of["ε → am"]
    assert f"|weighting:llm|model:{model}|temperature:0.1|" in mei["signature"]
    again = markscheme(*SCORE, *CLEME2, *LLM, "--format", "json")
    assert (again.returncode, again.stderr, again.stdout) == (0, "", done.stdout)
    assert len(stub.of(model)) == 5
    assert KEY not in everything(tmp_path, done)
    assert {request["key"] for request in stub.of(model)} == {f"Bearer {KEY}"}


def test_cleme_is_weighted_too(model: str, markscheme: Command):
    done = markscheme(*SCORE, *LLM, "--yes", "--metric", "cleme", "--format", "json")
    [mei, _] = json.loads(done.stdout)["runs"]
    assert mei["weights"]["tp"] == expected("like → likes")
    assert f"model:{model}" in mei["signature"]


def test_nothing_is_sent_without_a_terminal(stub: Stub, model: str, markscheme: Command):
    done = markscheme(*SCORE, *CLEME2, *LLM)
    assert (done.returncode, done.stdout) == (2, "")
    plan, refusal = done.stderr.splitlines()
    assert plan.startswith(f"markscheme: 5 requests to {stub.host}")
    assert refusal == f"markscheme: nothing was sent to {stub.host}; to send without a question, add --yes"
    assert stub.of(model) == []


def answered(folder: Path, answer: bytes, *arguments: str) -> str:
    """Run a command at a terminal, answer its question, and return what the person sees."""
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    main, end = pytest.importorskip("pty").openpty()
    process = subprocess.Popen([script, *arguments], cwd=folder, stdin=end, stdout=subprocess.DEVNULL, stderr=end)
    os.close(end)
    seen, is_answered, until = b"", False, time.monotonic() + 100
    while time.monotonic() < until:
        ready, _, _ = select.select([main], [], [], 0.1)
        try:
            seen += os.read(main, 10_000) if ready else b""
        except OSError:
            break
        if b"[y/N]" in seen and not is_answered:
            is_answered = True
            os.write(main, answer)
        if process.poll() is not None and not ready:
            break
    os.close(main)
    return seen.decode() + f"\nstatus {process.wait(60)}"


@pytest.mark.parametrize(("answer", "requests", "status"), [(b"y\n", 5, 0), (b"n\n", 0, 2), (b"\n", 0, 2)])
def test_a_person_at_a_terminal_is_asked(
    answer: bytes, requests: int, status: int, stub: Stub, model: str, tmp_path: Path
):
    seen = answered(tmp_path, answer, *SCORE, *CLEME2, *LLM)
    assert f"5 requests to {stub.host}" in seen
    assert len(stub.of(model)) == requests
    assert seen.endswith(f"status {status}")
    assert ("nothing was sent to the language model" in seen) == (status == 2)


def test_options_name_another_model(stub: Stub, model: str, markscheme: Command):
    done = markscheme(
        *SCORE,
        *CLEME2,
        *LLM,
        "--yes",
        "--set",
        "judge.model=good-other",
        "--set",
        f"judge.endpoint={stub.url}",
        "--format",
        "json",
    )
    assert done.returncode == 0, done.stderr
    assert "model:good-other|" in done.stdout
    assert stub.of(model) == []


def test_a_missing_model_is_reported_with_a_remedy(markscheme: Command):
    done = markscheme(*SCORE, *CLEME2, *LLM)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert "no language model is configured" in line
    assert "MARKSCHEME_LLM_ENDPOINT" in line


@pytest.mark.parametrize("model", ["wordy", "status401"], indirect=True)
def test_a_failing_endpoint_is_reported_in_one_line(stub: Stub, model: str, markscheme: Command, tmp_path: Path):
    done = markscheme(*SCORE, *CLEME2, *LLM, "--yes")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith(f"markscheme: the language model at {stub.host} ")
    assert KEY not in everything(tmp_path, done)
    assert not any(sentence in done.stderr for sentence in FOUR)


def test_documents_are_marked_with_weights(stub: Stub, model: str, markscheme: Command):
    done = markscheme("review", "class", *LLM, "--yes", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert f"3 requests to {stub.host}" not in done.stderr
    assert f"2 requests to {stub.host}" in done.stderr
    jonas, mei = json.loads(done.stdout)["documents"]
    assert edits_of(stub, model) == ["in → on", "live → lives"]
    weights = {finding["hypothesis"]: finding["weight"] for finding in mei["findings"]}
    assert weights == {"lives": expected("live → lives"), "on": expected("in → on")}
    assert [finding["weight"] for finding in jonas["findings"]] == [expected("live → lives")]
    assert mei["marks"]["weighting"] == "llm"
    assert f"weighting:llm|model:{model}|temperature:0.1" in mei["marks"]["signature"]
    assert markscheme("review", "class", *LLM, "--format", "json").stdout == done.stdout


@pytest.mark.parametrize("model", ["status503", "wordy", "status401"], indirect=True)
def test_documents_are_marked_when_the_endpoint_fails(stub: Stub, model: str, markscheme: Command, tmp_path: Path):
    plain = json.loads(markscheme("review", "class", "--cache", "cache.sqlite", "--format", "json").stdout)
    done = markscheme("review", "class", *LLM, "--yes", "--format", "json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["documents"] == plain["documents"]
    line = done.stderr.splitlines()[-1]
    assert line.startswith(f"markscheme: edits are not weighted: the language model at {stub.host} ")
    assert KEY not in everything(tmp_path, done)
    assert "sister" not in done.stderr


def test_documents_are_marked_without_consent(stub: Stub, model: str, markscheme: Command):
    done = markscheme("review", "class", *LLM, "--format", "json")
    assert done.returncode == 2
    assert [document["marks"]["weighting"] for document in json.loads(done.stdout)["documents"]] == ["none", "none"]
    assert "add --yes" in done.stderr
    assert stub.of(model) == []


CONFIGURATION = """\
[marking]
weighting = "llm"
[[exercise]]
source = "e.src.txt"
references = ["e.ref.*"]
hypotheses = ["e.hyp.*"]
"""


def test_a_folders_configuration_alone_sends_nothing(stub: Stub, markscheme: Command, tmp_path: Path):
    before = len(stub.requests)
    (tmp_path / "class" / "markscheme.toml").write_text(CONFIGURATION)
    done = markscheme("review", "class", "--yes", "--format", "json")
    assert done.returncode == 2
    assert [document["marks"]["weighting"] for document in json.loads(done.stdout)["documents"]] == ["none", "none"]
    assert "no language model is configured" in done.stderr
    assert len(stub.requests) == before


def test_a_wrong_endpoint_is_reported_only_where_it_is_used(
    markscheme: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("MARKSCHEME_LLM_ENDPOINT", "models.example")
    monkeypatch.setenv("MARKSCHEME_LLM_MODEL", "m")
    unneeded = markscheme("review", "class", "--cache", "cache.sqlite")
    assert (unneeded.returncode, unneeded.stderr) == (0, "")
    (tmp_path / "class" / "markscheme.toml").write_text(CONFIGURATION)
    done = markscheme("review", "class", "--cache", "cache.sqlite", "--format", "json")
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert line.startswith("markscheme: edits are not weighted: MARKSCHEME_LLM_ENDPOINT must be a URL")
    assert [document["marks"]["weighting"] for document in json.loads(done.stdout)["documents"]] == ["none", "none"]


@pytest.mark.parametrize("name", ["endpoint", "llm_endpoint", "model", "llm", "judge"])
def test_a_folder_cannot_name_an_endpoint(name: str, stub: Stub, markscheme: Command, tmp_path: Path):
    before = len(stub.requests)
    named = CONFIGURATION.replace("[[", f'{name} = "{stub.url}"\n[[', 1)
    (tmp_path / "class" / "markscheme.toml").write_text(named)
    done = markscheme("review", "class", "--yes", "--format", "json")
    assert done.returncode == 2
    assert "markscheme.toml" in done.stderr
    assert len(stub.requests) == before


def test_a_folders_weighting_uses_the_persons_model_with_consent(
    stub: Stub, model: str, markscheme: Command, tmp_path: Path
):
    (tmp_path / "class" / "markscheme.toml").write_text(CONFIGURATION)
    refused = markscheme("review", "class", "--cache", "cache.sqlite", "--format", "json")
    assert "add --yes" in refused.stderr
    assert stub.of(model) == []
    done = markscheme("review", "class", "--cache", "cache.sqlite", "--yes", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert [document["marks"]["weighting"] for document in json.loads(done.stdout)["documents"]] == ["llm", "llm"]


def test_variables_of_a_folder_are_not_read(stub: Stub, markscheme: Command, tmp_path: Path):
    before = len(stub.requests)
    (tmp_path / ".env").write_text(f"MARKSCHEME_LLM_ENDPOINT={stub.url}\nMARKSCHEME_LLM_MODEL=good-env\n")
    assert markscheme(*SCORE, *CLEME2, *LLM, "--yes").returncode == 2
    assert len(stub.requests) == before


def test_a_local_model_needs_no_consent(markscheme: Command, tmp_path: Path):
    folder = write_model(tmp_path / "tiny")
    done = markscheme(*SCORE, *CLEME2, *LLM, "--set", f"judge.model={folder}", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert f"markscheme: 5 requests to the model {folder} on this machine, at most 1 at a time" in done.stderr
    [mei, _] = json.loads(done.stdout)["runs"]
    assert "weighting:llm|model:tiny@" in mei["signature"]
    assert mei["weights"]["tp"] in (1, 2, 3, 4, 5)
    assert markscheme(*SCORE, *CLEME2, *LLM, "--set", f"judge.model={folder}", "--format", "json").stdout == done.stdout


def test_a_folder_without_a_model_stops_no_marks(markscheme: Command, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    done = markscheme("review", "class", *LLM, "--set", f"judge.model={tmp_path / 'empty'}", "--format", "json")
    assert done.returncode == 2
    assert len(json.loads(done.stdout)["documents"]) == 2
    assert "holds no language model" in done.stderr
