"""Markscheme: corrections of learner English, marked against teachers' references.

A :class:`Corpus` is scored and compared by metrics; :func:`review` marks a class's documents; :func:`agreement` and
:func:`coverage` are for annotators, :func:`convert` for everybody, :func:`evaluate` and :func:`tune` for metrics beside
people's judgements. What few callers name is in :mod:`markscheme.decisions`, ``judges``, ``reviews``, ``tuning``,
``training``, ``datasets`` (tables, Ray Data), ``plugins`` and ``errors``.

``__init__.pyi`` lists the names. Each is imported when it is first used, and nothing heavy before.
"""

import lazy_loader

from markscheme import version

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__version__ = version.VERSION
