"""An endpoint in a process of its own, over real HTTP: right answers, late ones, wrong ones and none."""

import asyncio
import socket
import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from inference.judges.known import known
from inference.judges.stub import Stub, expected
from markscheme import EngineSettings
from markscheme.errors import JudgeError
from markscheme.inference import judge_panel
from markscheme.inference.judge_panel import JudgePanel, ask_now
from markscheme.inference.models import Models
from markscheme.judges import JudgeSettings
from markscheme.metrics.base import ModelQuestion

KEY = "sk-not-to-be-seen"
QUESTIONS = {
    ModelQuestion(f"He go home {number} times .", "go", f"goes {number}"): f"sentence {number}"
    for number in range(1, 8)
}
ONE = dict(list(QUESTIONS.items())[:1])
_numbers = count()


@pytest.fixture
def models(tmp_path: Path) -> Models:
    return Models(EngineSettings(cache=str(tmp_path / "cache.sqlite")))


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits long for what the endpoint has said nothing of."""
    monkeypatch.setattr(judge_panel, "_BACKOFF", lambda _: 0.01)


@pytest.fixture
def model(stub: Stub) -> Callable[..., JudgeSettings]:
    """A model of the stub's, by what it does wrong; a new one each time, so that nothing is known of it."""

    def settings(kind: str, **others: float) -> JudgeSettings:
        return JudgeSettings(f"{kind}-{next(_numbers)}", stub.url, **others)

    return settings


def answers(questions: dict[ModelQuestion, str]) -> dict[ModelQuestion, int]:
    return {question: expected(question.edit) for question in questions}


def failure(questions: dict[ModelQuestion, str], settings: JudgeSettings, models: Models) -> str:
    with pytest.raises(JudgeError) as told:
        ask_now(questions, settings, KEY, models)
    assert KEY not in str(told.value)
    assert "own words" not in str(told.value)
    assert not any(question.sentence in str(told.value) for question in questions)
    return str(told.value)


def test_each_edit_is_asked_of_by_itself_as_the_paper_does(stub: Stub, model, models: Models):
    settings = model("good")
    ask_now(QUESTIONS, settings, KEY, models)
    assert known(models, QUESTIONS, settings) == answers(QUESTIONS)
    sent = stub.of(settings.model)
    assert {request["path"] for request in sent} == {"/v1/chat/completions"}
    assert {request["key"] for request in sent} == {f"Bearer {KEY}"}
    assert {request["body"]["temperature"] for request in sent} == {0.1}
    messages = [request["body"]["messages"] for request in sent]
    assert sorted(only["content"] for [only] in messages) == sorted(question.prompt for question in QUESTIONS)


def test_without_a_key_none_is_sent(stub: Stub, model, models: Models):
    settings = model("good")
    ask_now(ONE, settings, None, models)
    assert [request["key"] for request in stub.of(settings.model)] == [None]


def test_answers_are_kept_by_model_temperature_and_address(model, models: Models, tmp_path: Path):
    settings = model("good")
    ask_now(QUESTIONS, settings, KEY, models)
    again = Models(models.settings)
    same = JudgeSettings(settings.model, settings.endpoint, concurrency=9, input_price=1.0)
    assert known(again, QUESTIONS, same) == answers(QUESTIONS)
    assert known(again, QUESTIONS, JudgeSettings(settings.model, settings.endpoint, 0.2)) == {}
    assert known(again, QUESTIONS, JudgeSettings(settings.model, settings.endpoint, 0.10000001)) == {}
    assert known(again, QUESTIONS, JudgeSettings(settings.model, "https://models.example/v1")) == {}
    assert known(again, QUESTIONS, model("good")) == {}
    assert KEY.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.parametrize("concurrency", [1, 3])
def test_no_more_are_asked_at_a_time_than_allowed(concurrency: int, stub: Stub, model, models: Models):
    settings = model(f"together{concurrency}", concurrency=concurrency)
    ask_now(QUESTIONS, settings, KEY, models)
    assert max(request["working"] for request in stub.of(settings.model)) == concurrency


async def test_the_limit_is_one_for_all_who_ask_at_once(stub: Stub, model, models: Models):
    settings, judges = model("together2", concurrency=2), JudgePanel()
    halves = dict(list(QUESTIONS.items())[:3]), dict(list(QUESTIONS.items())[3:])
    await asyncio.gather(*(judges.ask(half, settings, KEY, models) for half in halves))
    assert max(request["working"] for request in stub.of(settings.model)) == 2
    assert known(models, QUESTIONS, settings) == answers(QUESTIONS)


async def test_it_can_be_asked_from_a_running_event_loop(model, models: Models):
    settings = model("good")
    ask_now(QUESTIONS, settings, KEY, models)
    assert known(models, QUESTIONS, settings) == answers(QUESTIONS)


@pytest.mark.parametrize(("kind", "seconds"), [("busyonce", 1.0), ("busydate", 0.9)])
def test_who_is_asked_to_wait_waits(kind: str, seconds: float, stub: Stub, model, models: Models):
    settings = model(kind)
    ask_now(ONE, settings, KEY, models)
    first, second = stub.of(settings.model)
    assert second["at"] - first["at"] >= seconds
    assert known(models, ONE, settings) == answers(ONE)


def test_when_one_is_asked_to_wait_the_others_wait_too(stub: Stub, model, models: Models):
    settings = model("busyfirst", concurrency=2)
    ask_now(QUESTIONS, settings, KEY, models)
    first, *others = [request["at"] for request in stub.of(settings.model)]
    assert len([at for at in others if at < first + 0.95]) <= 1
    assert known(models, QUESTIONS, settings) == answers(QUESTIONS)


def test_who_asks_to_wait_for_an_hour_is_given_up(stub: Stub, model, models: Models):
    settings = model("busylong")
    assert "status 429; it asks to wait 3600 s" in failure(ONE, settings, models)
    assert len(stub.of(settings.model)) == 1


def test_who_asks_to_wait_for_ever_is_told_of_in_words(model, models: Models):
    assert "(status 429; it asks to wait more than a day)" in failure(ONE, model("busyforever"), models)


def test_a_date_that_is_none_says_nothing(stub: Stub, model, models: Models):
    settings = model("busyodd")
    ask_now(ONE, settings, KEY, models)
    assert len(stub.of(settings.model)) == 2
    assert known(models, ONE, settings) == answers(ONE)


@pytest.mark.parametrize("kind", ["wordyonce", "slowonce"])
def test_one_wrong_answer_or_late_one_is_asked_for_again(kind: str, stub: Stub, model, models: Models):
    settings = model(kind, timeout=1.5)
    ask_now(ONE, settings, KEY, models)
    assert known(models, ONE, settings) == answers(ONE)
    assert len(stub.of(settings.model)) == 2


@pytest.mark.parametrize("kind", ["wordy", "six", "none", "nojson", "huge"])
def test_what_is_no_score_is_never_taken_for_one(kind: str, stub: Stub, model, models: Models):
    settings = model(kind, attempts=3, concurrency=1)
    number = dict.fromkeys(ONE, "sentence 17")
    assert "about sentence 17, 3 times" in failure(number, settings, models)
    assert len(stub.of(settings.model)) == 3
    assert known(models, ONE, settings) == {}


def test_late_answers_are_waited_for_twice(stub: Stub, model, models: Models):
    settings = model("slow", timeout=0.3)
    assert "did not answer within 0.3 s" in failure(ONE, settings, models)
    assert len(stub.of(settings.model)) == 2


@pytest.mark.parametrize(
    ("status", "words", "times"),
    [
        (400, "can't use the request", 1),
        (401, "refuses the key; check MARKSCHEME_LLM_KEY", 1),
        (403, "refuses the key", 1),
        (404, "has no such model", 1),
        (422, "can't use the request", 1),
        (429, "has had too many requests", 3),
        (500, "can't answer now", 3),
        (501, "can't use the request", 1),
        (503, "can't answer now", 3),
        (505, "can't use the request", 1),
        (520, "can't answer now", 3),
        (529, "can't answer now", 3),
    ],
)
def test_a_status_is_told_in_words(status: int, words: str, times: int, stub: Stub, model, models: Models):
    settings = model(f"status{status}", attempts=3)
    told = failure(ONE, settings, models)
    assert f"the language model at {stub.host} {words}" in told
    assert f"(status {status})" in told
    assert len(stub.of(settings.model)) == times


def test_nobody_is_followed_elsewhere(stub: Stub, model, models: Models):
    settings = model("moved")
    assert "(status 307)" in failure(ONE, settings, models)
    assert [request["path"] for request in stub.of(settings.model)] == ["/v1/chat/completions"]


def test_a_connection_that_breaks_is_told_of(model, models: Models):
    assert "broke the connection off" in failure(ONE, model("cut", attempts=2), models)


def test_an_endpoint_that_is_not_there_is_told_of(models: Models):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{taken.getsockname()[1]}"
        told = failure(QUESTIONS, JudgeSettings("m", f"http://{host}/v1"), models)
    assert (
        told == f"the language model at {host} can't be reached; is it running, and is MARKSCHEME_LLM_ENDPOINT right?"
    )


def test_what_goes_to_this_machine_goes_through_no_proxy(model, models: Models, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    settings = model("good")
    ask_now(ONE, settings, KEY, models)
    assert known(models, ONE, settings) == answers(ONE)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ALL_PROXY", "socks5://user:word@127.0.0.1:9"),
        ("ALL_PROXY", "socks://user:word@127.0.0.1:9"),
        ("SSL_CERT_FILE", "/no/such/word.pem"),
        ("SSL_CERT_FILE", __file__),
    ],
)
def test_what_the_environment_says_wrongly_of_connections_is_told(
    variable: str, value: str, models: Models, monkeypatch: pytest.MonkeyPatch
):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv(variable, value)
    told = failure(ONE, JudgeSettings("m", "https://models.example/v1"), models)
    assert "check ALL_PROXY, HTTPS_PROXY, HTTP_PROXY, SSL_CERT_FILE" in told
    assert "word" not in told


@pytest.mark.parametrize("host", ["bücher..example", f"{'a' * 64}.example", "xn--.example", "bü_cher.example"])
def test_a_host_that_no_name_can_be_is_told_of(host: str, models: Models, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_PROXY", "*")
    assert "can't be reached" in failure(ONE, JudgeSettings("m", f"http://{host}/v1", attempts=1), models)


def test_a_key_that_is_none_is_refused_in_python_too(stub: Stub, model, models: Models):
    settings = model("good")
    with pytest.raises(JudgeError, match="characters that no key has") as told:
        ask_now(ONE, settings, f"{KEY}é", models)
    assert KEY not in str(told.value)
    assert stub.of(settings.model) == []


def test_a_cache_that_is_locked_is_told_of_as_everywhere(model, models: Models, monkeypatch: pytest.MonkeyPatch):
    def locked(*_: object) -> None:
        raise sqlite3.OperationalError("database is locked")

    monkeypatch.setattr(models.cache, "keep", locked)
    with pytest.raises(sqlite3.OperationalError):
        ask_now(QUESTIONS, model("good"), KEY, models)


def test_answers_before_a_failure_are_kept_and_not_asked_for_again(stub: Stub, model, models: Models):
    settings = model("good")
    first, *others = QUESTIONS
    ask_now({first: "sentence 1"}, settings, KEY, models)
    before = known(models, QUESTIONS, settings)
    ask_now({question: "sentence 1" for question in others if question not in before}, settings, KEY, models)
    assert len(stub.of(settings.model)) == len(QUESTIONS)


async def test_who_cancels_does_not_wait_for_an_answer(stub: Stub, model, models: Models):
    settings = model("slow")
    asking = asyncio.create_task(JudgePanel().ask(QUESTIONS, settings, KEY, models))
    while not stub.of(settings.model):
        await asyncio.sleep(0.02)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert len(stub.of(settings.model)) <= settings.concurrency
