"""Parallel lines as a corpus: who corrected which sentence."""

from pathlib import Path

from markscheme.scoring.corpora import open_any


def write(folder: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder


def test_a_reference_with_an_empty_line_has_no_correction_of_the_sentence(tmp_path: Path):
    texts = {"e.src": "I am agree .\nHe try .\n", "e.ref.kim": "I agree .\n\n", "e.ref.roy": "I agree .\nHe tries .\n"}
    corpus = open_any(write(tmp_path, texts)).whole()
    assert [[item.name for item in entry.references] for entry in corpus.entries] == [["kim", "roy"], ["roy"]]


def test_a_hypothesis_with_an_empty_line_leaves_the_sentence_out(tmp_path: Path):
    texts = {"e.src": "I am agree .\nHe try .\n", "e.hyp.mei": "I agree .\n\n", "e.ref.kim": "I agree .\nHe tries .\n"}
    corpus = open_any(write(tmp_path, texts)).whole()
    assert [[item.text for item in entry.hypotheses] for entry in corpus.entries] == [["I agree ."], [""]]


def test_a_reference_that_states_its_edits_may_delete_a_sentence(tmp_path: Path):
    m2 = "S He try .\nA 0 3|||U:OTHER||||||REQUIRED|||-NONE-|||0\n"
    corpus = open_any(write(tmp_path, {"e.src": "He try .\n", "e.ref.m2": m2, "e.hyp.mei": "He tries .\n"})).whole()
    assert [[item.text for item in entry.references] for entry in corpus.entries] == [[""]]


def test_a_source_without_words_may_have_an_empty_correction(tmp_path: Path):
    texts = {"e.src": "\nHe try .\n", "e.ref.kim": "\nHe tries .\n"}
    corpus = open_any(write(tmp_path, texts)).whole()
    assert [[item.name for item in entry.references] for entry in corpus.entries] == [["kim"], ["kim"]]
