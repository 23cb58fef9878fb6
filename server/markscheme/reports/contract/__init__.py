"""The JSON that clients read: ``review`` and ``score --format json``, and what the language server answers.

Each shape is defined here, once, as a typed dictionary. ``docs/protocol.schema.json``, the tables of
``docs/protocol.md`` and the TypeScript types of the VS Code extension are made from these (``make contract``), and a
test fails when they are stale. A docstring below a member becomes its description there.

Names are those of the wire: what ``review`` writes keeps the papers' names (``fp_ne``), what only editors read is in
camel case.
"""
