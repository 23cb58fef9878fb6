"""The kinds of questions, as a registry."""

from markscheme.annotation.questions.kind import QuestionKind
from markscheme.registry import Registry

_MODULES = {
    "uncovered-correction": "uncovered:UNCOVERED",
    "contradicting-references": "contradiction:CONTRADICTION",
    "unchanged-reference": "unchanged:UNCHANGED",
    "uncorrected-error": "uncorrected:UNCORRECTED",
}

KINDS: Registry[QuestionKind] = Registry(
    "kind of question", {name: f"{__package__}.{place}" for name, place in _MODULES.items()}
)
"""The kinds by their names, in the order of equally urgent questions."""
