"""Documents of word processors that hold a text and nothing else: OpenDocument and RTF.

The text is that of the body: paragraphs, in lists and tables one by one, joined by line ends. Tabs are tabs, line
breaks are line ends, a no-break hyphen is ``-``, and optional hyphens and page breaks are nothing. Links and fields are
text. Headers, footers, footnotes, comments, text boxes, equations, pictures and the numbers of lists are not.

A document with tracked changes is refused: which of its texts is meant is for its author to say.
"""
