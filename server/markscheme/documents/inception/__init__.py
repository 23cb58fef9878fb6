"""INCEpTION's export *UIMA CAS XMI*: ``NAME.xmi``, a text with one annotator's annotations, and ``TypeSystem.xml``.

A layer of spans whose annotations have a feature for the correction holds corrections; projects define such a layer
themselves and choose the names. The library ``dkpro-cassis``, by INCEpTION's developers, reads the files.
"""
