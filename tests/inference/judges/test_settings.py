"""Which language model a person has named, and what can't be meant."""

from pathlib import Path

import pytest

from inference.judges.tiny_model import write_model
from markscheme.errors import JudgeError
from markscheme.inference.judge import NOT_CONFIGURED, Inquiry, ModelFiles, configured, configured_key
from markscheme.judges import Judge, JudgeSettings
from markscheme.metrics.base import ModelQuestion
from markscheme.server.engine.protocol import JudgeParams

URL = "https://models.example/v1"
KEY = "sk-not-to-be-seen"


def named(**variables: str) -> JudgeSettings:
    return configured({f"MARKSCHEME_LLM_{name}": value for name, value in variables.items()})


def test_without_a_word_of_the_person_there_is_none():
    with pytest.raises(JudgeError, match="MARKSCHEME_LLM_ENDPOINT") as told:
        configured({})
    assert str(told.value) == NOT_CONFIGURED


def test_an_endpoint_and_a_model_are_enough():
    found = named(ENDPOINT=f" {URL}/ ", MODEL="m")
    assert found == JudgeSettings("m", URL)
    assert (found.host, found.on_this_machine, found.temperature) == ("models.example", False, 0.1)


def test_the_rest_can_be_said():
    found = named(ENDPOINT=URL, MODEL="m", CONCURRENCY="8", TIMEOUT="2.5", INPUT_PRICE="0.5", OUTPUT_PRICE="0")
    assert found == JudgeSettings("m", URL, concurrency=8, timeout=2.5, input_price=0.5, output_price=0.0)


def test_the_whole_address_of_completions_is_understood():
    assert named(ENDPOINT=f"{URL}/chat/completions", MODEL="m").endpoint == URL


def test_options_come_before_the_environment(tmp_path: Path):
    variables = {"MARKSCHEME_LLM_ENDPOINT": URL, "MARKSCHEME_LLM_MODEL": "m"}
    assert configured(variables, model="other") == JudgeSettings("other", URL)
    assert configured(variables, endpoint="http://127.0.0.1:1/v1").host == "127.0.0.1:1"
    assert configured(variables, endpoint="", model=str(tmp_path)) == JudgeSettings(str(tmp_path))


def test_a_folder_with_a_models_name_is_not_that_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "llama3").mkdir()
    monkeypatch.chdir(tmp_path)
    for ask in (lambda: named(MODEL="llama3"), lambda: named(MODEL="./llama3"), lambda: configured({}, model="llama3")):
        with pytest.raises(JudgeError, match="no folder of a model"):
            ask()
    assert configured({}, model="./llama3") == JudgeSettings(str(tmp_path / "llama3"))
    monkeypatch.chdir(tmp_path / "llama3")
    assert configured({}, model="../llama3").model.endswith("llama3")


@pytest.mark.parametrize("name", ["llama3", "./llama3", "~", "/"])
def test_an_endpoint_is_not_passed_over_for_a_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "llama3").mkdir()
    monkeypatch.chdir(tmp_path)
    assert configured({"MARKSCHEME_LLM_ENDPOINT": URL}, model=name) == JudgeSettings(name, URL)
    assert configured({"MARKSCHEME_LLM_MODEL": name}, endpoint=URL) == JudgeSettings(name, URL)


def test_a_persons_own_folder_is_found_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "m").mkdir()
    assert named(MODEL="~/m") == JudgeSettings(str(tmp_path / "m"))


def test_a_folder_alone_is_a_model_on_this_machine(tmp_path: Path):
    found = named(MODEL=str(tmp_path))
    assert (found.model, found.endpoint, found.host) == (str(tmp_path), None, None)


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"MODEL": "no-such-folder"}, "no folder of a model"),
        ({"MODEL": "~nobody-of-this-name/x"}, "no folder of a model"),
        ({"ENDPOINT": URL}, "must name a model"),
        ({"ENDPOINT": "models.example/v1", "MODEL": "m"}, "must be a URL"),
        ({"ENDPOINT": "file:///etc/passwd", "MODEL": "m"}, "must be a URL"),
        ({"ENDPOINT": "http://", "MODEL": "m"}, "must be a URL"),
        ({"ENDPOINT": "http://[", "MODEL": "m"}, "no URL"),
        ({"ENDPOINT": "http://a:99999", "MODEL": "m"}, "no URL"),
        ({"ENDPOINT": f"{URL}?api_key=x", "MODEL": "m"}, "must be a URL"),
        ({"ENDPOINT": URL, "MODEL": "a|b"}, "no model's name"),
        ({"ENDPOINT": URL, "MODEL": "m", "CONCURRENCY": "0"}, "whole number of at least 1"),
        ({"ENDPOINT": URL, "MODEL": "m", "CONCURRENCY": "1.5"}, "whole number of at least 1"),
        ({"ENDPOINT": URL, "MODEL": "m", "TIMEOUT": "soon"}, "number of at least"),
        ({"ENDPOINT": URL, "MODEL": "m", "TIMEOUT": "nan"}, "number of at least"),
        ({"ENDPOINT": URL, "MODEL": "m", "INPUT_PRICE": "-1"}, "number of at least 0"),
    ],
)
def test_what_cant_be_meant_is_told(variables: dict[str, str], message: str):
    with pytest.raises(JudgeError, match=message):
        named(**variables)


@pytest.mark.parametrize(
    "wrong",
    [{"temperature": 0.0}, {"temperature": float("nan")}, {"timeout": 0.0}, {"concurrency": 0}, {"attempts": 0}],
)
def test_a_number_out_of_range_is_told_in_python_too(wrong: dict[str, float]):
    with pytest.raises(JudgeError, match=f"{next(iter(wrong))} must be"):
        JudgeSettings("m", URL, **wrong)


def test_a_key_in_an_address_is_refused_and_not_repeated():
    with pytest.raises(JudgeError, match="MARKSCHEME_LLM_KEY") as told:
        named(ENDPOINT=f"https://{KEY}@models.example/v1", MODEL="m")
    assert KEY not in str(told.value)


@pytest.mark.parametrize("key", [f"{KEY}\nX: y", f"{KEY} and more", f"{KEY}é"])
def test_a_key_that_is_none_is_refused_and_not_repeated(key: str):
    with pytest.raises(JudgeError) as told:
        configured_key({"MARKSCHEME_LLM_KEY": key})
    assert KEY not in str(told.value)


def test_a_key_is_shown_by_nothing_that_carries_it():
    request = JudgeParams((), JudgeSettings("m", URL), configured_key({"MARKSCHEME_LLM_KEY": f" {KEY}\n"}))
    assert request.key == KEY
    assert KEY not in repr(request)
    assert KEY not in repr(Judge(JudgeSettings("m", URL), KEY))


@pytest.mark.parametrize(
    ("endpoint", "own"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://localhost:1/v1", True),
        ("http://[::1]:1/v1", True),
        ("http://127.0.0.1.models.example/v1", False),
        ("http://10.0.0.1/v1", False),
        (URL, False),
    ],
)
def test_it_is_known_whether_an_endpoint_is_on_this_machine(endpoint: str, own: bool):
    assert JudgeSettings("m", endpoint).on_this_machine == own


def test_an_inquiry_tells_where_how_much_and_what_it_costs():
    questions = [ModelQuestion("She go home .", "go", "goes"), ModelQuestion("I agree", "", "am")]
    settings = JudgeSettings("m", "http://models.example/v1", input_price=1000.0, output_price=500.0)
    found = Inquiry.of(questions, settings)
    assert found.requests == 2
    assert found.input_tokens == -(-sum(len(question.prompt) for question in questions) // 4)
    assert found.cost == pytest.approx((found.input_tokens * 1000 + found.output_tokens * 500) / 1e6)
    assert "2 requests to models.example (model m), at most 4 at a time" in found.text
    assert "not encrypted" in found.text
    assert "cost about" in found.text
    assert "e+" not in Inquiry.of(questions * 999, settings).text


def test_without_prices_nothing_is_said_of_cost_and_without_an_endpoint_nothing_of_a_host(tmp_path: Path):
    assert "cost" not in Inquiry.of([], JudgeSettings("m", URL)).text
    local = Inquiry.of([ModelQuestion("a", "a", "b")], JudgeSettings(str(tmp_path)))
    assert local.text.startswith(f"1 request to the model {tmp_path} on this machine")
    assert local.encrypted


def test_a_models_identity_is_what_is_in_its_files(tmp_path: Path):
    one, same, other = (write_model(tmp_path / name / "m", seed) for name, seed in (("a", 1), ("b", 1), ("c", 2)))
    identities = [ModelFiles.of(folder).identity for folder in (one, same, other)]
    assert identities[0] == identities[1] != identities[2]
    assert identities[0].startswith("m@")


def test_a_folder_without_a_model_is_told_of(tmp_path: Path):
    with pytest.raises(JudgeError, match="holds no language model"):
        ModelFiles.of(tmp_path)
