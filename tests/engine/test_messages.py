"""Messages keep what they carry on the way through JSON."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from markscheme.engine.messages import make_converter
from markscheme.text.errors import DocumentError

numbers = st.none() | st.integers(1, 10_000)
problems = st.builds(
    DocumentError,
    st.text(),
    path=st.none() | st.text("abc/.", min_size=1).map(Path),
    line=numbers,
    column=numbers,
    length=numbers,
    remedy=st.text(),
)


@given(st.lists(problems, max_size=3))
def test_a_problem_keeps_its_place_and_remedy(found: list[DocumentError]):
    converter = make_converter()
    sent = json.loads(json.dumps(converter.unstructure(tuple(found), tuple[DocumentError, ...])))
    again = converter.structure(sent, tuple[DocumentError, ...])
    assert [vars(problem) for problem in again] == [vars(problem) for problem in found]
