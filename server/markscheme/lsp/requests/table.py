"""Every request that the server answers, in the order in which it announces them."""

from markscheme.lsp.requests import code_action, hover, lenses, pulled_diagnostics
from markscheme.lsp.requests.markscheme import annotation, classes, files, marks, places, scheme, set_up
from markscheme.lsp.requests.request import Request

REQUESTS: tuple[Request, ...] = (
    hover.HOVER_REQUEST,
    hover.DOCUMENT_LINK_REQUEST,
    lenses.CODE_LENS_REQUEST,
    lenses.INLAY_HINT_REQUEST,
    lenses.SEMANTIC_TOKENS_REQUEST,
    lenses.DOCUMENT_SYMBOL_REQUEST,
    lenses.FOLDING_RANGE_REQUEST,
    code_action.REQUEST,
    files.TEXT_DOCUMENT_CONTENT_REQUEST,
    places.NEXT,
    places.PREVIOUS,
    files.EXERCISES_REQUEST,
    files.TEXTS_REQUEST,
    files.VIEWS_REQUEST,
    marks.MARKS_REQUEST,
    marks.OVERVIEW_REQUEST,
    places.PLACES_REQUEST,
    classes.FEEDBACK_CHOICES_REQUEST,
    marks.PLAN_REQUEST,
    places.PLACE_CHOICES_REQUEST,
    marks.PROGRESS_REQUEST,
    annotation.QUESTIONS_REQUEST,
    classes.CLASS_QUESTIONS_REQUEST,
    marks.STATUS_REQUEST,
    set_up.GUESS,
    set_up.PREVIEW,
    set_up.WRITE,
    set_up.VARIANTS,
    scheme.READ,
    scheme.PREVIEW,
    scheme.WRITE,
    annotation.ADJUDICATION_REQUEST,
    annotation.ADJUDICATION_CHOICES_REQUEST,
)

PULL_REQUESTS: tuple[Request, ...] = (pulled_diagnostics.DOCUMENT, pulled_diagnostics.WORKSPACE)
"""Requests that are announced only to a client that pulls diagnostics."""
