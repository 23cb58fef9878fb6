# The public names, and where each is defined: the package reads this list, and imports a name when it is used.

from .api.corpus import (
    Corpus as Corpus,
    extract_edits as extract_edits,
)
from .api.inputs import Work as Work
from .api.marking import review as review
from .api.research import (
    Conversion as Conversion,
    agreement as agreement,
    build_supervision as build_supervision,
    convert as convert,
    coverage as coverage,
    evaluate as evaluate,
    train_estimator as train_estimator,
    tune as tune,
)
from .api.scores import (
    Comparison as Comparison,
    Scores as Scores,
)
from .edits.edit import (
    Correction as Correction,
    Edit as Edit,
)
from .errors import (
    ChoiceError as ChoiceError,
    DocumentError as DocumentError,
    EncoderError as EncoderError,
    JudgeError as JudgeError,
    LanguageError as LanguageError,
    MarkschemeError as MarkschemeError,
    RegistryError as RegistryError,
)
from .exercises.decision_files import (
    DecisionFolder as DecisionFolder,
    decide as decide,
    read_accepted as read_accepted,
    read_decisions as read_decisions,
    withdraw as withdraw,
)
from .exercises.decisions import Decision as Decision, DecisionKind as DecisionKind
from .exercises.schemes import MarkingOverrides as MarkingOverrides, Scheme as Scheme
from .inference.estimator import EstimatorConfiguration as EstimatorConfiguration
from .inference.judge import (
    Inquiry as Inquiry,
    Judge as Judge,
    JudgeSettings as JudgeSettings,
)
from .inference.settings import EngineSettings as EngineSettings
from .inference.supervision import (
    SupervisionSettings as SupervisionSettings,
    TrainingSettings as TrainingSettings,
)
from .marking.local import Engine as Engine
from .marking.mark import (
    Mark as Mark,
    MarkLine as MarkLine,
)
from .marking.settings import MarkSettings as MarkSettings
from .metrics.base import (
    Metric as Metric,
    Score as Score,
    metric as metric,
)
from .metrics.cleme2 import (
    Cleme as Cleme,
    Cleme2 as Cleme2,
    Factors as Factors,
)
from .metrics.credit import Credit as Credit
from .metrics.gleu import (
    Gleu as Gleu,
    Green as Green,
)
from .metrics.impara import (
    Impara as Impara,
    EstimateSettings as EstimateSettings,
    ImparaSettings as ImparaSettings,
)
from .metrics.overlap import (
    Errant as Errant,
    PtErrant as PtErrant,
)
from .metrics.uot_errant import UotErrant as UotErrant
from .reports.report import (
    Report as Report,
    ReviewedDocument as ReviewedDocument,
)
from .research.agreement import (
    Agreement as Agreement,
    AgreementSettings as AgreementSettings,
)
from .research.coverage import Coverage as Coverage
from .research.meta_evaluation import (
    EvaluationSettings as EvaluationSettings,
    MetaEvaluation as MetaEvaluation,
)
from .research.ranking import ScoringSettings as ScoringSettings
from .research.resampling import ResamplingSettings as ResamplingSettings
from .research.tuning import (
    Axis as Axis,
    Grid as Grid,
    Tuning as Tuning,
    TuningSettings as TuningSettings,
    grids_with as grids_with,
)
from .scoring.metric_settings import (
    MetricSettings as MetricSettings,
    read_metric_settings as read_metric_settings,
)
from .scoring.scorer import Run as Run

__version__: str
