"""What to change in a hypothesis's file so that the hypothesis reads otherwise at one place: text edits for an editor.

A hypothesis is a text's file itself, one of the two texts of a CriticMarkup document, or the edits of an M2 file's
annotator. Nothing is written here.
"""

from markscheme.documents.rewriting.annotations import WantedEdit, rewritten_annotations
from markscheme.documents.rewriting.replacement import Replacement
from markscheme.documents.rewriting.rewording import HypothesisFile, Rewording, SourcePlace
from markscheme.documents.rewriting.spacing import spaced
from markscheme.documents.rewriting.texts import rewritten

__all__ = [
    "HypothesisFile",
    "Replacement",
    "Rewording",
    "SourcePlace",
    "WantedEdit",
    "rewritten",
    "rewritten_annotations",
    "spaced",
]
