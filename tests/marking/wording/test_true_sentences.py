"""Sentences that people are shown about a place are true, whatever the texts."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exercise_files import exercise
from marking.wording.true_sentences import faults, reviewed

EXAMPLES = Path(__file__).parents[3] / "examples"
WORDS = [
    *("I", "he", "they", "Anna", "go", "goes", "went", "gone", "goed", "see", "saw", "seen", "catched", "caught"),
    *("is", "are", "was", "were", "has", "have", "will", "don't", "do not", "can't", "cannot", "I'm", "it's", "its"),
    *("there", "their", "they're", "a", "an", "the", "this", "to", "in", "on", "at", "of", "because", "but", "and"),
    *("friend", "friends", "friend's", "child", "childs", "children", "informations", "information", "much", "many"),
    *("quick", "quickly", "good", "well", "Mr", "Mr.", "etc.", "e.g.", "make", "do", "very", "not", "’", "'"),
    *("🙂", "👍🏽", "é", "naïve", "cafe\u0301", '"yes"', "(no)", "10", "10th", "3.5", "u", "alot", "a lot", "-", "–"),
    *("...", "ice-cream", "ice cream", "O'Neill", "teacher’s", "MONDAY", "monday", "Monday"),
]
ENDS = [".", "!", "?", " .", "...", ""]


@st.composite
def versions_of(draw: st.DrawFn, words: list[str]) -> list[str]:
    """Draw what somebody makes of a sentence: some words are taken out, put in, put in the place of others or moved."""
    changed = [*words]
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, max(0, len(changed) - 1)))
        kind = draw(st.sampled_from(["out", "in", "other", "move", "stick", "case"]))
        if kind == "in" or not changed:
            changed.insert(at, draw(st.sampled_from(WORDS)))
        elif kind == "out":
            del changed[at]
        elif kind == "other":
            changed[at] = draw(st.sampled_from(WORDS))
        elif kind == "move":
            changed.insert(draw(st.integers(0, len(changed) - 1)), changed.pop(at))
        elif kind == "stick":
            changed[at] += draw(st.sampled_from([",", ";", "'s", "s", "’", "ly", "!"]))
        else:
            changed[at] = changed[at].swapcase()
    return changed


@st.composite
def exercises(draw: st.DrawFn) -> tuple[str, list[str], list[str]]:
    """Draw a source, students' texts and references of one to three sentences."""
    sentences = draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=2, max_size=9), min_size=1, max_size=3))
    ends = [draw(st.sampled_from(ENDS)) for _ in sentences]

    def text(own: list[list[str]]) -> str:
        return " ".join(f"{' '.join(words)}{end}" for words, end in zip(own, ends, strict=True)) + "\n"

    def texts(least: int, most: int) -> list[str]:
        number = draw(st.integers(least, most))
        return [text([draw(versions_of(words)) for words in sentences]) for _ in range(number)]

    return text(sentences), texts(1, 3), texts(1, 3)


@given(exercises())
def test_made_passages_have_true_sentences(
    tmp_path_factory: pytest.TempPathFactory, made: tuple[str, list[str], list[str]]
) -> None:
    source, students, teachers = made
    folder = tmp_path_factory.mktemp("made")
    exercise(
        folder,
        source=source,
        hypotheses={f"student-{number}": text for number, text in enumerate(students)},
        references=dict(zip(["kim", "roy", "wolf"], teachers, strict=False)),
    )
    (folder / "markscheme.toml").write_text("[comments]\n")
    assert [*faults(reviewed(folder))] == []
    shutil.rmtree(folder)


@pytest.mark.parametrize("name", sorted(item.name for item in EXAMPLES.iterdir() if item.is_dir()))
def test_examples_have_true_sentences(tmp_path: Path, name: str) -> None:
    folder = shutil.copytree(EXAMPLES / name, tmp_path / name)
    settings = folder / "markscheme.toml"
    settings.write_text(f"{settings.read_text() if settings.exists() else ''}\n[comments]\n")
    assert [*faults(reviewed(folder))] == []
