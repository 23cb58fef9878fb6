r"""CriticMarkup: a text and its correction in one document, the changes between marks (criticmarkup.com/spec.php).

====================  ============================================================
``{++new++}``         an insertion
``{--old--}``         a deletion
``{~~old~>new~~}``    a substitution
``{>>words<<}``       a comment, in neither text
``{==text==}``        a highlight, whose text is in both
====================  ============================================================

The source is the document with every change rejected, the hypothesis with every change accepted. Marks are read
before any Markdown, in code blocks too, and may span lines. The specification's parser is a regular expression for
each mark, which gives nested marks no meaning: here a highlight may hold changes and comments, and nothing else may
hold anything.

The specification has no way to write a mark's characters themselves. Here a backslash before a mark makes its first
character text: ``\{++`` is ``{++``. Backslashes that stand before a mark are halved, so ``\\{++`` is a backslash and
then a mark; all others are text, Markdown's ``\*`` too.

An ERRANT type alone in a comment right behind a change is the change's type: ``{++the++}{>>M:DET<<}``. Behind a
highlight without changes it makes an error marked without a correction: ``{==this==}{>>UNK<<}``.

A mark may begin with metadata, a JSON object and ``@@``, as Obsidian's Commentator writes them:
``{++{"author":"Kim"}@@the ++}``. They are in neither text.
"""
