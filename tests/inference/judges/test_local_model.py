"""A causal language model on this machine: tiny, random, and through transformers."""

import shutil
from pathlib import Path

import pytest
import torch

from inference.judges.known import known
from inference.judges.tiny_model import WORDS, write_model
from markscheme import EngineSettings, MarkSettings, ReviewSettings, Work, review
from markscheme.errors import JudgeError
from markscheme.inference._judge_model import LocalModel
from markscheme.inference.judge_panel import JudgePanel, ask_now
from markscheme.inference.models import Models
from markscheme.inference.settings import EncoderSettings
from markscheme.judges import Judge, JudgeSettings
from markscheme.marking.local import Engine
from markscheme.metrics.base import ModelQuestion

QUESTIONS = {
    ModelQuestion(f"The {number} dog sleep here .", "sleep", "sleeps"): f"sentence {number}" for number in range(1, 31)
}
WORDS_OF_OURS = [*WORDS, *["The", "dog", "here"], *map(str, range(31))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("models") / "tiny", words=WORDS_OF_OURS)


def test_every_answer_of_a_random_model_is_a_score(folder: Path):
    model = LocalModel(folder, 0.1)
    scores = [model.score(question) for question in QUESTIONS]
    assert set(scores) <= {1, 2, 3, 4, 5}
    assert len(set(scores)) > 1


def test_the_same_prompt_has_the_same_score_in_any_order(folder: Path):
    one, other = LocalModel(folder, 1.0), LocalModel(folder, 1.0)
    found = {question: one.score(question) for question in QUESTIONS}
    assert {question: other.score(question) for question in reversed(QUESTIONS)} == found


def test_a_cold_model_gives_the_score_that_it_finds_most_likely(folder: Path):
    cold, colder = LocalModel(folder, 1e-4), LocalModel(folder, 1e-5)
    assert [cold.score(question) for question in QUESTIONS] == [colder.score(question) for question in QUESTIONS]


def test_a_chat_models_own_marks_are_used(tmp_path: Path):
    template = "{% for message in messages %}<s> {{ message.content }} </s>{% endfor %}"
    plain = LocalModel(write_model(tmp_path / "plain"), 0.1)
    chat = LocalModel(write_model(tmp_path / "chat", template=template), 0.1)
    [question, *_] = QUESTIONS
    beginning, end = 1, 2
    assert chat._prompt_tokens(question) == [beginning, *plain._prompt_tokens(question), end]


def test_a_model_that_knows_no_numbers_is_refused(tmp_path: Path):
    words = [word for word in WORDS if word not in "12345"]
    with pytest.raises(JudgeError, match="no tokens for the numbers"):
        LocalModel(write_model(tmp_path / "mute", words=words), 0.1)


def test_a_folder_without_a_model_is_refused(tmp_path: Path):
    (tmp_path / "model.safetensors").write_bytes(b"")
    with pytest.raises(JudgeError, match="no causal language model"):
        LocalModel(tmp_path, 0.1)


def test_a_torn_file_of_weights_is_told_of(tmp_path: Path):
    torn = write_model(tmp_path / "torn")
    weights = torn / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:100])
    with pytest.raises(JudgeError, match="no causal language model"):
        LocalModel(torn, 0.1)


@pytest.mark.parametrize("template", ["{{ raise_exception('no: ' + messages[0].content) }}", "{% for", "{{ 1 / 0 }}"])
def test_a_chat_template_that_fails_is_told_of_without_the_question(template: str, tmp_path: Path):
    model = LocalModel(write_model(tmp_path / "chat", template=template), 0.1)
    [question, *_] = QUESTIONS
    with pytest.raises(JudgeError, match="can't be asked") as told:
        model.score(question)
    assert question.sentence not in str(told.value)


@pytest.mark.parametrize("error", [torch.OutOfMemoryError("CUDA out of memory"), MemoryError()])
def test_a_full_memory_is_told_of(error: Exception, folder: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object, **__: object) -> None:
        raise error

    [question, *_] = QUESTIONS
    model = LocalModel(folder, 0.1)
    monkeypatch.setattr(torch.nn.Embedding, "forward", full)
    with pytest.raises(JudgeError, match="does not fit into the memory of the device cpu"):
        model.score(question)
    monkeypatch.setattr(torch.nn.Module, "to", full)
    with pytest.raises(JudgeError, match="does not fit into the memory of the device cpu"):
        LocalModel(folder, 0.1)


def test_a_device_that_is_not_there_is_told_of(folder: Path, tmp_path: Path):
    if torch.backends.mps.is_available():
        pytest.skip("this machine has it")
    settings = EngineSettings(encoder=EncoderSettings(device="mps"), cache=str(tmp_path / "cache.sqlite"))
    with pytest.raises(JudgeError, match="the device mps"):
        ask_now(QUESTIONS, JudgeSettings(str(folder)), None, Models(settings))


async def test_a_model_whose_files_were_replaced_answers_no_more(folder: Path, tmp_path: Path):
    own = shutil.copytree(folder, tmp_path / "m")
    other = write_model(tmp_path / "other", seed=2, words=WORDS_OF_OURS)
    settings, judges = JudgeSettings(str(own)), JudgePanel()
    models = Models(EngineSettings(cache=str(tmp_path / "cache.sqlite")))
    await judges.ask(QUESTIONS, settings, None, models)
    before = known(models, QUESTIONS, settings)
    shutil.copy(other / "model.safetensors", own / "model.safetensors")
    assert known(models, QUESTIONS, settings) == {}
    await judges.ask(QUESTIONS, settings, None, models)
    model = LocalModel(other, settings.temperature)
    after = {question: model.score(question) for question in QUESTIONS}
    assert known(models, QUESTIONS, settings) == after != before


def test_marks_are_not_those_of_the_files_before(tmp_path: Path):
    question = ModelQuestion("He go to school .", "go", "goes")
    words = [*WORDS, *question.sentence.split()]
    models = [write_model(tmp_path / str(seed), seed, words) for seed in range(1, 9)]
    scores = [LocalModel(model, 0.1).score(question) for model in models]
    other = next(model for model, score in zip(models, scores, strict=True) if score != scores[0])
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "e.src.txt").write_text("He go to school .\n")
    for name in ("hyp.mei", "ref.kim"):
        (texts / f"e.{name}.txt").write_text("He goes to school .\n")
    engine, judge = Engine(EngineSettings(cache=str(tmp_path / "cache.sqlite"))), Judge(JudgeSettings(str(models[0])))

    def weights() -> list[float | None]:
        report = review([texts], settings=ReviewSettings(MarkSettings(weighting="llm")), work=Work(engine), judge=judge)
        return [finding.weight for finding in report.documents[0].review.findings]

    before = weights()
    expected = scores[models.index(other)]
    shutil.copy(other / "model.safetensors", models[0] / "model.safetensors")
    assert before == [scores[0]]
    assert weights() == [expected]


def test_what_it_answered_is_kept(folder: Path, tmp_path: Path):
    settings = JudgeSettings(str(folder))
    models = Models(EngineSettings(cache=str(tmp_path / "cache.sqlite")))
    told: list[tuple[str, int, int]] = []
    ask_now(QUESTIONS, settings, None, models, lambda *note: told.append(note))
    again = known(Models(models.settings), QUESTIONS, settings)
    model = LocalModel(folder, settings.temperature)
    assert again == {question: model.score(question) for question in QUESTIONS}
    assert told[0] == ("judgements", 0, 30)
