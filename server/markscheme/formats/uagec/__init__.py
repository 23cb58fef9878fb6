r"""UA-GEC's in-text annotation: a text and one annotator's correction of it in one document (Syvokon et al., 2023).

``I {likes=>like:::error_type=G/Number} turtles.`` is an annotation: the error, its correction, and metadata as
``key=value``. The dialect is that of the corpus and of its package ``ua_gec``:

- an insertion has an empty error, ``{=>,}``; a deletion an empty correction, ``{the =>}``;
- ``|`` parts several acceptable corrections, and ``NO_SUGGESTIONS`` marks an error without one;
- the last ``=>`` of an annotation parts error and correction;
- the metadata begin at the first ``:::`` that no further colon follows; ``error_type`` is the type, in UA-GEC's scheme
  or another;
- ``\n`` in an error or a correction is a line end.

The dialect has no escapes: an annotation holds no braces, a correction no ``|``, ``=>`` or ``:::``. What can't be
written is refused. Braces without ``=>`` between them are text, and so is ``=>`` outside of braces.

Another annotator's correction of the same text is another file.
"""
