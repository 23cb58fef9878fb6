"""What to change in a hypothesis's file so that the hypothesis reads otherwise at one place: text edits for an editor.

A hypothesis is a text's file itself, one of the two texts of a CriticMarkup document, or the edits of an M2 file's
annotator. Nothing is written here.
"""

from markscheme.formats.rewriting.annotations import WantedEdit, rewritten_annotations
from markscheme.formats.rewriting.replacement import Replacement
from markscheme.formats.rewriting.rewording import HypothesisFile, Rewording, SourcePlace
from markscheme.formats.rewriting.texts import rewritten
from markscheme.text.spacing import spaced

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
