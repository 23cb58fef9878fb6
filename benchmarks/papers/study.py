"""Measure how far metrics agree with people under many settings.

A :class:`Setup` says everything that decides a correlation. Setups that differ in one field show what that field does.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

import markscheme
from markscheme import Engine, EngineSettings, Metric
from markscheme.tuning import EvaluationSettings, ResamplingSettings, ScoringSettings

FOLDERS = {"seeda": "seeda", "seeda-all": "seeda", "gjg15": "gjg15"}
"""The benchmarks' folders in the folder of data."""
REFERENCE_SETS = ("official", "expert-minimal", "non-expert-minimal", "expert-fluency", "non-expert-fluency")
TITLES = {
    "official": "Official",
    "expert-minimal": "E-Minimal",
    "non-expert-minimal": "NE-Minimal",
    "expert-fluency": "E-Fluency",
    "non-expert-fluency": "NE-Fluency",
    "expected-wins": "Expected Wins",
    "trueskill": "TrueSkill",
    "edit": "SEEDA-E",
    "sent": "SEEDA-S",
}
"""What papers call sets of references, people's scores and kinds of judgements."""
DIGITS = 4
"""Decimals of stored figures."""

Pair = list[float]
"""Pearson's r and Spearman's rho, as stored."""


@attrs.frozen(kw_only=True)
class Setup:
    """What decides a correlation over systems.

    Attributes
    ----------
    benchmark, references, systems, judgements
        Their names; for ``systems`` empty for the set that papers use with the references.
    aggregation, people
        How the metric's scores of sentences, and people's comparisons, become scores of systems.
    """

    metric: Metric[Any]
    benchmark: str
    references: str = "official"
    systems: str = ""
    judgements: str = ""
    aggregation: str = "trueskill"
    people: str = "trueskill"
    scoring: ScoringSettings = ScoringSettings()


class Study:
    """Scores systems with one engine's models.

    Parameters
    ----------
    data
        The folder with ``seeda``, ``gjg15``, ``conll14`` and ``sn8gec``.
    """

    def __init__(self, data: Path, engine: EngineSettings = EngineSettings()) -> None:
        self.data = data
        self.engine = Engine(engine)
        self._rows: dict[Setup, Any] = {}

    @property
    def made_with(self) -> dict[str, str]:
        """The models that decide figures, as signatures name them."""
        return {"encoder": self.engine.models.encoder_identity, "pipeline": self.engine.models.pipeline_identity}

    def correlations(self, setups: Sequence[Setup]) -> dict[Setup, Pair]:
        """Return Pearson's r and Spearman's rho of each setup."""
        rows = self._measured(setups)
        return {setup: _rounded(rows[setup].pearson, rows[setup].spearman) for setup in setups}

    def comparisons(self, setup: Setup) -> list[float]:
        """Return accuracy and Kendall's tau over single comparisons; a metric's tie is a disagreement."""
        row = self._measured([setup])[setup]
        return _rounded(row.accuracy, row.sentence_tau)

    def _measured(self, setups: Sequence[Setup]) -> Mapping[Setup, Any]:
        """Measure setups that differ in metric, people and judgements at once; one that was measured before is not."""
        groups: dict[Setup, list[Setup]] = defaultdict(list)
        for setup in dict.fromkeys(setups):
            if setup not in self._rows:
                groups[attrs.evolve(setup, metric=setups[0].metric, people="", judgements="")].append(setup)
        for common, group in groups.items():
            metrics = list(dict.fromkeys(setup.metric for setup in group))
            settings = EvaluationSettings(
                common.aggregation,
                tuple(dict.fromkeys(setup.people for setup in group)),
                references=(common.references,),
                systems=(common.systems,) if common.systems else (),
                resampling=ResamplingSettings(0),
                scoring=common.scoring,
            )
            folder = self.data / FOLDERS[common.benchmark]
            columns = markscheme.evaluate(
                common.benchmark,
                folder,
                self.data,
                metrics=metrics,
                settings=settings,
                work=markscheme.Work(self.engine),
            ).columns
            for setup in group:
                own = [column for column in columns if column.method == setup.people]
                column = next((item for item in own if item.judgements.name == setup.judgements), own[0])
                self._rows[setup] = column.rows[metrics.index(setup.metric)]
        return self._rows


def _rounded(*numbers: Any) -> list[float]:
    return [round(math.nan if number.value is None else number.value, DIGITS) for number in numbers]
