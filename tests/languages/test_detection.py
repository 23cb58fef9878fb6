"""The language of a text: told apart from learners' English, and never guessed from too little."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from markscheme.languages.english import ENGLISH
from markscheme.languages.language import MAX_STRETCHES, STRETCH_WORDS, LanguageDetector, sample

OTHERS = {
    "de": "Gestern bin ich mit meine Bruder zu den Markt gegangen, weil wir haben kein Brot mehr gehabt und die Mutter "
    "wollte eine Suppe kochen.",
    "cs": "Včera jsem šel s bratrem na trh, protože jsme už neměli žádný chleba a maminka chtěla uvařit polévka pro "
    "celou rodina a sousedy.",
    "es": "Ayer yo fui con mi hermano al mercado porque no teníamos pan en la casa y mi madre quería hacer una sopa "
    "para todos.",
    "fr": "Hier je suis allé avec mon frère au marché parce que nous avons pas de pain et ma mère voulait faire une "
    "soupe pour tous.",
    "uk": "Вчора я ходив з братом на ринок, тому що в нас не було хліба і мама хотіла зварити суп для всієї родини і "
    "сусідів.",
    "zh": "昨天我和弟弟一起去市场，因为家里没有面包了，妈妈想给大家做一锅汤。我们买了很多东西，也见到了老师。",
}
"""Sentences of learners of these languages."""

LEARNERS = {
    "names": "Yesterday I go with my brother Jaroslav Dvořák to the market in Český Krumlov becuase we have not bred "
    "and my mather want cook svíčková for all the famly.",
    "titles": "My favorit film is La Vita è Bella and I like too Amélie de Montmartre. The actor Roberto Benigni is "
    "very funy in the film, and the musik is beatiful.",
    "spelling": "I beleve that peoples shoud recicle more becouse the enviroment are very importent for the futur of "
    "ours childrens and for the animels who lives in the forrest.",
    "words of home": "yesterday i goed to shcool whit my freind mehmet and we was eated lahmacun and ayran in the "
    "kantin after that we was played futbol whit ozgur and yigit",
    "apostrophes": "It`s a good idea but I don´t think that my parents like it,because they hasn´t much money.We live "
    "in Bratislava and everybody works in the weekend.",
}
"""English of learners, with what might be taken for another language."""

QUOTATION = "In the lesson we read: Der Dichter schreibt über die Liebe und den Herbst, und er fragt sich, warum."


@pytest.fixture(scope="module")
def detector() -> LanguageDetector:
    return LanguageDetector()


@pytest.mark.parametrize("code", OTHERS)
def test_another_language_is_detected(detector: LanguageDetector, code: str):
    assert detector.other_language(sample([OTHERS[code]]), ENGLISH) == code


@pytest.mark.parametrize("essay", LEARNERS)
def test_learners_english_is_english(detector: LanguageDetector, essay: str):
    stretches = sample([LEARNERS[essay]])
    assert stretches
    assert detector.other_language(stretches, ENGLISH) == ""


def test_a_quotation_does_not_decide(detector: LanguageDetector):
    assert detector.other_language(sample([*LEARNERS.values(), QUOTATION]), ENGLISH) == ""


def test_too_few_words_have_no_language():
    assert sample(["Ich gehe in die Schule."]) == ()
    assert sample(["3.5 % , 17 !"] * 100) == ()


def test_a_long_text_is_read_in_part():
    sentences = [f"Satz {'abcdefghij'[number % 10]} {OTHERS['de']}" for number in range(20_000)]
    started = time.process_time()
    stretches = sample(sentences)
    assert time.process_time() - started < 2
    assert len(stretches) == MAX_STRETCHES
    assert all(len(stretch.split()) >= STRETCH_WORDS for stretch in stretches)


def paragraphs(data: Path) -> Iterator[list[str]]:
    """Sentences of the research data together, until they have enough words."""
    files = [*sorted((data / "jfleg").glob("*/*")), *sorted((data / "conll14").glob("*.errant"))]
    for file in files:
        lines = file.read_text("utf-8").splitlines()
        paragraph: list[str] = []
        for line in [line[2:] for line in lines if line.startswith("S ")] or lines:
            paragraph.append(line)
            if len(re.findall(r"[^\W\d_]+", " ".join(paragraph))) >= STRETCH_WORDS:
                yield paragraph
                paragraph = []


def test_no_paragraph_of_learners_is_in_another_language(detector: LanguageDetector, data: Path):
    distinct = {stretches for paragraph in paragraphs(data) for stretches in [sample(paragraph)]}
    assert len(distinct) > 5_000
    assert [stretches for stretches in distinct if detector.other_language(stretches, ENGLISH)] == []
