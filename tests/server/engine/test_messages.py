"""Messages keep what they carry on the way through JSON."""

import json

from hypothesis import given
from hypothesis import strategies as st

from markscheme.errors import DocumentError
from markscheme.server.engine.protocol import make_converter
from server.engine.drawn_problems import problems


@given(st.lists(problems, max_size=3))
def test_a_problem_keeps_its_place_and_remedy(found: list[DocumentError]):
    converter = make_converter()
    sent = json.loads(json.dumps(converter.unstructure(tuple(found), tuple[DocumentError, ...])))
    again = converter.structure(sent, tuple[DocumentError, ...])
    assert [vars(problem) for problem in again] == [vars(problem) for problem in found]
