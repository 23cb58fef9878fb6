"""Every request that the server answers, in the order in which it announces them.

To add one, write a module with a :class:`~markscheme.lsp.requests.request.Request` and list it here. LSP's methods are
modules of this folder; methods whose names begin with ``markscheme/`` are modules of its folder ``markscheme``.
"""

from markscheme.lsp.requests import (
    code_action,
    code_lens,
    document_link,
    document_symbol,
    folding_range,
    hover,
    inlay_hint,
    pulled_diagnostics,
    semantic_tokens,
    text_document_content,
)
from markscheme.lsp.requests.markscheme import (
    adjudication,
    adjudication_choices,
    class_questions,
    exercises,
    feedback_choices,
    marks,
    next_finding,
    overview,
    place_choices,
    places,
    plan,
    progress,
    questions,
    scheme,
    set_up,
    status,
    texts,
    views,
)
from markscheme.lsp.requests.request import Request

REQUESTS: tuple[Request, ...] = (
    hover.REQUEST,
    document_link.REQUEST,
    code_lens.REQUEST,
    inlay_hint.REQUEST,
    semantic_tokens.REQUEST,
    document_symbol.REQUEST,
    folding_range.REQUEST,
    code_action.REQUEST,
    text_document_content.REQUEST,
    next_finding.NEXT,
    next_finding.PREVIOUS,
    exercises.REQUEST,
    texts.REQUEST,
    views.REQUEST,
    marks.REQUEST,
    overview.REQUEST,
    places.REQUEST,
    feedback_choices.REQUEST,
    plan.REQUEST,
    place_choices.REQUEST,
    progress.REQUEST,
    questions.REQUEST,
    class_questions.REQUEST,
    status.REQUEST,
    set_up.GUESS,
    set_up.PREVIEW,
    set_up.WRITE,
    set_up.VARIANTS,
    scheme.READ,
    scheme.PREVIEW,
    scheme.WRITE,
    adjudication.REQUEST,
    adjudication_choices.REQUEST,
)

PULL_REQUESTS: tuple[Request, ...] = (pulled_diagnostics.DOCUMENT, pulled_diagnostics.WORKSPACE)
"""Requests that are announced only to a client that pulls diagnostics."""
