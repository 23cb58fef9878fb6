"""Replies keep what they carry on the way through JSON."""

import importlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.edits.edit import Edit
from markscheme.errors import DocumentError
from markscheme.marking.driver import Outcome
from markscheme.marking.review import DocumentReview, TextFile
from markscheme.server.engine.protocol import REQUESTS, MarkReply, Request, _add_fields, read_reply, reply_text
from server.engine.drawn_problems import problems


@given(st.lists(problems, max_size=3))
def test_a_problem_keeps_its_place_and_remedy(found: list[DocumentError]):
    again = read_reply(reply_text(MarkReply(Outcome(None, tuple(found)))), MarkReply)
    assert [vars(problem) for problem in again.outcome.problems] == [vars(problem) for problem in found]


def test_a_file_whose_name_is_no_text_keeps_its_path():
    """Python gives the bytes of such a name as halves of surrogate pairs, which UTF-8 can't hold."""
    review = DocumentReview((), (), TextFile("caf\udce9", Path("/class/caf\udce9.src.txt")), (), parallel=False)
    reply = MarkReply(Outcome(review, (DocumentError("unreadable", path=Path("/class/caf\udce9.txt")),)))
    again = read_reply(reply_text(reply), MarkReply)
    assert again.outcome.review == review
    assert again.outcome.problems[0].path == reply.outcome.problems[0].path


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda item: item.method)
def test_every_request_has_a_reply_that_can_be_read(request_: Request[Any, Any]):
    """The types of a reply are looked at when it is first read: a type that JSON can't hold must not wait for that."""
    if request_.reply is type(None):
        assert read_reply(reply_text(None), request_.reply) is None
    else:
        with pytest.raises(msgspec.ValidationError, match="Expected `object`"):
            read_reply("[]", request_.reply)


def test_an_edit_that_was_read_can_be_looked_up():
    """Its hash is kept in the value, which msgspec makes without ``__init__``."""
    edit = Edit(1, 2, ("goes",), "R:VERB:SVA")
    [again] = read_reply(reply_text((edit,)), tuple[Edit, ...])
    assert {edit: "known"}[again] == "known"


def test_no_other_value_of_a_reply_keeps_its_hash():
    """Such a class needs what :class:`Edit` does after msgspec has made a value."""
    fields: dict[str, str] = {}
    for request in REQUESTS:
        _add_fields(request.reply, fields)
    classes = [
        getattr(importlib.import_module(module), name) for module, _, name in (key.rpartition(".") for key in fields)
    ]
    assert [own for own in classes if "_attrs_cached_hash" in getattr(own, "__slots__", ())] == [Edit]
