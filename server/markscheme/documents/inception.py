"""INCEpTION's export *UIMA CAS XMI*: ``NAME.xmi``, a text with one annotator's annotations, and ``TypeSystem.xml``.

A layer of spans whose annotations have a feature for the correction holds corrections; projects define such a layer
themselves and choose the names. The library ``dkpro-cassis``, by INCEpTION's developers, reads and writes the files.
"""

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.documents.brat import adds_line_breaks, word_marks
from markscheme.documents.corpus import (
    Corpus,
    Correction,
    Entry,
    all_with_space,
    disjoint,
    joined,
    only_correction,
    only_entry,
    sound_edits,
    without_space,
)
from markscheme.documents.files import LARGEST_PART, PackedXml, moved_offsets, newlines
from markscheme.documents.formats import DETAILED_EDITS, CorpusFormat, CorrectedTextFormat, DocumentFile
from markscheme.documents.places import NOT_XML, CorrectedText, Details, TextEdit, corrected_text, for_xml
from markscheme.errors import DocumentError, MissingDocument, installing
from markscheme.languages.segments import Span

if TYPE_CHECKING:
    from cassis import Cas

_CORRECTIONS = ("correction", "corrected", "correct", "edit", "replacement", "suggestion", "targethypothesis")
"""Names of features that hold a correction, the likeliest first, in lower case and without marks between words."""
_TYPES = ("errortype", "type", "category", "error", "label", "tag", "class")
_DELETIONS = ("delete", "deleted", "deletion")
_NOTES = ("comment", "note", "notes", "remark")
_LAYER = "webanno.custom.Correction"
"""The layer of corrections that come from no layer."""
_VALUE = "value"
_STRING, _BOOLEAN = "uima.cas.String", "uima.cas.Boolean"
_PRIMITIVES = frozenset({_STRING, _BOOLEAN, "uima.cas.Integer", "uima.cas.Float", "uima.cas.Double", "uima.cas.Long"})
_CUSTOM = ("webanno.custom.", "custom.")
"""How the names of layers begin that projects define themselves."""


@attrs.frozen
class _Layer:
    """A layer of spans as the type system names it, and the range of each feature's values, by its name."""

    name: str
    features: Mapping[str, str]

    @property
    def correction(self) -> str | None:
        """The feature with the correction; ``value`` may be one in a layer of the project's own."""
        return self._feature((*_CORRECTIONS, *((_VALUE,) if self.name.startswith(_CUSTOM) else ())), _STRING)

    @property
    def type(self) -> str | None:
        names = (*_TYPES, *((_VALUE,) if self.correction != self._feature((_VALUE,), _STRING) else ()))
        return self._feature(names, _STRING)

    @property
    def deletion(self) -> str | None:
        return self._feature(_DELETIONS, _BOOLEAN)

    @property
    def note(self) -> str | None:
        return self._feature(_NOTES, _STRING)

    @property
    def attributes(self) -> tuple[str, ...]:
        read = {*_FEATURES, self.correction, self.type, self.deletion, self.note}
        return tuple(name for name, kind in self.features.items() if name not in read and kind in _PRIMITIVES)

    def _feature(self, names: Iterable[str], range_: str) -> str | None:
        names_by_plain = {_plain(name): name for name, kind in self.features.items() if kind == range_}
        return next((names_by_plain[name] for name in names if name in names_by_plain), None)


def _plain(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "")


def _correction_layers(layers: Iterable[_Layer]) -> tuple[_Layer, ...]:
    """Return the layers with a feature for corrections: by a telling name, or else by the name ``value``."""
    likely = tuple(layer for layer in layers if layer.correction is not None)
    return tuple(layer for layer in likely if _plain(layer.correction or "") != _VALUE) or likely


_EXPORT_AGAIN = "Export the document again from INCEpTION, as UIMA CAS XMI (XML 1.0)"
_SPAN = "uima.tcas.Annotation"
_FEATURES = frozenset({"sofa", "begin", "end"})


def _read_xmi(data: bytes, types: bytes, path: Path, types_path: Path) -> CorrectedText:
    """Return the text and its corrections. Raise DocumentError also without ``dkpro-cassis`` or a layer of them."""
    cas = _cas(_checked(data, path), _checked(types, types_path), path)
    text = cas.sofa_string
    if not isinstance(text, str):
        raise DocumentError("this file has no text", path=path, remedy=_EXPORT_AGAIN)
    marks = [mark for layer in _layers(cas, path) for mark in _marks(cas, layer, text, path)]

    def clash(one: TextEdit, other: TextEdit) -> DocumentError:
        return DocumentError(
            f"two corrections overlap, at characters {one.start}-{one.end} and {other.start}-{other.end}",
            path=path,
            remedy="Correct the words in one annotation",
        )

    separate = disjoint(marks, clash)
    source = newlines(text)
    moved = moved_offsets(text)
    moved_edits = [edit.at(Span(moved(edit.start), moved(edit.end)), edit.replacement) for edit in separate]
    edits = all_with_space(source, moved_edits)
    dropped = len(marks) - len(separate)
    left_out = (f"annotations that stand twice, or without a correction where a correction is ({dropped})",)
    return CorrectedText(source, corrected_text(source, edits), edits, left_out=left_out if dropped else ())


def _checked(data: bytes, path: Path) -> bytes:
    if len(data) > LARGEST_PART:
        raise DocumentError(f"the file has more than {LARGEST_PART // 2**20} MiB", path=path, remedy="Split it")
    PackedXml("INCEpTION file", _EXPORT_AGAIN, path, writers="annotation tools").parsed(data)
    return data


def _cas(data: bytes, types: bytes, path: Path) -> "Cas":
    try:
        from cassis import load_cas_from_xmi, load_typesystem
    except ImportError:
        raise DocumentError(
            "the package that reads INCEpTION's files is not installed",
            path=path,
            remedy=installing("inception"),
        ) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return load_cas_from_xmi(BytesIO(data), load_typesystem(BytesIO(types)), lenient=True)
    except Exception as error:  # the library raises whatever its reading of a damaged file runs into
        raise DocumentError(
            "this file does not fit TypeSystem.xml beside it, or is damaged", path=path, remedy=_EXPORT_AGAIN
        ) from error


def _layers(cas: "Cas", path: Path) -> tuple[_Layer, ...]:
    every = [
        _Layer(item.name, {feature.name: feature.rangeType.name for feature in item.all_features})
        for item in cas.typesystem.get_types()
        if cas.typesystem.subsumes(_SPAN, item.name)
    ]
    layers = _correction_layers(every)
    if not layers:
        custom = [item for item in every if item.name.startswith(_CUSTOM)]
        names = "; ".join(f"{item.name}: {', '.join(sorted(item.features.keys() - _FEATURES))}" for item in custom)
        raise DocumentError(
            "no layer has a feature with corrections",
            path=path,
            remedy=f"Call the feature correction. The project's layers are {names or 'none'}",
        )
    return layers


def _marks(cas: "Cas", layer: _Layer, text: str, path: Path) -> Iterator[TextEdit]:
    for item in cas.select(layer.name):
        start, end = item.begin, item.end
        if not (isinstance(start, int) and isinstance(end, int) and 0 <= start <= end <= len(text)):
            raise DocumentError(
                f"an annotation is at {start}-{end}, outside a text of {len(text)} characters",
                path=path,
                remedy=_EXPORT_AGAIN,
            )
        correction = _text_of(item, layer.correction)
        deletes = layer.deletion is not None and bool(_value_of(item, layer.deletion))
        replacement = "" if deletes else None if correction is None else newlines(correction)
        yield TextEdit(Span(start, end), replacement, _text_of(item, layer.type) or "", _details(item, layer))


def _details(item: Any, layer: _Layer) -> Details:
    values = ((name, _value_of(item, name)) for name in layer.attributes)
    attributes = tuple((name, _written(value)) for name, value in values if value is not None)
    return Details(str(item.xmiID or ""), _text_of(item, layer.note) or "", attributes, layer.name)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _text_of(item: Any, feature: str | None) -> str | None:
    value = _value_of(item, feature) if feature is not None else None
    return value if isinstance(value, str) else None


def _value_of(item: Any, feature: str) -> object:
    """Return the value of a feature; the library puts a line behind names that Python has for itself."""
    return getattr(item, feature, None) if feature not in ("self", "type") else getattr(item, f"{feature}_", None)


_TYPE_SYSTEM = "TypeSystem.xml"


def _marks_to_write(entry: Entry, correction: Correction) -> list[TextEdit]:
    """Return the edits as annotators mark them: without the white space that goes with the words, or else of words."""
    edits = sound_edits(entry, correction)
    bare = [
        edit.at(without_space(entry.source, edit.span), edit.replacement and edit.replacement.strip()) for edit in edits
    ]
    return bare if all_with_space(entry.source, bare) == edits else word_marks(entry.source, edits)


def _moved(entry: Entry, correction: Correction) -> int:
    """Return how many edits are not read back as they are."""
    read = all_with_space(entry.source, _marks_to_write(entry, correction))
    places = {(edit.span, edit.replacement) for edit in correction.edits or ()}
    return len(places - {(edit.span, edit.replacement) for edit in read})


def _written_files(name: str, source: str, marks: Sequence[TextEdit]) -> dict[str, bytes]:
    """Return the contents of a text's file and of the type system, by name."""
    try:
        from cassis import Cas, TypeSystem
    except ImportError:
        raise DocumentError(
            "the package that writes INCEpTION's files is not installed",
            remedy=installing("inception"),
        ) from None
    types = TypeSystem()
    layers: dict[str, Any] = {}
    for layer in dict.fromkeys(edit.details.tag_set or _LAYER for edit in marks) or (_LAYER,):
        layers[layer] = types.create_type(layer, _SPAN)
        inside = (edit for edit in marks if (edit.details.tag_set or _LAYER) == layer)
        names = dict.fromkeys(key for edit in inside for key, _ in edit.details.attributes)
        for feature in ("category", "correction", "comment", *names):
            types.create_feature(layers[layer], feature, _STRING)
        types.create_feature(layers[layer], "deleted", _BOOLEAN)
    cas = Cas(types)
    cas.sofa_string, cas.sofa_mime = for_xml(source), "text/plain"
    ids = {"0", "1"}
    for edit in marks:
        details = edit.details
        item = layers[details.tag_set or _LAYER](begin=edit.start, end=edit.end, category=edit.type or None)
        item.correction, item.deleted = for_xml(edit.replacement or "") or None, edit.replacement == ""
        item.comment = for_xml(details.note) or None
        for key, value in details.attributes:
            setattr(item, key, for_xml(value))
        if details.id.isdecimal() and details.id not in ids:
            item.xmiID = int(details.id)
            ids.add(details.id)
        cas.add(item, keep_id=True)
    return {name: cas.to_xmi().encode(), _TYPE_SYSTEM: types.to_xml().encode()}


class _InceptionFormat(CorrectedTextFormat[CorrectedText], CorpusFormat):
    """INCEpTION's UIMA CAS XMI: a text in each file, and the type system beside it."""

    name = "xmi"
    title = "an INCEpTION file"
    label = "INCEpTION"
    suffixes = claimed = (".xmi",)
    carries = frozenset({*DETAILED_EDITS, "paragraphs"})
    joins_sentences = True
    has_lines = False
    is_self_contained = True
    is_annotators_work = True

    def content(self, file: DocumentFile) -> CorrectedText:
        types = file.beside(_TYPE_SYSTEM)
        try:
            type_system = types.data
        except MissingDocument:
            raise DocumentError(
                f"{_TYPE_SYSTEM}, which defines the layers of this file, is missing",
                path=file.path,
                remedy=f"Put {_TYPE_SYSTEM} of the same export beside it",
            ) from None
        return _read_xmi(file.data, type_system, file.path, types.path)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        return Corpus.of(self.content(file), file.path.stem)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        first = [(entry, item) for entry in corpus.entries for item in entry.corrections[:1]]
        if any(entry.hypotheses for entry, _ in first):
            yield "that the correction is a hypothesis; read back, it is a reference"
        if any(NOT_XML.search(text) for entry, item in first for text in (entry.source, item.text)):
            yield "control characters: they are now signs that picture them"
        edits = [(entry, item) for entry, item in first if item.edits is not None]
        if moved := sum(_moved(entry, item) for entry, item in edits):
            yield f"the exact places of edits ({moved}): annotations are on words"
            if any(adds_line_breaks(entry.source, item) for entry, item in edits):
                yield "line breaks that corrections add"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return the file of a corpus of one correction, and the type system."""
        entry = only_entry(joined(corpus), self.title)
        marks = _marks_to_write(entry, only_correction(entry, self.title))
        return _written_files(name, entry.source, marks)


XMI = _InceptionFormat()
