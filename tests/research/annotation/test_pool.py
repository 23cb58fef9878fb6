"""The pool: every sentence of an exercise with everybody's version of it."""

from pathlib import Path

import pytest

from markscheme import EngineSettings
from markscheme.documents.files import read_text
from markscheme.exercises.discovery import exercises_in
from markscheme.marking.local import Engine
from markscheme.research.pool import Pool, PooledTexts

SOURCE = "She like music .\nHe go home .\n"
REFERENCES = """S She like music .
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0
A 1 2|||UNK|||like|||REQUIRED|||-NONE-|||1

S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
"""


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


def pool(folder: Path, engine: Engine) -> Pool:
    return Pool.of([PooledTexts.of(item, read_text) for item in exercises_in(folder)], engine.models)


def write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def test_everybody_has_a_version_of_each_sentence(tmp_path: Path, engine: Engine):
    hypotheses = {"x__hyp__ada__txt": SOURCE.replace("like", "likes"), "x__hyp__bo__txt": SOURCE}
    own = pool(write(tmp_path, x__src__txt=SOURCE, x__ref__m2=REFERENCES, **hypotheses), engine)
    assert own.hypotheses == ("ada", "bo")
    assert own.references == ("reference#0", "reference#1")
    first, second = own.sentences
    assert [edit.replacement for edit in first.references[0].edits] == [("likes",)]
    assert [edit.start for edit in first.references[1].detections] == [1]
    assert first.references[1].edits == ()
    assert not first.references[1].leaves
    assert second.references[1].is_absent
    assert [edit.replacement for edit in first.hypotheses[0].edits] == [("likes",)]
    assert first.hypotheses[1].leaves
    assert own.problems == ()


def test_a_version_is_marked_against_any_others(tmp_path: Path, engine: Engine):
    own = pool(write(tmp_path, x__src__txt=SOURCE, x__ref__m2=REFERENCES, x__hyp__bo__txt=SOURCE), engine)
    second = own.sentences[1]
    edits = second.edits(second.hypotheses[0], second.references)
    assert edits.hypothesis == ()
    assert edits.absent == {1}
    assert [edit.replacement for edit in edits.references[0]] == [("goes",)]
    passage = second.marked(second.references[0], [second.references[1]])
    assert passage.hypothesis.segment.tokens == ("He", "goes", "home", ".")
    assert [side.absent for side in passage.references] == [True]


def test_a_person_without_a_text_is_absent(tmp_path: Path, engine: Engine):
    texts = {"x__src__txt": SOURCE, "x__ref__kim__txt": SOURCE, "x__hyp__bo__txt": SOURCE}
    others = {"y__src__txt": SOURCE, "y__ref__roy__txt": SOURCE, "y__hyp__bo__txt": SOURCE}
    own = pool(write(tmp_path, **texts, **others), engine)
    assert own.references == ("kim", "roy")
    assert own.hypotheses == ("bo",)
    assert [item.exercise for item in own.texts] == ["x", "y"]
    assert [[item.is_absent for item in sentence.references] for sentence in own.sentences] == [
        [False, True],
        [False, True],
        [True, False],
        [True, False],
    ]


def test_an_empty_line_is_of_a_person_who_has_not_seen_the_sentence(tmp_path: Path, engine: Engine):
    hypotheses = {"x__hyp__ada": SOURCE, "x__hyp__bo": "\nHe goes home .\n"}
    own = pool(write(tmp_path, x__src=SOURCE, x__ref__kim="She likes music .\n\n", **hypotheses), engine)
    assert [[item.is_absent for item in sentence.references] for sentence in own.sentences] == [[False], [True]]
    assert [[item.is_absent for item in sentence.hypotheses] for sentence in own.sentences] == [
        [False, True],
        [False, False],
    ]
    second = own.sentences[1]
    assert second.references[0].edits == ()
    assert second.edits(second.hypotheses[1], second.references).absent == {0}
    assert [side.absent for side in second.passage.references] == [True, False, False]


def test_a_running_text_is_cut_where_all_versions_have_a_cut(tmp_path: Path, engine: Engine):
    texts = {
        "x__src__txt": "I went home, I ate soup. It was good.\n",
        "x__ref__kim__txt": "I went home. I ate soup. It was good.\n",
        "x__hyp__bo__txt": "I went home and I ate soup. It was very good.\n",
    }
    own = pool(write(tmp_path, **texts), engine)
    assert [" ".join(item.source) for item in own.sentences] == ["I went home , I ate soup .", "It was good ."]
    assert [edit.replacement for edit in own.sentences[1].hypotheses[0].edits] == [("very",)]


def test_a_text_that_cannot_be_read_stops_no_other(tmp_path: Path, engine: Engine):
    write(
        tmp_path, x__src__txt=SOURCE, x__ref__kim__txt=SOURCE, x__hyp__bo__txt="One line .\n", x__hyp__ada__txt=SOURCE
    )
    own = pool(tmp_path, engine)
    assert own.hypotheses == ("ada",)
    assert [problem.path.name for problem in own.problems if problem.path] == ["x.hyp.bo.txt"]


def test_further_acceptable_corrections_are_the_same_annotators(tmp_path: Path, engine: Engine):
    choices = REFERENCES.replace("|||likes|||", "|||likes||loves|||", 1)
    own = pool(write(tmp_path, x__src__txt=SOURCE, x__ref__m2=choices, x__hyp__bo__txt=SOURCE), engine)
    assert own.references == ("reference#0", "reference#0 (2)", "reference#1")
    assert own.first_choices == (0, 0, 2)
    assert own.annotators == (0, 2)
    assert [own.others(index) for index in own.annotators] == [(2,), (0, 1)]
    assert own.sentences[0].references[1].edits[0].replacement == ("loves",)


def test_an_only_annotator_with_further_corrections_is_one_person(tmp_path: Path, engine: Engine):
    alone = "S She like music .\nA 1 2|||R:VERB:SVA|||likes||loves|||REQUIRED|||-NONE-|||0\n\nS He go home .\n"
    other = SOURCE.replace("go", "goes")
    texts = {"x__ref__kim__m2": alone, "x__ref__roy__txt": other, "x__hyp__bo__txt": SOURCE}
    own = pool(write(tmp_path, x__src__txt=SOURCE, **texts), engine)
    assert own.references == ("kim", "kim (2)", "roy")
    assert own.first_choices == (0, 0, 2)


def test_the_further_corrections_of_an_annotated_text_are_the_same_annotators(tmp_path: Path, engine: Engine):
    annotated = "She {like=>likes|loves:::error_type=G/Number} music .\nHe go home .\n"
    other = SOURCE.replace("go", "goes")
    texts = {"x__ref__kim__ann": annotated, "x__ref__roy__txt": other, "x__hyp__bo__txt": SOURCE}
    own = pool(write(tmp_path, x__src__txt=SOURCE, **texts), engine)
    assert own.references == ("kim", "kim (2)", "roy")
    assert own.first_choices == (0, 0, 2)
    assert [own.sentences[0].references[number].edits[0].replacement for number in (0, 1)] == [("likes",), ("loves",)]


def test_a_passage_knows_where_its_sources_sentences_begin(tmp_path: Path, engine: Engine):
    texts = {
        "x__src__txt": "I went home. I ate soup. It was good.\n",
        "x__ref__kim__txt": "I went home and I ate soup. It was good.\n",
        "x__hyp__bo__txt": "I went home. I ate soup. It was good.\n",
    }
    own = pool(write(tmp_path, **texts), engine)
    assert [item.starts for item in own.sentences] == [(0, 4), (0,)]
    assert own.sentences[0].smallest(5, 6) == (4, 8)
    assert own.sentences[0].smallest(3, 5) == (0, 8)


PEOPLE = '[people]\n0 = "Ada"\n"Annotator 1" = "Bea"\n'
TABLE = '[[exercise]]\nname = "x"\nsource = "x.src.txt"\nreferences = [{}]\nhypotheses = ["x.hyp.{{student}}.txt"]\n'


@pytest.mark.parametrize(
    "configuration",
    [
        pytest.param(PEOPLE, id="names of files"),
        pytest.param(PEOPLE + TABLE.format('"x.ref.m2"'), id="the whole file"),
        pytest.param(
            '[people]\n"x.ref#0" = "Ada"\n"x.ref.m2#1" = "Bea"\n' + TABLE.format('"x.ref.m2"'), id="by the file"
        ),
        pytest.param(
            '[people]\n0 = "Ada"\n1 = "Bea"\n' + TABLE.format('"x.ref.m2#0", "x.ref.m2#1"'), id="each annotator"
        ),
    ],
)
def test_annotators_with_numbers_are_called_what_people_says(tmp_path: Path, engine: Engine, configuration: str):
    folder = write(tmp_path, x__src__txt=SOURCE, x__ref__m2=REFERENCES, x__hyp__bo__txt=SOURCE)
    (folder / "markscheme.toml").write_text(configuration)
    assert pool(folder, engine).references == ("Ada", "Bea")
