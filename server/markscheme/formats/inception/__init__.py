"""INCEpTION's export *UIMA CAS XMI*: a text with one annotator's annotations, and the types of these beside it.

INCEpTION exports a document as ``NAME.xmi`` and ``TypeSystem.xml``. A layer of spans whose annotations have a feature
for the correction holds corrections; projects define such a layer themselves and choose the names. The library
``dkpro-cassis``, by INCEpTION's developers, reads the files.
"""
