# The public names, and where each is defined: the package reads this list, and imports a name when it is used.

from .api.corpus import (
    Corpus as Corpus,
    extract_edits as extract_edits,
)
from .api.inputs import Work as Work
from .api.marking import (
    ReviewSettings as ReviewSettings,
    review as review,
)
from .api.research import (
    Conversion as Conversion,
    agreement as agreement,
    convert as convert,
    coverage as coverage,
    evaluate as evaluate,
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
    MarkschemeError as MarkschemeError,
    RegistryError as RegistryError,
)
from .inference.settings import EngineSettings as EngineSettings
from .marking.local import Engine as Engine
from .marking.mark import (
    Mark as Mark,
)
from .marking.settings import MarkSettings as MarkSettings
from .metrics.base import (
    Metric as Metric,
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
)
from .metrics.errant import Errant as Errant
from .metrics.overlap import PtErrant as PtErrant
from .metrics.uot_errant import UotErrant as UotErrant
from .reports.report import (
    Report as Report,
)
from .research.agreement import (
    Agreement as Agreement,
)
from .research.coverage import Coverage as Coverage
from .research.meta_evaluation import (
    MetaEvaluation as MetaEvaluation,
)
from .research.tuning import (
    Tuning as Tuning,
)

__version__: str
