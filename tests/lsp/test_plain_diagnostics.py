"""Diagnostics that are published have the form that pygls gives them."""

import json

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.protocol import default_converter

from markscheme.lsp.language_server import _json
from markscheme.lsp.notifications.results.publish_diagnostics import plain_diagnostic

texts = st.text(st.characters(), max_size=5)
numbers = st.integers(0, 99)
places = st.builds(types.Position, numbers, numbers)
ranges = st.builds(types.Range, places, places)
related = st.builds(types.DiagnosticRelatedInformation, st.builds(types.Location, texts, ranges), texts)
diagnostics = st.builds(
    types.Diagnostic,
    ranges,
    texts,
    severity=st.none() | st.sampled_from(types.DiagnosticSeverity),
    code=st.none() | texts,
    code_description=st.none() | st.builds(types.CodeDescription, texts),
    source=st.none() | texts,
    related_information=st.none() | st.lists(related, max_size=2),
    data=st.none() | st.dictionaries(texts, numbers | texts, max_size=2),
)


@given(diagnostics)
def test_a_diagnostic_has_the_fields_that_pygls_gives_it(item: types.Diagnostic):
    converter = default_converter()  # type: ignore[no-untyped-call]
    assert plain_diagnostic(item) == json.loads(json.dumps(converter.unstructure(item)))


@given(st.dictionaries(texts, texts | st.just("half of a pair: \ud83d")))
def test_what_is_sent_is_the_same_json_whatever_its_characters(value: dict[str, str]):
    assert json.loads(_json(value)) == value
