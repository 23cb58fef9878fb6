"""What a check found, as code hosts and their runners read it: SARIF 2.1.0, GitHub's commands, JUnit's XML.

A case passes or fails: a text, in which nothing may be left to decide, or a question on which annotators are to agree.
Columns are UTF-16 code units from 1 on; paths are relative to the folder in which the command runs.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import quote

import attrs
from lxml import etree
from typing_extensions import override

from markscheme.documents.files import MARK_LINE
from markscheme.documents.formats import FORMATS
from markscheme.documents.places import LineIndex, Position, Range, for_xml
from markscheme.errors import ChoiceError, DocumentError
from markscheme.reports.agreement import PRIMARY, QUESTION_WORDS
from markscheme.reports.output import Layout, Layouts, encodable
from markscheme.reports.report import Remarks, ReviewedDocument
from markscheme.reports.review_report import KeptTexts, Piece, ReviewFormat
from markscheme.research.agreement import Agreement
from markscheme.research.agreement_questions import Question
from markscheme.version import VERSION

Level = Literal["error", "warning", "note"]
SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


@attrs.frozen
class CheckFinding:
    """What was found at a place; a case with one that is more than a note fails. ``rule`` is its kind."""

    rule: str
    message: str
    level: Level
    path: Path | None = None
    place: Range | None = None

    @property
    def file(self) -> str:
        """The file's path below the current folder, or else its whole one; empty where there is no file."""
        if self.path is None:
            return ""
        whole, here = self.path.absolute(), Path.cwd()
        return (whole.relative_to(here) if whole.is_relative_to(here) else whole).as_posix()


@attrs.frozen
class CheckCase:
    """One thing that passes or fails, in a group of such."""

    group: str
    name: str
    findings: tuple[CheckFinding, ...]

    @property
    def faults(self) -> tuple[CheckFinding, ...]:
        return tuple(item for item in self.findings if item.level != "note")


def document_case(document: ReviewedDocument) -> CheckCase:
    """Return a text's case: what is left to decide fails, and other places that are not correct are notes."""
    index = LineIndex(document.text) if FORMATS.has_lines(document.path) else None
    return CheckCase(
        document.assignment or document.exercise,
        document.student or document.path.name,
        tuple(
            CheckFinding(
                finding.code,
                finding.message(document.language, document.groups),
                "warning" if finding.place.is_open and document.open else "note",
                document.path,
                None if index is None else index.range(finding.span, "utf-16"),
            )
            for finding in document.review.findings
            if finding.place is not None and finding.is_fault
        ),
    )


def problem_case(problem: DocumentError) -> CheckCase:
    at = None if problem.line is None else Position(problem.line - 1, (problem.column or 1) - 1)
    place = None if at is None else Range(at, at)
    name = "" if problem.path is None else problem.path.name
    return CheckCase("files", name, (CheckFinding("problem", problem.explanation, "error", problem.path, place),))


def least_alphas(values: Iterable[str]) -> Mapping[Question, float]:
    """Return the least alpha of each question that is to have one; a number alone is that of the primary questions.

    Raise ChoiceError for anything but VALUE and QUESTION=VALUE.

    >>> least_alphas(["0.667", "type=0.5"])
    {'detection': 0.667, 'correction': 0.667, 'type': 0.5}
    """
    least: dict[Question, float] = {}
    for given in values:
        name, equals, value = given.rpartition("=")
        questions = tuple(item for item in QUESTION_WORDS if item == name) if equals else PRIMARY
        try:
            number = float(value)
        except ValueError:
            questions = ()
        if not questions:
            known = ", ".join(QUESTION_WORDS)
            raise ChoiceError(
                f"want VALUE or QUESTION=VALUE for the least agreement, with one of {known}, not {given!r}"
            )
        least |= dict.fromkeys(questions, number)
    return least


def agreement_cases(agreement: Agreement, least: Mapping[Question, float]) -> Iterator[CheckCase]:
    """Yield a case for each question with a least value of Krippendorff's alpha: it fails below, or undefined."""
    for item in agreement.questions:
        if (floor := least.get(item.question)) is None:
            continue
        alpha = item.alpha.value
        found = "Krippendorff's alpha is not defined" if alpha is None else f"Krippendorff's alpha is {alpha:.3f}"
        is_reached = alpha is not None and alpha >= floor
        message = f"{item.question}: {found}, and the least is {floor:g}"
        yield CheckCase(
            "agreement", item.question, (CheckFinding("agreement", message, "note" if is_reached else "error"),)
        )


class CheckFormat(ReviewFormat):
    """A format of cases, each of which is written by itself."""

    @property
    @override
    def shows_credit(self) -> bool:
        return False

    @abstractmethod
    def case(self, case: CheckCase) -> str:
        """Return a case as it is written."""

    @abstractmethod
    def joined(self, cases: Iterable[str]) -> Iterator[str]:
        """Yield the whole of cases that are written."""

    @override
    def piece(self, document: ReviewedDocument) -> Piece:
        return Piece(self.case(document_case(document)), is_estimate=False)

    @override
    def written(self, pieces: Iterable[Piece], remarks: Callable[[], Remarks]) -> Iterator[str]:
        def cases() -> Iterator[str]:
            yield from (piece.text for piece in pieces)
            yield from (self.case(problem_case(problem)) for problem in remarks().problems)

        yield from self.joined(cases())

    def layout(self, cases: Callable[..., Iterable[CheckCase]]) -> Layout:
        """Return this format as a kind of output of what ``cases`` makes cases of."""
        return Layout(lambda *result: "".join(self.joined(map(self.case, cases(*result[:-1])))), self.mark)


def check_layouts(cases: Callable[..., Iterable[CheckCase]]) -> Layouts:
    return {name: make().layout(cases) for name, make in CHECK_FORMATS.items()}


def _unmarked(text: str) -> str:
    return text


@attrs.frozen
class SarifFormat(CheckFormat):
    """OASIS' SARIF 2.1.0, which code hosts show beside the lines."""

    mark = staticmethod(_unmarked)  # its schema allows no member of our own

    @override
    def case(self, case: CheckCase) -> str:
        return ",".join(json.dumps(_sarif(item), ensure_ascii=False) for item in case.findings)

    @override
    def joined(self, cases: Iterable[str]) -> Iterator[str]:
        driver = json.dumps({"driver": {"name": "Markscheme", "version": VERSION}})
        yield f'{{\n  "$schema": "{SARIF_SCHEMA}",\n  "version": "2.1.0",\n  "runs": [{{\n    "tool": {driver},\n'
        yield '    "columnKind": "utf16CodeUnits",\n    "results": ['
        between = "\n      "
        for text in filter(None, cases):
            yield f"{between}{encodable(text)}"
            between = ",\n      "
        yield "\n    ]\n  }]\n}\n"


def _sarif(finding: CheckFinding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "level": finding.level,
        "message": {"text": finding.message},
    }
    if finding.path is not None:
        is_below = not Path(finding.file).is_absolute()
        below = {"uri": quote(finding.file), "uriBaseId": "%SRCROOT%"}
        artifact = below if is_below else {"uri": finding.path.absolute().as_uri()}
        place: dict[str, Any] = {"artifactLocation": artifact}
        if finding.place is not None:
            place["region"] = {
                name: number + 1
                for name, number in (
                    ("startLine", finding.place.start.line),
                    ("startColumn", finding.place.start.character),
                    ("endLine", finding.place.end.line),
                    ("endColumn", finding.place.end.character),
                )
            }
        result["locations"] = [{"physicalLocation": place}]
    return result


_COMMANDS: Final[Mapping[Level, str]] = {"error": "error", "warning": "warning", "note": "notice"}


@attrs.frozen
class GithubFormat(CheckFormat):
    """GitHub's workflow commands, a line each, which it shows beside the lines of a change."""

    @override
    def case(self, case: CheckCase) -> str:
        return "".join(_command(item) for item in case.findings)

    @override
    def joined(self, cases: Iterable[str]) -> Iterator[str]:
        return map(encodable, cases)


def _command(finding: CheckFinding) -> str:
    properties: dict[str, object] = {"file": finding.file} if finding.path is not None else {}
    if finding.place is not None:
        start, end = finding.place.start, finding.place.end
        properties |= {"line": start.line + 1, "endLine": end.line + 1}
        if start.line == end.line:
            properties |= {"col": start.character + 1, "endColumn": end.character + 1}
    properties["title"] = f"Markscheme: {finding.rule}"
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{_COMMANDS[finding.level]} {listed}::{_data(finding.message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


@attrs.frozen
class JunitFormat(CheckFormat):
    """JUnit's XML, which runners of tests and code hosts count."""

    mark = staticmethod(lambda text: f"<!--\n{MARK_LINE}\n-->\n{text}")

    @override
    def case(self, case: CheckCase) -> str:
        element = etree.Element("testcase", classname=for_xml(case.group), name=for_xml(case.name))
        for item in case.faults:
            start = None if item.place is None else item.place.start
            at = ":".join(filter(None, [item.file, "" if start is None else f"{start.line + 1}:{start.character + 1}"]))
            etree.SubElement(element, "failure", message=for_xml(item.message), type=item.rule).text = for_xml(at)
        if notes := [item.message for item in case.findings if item.level == "note"]:
            etree.SubElement(element, "system-out").text = for_xml("\n".join(notes))
        return etree.tostring(element, encoding="unicode")

    @override
    def joined(self, cases: Iterable[str]) -> Iterator[str]:
        kept, count, failed = KeptTexts(), 0, 0
        for text in cases:
            kept.add(text)
            count, failed = count + 1, failed + ("<failure" in text)  # in names and messages it is escaped
        counts = f'name="Markscheme" tests="{count}" failures="{failed}" errors="0"'
        yield f"<testsuites {counts}>\n<testsuite {counts}>\n"
        yield from (f"{text}\n" for text in kept)
        yield "</testsuite>\n</testsuites>\n"


CHECK_FORMATS: Final[Mapping[str, type[CheckFormat]]] = {
    "sarif": SarifFormat,
    "github": GithubFormat,
    "junit": JunitFormat,
}
