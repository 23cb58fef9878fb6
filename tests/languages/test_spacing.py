"""White space about words: the tokens are those that were wanted, and the text reads as people write."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.languages.language import spaced
from markscheme.languages.pipeline import Pipeline
from markscheme.languages.segments import Span

RUNNING = [
    ("in |bank", "the", "in the bank"),
    ("He goes|", "home", "He goes home"),
    ("He goes|.", "home", "He goes home."),
    ("|It rains", "Now", "Now It rains"),
    ("One.\n|It rains", "Now", "One.\nNow It rains"),
    ("He goes|\nHome", "out", "He goes out\nHome"),
    ("in [the] bank", "", "in bank"),
    ("in [the ]bank", "", "in bank"),
    ("I like it [too].", "", "I like it."),
    ("I like it [too]!\nYes", "", "I like it!\nYes"),
    ("[The] dogs bark", "", "dogs bark"),
    ("One.\r\n  [The] dogs", "", "One.\r\n  dogs"),
    ("dogs [bark]", "", "dogs"),
    ("dogs [bark]\r\nTwo", "", "dogs\r\nTwo"),
    ("([the] bank)", "", "(bank)"),
    ("tea[,] milk", "", "tea milk"),
    ("in \u2028[the] bank", "", "in \u2028bank"),
    ("tea |but", ",", "tea, but"),
    ("tea\u00a0|but", ",", "tea,\u00a0but"),
    ("tea\n|but", ",", "tea\n, but"),
    ("He goes|", ".", "He goes."),
    ("tea [and] milk", ",", "tea, milk"),
    ("tea[,] milk", "and", "tea and milk"),
    ("tea[,] milk", ";", "tea; milk"),
    ("home[.]", "!", "home!"),
    ("I do |go", "n't", "I don't go"),
    ("I do[n't] go", "not", "I do not go"),
    ("I do [not] go", "n’t", "I don’t go"),
    ("I [do]n't go", "did", "I didn't go"),
    ("Kim |dog", "'s", "Kim's dog"),
    ("he['s] here", "is", "he is here"),
    ("the students |books", "'", "the students' books"),
    ("can[not] go", "never", "can never go"),
    ("[can]not go", "could", "could not go"),
    ("tea |milk", "-", "tea - milk"),
    ("well[-]known man", "", "well known man"),
    ("well[-]known man", "and", "well and known man"),
    ("well-[known] man", "kept", "well-kept man"),
    ("see |the bank", "(", "see (the bank"),
    ("see (the bank|", ")", "see (the bank)"),
    ('he said |hello"', '"', 'he said "hello"'),
    ('he said "hello|', '"', 'he said "hello"'),
    ('he "goes|" now', "home", 'he "goes home" now'),
    ("a |b", "\u00a0the ", "a the b"),
    ("a |b", "", "a b"),
    ("|", "One.", "One."),
    ("[One]", "", ""),
]


def placed(marked: str) -> tuple[str, Span]:
    """A text with its place, shown by brackets (the last pair) or ``|``."""
    if "|" in marked:
        return marked.replace("|", ""), Span(marked.index("|"), marked.index("|"))
    start, end = marked.index("["), marked.index("]")
    return marked[:start] + marked[start + 1 : end] + marked[end + 1 :], Span(start, end - 1)


def made(text: str, span: Span, words: str, *, tokenised: bool = False) -> str:
    place, put = spaced(text, span, words, tokenised=tokenised)
    assert place.start <= span.start <= span.end <= place.end
    return text[: place.start] + put + text[place.end :]


@pytest.mark.parametrize(("marked", "words", "expected"), RUNNING)
def test_running_text_reads_as_people_write(marked: str, words: str, expected: str):
    assert made(*placed(marked), words) == expected


@pytest.mark.parametrize(
    ("marked", "words", "expected"),
    [
        ("tea |but", ",", "tea , but"),
        ("He goes|", ".", "He goes ."),
        ("I do |go", "n't", "I do n't go"),
        ("I like it [too] .", "", "I like it ."),
        ("well |known", "-", "well - known"),
        ("( [the] bank )", "", "( bank )"),
        ("[One]\nTwo", "", "\nTwo"),
        ("One\n|\nTwo", "a  b\nc", "One\na b c\nTwo"),
        ('" [go]', "home", '" home'),
    ],
)
def test_tokens_of_parallel_text_are_parted_by_one_space(marked: str, words: str, expected: str):
    assert made(*placed(marked), words, tokenised=True) == expected


word = st.sampled_from(["a", "the", "😀", "n't", "'s", ",", ".", "(", '"', "-", "well", "e\u0301", "1"])


def place_of(spans: list[Span], start: int, end: int) -> Span:
    """The characters of tokens; before a token, or at the end, for none."""
    if start < end:
        return Span(spans[start].start, spans[end - 1].end)
    at = spans[start].start if start < len(spans) else (spans[-1].end if spans else 0)
    return Span(at, at)


@given(st.lists(word, max_size=6), st.lists(word, max_size=3), st.data(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_the_tokens_of_parallel_text_are_those_that_were_wanted(
    tokens: list[str], words: list[str], data: st.DataObject, newline: str
):
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(tokens))] * 2)))
    line = " ".join(tokens)
    spans = [Span(match.start(), match.end()) for match in re.finditer(r"\S+", line)]
    before = f"Before it .{newline}"
    span = place_of(spans, start, end).shifted(len(before))
    changed = made(f"{before}{line}{newline}Behind", span, " ".join(words), tokenised=True)
    wanted = " ".join([*tokens[:start], *words, *tokens[end:]])
    assert changed == f"{before}{wanted}{newline}Behind"


plain_word = st.sampled_from(["tea", "the", "Kim", "x1", "naïve", ",", ".", "!", "(", ")", "–", "-", "“", "”", "$"])
SIMPLE = re.compile(r"\w+|[^\w\s]")


@given(
    st.lists(st.tuples(plain_word, st.sampled_from([" ", " ", "", "\n", "\u00a0"])), max_size=8),
    st.lists(plain_word, max_size=3),
    st.data(),
)
def test_the_tokens_of_running_text_are_those_that_were_wanted(
    parts: list[tuple[str, str]], words: list[str], data: st.DataObject
):
    text = "".join(part for pair in parts for part in pair)
    spans = [Span(match.start(), match.end()) for match in SIMPLE.finditer(text)]
    tokens = [span.of(text) for span in spans]
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(tokens))] * 2)))
    span = place_of(spans, start, end)
    changed = made(text, span, " ".join(words))
    assert SIMPLE.findall(changed) == [*tokens[:start], *words, *tokens[end:]]
    lines = text[: span.start].count("\n") + text[span.end :].count("\n")
    assert changed.count("\n") == lines
    gaps = re.findall(r"[^\S\n]{2,}", text)
    assert len(re.findall(r"[^\S\n]{2,}", changed)) <= len(gaps)


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ("She went in |bank.", ["the"]),
        ("She went in [the] bank.", []),
        ("I like it [too].", []),
        ("I do |go there.", ["n't"]),
        ("I do[n't] go.", ["not"]),
        ("tea |but no milk", [","]),
        ("Kim |dog barks.", ["'s"]),
        ("He['s] here.", ["is"]),
        ("Some tea |no milk.", ["-"]),
        ("Some tea[–]no milk.", []),
        ("I can[not] go.", ["never"]),
        ("We saw it (twice|.", [")"]),
        ("He goes|", ["home", "."]),
    ],
)
def test_the_pipeline_parts_the_tokens_again(pipeline: Pipeline, marked: str, words: list[str]):
    text, span = placed(marked)

    def tokens(running: str) -> list[Span]:
        return [token for sentence in pipeline.split(running) for token in sentence.tokens]

    wanted = [token.of(text) for token in tokens(text) if token.end <= span.start]
    wanted += words
    wanted += [token.of(text) for token in tokens(text) if token.start >= span.end]
    changed = made(text, span, " ".join(words))
    assert [token.of(changed) for token in tokens(changed)] == wanted
