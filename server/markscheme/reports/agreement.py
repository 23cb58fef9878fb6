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
    unbroken,
)
from markscheme.research.agreement import Agreement, LeftOut
from markscheme.research.agreement_questions import Question, QuestionAgreement
from markscheme.research.annotation_units import (
    Answers,
    Confusion,
    Example,
    Kind,
    Opinion,
    Place,
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
        for measure in ("fleiss", "alpha", "unitized_alpha", "mean_kappa", "mean_f1"):
            yield _row("agreement", item.question, "", "", measure, getattr(item, measure))
        for name, mean in item.annotators.items():
            yield _row("agreement", item.question, name, "", "mean_kappa", mean)
        for pair in item.pairs:
            yield _row("agreement", item.question, *pair.annotators, "kappa", pair.kappa)
            yield _row("agreement", item.question, *pair.annotators, "f1", pair.f1)


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
QUESTION_WORDS: Mapping[Question, str] = {
    "detection": "is it an error?",
    "span": "from where to where?",
    "correction": "what is it changed to?",
    "type": "of which type is the change?",
}
COEFFICIENTS = {
    "Fleiss' kappa": "how far any two annotators agree on a unit's label, beyond what labels given by chance would; "
    "1 is full agreement, 0 is chance.",
    "Krippendorff's alpha": "the same, and it takes sentences that not everybody has seen. By his custom, 0.80 and "
    "more can be relied on, and from 0.67 on conclusions are tentative.",
    "Cohen's kappa": "the same of two annotators, by each one's own frequencies of labels; here the mean of all pairs.",
    "Unitized alpha": "alpha of the text itself, words and the gaps between them: what two annotators mark counts by "
    "how far it overlaps. It does not depend on units, and is lower where spans only partly meet.",
    "F1": "twice the spans that two annotators share, divided by all of theirs, with chance left in; here the mean of "
    "all pairs. For “is it an error?” spans need only overlap; else both ends agree, and the correction or type.",
}
"""What each number means, in a sentence."""
SAFE, TENTATIVE = 0.8, 0.667
"""Krippendorff's least values of alpha for conclusions (Content Analysis, 2nd edition, 2004, page 241)."""
OF_ONE_TEXT = (
    "If several files hold the same text, run markscheme init, or write into markscheme.toml which they are, "
    'such as references = ["{teacher}.m2"].'
)
NOTHING_SHARED = f"No sentence was seen by two annotators, so there is no agreement between them. {OF_ONE_TEXT}"
PRIMARY: tuple[Question, ...] = ("detection", "correction")
"""The questions of the summary."""
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
    yield from map(str, agreement.pool.problems)
    yield from _few_documents(agreement)
    if people < 2:
        yield f"Agreement needs two annotators at least. {OF_ONE_TEXT}"
        return
    if not agreement.shared_sentences:
        yield NOTHING_SHARED
        return
    yield agreement.tags.words
    for item in _primary(agreement):
        yield _agreement_on(item, agreement)
    yield from _extremes(agreement)
    yield from _most_disputed(agreement)
    yield from _ceilings(agreement)


LEAST_TEXTS = 10
"""Number of texts below which intervals over texts say little."""


def _few_documents(agreement: Agreement) -> Iterator[str]:
    settings, texts = agreement.settings, len(agreement.pool.texts)
    if settings.draws == "documents" and settings.resampling.resamples and texts < LEAST_TEXTS:
        yield (
            f"Intervals are drawn over {counted(texts, 'text')}: with fewer than {LEAST_TEXTS} they say little, and "
            "are mostly too narrow."
        )


def _seen(agreement: Agreement) -> str:
    sentences = len(agreement.pool.sentences)
    if len(agreement.annotators) < 2 or not sentences:
        return ""
    if all(item.sentences == sentences for item in agreement.annotators):
        return ", each seen by everybody"
    number = agreement.shared_sentences
    shared = "each" if number == sentences else f"{number} of them"
    return f", {shared} seen by at least two annotators"


def _agreement_on(item: QuestionAgreement, agreement: Agreement) -> str:
    what = f"On “{QUESTION_WORDS[item.question]}”"
    coverage = agreement.settings.resampling.coverage
    ends = interval(item.alpha)
    return f"{what}: Krippendorff's alpha {number(item.alpha.value)}{f' ({coverage} interval {ends})' if ends else ''}."


def _primary(agreement: Agreement) -> list[QuestionAgreement]:
    """Return the summary's questions; nothing where no sentence was seen by two annotators."""
    return [item for item in agreement.questions if item.question in PRIMARY and agreement.shared_sentences]


def readings(agreement: Agreement) -> Iterator[str]:
    """Yield what alpha says of each question, in a sentence."""
    for item in agreement.questions:
        value = item.alpha.value
        if value is not None:
            if value >= SAFE:
                words = "that can be relied on"
            elif value >= TENTATIVE:
                words = "enough for tentative conclusions"
            else:
                words = "too low to conclude from"
            yield f"“{QUESTION_WORDS[item.question]}”: alpha {number(value)}, by Krippendorff's custom {words}."


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


MOST_BEHIND = 5
"""Largest number of places that are shown behind a cell of a map."""


@attrs.frozen
class Behind:
    """The places behind cells of a map; ``count``: of all, shown or not."""

    key: str
    title: str
    count: int
    examples: tuple[Example, ...]


@attrs.frozen
class Cell:
    """A cell of a map; ``shade`` is in [0, 1], ``None`` for a cell without a number. ``key``: of what is behind it."""

    words: str
    shade: float | None = None
    detail: str = ""
    key: str = ""


@attrs.frozen
class Map:
    """A table with a shaded cell for each row and column."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    behind: tuple[Behind, ...]


@attrs.define
class _Places:
    """What is behind the cells of one map."""

    name: str
    agreement: Agreement
    behind: dict[str, Behind] = attrs.field(factory=dict)

    def add(self, title: str, places: Sequence[Place]) -> str:
        """Return the key of some places under a title; empty without a place."""
        if not places:
            return ""
        key = f"{self.name}-{len(self.behind)}"
        examples = tuple(self.agreement.annotated.example(*place) for place in places[:MOST_BEHIND])
        self.behind[key] = Behind(key, title, len(places), examples)
        return key

    def map(self, title: str, note: str, columns: Iterable[str], rows: Iterable[tuple[str, tuple[Cell, ...]]]) -> Map:
        return Map(title, note, tuple(columns), tuple(rows), tuple(self.behind.values()))


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
        coefficients=COEFFICIENTS,
        readings=list(readings(agreement)),
        primary=_primary(agreement),
        number=number,
        share=share,
        with_interval=with_interval,
        types=lambda name: type_words(agreement.language, name),
        sentence=example_sentence,
        place=lambda item: example_place(item, agreement),
        opinion=lambda item: opinion_words(item, agreement),
    )


def _maps(agreement: Agreement) -> list[Map]:
    if not agreement.shared_sentences:
        return []
    return [*_kappas(agreement), _types(agreement), _confusion(agreement)]


def _kappas(agreement: Agreement) -> Iterator[Map]:
    names, units = names_of(agreement), agreement.annotated.units
    columns = {name: number for number, name in enumerate(names)}
    note = (
        "Cohen's kappa of each pair: 1 is full agreement, 0 what chance gives; below it, F1 of their spans. A number "
        "leads to places where the two differ."
    )
    for item in agreement.questions:
        places = _Places(f"pairs-{item.question}", agreement)
        cells: dict[tuple[str, str], Cell] = {}
        for pair in item.pairs:
            one, other = pair.annotators
            differing = [(units[number], columns[one], columns[other]) for number in pair.differing]
            key = places.add(f"{names[one]} and {names[other]}: {QUESTION_WORDS[item.question]}", differing)
            cells[one, other] = cells[other, one] = _coefficient(pair.kappa.value, pair.f1.value, key)
        rows = [
            (words, tuple(cells.get((row, column), Cell(NOTHING)) for column in names)) for row, words in names.items()
        ]
        yield places.map(f"Each pair: {QUESTION_WORDS[item.question]}", note, names.values(), rows)


def _coefficient(kappa: float | None, f1: float | None, key: str) -> Cell:
    detail = "" if f1 is None else f"F1 {number(f1)}"
    return Cell(number(kappa), None if kappa is None else min(max(kappa, 0.0), 1.0), detail, key)


def _types(agreement: Agreement) -> Map:
    names = names_of(agreement)
    places = _Places("kinds", agreement)
    rows: list[tuple[str, tuple[Cell, ...]]] = []
    for kind in sorted(agreement.types, key=lambda kind: -kind.answers.changes)[:MOST_TYPES]:
        cells: list[Cell] = []
        for column, (name, answers) in enumerate(kind.annotators.items()):
            own = [place for place in kind.places if place[1] == column]
            cells.append(_same_cell(answers, places.add(f"{names[name]}: {kind.words}", own)))
        rows.append((kind.words, tuple(cells)))
    note = (
        "How often another annotator makes the same correction, of an annotator's corrections of each kind; below, the "
        "number of these corrections. A number leads to places where another annotator does something else."
    )
    return places.map("Annotators by kinds of errors", note, names.values(), rows)


def _same_cell(answers: Answers, key: str) -> Cell:
    if not answers.changes:
        return Cell(NOTHING)
    same = answers.share(answers.same)
    return Cell(share(same), same, f"of {answers.changes}", key)


def _confusion(agreement: Agreement) -> Map:
    counts = {types: item for item in agreement.confusions for types in (item.types, item.types[::-1])}
    sums: dict[str, int] = {}
    for (one, _), item in counts.items():
        sums[one] = sums.get(one, 0) + item.count
    names = sorted(sums, key=lambda name: (-sums[name], name))[:MOST_TYPES]
    words = {name: type_words(agreement.language, name) for name in names}
    places = _Places("types", agreement)
    keys = {
        item.types: places.add(" · ".join(words[name] for name in item.types), item.places)
        for item in agreement.confusions
        if {*item.types} <= {*names}
    }
    rows = [
        (
            words[row],
            tuple(_pair_cell(counts.get((row, column)), row == column, sums[row], keys) for column in names),
        )
        for row in names
    ]
    note = (
        "How often two annotators who both change a place give it these types; below, how often they make the same "
        "correction. Shaded by the share of the row's number. A number leads to places."
    )
    return places.map("Types by types", note, words.values(), rows)


def _pair_cell(item: Confusion | None, is_same: bool, total: int, keys: Mapping[tuple[str, str], str]) -> Cell:
    if item is None:
        return Cell("0")
    detail = f"{item.same_correction} same" if item.same_correction or is_same else ""
    return Cell(str(item.count), item.count / total, detail, keys[item.types])


MOST_KINDS = 12
MOST_CONFUSIONS = 8


def agreement_text(agreement: Agreement, width: int, colour: bool = False) -> str:
    problems = frozenset(map(str, agreement.pool.problems))
    first = "".join(
        unbroken([line]) if line in problems else rendered([Text(line)], width, colour) for line in summary(agreement)
    )
    parts: list[RenderableType] = []
    for title, content in _sections(agreement):
        parts += [Text(), Text(title, style="bold"), *content]
    text = first + rendered(parts, width, colour)
    notes = f"\n{WHY_UNDEFINED}\n" if UNDEFINED in text else ""
    return f"{text}{notes}\n{agreement.signature}\n"


def _sections(agreement: Agreement) -> Iterator[tuple[str, list[RenderableType]]]:
    several = agreement.shared_sentences > 0
    if several:
        yield "Agreement beyond chance", [_questions(agreement)]
        yield "Agreement on spans", [_spans(agreement)]
        meanings = (f"{name}: {words}" for name, words in COEFFICIENTS.items())
        yield "What these numbers mean", [Text(line) for line in (*meanings, *readings(agreement))]
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
            lines += [Text(f"{types}: {counts}"), *(_example(item.example, agreement) if item.example else ())]
        yield "Types that two annotators give at the same place", _indented(lines)


def _indented(lines: Iterable[Text]) -> list[RenderableType]:
    return [Padding(item, (0, 0, 0, 2), expand=False) for item in lines]


def _questions(agreement: Agreement) -> Table:
    table = table_of_numbers("", "units", "Fleiss' kappa", "Krippendorff's alpha", "mean of Cohen's kappas")
    for item in agreement.questions:
        values = map(with_interval, (item.fleiss, item.alpha, item.mean_kappa))
        table.add_row(QUESTION_WORDS[item.question], str(item.units), *values)
    return table


def _spans(agreement: Agreement) -> Table:
    table = table_of_numbers("", "Krippendorff's unitized alpha", "mean F1")
    for item in agreement.questions:
        unitized = NOTHING if item.question == "span" else with_interval(item.unitized_alpha)
        table.add_row(QUESTION_WORDS[item.question], unitized, with_interval(item.mean_f1))
    return table


def _annotators(agreement: Agreement) -> Table:
    questions = _primary(agreement)
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
    text=agreement_text,
    json=lambda agreement: json_report(agreement.figures),
    cells=lambda agreement: (COLUMNS, _rows(agreement)),
    html=agreement_page,
)
