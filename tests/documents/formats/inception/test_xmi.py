"""INCEpTION's XMI: layers of corrections, by the names of their features, in an exported document."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cassis import Cas, TypeSystem

from documents.formats.files import HeldFile
from markscheme.documents.files import read_text
from markscheme.documents.formats import FORMATS, Texts
from markscheme.documents.places import TextEdit
from markscheme.errors import DocumentError, installing
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.material import ExerciseMaterials
from markscheme.languages.segments import Span
from markscheme.scoring.corpora import open_any

XMI = FORMATS.get("xmi")
SOURCE = "We was 😀 waiting for bus.\r\nIt came lately, the the end.\n"
STRING, BOOLEAN = "uima.cas.String", "uima.cas.Boolean"
LAYER = "webanno.custom.Correction"
FEATURES = {"correction": STRING, "category": STRING, "delete": BOOLEAN}


def exported(*items: dict[str, Any], features: dict[str, str] = FEATURES, layer: str = LAYER) -> tuple[bytes, bytes]:
    """Return a document and its type system as INCEpTION exports them; each item names words and gives features."""
    return exported_layers({layer: (features, items)})


def exported_layers(layers: dict[str, tuple[dict[str, str], Sequence[dict[str, Any]]]]) -> tuple[bytes, bytes]:
    """Return a document and its type system with several layers, by name, each with its features and its items."""
    types = TypeSystem()
    cas = Cas(types)
    cas.sofa_string, cas.sofa_mime = SOURCE, "text/plain"
    for layer, (features, items) in layers.items():
        kind = types.create_type(layer, "uima.tcas.Annotation")
        for name, values in features.items():
            types.create_feature(kind, name, values)
        for item in items:
            values = dict(item)
            words = values.pop("words")
            start = SOURCE.index(words)
            end = start + len(words)
            cas.add(kind(begin=values.pop("begin", start), end=values.pop("end", end), **values))
    return cas.to_xmi().encode(), types.to_xml().encode()


def read(data: bytes, types: bytes) -> Texts:
    return XMI.texts(HeldFile(Path("essay.xmi"), data, {"TypeSystem.xml": types}), "kim")


def edits(data: bytes, types: bytes) -> tuple[TextEdit, ...] | None:
    return read(data, types).corrections[0].edits


ITEMS = (
    {"words": "lately", "correction": "late"},
    {"words": "was", "correction": "were", "category": "R:VERB:SVA"},
    {"words": "waiting"},
    {"words": "bus", "correction": "the bus", "category": "Articles"},
)
EDITS = (
    TextEdit(Span(3, 6), "were", "R:VERB:SVA"),
    TextEdit(Span(9, 16), None),
    TextEdit(Span(21, 24), "the bus", "Articles"),
)


def test_annotations_are_corrections_deletions_and_marks():
    """Java counts an emoji as two characters, and the text has Windows's line ends."""
    found = read(*exported(*ITEMS))
    [corrected] = found.corrections
    assert found.source is not None
    assert found.source.text == SOURCE.replace("\r\n", "\n")
    assert corrected.edits == (*EDITS, TextEdit(Span(34, 40), "late"))
    assert corrected.text == "We were 😀 waiting for the bus.\nIt came late, the the end.\n"
    start = SOURCE.index("the the")
    deleted = read(*exported({"words": "the", "begin": start, "end": start + 3, "delete": True}))
    assert deleted.corrections[0].text == "We was 😀 waiting for bus.\nIt came lately, the end.\n"


@pytest.mark.parametrize(
    ("features", "item", "expected"),
    [
        ({"Corrected": STRING, "error_type": STRING}, {"Corrected": "were", "error_type": "SVA"}, ("were", "SVA")),
        ({"value": STRING}, {"value": "were"}, ("were", "")),
        ({"edit": STRING, "value": STRING}, {"edit": "were", "value": "SVA"}, ("were", "SVA")),
        ({"Target_Hypothesis": STRING}, {"Target_Hypothesis": "were"}, ("were", "")),
    ],
)
def test_a_feature_is_found_by_its_name(features: dict[str, str], item: dict[str, str], expected: tuple[str, str]):
    [edit] = edits(*exported({"words": "was", **item}, features=features)) or ()
    assert (edit.replacement, edit.type) == expected


@pytest.mark.filterwarnings("ignore:Trying to add feature")
def test_a_type_may_be_called_type():
    features = {"correction": STRING, "type": STRING}
    [edit] = edits(*exported({"words": "was", "correction": "were", "type_": "SVA"}, features=features)) or ()
    assert edit.type == "SVA"


def test_value_is_a_correction_only_where_nothing_else_is():
    one = {"webanno.custom.Word": ({"value": STRING}, [{"words": "was", "value": "were"}])}
    two = {"webanno.custom.Error": ({"correction": STRING}, [{"words": "lately", "correction": "late"}])}
    entity = {"de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity": ({"value": STRING}, [{"words": "bus"}])}
    assert edits(*exported_layers(one | two | entity)) == (TextEdit(Span(34, 40), "late"),)
    assert edits(*exported_layers(one | entity)) == (TextEdit(Span(3, 6), "were"),)
    with pytest.raises(DocumentError, match="no layer has a feature with corrections"):
        read(*exported_layers(entity))


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        (exported(features={"note": STRING}), "no layer has a feature with corrections"),
        (
            exported({"words": "waiting", "correction": "waits"}, {"words": "waiting for", "correction": "waiting at"}),
            "two corrections overlap, at characters 9-16 and 9-20",
        ),
        ((b"<xmi", exported()[1]), "this INCEpTION file is damaged: its XML is malformed"),
        (
            (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', exported()[1]),
            "this INCEpTION file declares a document type, which annotation tools never do",
        ),
        ((exported()[0].replace(b"xmi:id", b"id"), exported()[1]), "this file does not fit TypeSystem.xml"),
        ((b"<a/>", exported()[1]), "this file has no text"),
    ],
)
def test_a_file_that_can_not_be_used_says_why(files: tuple[bytes, bytes], problem: str):
    with pytest.raises(DocumentError) as refused:
        read(*files)
    assert refused.value.problem.startswith(problem)
    assert refused.value.path == Path("essay.xmi")
    assert refused.value.remedy or "document type" in problem


def write(folder: Path, *names: str) -> None:
    data, types = exported(*ITEMS[:3])
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        (folder / name).with_name("TypeSystem.xml").write_bytes(types)


def test_annotators_have_a_file_each(tmp_path: Path):
    write(tmp_path, "kim/essay.xmi", "roy/essay.xmi")
    (tmp_path / "essay.txt").write_bytes(SOURCE.encode())
    (tmp_path / "markscheme.toml").write_text(
        '[[exercise]]\nname = "essay"\nsource = "essay.txt"\nreferences = ["{teacher}/essay.xmi"]\n'
    )
    [exercise] = exercises_in(tmp_path)
    [material] = ExerciseMaterials(exercise, read_text).of(None)
    assert [(item.name, len(item.edits or ())) for item in material.references] == [("kim", 3), ("roy", 3)]


def test_a_file_is_converted_with_its_edits(tmp_path: Path):
    write(tmp_path, "essay.xmi")
    [entry] = open_any(tmp_path / "essay.xmi").whole().entries
    assert [edit.replacement for edit in entry.references[0].edits or ()] == ["were", None, "late"]


def test_a_missing_type_system_is_named(tmp_path: Path):
    write(tmp_path, "essay.xmi")
    (tmp_path / "TypeSystem.xml").unlink()
    with pytest.raises(DocumentError) as refused:
        open_any(tmp_path / "essay.xmi").whole()
    assert str(refused.value) == (
        f"{tmp_path / 'essay.xmi'}: TypeSystem.xml, which defines the layers of this file, is missing. "
        "Put TypeSystem.xml of the same export beside it"
    )


def test_without_the_package_the_way_to_install_it_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "cassis", None)
    with pytest.raises(DocumentError, match=rf"is not installed\. {re.escape(installing('inception'))}"):
        read(*exported())
