"""What a teacher decides of corrections, in the files beside the references."""

from markscheme.exercises.decision_files import DecisionFolder, decide, read_accepted, read_decisions, withdraw
from markscheme.exercises.decisions import Decision, DecisionKind

__all__ = [
    "Decision",
    "DecisionFolder",
    "DecisionKind",
    "decide",
    "read_accepted",
    "read_decisions",
    "withdraw",
]
