"""What a text report shows of a document with marks, in each vocabulary."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType

from rich.text import Text
from typing_extensions import override

from markscheme.exercises.people import ErrorGroups
from markscheme.languages.catalogue import DEFAULT_LANGUAGE
from markscheme.marking.review.document_review import Marks
from markscheme.marking.review.findings import Finding, Kind
from markscheme.marking.review.vocabulary import VocabularyName
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.place_words import did, group_of, notes, versions
from markscheme.marking.wording.words import change, document_tally, four_scores, percent, title
from markscheme.metrics.categories import Category

Cell = str | Text

_STYLES: Mapping[Kind | None, str] = MappingProxyType(
    {
        Verdict.CORRECT: "green",
        Verdict.PARTLY: "blue",
        Verdict.DIFFERENT: "red",
        Verdict.MISSED: "yellow",
        Verdict.NOT_NEEDED: "magenta",
        Verdict.OPTIONAL: "dim",
        Category.HIT: "green",
        Category.WRONG: "red",
        Category.UNDER: "yellow",
        Category.OVER: "magenta",
        None: "cyan",
    }
)


class Layout(ABC):
    """The lines of a document in one vocabulary."""

    @abstractmethod
    def summary(self, marks: Marks) -> str:
        """Return a document's marks on one line."""

    @abstractmethod
    def lists(self, finding: Finding) -> bool:
        """Return whether a finding is listed."""

    @abstractmethod
    def cells(self, finding: Finding) -> list[Cell]:
        """Return a finding's cells: its kind, its kind of error, what was done, and what the references have."""

    def with_words(self, language: str, groups: ErrorGroups) -> "Layout":
        """Return the layout with the words of a language, given by its code, and of a teacher for kinds of errors."""
        del language, groups
        return self

    @abstractmethod
    def estimate_cells(self, finding: Finding) -> list[Cell]:
        """Return the cells of an edit without a reference: its kind, its kind of error, and what was done."""


class VerdictLayout(Layout):
    """The teachers' vocabulary, with a language's or a teacher's words for kinds of errors."""

    def __init__(self, language: str = DEFAULT_LANGUAGE, groups: ErrorGroups = ErrorGroups()) -> None:
        self._language = language
        self._groups = groups

    @override
    def with_words(self, language: str, groups: ErrorGroups) -> "Layout":
        return VerdictLayout(language, groups)

    def summary(self, marks: Marks) -> str:
        return document_tally(marks.verdicts)

    def lists(self, finding: Finding) -> bool:
        """Return whether a finding is listed; optional places are not."""
        return finding.is_shown and finding.verdict is not Verdict.OPTIONAL

    def cells(self, finding: Finding) -> list[Cell]:
        if finding.place is not None and finding.place.rewritten:
            return [Text("Rewritten freely", style="cyan"), "", "read this one yourself"]
        return [*self.estimate_cells(finding), Text(" · ".join(self._remarks(finding)), style="dim")]

    def estimate_cells(self, finding: Finding) -> list[Cell]:
        return [
            Text(title(finding), style=_STYLES[finding.kind]),
            Text(group_of(finding, self._language, self._groups), style="dim"),
            Text(did(finding)),
        ]

    def _remarks(self, finding: Finding) -> list[str]:
        is_plain = finding.verdict in (Verdict.CORRECT, Verdict.NOT_NEEDED)
        teachers = [] if is_plain else ["; ".join(f"{names}: {text}" for names, text in versions(finding))]
        return [*teachers, *notes(finding, language=self._language)]


class ChunkLayout(Layout):
    """CLEME2.0's vocabulary."""

    def summary(self, marks: Marks) -> str:
        counts = marks.counts
        credit = f" · credit F {percent(marks.credit.f)}" if marks.credit is not None else ""
        return (
            f"{counts.tp} hit, {counts.fp_ne} wrong, {counts.fn} under, {counts.fp_un} over: "
            f"{four_scores(marks.scores)} · score {marks.scores.score:.3f} · F {marks.errant.f:.3f}{credit}"
        )

    def lists(self, finding: Finding) -> bool:
        return finding.is_shown

    def cells(self, finding: Finding) -> list[Cell]:
        credit = percent(finding.credit) if finding.credit is not None else ""
        return [*self.estimate_cells(finding), Text(credit), Text(_expected(finding), style="dim")]

    def estimate_cells(self, finding: Finding) -> list[Cell]:
        return [
            Text(title(finding), style=_STYLES[finding.category]),
            Text(finding.type, style="dim"),
            Text(change(finding.source, finding.hypothesis)),
        ]


def _expected(finding: Finding) -> str:
    if finding.category is Category.HIT:
        return ""
    corrections: dict[str, list[str]] = {}
    for reference in finding.references:
        corrections.setdefault(change(finding.source, reference.text), []).append(reference.reference)
    return "; ".join(f"{', '.join(names)}: {text}" for text, names in corrections.items())


LAYOUTS: Mapping[VocabularyName, Layout] = MappingProxyType({"verdicts": VerdictLayout(), "cleme2": ChunkLayout()})
