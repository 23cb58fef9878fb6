"""Markscheme: corrections of learner English, marked against teachers' references.

``markscheme.score``, ``markscheme.review``, ``markscheme.convert``; ``torch_metric`` for training loops;
``SentenceScorer`` for tables, ``score_dataset`` and ``sentence_scores`` for Ray Data; ``compare`` for several
systems; ``evaluate`` for metrics beside people's judgements, ``tune`` for settings that these choose from a ``Grid``,
and ``read_metric_settings`` for settings in a file; ``agreement`` and ``coverage`` for annotators; ``decide``,
``withdraw``, ``read_accepted`` and ``read_decisions`` for what a teacher decides; ``build_supervision`` and
``train_estimator`` for IMPARA; ``Engine.models`` for ERRANT's edits and the encoder's vectors: these are the whole of
the public API, with the values that they take and return.

``__init__.pyi`` lists the names. Each is imported when it is first used, and nothing heavy before.
"""

import lazy_loader

from markscheme import version

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__version__ = version.VERSION
