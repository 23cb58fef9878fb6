"""Coverage as JSON."""

import json

from markscheme.annotation.coverage.corrections import Making, PooledCorrection, Standing
from markscheme.annotation.coverage.coverage import Coverage, GroupCoverage, Standings
from markscheme.annotation.coverage.curve import Curve
from markscheme.annotation.coverage.richness import Richness
from markscheme.edits.edit import Edit
from markscheme.reports.contract.research import coverage as shapes


def coverage_json(coverage: Coverage, least: int) -> str:
    """Return coverage as one object, with the corrections that ``least`` people make and no reference covers."""
    return f"{json.dumps(coverage_object(coverage, least), indent=2, ensure_ascii=False)}\n"


def coverage_object(coverage: Coverage, least: int = 1) -> shapes.CoverageReport:
    """Return coverage in the shape of JSON."""
    return {
        "schema": 1,
        "signature": coverage.signature,
        "sentences": coverage.pool.size,
        "annotators": [*coverage.annotators],
        "hypotheses": [*coverage.pool.hypotheses],
        "made": _standings(coverage.made),
        "distinct": _standings(coverage.distinct),
        "rewritten": len(coverage.corrections.rewritten),
        "unseen": coverage.corrections.unseen,
        "groups": [_group(item) for item in coverage.groups],
        "people": [
            {"name": name, "made": _standings(own)}
            for name, own in zip(coverage.pool.hypotheses, coverage.people, strict=True)
        ],
        "curves": {
            "made": _curve(coverage.made_curve),
            "distinct": _curve(coverage.distinct_curve),
            "references": _curve(coverage.reference_curve),
        },
        "richness": _richness(coverage.richness),
        "corrections": [_correction(item, coverage) for item in coverage.corrections.open(least)],
        "problems": list(map(str, coverage.pool.unused)),
    }


def _standings(item: Standings) -> shapes.CoverageStandings:
    return {
        "count": item.count,
        "covered": item.covered,
        "decided": item.decided,
        "variants": item.variants,
        "holes": item.holes,
    }


def _group(item: GroupCoverage) -> shapes.CoverageGroup:
    return {
        "group": item.group,
        "made": _standings(item.made),
        "distinct": _standings(item.distinct),
        "richness": _richness(item.richness),
    }


def _richness(item: Richness) -> shapes.CoverageRichness:
    return {
        "observed": item.observed,
        "once": item.once,
        "twice": item.twice,
        "chao1": item.chao1,
        "interval": None if item.interval is None else [*item.interval],
        "ace": item.ace,
        "completeness": item.completeness,
    }


def _curve(curve: Curve) -> list[shapes.CoveragePoint]:
    return [
        {
            "references": point.references,
            "share": point.share,
            "interval": None if point.interval is None else [*point.interval],
            "range": None if point.extent is None else [*point.extent],
            "corrections": point.corrections,
        }
        for point in curve.points
    ]


def _correction(item: PooledCorrection, coverage: Coverage) -> shapes.CoverageCorrection:
    pool = coverage.pool
    sentence = pool.sentences[item.sentence]
    nearest = item.nearest
    return {
        "exercise": pool.texts[sentence.text].exercise,
        "sentence": item.sentence,
        "source": [*sentence.source],
        "edit": _edit(item.edit),
        "group": coverage.group(item),
        "standing": "hole" if item.standing is Standing.HOLE else "variant",
        "makings": [_making(making, coverage) for making in item.makings],
        "seen_by": [pool.references[index] for index in item.seen_by],
        "credit": item.credit,
        "nearest": None
        if nearest is None
        else {"edit": _edit(nearest.edit), "references": [pool.references[index] for index in nearest.references]},
    }


def _making(making: Making, coverage: Coverage) -> shapes.CoverageMaking:
    return {
        "people": [coverage.pool.hypotheses[person] for person in making.people],
        "verdict": making.verdict.value,
        "covering": [coverage.pool.references[index] for index in making.covering],
        "decided": making.decided or None,
    }


def _edit(edit: Edit) -> shapes.CoverageEdit:
    return {"start": edit.start, "end": edit.end, "replacement": [*edit.replacement], "type": edit.type}
