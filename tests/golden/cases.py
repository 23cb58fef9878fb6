"""The commands whose outputs are recorded: each case is a few commands in a folder of its own.

A step is what stands behind ``markscheme`` in a terminal, or what a person does between two commands: ``cp FROM TO``,
``rm FILE``, ``put TEXT FILE``, ``append FROM TO``. Inputs are paths below ``inputs/``, or below the project if they
begin with ``examples/``; ``A as B`` gives them another place.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from markscheme.cli.app import paths


@dataclass(frozen=True)
class Case:
    """Commands that are run one after another, in a folder that holds copies of inputs."""

    name: str
    inputs: tuple[str, ...]
    steps: tuple[str, ...]
    uses_encoder: bool = False
    """Whether numbers come from the encoder, so that their last digits depend on the machine."""
    styles: bool = False
    """Whether the styles and scripts of pages are recorded."""
    hidden: Mapping[str, str] = field(default_factory=dict)
    """Patterns of what depends on the machine, with what stands in their place."""


COMMANDS = ("", *(" ".join(path) for path in paths()))
"""Every command and every group of commands; ``""`` is ``markscheme`` itself."""
CASES: dict[str, Case] = {}


def case(
    name: str,
    inputs: str | tuple[str, ...],
    *steps: str,
    encoder: bool = False,
    styles: bool = False,
    hidden: Mapping[str, str] | None = None,
) -> None:
    assert name not in CASES, f"two cases are called {name}"
    given = (inputs,) if isinstance(inputs, str) else inputs
    CASES[name] = Case(name, given, steps, encoder, styles, hidden or {})


for command in COMMANDS:
    case(f"help/{command.replace(' ', '-') or 'markscheme'}", (), f"{command} --help".strip())

WARM = Case(
    "warm",
    ("class", "own", "alone", "odd", "formats", "corpus", "bad"),
    (
        "review class own alone odd formats/brat formats/inception formats/word formats/multigec formats/bus "
        "formats/lines formats/office corpus/systems",
        "annotate coverage corpus",
    ),
)
"""Marks most of what the cases are about, so that pipeline and encoder are loaded once and not by each case."""

# --- review ----------------------------------------------------------------------------------------------------------
EXAMPLES = {
    "letter": ("letter", "letter/letter.hyp.jonas.txt"),
    "postcard": ("postcard", "postcard"),
    "diary": ("diary", "diary"),
    "quiz": ("quiz", "quiz/quiz.hyp.sara.m2"),
    "excuse": ("excuse", "excuse"),
}
for name, (folder, path) in EXAMPLES.items():
    case(f"review/example-{name}", f"examples/{folder}", f"review {path}", encoder=True)
case("review/text", "class", "review class", encoder=True)
case("review/text-cleme2", "class", "review class --vocabulary cleme2", encoder=True)
case("review/json", "class", "review class/week-1/students/Ben\\ Okoro.txt class/week-2 --format json", encoder=True)
case("review/json-source-and-reference", "class", "review class/week-2/task.txt --format json", encoder=True)
case("review/output", "class", "review class/week-2 --format json --output week-2.json", encoder=True)
case(
    "review/checks",
    "class",
    "review class/week-2 --check",
    "review class/week-2 --format sarif",
    "review class/week-2 --format github",
    "review class/week-2 --format junit",
)
case(
    "review/settings",
    "class",
    "review class/week-2 --assumption dependent",
    "review class/week-2 --equal optional-commas --equal contractions",
    "review class/week-2 --vocabulary cleme2 --weighting length --factors 0.45,0.35,0.15,0.05",
    "review class/week-2 --vocabulary cleme2 --weighting similarity --set credit.tau=0.5",
    "review class/week-2 --vocabulary cleme2 --weighting vector",
    encoder=True,
)
case("review/own-essays", "own", "review own", "review own/drafts/emil.txt", encoder=True)
case(
    "review/without-references",
    "alone",
    "review alone",
    "review alone --format json",
    "review alone --no-estimate",
    "review alone --set estimate.margin=0.5",
    encoder=True,
)
case("review/odd-characters", "odd", "review odd", "review odd --language en", encoder=True)
case("review/odd-characters-json", "odd", "review odd/crlf.hyp.ivo.txt odd/bom.hyp.jo.txt --format json", encoder=True)
case(
    "review/formats",
    "formats",
    "review formats/brat formats/inception formats/word formats/multigec",
    "review formats/bus formats/lines",
    encoder=True,
)
case(
    "review/annotated-alone",
    "formats",
    "review formats/word/two.docx",
    "review formats/quirks.m2",
    encoder=True,
)
case("review/office", "formats/office", "review formats/office", encoder=True)
case("review/corpus", "corpus", "review corpus/systems/west.txt", encoder=True)
for preset in ("share", "deduct", "tenses", "points", "credit"):
    case(
        f"review/scheme-{preset}",
        ("class", f"schemes/{preset}.toml as class/markscheme.toml"),
        "review class/week-1/students/Ada\\ Pérez.txt class/week-2/students/Ben\\ Okoro.txt",
        encoder=True,
    )

# --- score, compare --------------------------------------------------------------------------------------------------
M2 = (
    "--hypothesis corpus/systems/north.txt --hypothesis South=corpus/systems/south.txt --reference corpus/references.m2"
)
LINES = (
    "--hypothesis corpus/systems/south.txt --hypothesis corpus/systems/west.txt --reference corpus/reference-a.txt "
    "--reference corpus/reference-b.txt --source corpus/learners.txt"
)
for metric in ("cleme2", "cleme", "errant", "gleu", "green", "pt-errant", "uot-errant", "credit", "impara"):
    with_encoder = metric in {"pt-errant", "uot-errant", "credit", "impara"}
    references = " --source corpus/learners.txt" if metric == "impara" else ""
    one = LINES.split(" --reference")[0] + " --source corpus/learners.txt" if metric == "impara" else LINES
    case(
        f"score/{metric}",
        "corpus",
        f"score {one} --metric {metric}",
        f"score {one} --metric {metric} --format json",
        f"score {one} --metric {metric} --per-sentence --format json",
        *([f"score {one} --metric {metric} --level sentence"] if metric != "impara" else []),
        encoder=with_encoder,
    )

case(
    "score/tables",
    "corpus",
    *(f"score {M2} --metric errant,cleme2 --format {layout}" for layout in ("csv", "tsv", "md", "latex")),
    f"score {M2} --metric errant --output scores.tex --set table.label=tab:errant --set table.decimals=2",
    f"score {M2} --metric errant --output scores.docx",
)
case("score/html", "corpus", f"score {M2} --metric errant --format html", styles=True)
case(
    "score/m2-and-options",
    "corpus",
    f"score {M2} --metric cleme2",
    "score corpus/systems/north.txt South=corpus/systems/south.txt --reference corpus/references.m2 "
    "--metric errant,gleu --metric green",
    "score 'corpus/systems/*.txt' --reference corpus/references.m2 --metric errant",
    f"score {M2} --metric cleme2 --format json --output scores.json",
    f"score {M2} --metric cleme2 --accepted corpus/accepted.m2",
    f"score {M2} --factors 0.45,0.35,0.15,0.05 --metric cleme2 --sentence-scores sentences.jsonl",
    f"score {M2} --metric errant --set errant.beta=1 --sentence-scores sentences.parquet",
    f"score {M2} --metric gleu --set gleu.counting=official",
    "score --hypothesis corpus/systems.jsonl --reference corpus/systems.jsonl --metric errant",
)
for metric in ("cleme2", "cleme"):
    case(
        f"score/{metric}-weightings",
        "corpus",
        *(
            f"score {LINES} --metric {metric} --assumption {assumption} --level {level} --weighting {weighting}"
            for assumption in ("dependent", "independent")
            for level in ("corpus", "sentence")
            for weighting in ("none", "length", "similarity", "vector")
        ),
        encoder=True,
    )
case(
    "score/vectors",
    "corpus",
    f"score {LINES} --metric credit --set credit.tau=0.5 --set credit.floor=0.2 "
    "--set credit.ceiling=0.75 --set credit.kept=0.1 --set credit.beta=1",
    f"score {LINES} --metric credit --set credit.vectorisation=adding",
    f"score {LINES} --metric credit --set gjg15",
    f"score {LINES} --metric uot-errant --set uot-errant.mass=uniform --set uot-errant.cost=cosine "
    "--set uot-errant.regularisation=0.2 --set uot-errant.relaxation=0.3",
    f"score {LINES} --metric uot-errant --set uot-errant.vectorisation=adding",
    f"score {LINES} --metric credit --set encoder.pooling=cls",
    encoder=True,
)
SYSTEMS = (
    "--hypothesis corpus/systems/north.txt --hypothesis corpus/systems/south.txt --hypothesis corpus/systems/west.txt "
    "--reference corpus/references.m2 --resamples 50"
)
for layout in ("text", "json", "csv", "tsv", "md", "latex", "html"):
    case(
        f"compare/{layout}",
        "corpus",
        f"eval compare {SYSTEMS} --metric errant --metric cleme2 --by operation --format {layout}",
        styles=layout == "html",
    )
case(
    "compare/options",
    "corpus",
    *(f"eval compare {SYSTEMS} --mode {mode}" for mode in ("dt", "ds", "cs", "cse", "type")),
    f"eval compare {SYSTEMS} --by R:* --by *:NOUN* --without R:WO --edits single",
    f"eval compare {SYSTEMS} --by operation --edits multi --figure types.svg",
    f"eval compare {SYSTEMS} --seed 7 --confidence 0.9 --metric gleu,green --set gleu.level=sentence "
    "--set green.level=sentence",
    f"eval compare {SYSTEMS} --per-sentence --output sentences.txt",
)
case("compare/vectors", "corpus", f"eval compare {SYSTEMS} --metric credit --metric uot-errant", encoder=True)

# --- evaluate, tune, impara ------------------------------------------------------------------------------------------
FEW = "--resamples 20 --metric errant --metric gleu"
for layout in ("csv", "tsv", "html"):
    case(f"evaluate/seeda-{layout}", "benchmark", f"eval meta seeda --data benchmark/seeda {FEW} --format {layout}")
for layout in ("text", "json", "md", "latex"):
    case(f"evaluate/seeda-{layout}", "benchmark", f"eval meta seeda --data benchmark/seeda {FEW} --format {layout}")
    case(f"evaluate/gjg15-{layout}", "benchmark", f"eval meta gjg15 --data benchmark/gjg15 {FEW} --format {layout}")
    case(
        f"evaluate/seeda-all-{layout}",
        "benchmark",
        "eval meta seeda-all --data benchmark/seeda --resamples 9 --metric errant --aggregation mean "
        f"--format {layout}",
    )
TABLES = ("systems", "intervals", "sentences", "differences", "windows", "pairs", "people")
case(
    "evaluate/tables",
    "benchmark",
    *(
        f"eval meta seeda --data benchmark/seeda --resamples 9 --metric errant --aggregation mean "
        f"--people expected-wins --table {table}"
        for table in TABLES
    ),
    "eval meta seeda --data benchmark/seeda --resamples 9 --metric errant --ties leave-out --systems all "
    "--score recall --output table.txt",
    encoder=True,
)
case(
    "evaluate/vectors",
    "benchmark",
    "eval meta seeda --data benchmark/seeda --resamples 5 --metric credit --metric uot-errant --aggregation mean",
    encoder=True,
)
case(
    "tune/chosen",
    "benchmark",
    "eval tune --on gjg15 --data benchmark/gjg15 --metric errant --aggregation mean --resamples 5 --splits 2 "
    "--axis errant.beta=0.5,1,2 --output chosen.toml",
)
case(
    "impara/score-and-data",
    "corpus",
    "score --metric impara --hypothesis corpus/systems/south.txt --source corpus/learners.txt",
    "score --metric impara --hypothesis corpus/systems/south.txt --source corpus/learners.txt --per-sentence "
    "--format json",
    "eval impara build-data corpus/learners.txt corpus/systems/north.txt data.jsonl --most 2",
    encoder=True,
)

# --- annotators ------------------------------------------------------------------------------------------------------
for layout in ("text", "csv", "tsv", "html", "json"):
    case(
        f"agreement/{layout}",
        "corpus",
        f"annotate agreement corpus --resamples 20 --format {layout}",
        encoder=True,
        styles=layout == "html",
    )
    case(
        f"coverage/{layout}",
        "corpus",
        f"annotate coverage corpus --format {layout}",
        encoder=True,
        styles=layout == "html",
    )
case(
    "agreement/options",
    "corpus",
    "annotate agreement corpus --no-credit --verdicts --resamples 0",
    "annotate agreement corpus --no-credit --equal contractions --confidence 0.9 --seed 3 --output agreement.txt",
)
case(
    "agreement/checks",
    "corpus",
    *(f"annotate agreement corpus --no-credit --resamples 0 --format {form}" for form in ("sarif", "github", "junit")),
    "annotate agreement corpus --no-credit --resamples 0 --format github --fail-under .99",
)
case("agreement/example", "examples/annotation", "annotate agreement annotation --no-credit --resamples 20")
case(
    "coverage/options",
    "corpus",
    "annotate coverage corpus --no-credit --least 2",
    "annotate coverage corpus --no-credit --output c.txt",
)
for layout in ("text", "csv", "tsv", "json"):
    case(f"questions/{layout}", "corpus", f"annotate questions corpus --least 1 --format {layout}")
case("decide/text", "class", "class decide class --list", "class decide class --list --limit 2")
case(
    "decide/key",
    "class",
    "class decide class/week-2 --key --list",
    "class decide class/week-2 --key --also 248cd0bf98=play",
)
case("decide/json", "class", "class decide class --format json --limit 2")
case(
    "decide/faults", "class", "class decide class --answer nothing=correct", "class decide class --answer nothing=maybe"
)
case(
    "decide/final",
    "class",
    "class decide class --final 'Ada Pérez=lowest' --author 'Ms Kim'",
    "class decide class --final 'Ben Okoro=open'",
    "class decide class --final nobody=lowest",
    "class decide class --final ada=maybe",
)
case(
    "questions/answers",
    "corpus",
    "annotate questions corpus --limit 3 --credit --quality",
    encoder=True,
)
case(
    "adjudicate/decisions",
    "corpus",
    "annotate adjudicate status corpus",
    "annotate adjudicate take corpus --sentence 1 --annotator Asta --by Dora --reason shorter",
    "annotate adjudicate take corpus --sentence 3 --place 2 4 --annotator Bruno --by Dora",
    "annotate adjudicate take corpus --sentence 7 --words 'If I see him , I will tell him .' --by Dora",
    "annotate adjudicate take corpus --sentence 6 --leave --by Dora",
    "annotate adjudicate take corpus --majority --dry-run --by Dora",
    "annotate adjudicate take corpus --majority --yes --by Dora",
    "annotate adjudicate take corpus --sentence 6 --withdraw --by Dora",
    "annotate adjudicate status corpus",
    "annotate adjudicate status corpus --format json",
    *(f"annotate adjudicate report corpus --for Bruno --format {layout}" for layout in ("text", "json", "csv", "tsv")),
    "annotate adjudicate export corpus --output result.m2",
    "annotate adjudicate export corpus --output result.m2 --open majority",
    "annotate adjudicate export corpus --output result.jsonl --open 'first Clara'",
    "annotate adjudicate export corpus --output result.src --open leave",
    "annotate adjudicate status corpus --output status.txt",
)
case(
    "adjudicate/report-html",
    "corpus",
    "annotate adjudicate take corpus --majority --yes --by Dora",
    "annotate adjudicate report corpus --for Clara --format html --output clara.html",
    styles=True,
)
case(
    "adjudicate/second-annotator",
    "corpus",
    "annotate adjudicate prepare corpus --into for-mia --for Mia",
    "annotate adjudicate receive corpus for-mia --for Mia",
    "cp corpus/reference-a.txt for-mia/corpus.ref.Mia.txt",
    "annotate adjudicate receive corpus for-mia --for Mia --seen 4",
)

# --- classes ---------------------------------------------------------------------------------------------------------
ADA_AND_BEN = "class/week-1/students/Ada\\ Pérez.txt class/week-1/students/Ben\\ Okoro.txt"
case("feedback/html", "class", f"class feedback {ADA_AND_BEN} --into out", encoder=True, styles=True)
case("feedback/docx", "class", f"class feedback {ADA_AND_BEN} --into out --format docx", encoder=True)
case("feedback/pdf", "class", f"class feedback {ADA_AND_BEN} --into out --format pdf", encoder=True)
case("feedback/whole-class", "class", "class feedback class", "class feedback class --zip --mode hint", encoder=True)
case("feedback/together", "class", "class feedback class/week-2 --together --format docx --into out", encoder=True)
case(
    "feedback/modes",
    "class",
    "class feedback class/week-2 --mode hint --into hint --format docx",
    "class feedback class/week-2 --mode tracked --into tracked --format docx",
    "class feedback class/week-2 --focus verbs --into focus --format pdf",
    encoder=True,
)
case(
    "feedback/word", "formats/word", "class feedback formats/word --format docx --mode tracked --into out", encoder=True
)
case("feedback/without-references", "alone", "class feedback alone --into out", encoder=True)
for layout in ("text", "csv", "tsv", "html"):
    case(
        f"progress/{layout}", "class", f"class progress class --format {layout}", encoder=True, styles=layout == "html"
    )
case("progress/two-folders", "class", "class progress class/week-2 class/week-1 --output progress.txt", encoder=True)
case(
    "class/moodle",
    ("examples/evening as .",),
    "class import submissions.zip --into week-5",
    "class import submissions.zip --into week-5",
    "review week-5",
    "class export week-5 --worksheet grades.csv --feedback-format html",
    "class export week-5 --worksheet week-5/markscheme-reports/grades.csv --mode hint --out-of 20 --force --into 2nd",
    "class export week-5 --workbook --into book",
    "class feedback week-5/students/Mei\\ Lin.docx --into papers --format pdf",
    "class export week-5 --feedback papers --into zips",
    encoder=True,
)
case(
    "class/moodle-anonymous",
    ("examples/evening as .", "alone/submissions.zip"),
    "class import alone/submissions.zip --into week-5 --anonymous --names grades.csv",
    "class export week-5 --worksheet grades.csv",
    "class export week-5 --workbook --anonymous --into book",
    encoder=True,
)
case(
    "class/canvas",
    "canvas",
    "class import canvas/submissions.zip --into canvas/guitar --names canvas/grades.csv --source task.txt "
    "--reference 'correction {teacher}.txt'",
    "append canvas/scheme.toml canvas/guitar/markscheme.toml",
    "class export canvas/guitar --worksheet canvas/grades.csv --column 'grade=Essay 1 (901)'",
    "class export canvas/guitar --rubric canvas/rubric.csv --criterion Verbs=5 --criterion Language=10 --force",
    "class export canvas/guitar --feedback-format docx --into zips",
    "class export canvas/guitar --workbook --into book",
    encoder=True,
)
case(
    "moderate/second-teacher",
    ("class", "second"),
    "class moderate prepare class --into copy --for 'Mr Bose'",
    "cp second/accepted.m2 copy/week-1/accepted.m2",
    "cp second/teacher-comments.toml copy/week-1/teacher-comments.toml",
    "class moderate class copy",
    *(f"class moderate compare class copy --format {layout}" for layout in ("csv", "tsv", "json")),
    "class moderate compare class copy --tolerance 3 --names Adler Bose --output moderation.txt",
    "class moderate class copy --merge",
    "class moderate class copy --merge --prefer B --into merged",
    "class moderate class copy --merge --prefer newest --in-place",
    encoder=True,
    hidden={r"\d\d\.\d\d\.\d\d\b": "<time>"},
)
case(
    "moderate/html",
    ("class", "second"),
    "class moderate prepare class --into copy",
    "cp second/accepted.m2 copy/week-1/accepted.m2",
    "class moderate class copy --format html --output moderation.html",
    encoder=True,
    styles=True,
)
case(
    "moderate/samples",
    "class",
    "class moderate prepare class --into a --sample 1 --by mark --anonymous",
    "class moderate prepare class --into b --sample 1 --by border --seed 3",
    "class moderate prepare class --into c --sample 1",
    "class moderate prepare class --into d --students 'Ada Pérez'",
    encoder=True,
)

# --- formats ---------------------------------------------------------------------------------------------------------
WRITTEN = {
    "lines": "out.src",
    "essays": "out.src.txt",
    "multigec": "out.md",
    "m2": "out.m2",
    "criticmarkup": "out.md",
    "brat": "out.ann",
    "xmi": "out.xmi",
    "uagec": "out.uagec",
    "docx": "out.docx",
    "nucle": "out.sgml",
    "wi": "out.json",
    "jsonl": "out.jsonl",
    "parquet": "out.parquet",
    "tsv": "out.tsv",
    "csv": "out.csv",
    "xlsx": "out.xlsx",
}
"""A file of each format that ``convert`` writes."""
READ = {
    "bus": "formats/bus",
    "lines": "formats/lines",
    "multigec": "formats/multigec",
    "m2": "formats/quirks.m2",
    "criticmarkup": "formats/critic.md",
    "brat": "formats/brat",
    "inception": "formats/inception/kim/trip.xmi",
    "uagec": "formats/annotated.uagec",
    "docx": "formats/word/note.ref.docx",
    "docx-two": "formats/word/two.docx",
    "nucle": "formats/essays.sgml",
    "wi": "formats/zoo.json",
    "jsonl": "formats/records.jsonl",
    "tsv": "formats/table.tsv",
}
for name, target in WRITTEN.items():
    case(f"convert/to-{name}", "formats", f"convert formats/bus {target} --to {name}")
case(
    "convert/to-the-same-again",
    "formats",
    *(
        f"convert {step}"
        for name, target in WRITTEN.items()
        if name not in {"lines", "essays", "multigec", "brat", "criticmarkup", "uagec"}
        for step in (f"formats/bus first-{target} --to {name}", f"first-{target} back-{name}.jsonl")
    ),
)
for name, path in READ.items():
    case(
        f"convert/from-{name}",
        "formats",
        f"convert {path} out.jsonl",
        f"convert {path} out.m2",
        *([f"convert {path} out.uagec", f"convert {path} out.docx"] if name in {"criticmarkup", "wi", "brat"} else []),
    )
case(
    "convert/options",
    "formats",
    "convert formats/class.csv out.m2",
    "convert formats/class.csv out.jsonl --column 'source=Learner text' --column hypothesis.mei=Mei "
    "--column 'reference.kim=Ms Kim'",
    "convert formats/class.csv out.jsonl --column 'source=Learner text' --column hypothesis.mei=Mei",
    "convert formats/class.csv out.jsonl --column 'source=Learner text' --column hypothesis.mei=Mei --force",
    "convert formats/records.jsonl packed.m2.gz",
    "convert formats/records.jsonl packed.jsonl.zst",
    "convert packed.m2.gz again.src",
    "convert formats/bus/bus.src.txt out.out",
    "convert formats/multigec out.md",
    "convert formats/bus/bus.ref.kim.txt single.tsv --from wi",
)

# --- folders, comments, installation ---------------------------------------------------------------------------------
case(
    "init/folder",
    "folder",
    "init folder",
    "init folder --dry-run",
    "init folder --yes",
    "init folder --yes",
    "put 'My brother play the guitar since three years.' folder/week-3/students/chloe.txt",
    "init folder --force --yes",
    "review folder",
    encoder=True,
)
for scheme in ("share of errors found", "deduct per error", "focus on tenses"):
    case(f"init/scheme-{scheme.split()[0]}", "folder", f"init folder --yes --scheme '{scheme}'")
case("init/corpus", ("corpus/references.m2", "corpus/systems", "corpus/learners.txt"), "init corpus --yes")
case("init/own-essays", ("own/drafts", "own/revisions", "own/corrected"), "init own --yes", "init own/drafts --yes")
case(
    "comments/bank",
    "class",
    "class comments list class",
    "class comments list class --own",
    "class comments key class --output key.txt",
    "class comments key",
    "class comments export class --own",
    "class comments export class --own --format toml",
    "class comments export class --output bank.csv",
    "class comments import bank.csv class",
    "class comments import bank.csv class --force",
    "class comments import class/comments.toml elsewhere",
)
case("comments/schema", (), "class comments schema", "class comments schema --given")
case("schema/toml", (), "init --schema")
case(
    "cache/own-file",
    "corpus",
    "score --hypothesis corpus/systems/north.txt --source corpus/learners.txt --reference corpus/reference-a.txt "
    "--metric cleme2 --cache own.sqlite",
    "cache stats --cache own.sqlite",
    "cache verify --cache own.sqlite",
    "cache clear --cache own.sqlite",
    "cache stats --cache own.sqlite",
    "put nonsense broken.sqlite",
    "cache verify --cache broken.sqlite",
    "cache stats --cache missing.sqlite",
    hidden={r"bytes +\d+": "bytes    <size>"},
)
case(
    "doctor/installation",
    (),
    "doctor --cache own.sqlite",
    "doctor --cache own.sqlite --format json",
    hidden={
        r"(pygls|torch|transformers|spacy|errant|POT|sqlite-utils) [0-9][^ ,\"\n]*": r"\1 <version>",
        r" on \w+\b": " on <device>",
    },
)
case("plugins/none", (), "plugins", "plugins --format json")
case("version/version", (), "--version")

# --- bad input -------------------------------------------------------------------------------------------------------
case(
    "bad/options",
    "corpus",
    "reveiw",
    "agreement corpus",
    "class exprt",
    "evaluate seeda",
    "review",
    "review --nothing",
    "review corpus --format html",
    "review missing.txt",
    "review corpus/systems/west.txt --equal capitals",
    "review corpus/systems/west.txt --factors 1,2",
    "review corpus --weighting llm",
    "review corpus --workers 0",
    "score --hypothesis corpus/systems/west.txt --reference corpus/references.m2 --metric bleu",
    "score --hypothesis missing.m2 --reference corpus/references.m2",
    "score --hypothesis corpus/systems/west.txt --reference corpus/reference-a.txt",
    "score --hypothesis corpus/systems/west.txt --reference corpus/references.m2 --metric cleme2 --set cleme2.tau=1",
    "score --hypothesis corpus/systems/west.txt --reference corpus/references.m2 --set nothing.toml",
    "eval compare --hypothesis corpus/systems/west.txt --reference corpus/references.m2 --format pdf",
    "eval compare --hypothesis corpus/systems/west.txt --reference corpus/references.m2 --mode exact",
    "eval meta seeda --data corpus",
    "eval meta gjg15 --data missing",
    "eval tune --on seeda --data corpus",
    "annotate agreement corpus --format pdf",
    "annotate coverage corpus/systems/west.txt --least 0",
    "annotate questions corpus --answer nothing=accept",
    "annotate questions corpus --answer nothing",
    "annotate adjudicate take corpus --sentence 99 --leave",
    "annotate adjudicate take corpus --sentence 1 --annotator Nobody",
    "annotate adjudicate report corpus --for Nobody",
    "annotate adjudicate receive corpus corpus/systems",
    "eval impara train missing.jsonl estimator",
)
case(
    "bad/classes",
    ("class", "canvas", "folder"),
    "class feedback class --format odt",
    "class feedback class --mode loud",
    "class feedback class/week-2 --focus nonsense",
    "class progress class --format pdf",
    "class import class/week-1/task.txt",
    "class import canvas/submissions.zip --into canvas/guitar --source missing.txt",
    "class export class --worksheet canvas/grades.csv",
    "class export class --exercise week-9",
    "class export class/week-1 --worksheet folder/marks.csv",
    "class export class/week-1 --rubric canvas/rubric.csv --criterion Verbs",
    "class moderate class folder",
    "class moderate prepare class --into class/week-1",
    "class moderate prepare class --into new --students Nobody",
    "class comments list missing",
    "class comments import folder/marks.csv folder",
    "init missing",
    "init class",
    "init folder --scheme harsh",
    "convert folder out.m2",
    "convert class out.m2",
    "convert missing.m2 out.jsonl",
    encoder=True,
)
case(
    "bad/files",
    "bad",
    *(
        step
        for name in ("unknown-key", "scheme")
        for step in (f"cp bad/{name}.toml bad/markscheme.toml", "review bad/hyp.txt")
    ),
    "rm bad/markscheme.toml",
    "review bad/latin.ref.txt",
    "review bad/scan.pdf",
    "review bad/hyp.txt",
    "score --hypothesis bad/short.txt --reference bad/broken.m2",
    "convert bad/broken.m2 out.jsonl",
    "convert bad/open.uagec out.m2",
    "convert bad/table.csv out.m2",
    "convert bad/latin.src.txt out.m2 --from wi",
    "class comments list bad",
    "class comments list bad/comments.toml",
    'put \'[[exercise]]\\nsource = "task.txt"\\nreferences = ["ref.txt"]\\nhypotheses = ["hyp.txt"]\\n\' '
    "bad/markscheme.toml",
    "review bad/hyp.txt",
    encoder=True,
)
