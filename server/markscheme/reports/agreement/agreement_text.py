"""The agreement of annotators as text: the most important in sentences, then tables, then the worst disputes."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from markscheme.annotation.agreement.analysis import Agreement
from markscheme.annotation.agreement.answers import Answers, Example, Kind
from markscheme.annotation.agreement.left_out import LeftOut
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.reports.agreement.agreement_words import (
    METRIC_WORDS,
    NOTHING,
    QUESTION_WORDS,
    UNDEFINED,
    WHY_UNDEFINED,
    differing,
    example_place,
    example_sentence,
    names_of,
    number,
    opinion_words,
    share,
    summary,
    type_words,
    with_interval,
)
from markscheme.reports.terminal import rendered, table_of_numbers

MOST_KINDS = 12
"""Largest number of kinds of errors that are listed; those with the most disagreements are."""
MOST_CONFUSIONS = 8
"""Largest number of pairs of types that are listed."""


def agreement_text(agreement: Agreement, width: int, colour: bool = False) -> str:
    """Return the agreement for a terminal of some columns.

    Parameters
    ----------
    colour
        Whether the text has escape sequences for colours.
    """
    parts: list[RenderableType] = [Text("\n".join(summary(agreement)))]
    for title, content in _sections(agreement):
        parts += [Text(), Text(title, style="bold"), *content]
    text = rendered(parts, width, colour)
    notes = f"\n{WHY_UNDEFINED}\n" if UNDEFINED in text else ""
    return f"{text}{notes}\n{agreement.signature}\n"


def _sections(agreement: Agreement) -> Iterator[tuple[str, list[RenderableType]]]:
    several = len(agreement.annotators) > 1
    if several:
        yield "Agreement beyond chance", [_questions(agreement)]
    yield "Annotators", [_annotators(agreement)]
    if several:
        yield "Each annotator marked against all others", _left_out(agreement)
    if any(item.systems for item in agreement.ceilings):
        yield "Hypotheses against the same references, as a share of the annotators' own score", [_systems(agreement)]
    kinds = agreement.main_types[:MOST_KINDS]
    if several and kinds:
        yield "Kinds of errors, those with the most disagreements first", [_kinds(agreement, kinds)]
        yield "Examples", _indented(_kind_examples(agreement, kinds))
    if confused := differing(agreement.confusions)[:MOST_CONFUSIONS]:
        lines: list[Text] = []
        for item in confused:
            types = " · ".join(type_words(agreement.language, name) for name in (item.one, item.other))
            counts = f"{item.same_correction} at the same correction, {item.other_correction} at different ones"
            lines += [Text(f"{types}: {counts}"), *_example(item.example, agreement)]
        yield "Types that two annotators give at the same place", _indented(lines)


def _indented(lines: Iterable[Text]) -> list[RenderableType]:
    return [Padding(item, (0, 0, 0, 2), expand=False) for item in lines]


def _questions(agreement: Agreement) -> Table:
    table = table_of_numbers("", "units", "Fleiss' kappa", "Krippendorff's alpha", "mean of Cohen's kappas")
    for item in agreement.questions:
        values = map(with_interval, (item.fleiss, item.alpha, item.mean_kappa))
        table.add_row(QUESTION_WORDS[item.question], str(item.units), *values)
    return table


def _annotators(agreement: Agreement) -> Table:
    questions = agreement.questions[:2]
    kappas = (f"mean kappa: {QUESTION_WORDS[item.question]}" for item in questions)
    table = table_of_numbers("", "sentences", "edits a sentence", "changes where nobody else sees an error", *kappas)
    for index, (name, item) in enumerate(zip(names_of(agreement), agreement.annotators, strict=True)):
        rate = NOTHING if item.edits_per_sentence is None else number(item.edits_per_sentence)
        values = [with_interval(question.annotators[index]) for question in questions]
        table.add_row(name, str(item.sentences), rate, share(item.alone_share), *values)
    return table


def _left_out(agreement: Agreement) -> list[RenderableType]:
    metrics = agreement.ceilings
    has_credit = any(item.metric == "credit" for item in metrics)
    scores = table_of_numbers(
        "", "hit", "wrong", "under", "over", "CLEME2.0", "P", "R", "F0.5", *[METRIC_WORDS["credit"]] * has_credit
    )
    for item, name in zip(agreement.left_out, names_of(agreement), strict=True):
        scores.add_row(name, *_scores(item, has_credit))
    parts: list[RenderableType] = [scores]
    if any(item.verdicts is not None for item in agreement.left_out):
        verdicts = table_of_numbers("", "points", *(verdict.value.replace("-", " ") for verdict in Verdict))
        for item, name in zip(agreement.left_out, names_of(agreement), strict=True):
            verdicts.add_row(name, *_verdicts(item))
        parts += [Text(), verdicts]
    return parts


def _scores(item: LeftOut, has_credit: bool) -> list[str]:
    if not item.scores:
        return [NOTHING] * (8 + has_credit)
    cleme2, errant = item.scores["cleme2"].scores, item.scores["errant"].scores
    values = [cleme2.hit, cleme2.wrong, cleme2.under, cleme2.over, cleme2.score]
    values += [errant.precision, errant.recall, errant.f]
    if has_credit:
        values.append(item.scores["credit"].scores.f)
    return list(map(number, values))


def _verdicts(item: LeftOut) -> list[str]:
    if item.verdicts is None:
        return [NOTHING] * (1 + len(Verdict))
    return [share(item.verdicts.points.share), *(str(item.verdicts.of(verdict)) for verdict in Verdict)]


def _systems(agreement: Agreement) -> Table:
    table = table_of_numbers("", *(METRIC_WORDS[item.metric] for item in agreement.ceilings))
    table.add_row("annotators", *(number(item.people[item.headline]) for item in agreement.ceilings))
    for name in agreement.hypotheses:
        cells = []
        for item in agreement.ceilings:
            system = next((system for system in item.systems if system.name == name), None)
            value = NOTHING if system is None else f"{number(system.scores[item.headline])} ({share(system.share)})"
            cells.append(value)
        table.add_row(name, *cells)
    return table


def _kinds(agreement: Agreement, kinds: Sequence[Kind]) -> Table:
    table = table_of_numbers("", "changes", "others: same", "another", "none", "Krippendorff's alpha")
    for item in kinds:
        answers = item.answers
        shares = (share(_part(answers, count)) for count in (answers.same, answers.different, answers.left))
        table.add_row(
            type_words(agreement.language, item.name), str(answers.changes), *shares, with_interval(item.alpha)
        )
    return table


def _part(answers: Answers, count: int) -> float | None:
    return count / answers.count if answers.count else None


def _kind_examples(agreement: Agreement, kinds: Sequence[Kind]) -> Iterator[Text]:
    for item in kinds:
        if item.example is not None:
            yield Text(type_words(agreement.language, item.name))
            yield from _example(item.example, agreement)


def _example(item: Example, agreement: Agreement) -> Iterator[Text]:
    before, words, behind = example_sentence(item, agreement)
    line = Text("  ").append(f"{before} ", "italic").append(f"[{words}]", "bold").append(f" {behind}", "italic")
    yield line.append(f"  {example_place(item, agreement)}", "dim")
    yield Text(f"  {opinion_words(item.one, agreement)}; {opinion_words(item.other, agreement)}")
