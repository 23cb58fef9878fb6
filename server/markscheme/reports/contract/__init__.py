"""The JSON that clients read: ``review`` and ``score --format json``, and what the language server answers.

Each shape is defined here, once, as a typed dictionary. ``make contract`` generates ``docs/protocol.schema.json``, the
tables of ``docs/protocol.md`` and the TypeScript types of the VS Code extension from these types. A test fails when a
generated file is stale. The docstring below a member is its description in all of them.

Members have the names that clients read: the papers' names in what ``review`` and ``score`` write (``fp_ne``), camel
case in what only editors read.
"""
