"""Measure the agreement of ERRANT, with the shipped pipeline, with published M2 files.

Run ``python agreement.py M2_FILE ...``. The edits of each file's first annotator are extracted again from the corrected
text.
"""

import argparse
from collections import Counter
from pathlib import Path

from markscheme.documents.m2 import read_m2
from markscheme.edits.edit import annotated_edits, apply_edits
from markscheme.edits.extraction import Extractor
from markscheme.languages.language import find_language
from markscheme.languages.pipeline import Pipeline


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--confusions", type=int, default=0, help="show the most frequent differences of type")
    arguments = parser.parse_args()
    extractor = Extractor(Pipeline(find_language()))
    total: Counter[str] = Counter()
    confusions: Counter[tuple[str, str]] = Counter()
    for path in arguments.files:
        sentences = [(s.source.tokens, annotated_edits(s, 0)) for s in read_m2(path.read_text(encoding="utf-8"), path)]
        changed = [(source, edits) for source, edits in sentences if edits]
        found = extractor.extract([(source, apply_edits(source, edits)) for source, edits in changed])
        counts: Counter[str] = Counter(sentences=len(changed))
        for (_, published), own in zip(changed, found, strict=True):
            types = {edit.key: edit.type for edit in own}
            counts["same spans"] += [edit.key for edit in published] == [edit.key for edit in own]
            counts["edits"] += len(published)
            counts["same types"] += sum(types.get(edit.key) == edit.type for edit in published)
            confusions.update(
                (edit.type, types[edit.key]) for edit in published if types.get(edit.key, edit.type) != edit.type
            )
        total += counts
        print(path.name, _line(counts))
    print("all", _line(total))
    for (published_type, own_type), times in confusions.most_common(arguments.confusions):
        print(f"{times:5} {published_type} > {own_type}")


def _line(counts: Counter[str]) -> str:
    spans = counts["same spans"] / max(counts["sentences"], 1)
    types = counts["same types"] / max(counts["edits"], 1)
    return f"{counts['sentences']} sentences, spans {spans:.2%}; {counts['edits']} edits, types {types:.2%}"


if __name__ == "__main__":
    main()
