"""Word documents: a text, and what each author changed in it where changes are tracked (ISO/IEC 29500-1, 17.13.5).

The source is the document with every change rejected. A correction is the source with the changes of an author, or of
authors who share the work (:mod:`markscheme.documents.word.reading`), accepted and all others rejected. Moved text is
deleted where it was and inserted where it is. What one author inserted and another deleted is in the first one's
correction alone. A document without tracked changes is a text.

The text is that of the body: paragraphs, in tables cell by cell, joined by line ends. Tabs are tabs, line breaks are
line ends, a no-break hyphen is ``-``, and optional hyphens and page breaks are nothing. Links, content controls, smart
tags and the results of fields are text. Headers, footers, footnotes, comments, text boxes, equations, pictures, field
codes and the numbers of lists are not, and changes of format are not changes. What is left out is counted for
conversions (:mod:`markscheme.documents.word.reading`).
"""
