"""The agreement of annotators as text, JSON, CSV and a page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from markscheme.marking.verdict import Verdict
from markscheme.reports.output import (
    json_report,
    layouts,
    page,
    rendered,
    table_of_numbers,
)
from markscheme.research.agreement import Agreement, LeftOut
from markscheme.research.annotation_units import (
    Answers,
    ChanceCorrected,
    Confusion,
    Example,
    Kind,
    Opinion,
    type_words,
)
from markscheme.research.resampling import Estimate
from markscheme.wording import counted, percent, teacher_name

COLUMNS = ("row", "subject", "annotator", "other", "measure", "value", "low", "high")
"""``row`` is ``agreement``, ``annotator``, ``left out``, ``ceiling``, ``type``, ``group`` or ``confusion``; ``subject``
a question, a metric, a kind of error or a type."""
Row = tuple[str, str, str, str, str, object, object, object]


def _rows(agreement: Agreement) -> Iterator[Row]:
    yield from _beyond_chance(agreement)
    for item in agreement.annotators:
        for measure in ("sentences", "edits", "changed", "alone"):
            yield _row("annotator", "", item.name, "", measure, getattr(item, measure))
        yield from _answers("annotator", "", item.name, item.answers)
    yield from _left_out(agreement)
    for ceiling in agreement.ceilings:
        for measure, value in ceiling.people.items():
            yield _row("ceiling", ceiling.metric, "", "", measure, value)
        for system in ceiling.systems:
            for measure, value in system.scores.items():
                yield _row("ceiling", ceiling.metric, "", system.name, measure, value)
            yield _row("ceiling", ceiling.metric, "", system.name, "share", system.share)
    yield from _kinds(agreement)
    for confusion in agreement.confusions:
        for measure in ("same_correction", "other_correction"):
            one, other = confusion.types
            yield _row("confusion", one, "", other, measure, getattr(confusion, measure))


def _beyond_chance(agreement: Agreement) -> Iterator[Row]:
    for item in agreement.questions:
        for measure in ("fleiss", "alpha", "mean_kappa"):
            yield _row("agreement", item.question, "", "", measure, getattr(item, measure))
        for name, mean in item.annotators.items():
            yield _row("agreement", item.question, name, "", "mean_kappa", mean)
        for pair in item.pairs:
            yield _row("agreement", item.question, *pair.annotators, "kappa", pair.kappa)


def _left_out(agreement: Agreement) -> Iterator[Row]:
    for item in agreement.left_out:
        name = item.annotator
        yield _row("left out", "", name, "", "sentences", item.sentences)
        for metric, score in item.scores.items():
            for measure, value in (attrs.asdict(score.counts) | attrs.asdict(score.scores)).items():
                yield _row("left out", metric, name, "", measure, value)
        if item.verdicts is not None:
            for verdict, count in item.verdicts.counts.items():
                yield _row("left out", "verdicts", name, "", verdict.value, count)
            yield _row("left out", "verdicts", name, "", "points", item.verdicts.points.earned)
            yield _row("left out", "verdicts", name, "", "due", item.verdicts.points.due)


def _kinds(agreement: Agreement) -> Iterator[Row]:
    for row, kinds in (("type", agreement.types), ("group", agreement.groups)):
        for kind in kinds:
            yield _row(row, kind.name, "", "", "alpha", kind.alpha)
            yield from _answers(row, kind.name, "", kind.answers)
            for name, answers in kind.annotators.items():
                yield from _answers(row, kind.name, name, answers)


def _answers(row: str, subject: str, name: str, answers: Answers) -> Iterator[Row]:
    for measure, value in attrs.asdict(answers).items():
        yield _row(row, subject, name, "", measure, value)


def _row(row: str, subject: str, annotator: str, other: str, measure: str, value: object) -> Row:
    if isinstance(value, Estimate):
        return (row, subject, annotator, other, measure, value.value, value.low, value.high)
    return (row, subject, annotator, other, measure, value, None, None)


UNDEFINED = "not defined"
NOTHING = "–"
WHY_UNDEFINED = (
    "“Not defined” stands where a number has nothing to be computed from: nobody changes anything, two annotators have "
    "seen no sentence in common, or everybody gives the same label everywhere."
)
QUESTION_WORDS = {
    "detection": "is it an error?",
    "correction": "what is it changed to?",
    "type": "of which type is the change?",
}
METRIC_WORDS = {"cleme2": "CLEME2.0", "errant": "ERRANT F0.5", "credit": "Credit F"}
MANY_DISAGREEMENTS = 3
"""Number of kinds of errors that the summary names."""
CONTEXT = 8
"""Largest number of words of a sentence before and behind an example's place."""


def names_of(agreement: Agreement) -> Mapping[str, str]:
    """Return the annotators' names for people; where two would be alike, the names that files give."""
    worded = {item.name: teacher_name(item.name) for item in agreement.annotators}
    words = [*worded.values()]
    return {name: own if words.count(own) == 1 else name for name, own in worded.items()}


def number(value: float | None) -> str:
    """Return a score or a coefficient with two decimals.

    >>> number(0.534), number(-0.001), number(None)
    ('0.53', '0.00', 'not defined')
    """
    return UNDEFINED if value is None else f"{round(value, 2) + 0.0:.2f}"


def share(value: float | None) -> str:
    return NOTHING if value is None else percent(value)


def interval(item: Estimate) -> str:
    """Return the ends of an interval; empty without one.

    >>> interval(Estimate(0.5, 0.4, 0.6)), interval(Estimate(0.5))
    ('0.40 to 0.60', '')
    """
    return "" if item.low is None or item.high is None else f"{number(item.low)} to {number(item.high)}"


def with_interval(item: Estimate) -> str:
    ends = interval(item)
    return f"{number(item.value)} ({ends})" if ends else number(item.value)


def summary(agreement: Agreement) -> Iterator[str]:
    sentences = len(agreement.pool.sentences)
    people = len(agreement.annotators)
    yield f"{counted(people, 'annotator')}, {counted(sentences, 'sentence')}{_seen(agreement)}."
    yield from (f"{notice.problem}." for notice in agreement.pool.notices)
    if people < 2:
        yield "Agreement needs two annotators at least."
        return
    for item in agreement.questions[:2]:
        yield _agreement_on(item, agreement)
    yield from _extremes(agreement)
    yield from _most_disputed(agreement)
    yield from _ceilings(agreement)


def _seen(agreement: Agreement) -> str:
    sentences = len(agreement.pool.sentences)
    if len(agreement.annotators) < 2 or not sentences:
        return ""
    if all(item.sentences == sentences for item in agreement.annotators):
        return ", each seen by everybody"
    number = agreement.shared_sentences
    shared = "each" if number == sentences else f"{number} of them"
    return f", {shared} seen by at least two annotators"


def _agreement_on(item: ChanceCorrected, agreement: Agreement) -> str:
    what = f"On “{QUESTION_WORDS[item.question]}”"
    coverage = agreement.settings.resampling.coverage
    ends = interval(item.alpha)
    return f"{what}: Krippendorff's alpha {number(item.alpha.value)}{f' ({coverage} interval {ends})' if ends else ''}."


def _extremes(agreement: Agreement) -> Iterator[str]:
    item = agreement.question("correction")
    names = names_of(agreement)
    if item is None or len(names) < 3:
        return
    values = [(own.value, names[name]) for name, own in item.annotators.items() if own.value is not None]
    if len(values) > 1:
        (least, loner), (most, model) = min(values), max(values)
        yield (
            f"{loner} agrees least with the others (mean kappa {number(least)} on corrections), {model} most "
            f"({number(most)})."
        )


def _most_disputed(agreement: Agreement) -> Iterator[str]:
    disputed = [item for item in agreement.types if item.disagreements][:MANY_DISAGREEMENTS]
    if disputed:
        parts = [f"{item.words} ({item.disagreements} of {item.answers.count})" for item in disputed]
        yield f"Where one makes a correction, another makes none or a different one, most often: {', '.join(parts)}."


def _ceilings(agreement: Agreement) -> Iterator[str]:
    for item in agreement.ceilings:
        people = item.people[item.headline]
        text = f"{METRIC_WORDS[item.metric]} of an annotator against the others: {number(people)} on average"
        best = max(item.systems, key=lambda system: system.scores[item.headline], default=None)
        if best is not None and best.share is not None:
            text += f"; the best hypothesis, {best.name}, reaches {number(best.scores[item.headline])}"
            text += f" ({percent(best.share)} of it)"
        yield f"{text}."


def differing(confusions: Sequence[Confusion]) -> list[Confusion]:
    """Return the pairs of different types, the most frequent first."""
    return [item for item in confusions if len({*item.types}) > 1]


def example_sentence(item: Example) -> tuple[str, str, str]:
    """Return the words before an example's place, at it and behind it; a longer sentence is cut at both ends."""
    source = item.source
    begin, end = max(item.start - CONTEXT, 0), min(item.end + CONTEXT, len(source))
    before = ("… " if begin else "") + " ".join(source[begin : item.start])
    behind = " ".join(source[item.end : end]) + (" …" if end < len(source) else "")
    return before, " ".join(source[item.start : item.end]), behind


def example_place(item: Example, agreement: Agreement) -> str:
    """Return where an example is: the exercise, where there are several, and the sentence's number from 1."""
    sentence = agreement.pool.sentences[item.sentence]
    first = next(index for index, other in enumerate(agreement.pool.sentences) if other.text == sentence.text)
    where = f"sentence {item.sentence - first + 1}"
    return f"{item.exercise}, {where}" if len(agreement.pool.texts) > 1 else where


def opinion_words(item: Opinion, agreement: Agreement) -> str:
    name = names_of(agreement)[item.annotator]
    if item.words is None:
        return f"{name} leaves it"
    deed = f"{name}: “{' '.join(item.words)}”" if item.words else f"{name} takes it out"
    return f"{deed} ({type_words(agreement.language, item.type)})"


MOST_TYPES = 15
"""Largest number of types in the maps; the most frequent ones are."""
MOST_EXAMPLES = 12
"""Largest number of kinds of errors, and of pairs of types, that have an example."""


@attrs.frozen
class Cell:
    """A cell of a map; ``shade`` is in [0, 1], ``None`` for a cell without a number."""

    words: str
    shade: float | None = None
    detail: str = ""


@attrs.frozen
class Map:
    """A table with a shaded cell for each row and column."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


def agreement_page(agreement: Agreement) -> str:
    """Return a page with all tables and maps; it loads nothing and has no script."""
    kinds = [item for item in agreement.types if item.example is not None][:MOST_EXAMPLES]
    return page(
        "agreement",
        agreement=agreement,
        names=names_of(agreement),
        summary=list(summary(agreement)),
        maps=_maps(agreement),
        verdicts=list(Verdict),
        kinds=kinds,
        confusions=differing(agreement.confusions)[:MOST_EXAMPLES],
        has_credit=any(item.metric == "credit" for item in agreement.ceilings),
        has_verdicts=any(item.verdicts is not None for item in agreement.left_out),
        metrics=METRIC_WORDS,
        questions=QUESTION_WORDS,
        nothing=NOTHING,
        why_undefined=WHY_UNDEFINED,
        number=number,
        share=share,
        with_interval=with_interval,
        types=lambda name: type_words(agreement.language, name),
        sentence=example_sentence,
        place=lambda item: example_place(item, agreement),
        opinion=lambda item: opinion_words(item, agreement),
    )


def _maps(agreement: Agreement) -> list[Map]:
    if len(agreement.annotators) < 2:
        return []
    return [*_kappas(agreement), _types(agreement), _confusion(agreement)]


def _kappas(agreement: Agreement) -> list[Map]:
    names = names_of(agreement)
    maps = []
    for item in agreement.questions:
        rows = tuple(
            (
                words,
                tuple(
                    Cell(NOTHING) if row == column else _coefficient(item.kappa(row, column).value) for column in names
                ),
            )
            for row, words in names.items()
        )
        note = "Cohen's kappa of each pair: 1 is full agreement, 0 what chance gives."
        maps.append(Map(f"Each pair: {QUESTION_WORDS[item.question]}", note, tuple(names.values()), rows))
    return maps


def _coefficient(value: float | None) -> Cell:
    return Cell(number(value), None if value is None else min(max(value, 0.0), 1.0))


def _types(agreement: Agreement) -> Map:
    kinds = sorted(agreement.types, key=lambda kind: -kind.answers.changes)[:MOST_TYPES]
    rows = tuple((kind.words, tuple(map(_same_cell, kind.annotators.values()))) for kind in kinds)
    note = (
        "How often another annotator makes the same correction, of an annotator's corrections of each kind; below, the "
        "number of these corrections."
    )
    return Map("Annotators by kinds of errors", note, tuple(names_of(agreement).values()), rows)


def _same_cell(answers: Answers) -> Cell:
    if not answers.changes:
        return Cell(NOTHING)
    same = answers.share(answers.same)
    return Cell(share(same), same, f"of {answers.changes}")


def _confusion(agreement: Agreement) -> Map:
    counts = {types: item for item in agreement.confusions for types in (item.types, item.types[::-1])}
    sums: dict[str, int] = {}
    for (one, _), item in counts.items():
        sums[one] = sums.get(one, 0) + item.count
    names = sorted(sums, key=lambda name: (-sums[name], name))[:MOST_TYPES]
    rows = tuple(
        (
            type_words(agreement.language, row),
            tuple(_pair_cell(counts.get((row, column)), row == column, sums[row]) for column in names),
        )
        for row in names
    )
    note = (
        "How often two annotators who both change a place give it these types; below, how often they make the same "
        "correction. Shaded by the share of the row's number."
    )
    columns: Sequence[str] = [type_words(agreement.language, name) for name in names]
    return Map("Types by types", note, tuple(columns), rows)


def _pair_cell(item: Confusion | None, is_same: bool, total: int) -> Cell:
    if item is None:
        return Cell("0")
    detail = f"{item.same_correction} same" if item.same_correction or is_same else ""
    return Cell(str(item.count), item.count / total, detail)


MOST_KINDS = 12
MOST_CONFUSIONS = 8


def agreement_text(agreement: Agreement, width: int, colour: bool = False) -> str:
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
        yield "Each annotator marked against all others", _tables_of_left_out(agreement)
    if any(item.systems for item in agreement.ceilings):
        yield "Hypotheses against the same references, as a share of the annotators' own score", [_systems(agreement)]
    kinds = agreement.types[:MOST_KINDS]
    if several and kinds:
        yield "Kinds of errors, those with the most disagreements first", [_table_of_kinds(kinds)]
        yield "Examples", _indented(_kind_examples(agreement, kinds))
    if confused := differing(agreement.confusions)[:MOST_CONFUSIONS]:
        lines: list[Text] = []
        for item in confused:
            types = " · ".join(type_words(agreement.language, name) for name in item.types)
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
    names = names_of(agreement)
    for item in agreement.annotators:
        rate = NOTHING if item.edits_per_sentence is None else number(item.edits_per_sentence)
        values = [with_interval(question.annotators[item.name]) for question in questions]
        table.add_row(names[item.name], str(item.sentences), rate, share(item.alone_share), *values)
    return table


def _tables_of_left_out(agreement: Agreement) -> list[RenderableType]:
    metrics = agreement.ceilings
    has_credit = any(item.metric == "credit" for item in metrics)
    scores = table_of_numbers(
        "", "hit", "wrong", "under", "over", "CLEME2.0", "P", "R", "F0.5", *[METRIC_WORDS["credit"]] * has_credit
    )
    names = names_of(agreement)
    for item in agreement.left_out:
        scores.add_row(names[item.annotator], *_scores(item, has_credit))
    parts: list[RenderableType] = [scores]
    if any(item.verdicts is not None for item in agreement.left_out):
        verdicts = table_of_numbers("", "points", *(verdict.value.replace("-", " ") for verdict in Verdict))
        for item in agreement.left_out:
            verdicts.add_row(names[item.annotator], *_counts(item))
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


def _counts(item: LeftOut) -> list[str]:
    if item.verdicts is None:
        return [NOTHING] * (1 + len(Verdict))
    return [share(item.verdicts.points.share), *(str(item.verdicts.counts.get(verdict, 0)) for verdict in Verdict)]


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


def _table_of_kinds(kinds: Sequence[Kind]) -> Table:
    table = table_of_numbers("", "changes", "others: same", "another", "none", "Krippendorff's alpha")
    for item in kinds:
        answers = item.answers
        shares = (share(answers.share(count)) for count in (answers.same, answers.different, answers.left))
        table.add_row(item.words, str(answers.changes), *shares, with_interval(item.alpha))
    return table


def _kind_examples(agreement: Agreement, kinds: Sequence[Kind]) -> Iterator[Text]:
    for item in kinds:
        if item.example is not None:
            yield Text(item.words)
            yield from _example(item.example, agreement)


def _example(item: Example, agreement: Agreement) -> Iterator[Text]:
    before, words, behind = example_sentence(item)
    line = Text("  ").append(f"{before} ", "italic").append(f"[{words}]", "bold").append(f" {behind}", "italic")
    yield line.append(f"  {example_place(item, agreement)}", "dim")
    yield Text(f"  {'; '.join(opinion_words(own, agreement) for own in item.opinions)}")


LAYOUTS = layouts(
    text=agreement_text, json=json_report, cells=lambda agreement: (COLUMNS, _rows(agreement)), html=agreement_page
)
