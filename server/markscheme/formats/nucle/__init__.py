"""NUCLE's SGML: essays with teachers' corrections, as the CoNLL shared tasks have them (Dahlmeier et al., 2013).

::

    <DOC nid="7">
    <TEXT>
    <TITLE>
    My dog
    </TITLE>
    <P>
    I has a dog.
    </P>
    </TEXT>
    <ANNOTATION teacher_id="kim">
    <MISTAKE start_par="1" start_off="2" end_par="1" end_off="5">
    <TYPE>SVA</TYPE>
    <CORRECTION>have</CORRECTION>
    </MISTAKE>
    </ANNOTATION>
    </DOC>

Paragraphs are numbered from 0 on, a title first. Offsets count characters of the paragraph, from its first character
that is no white space on, with references such as ``&lt;`` counted as the character that they stand for. Elements and
attributes may be in capitals or not.

- An empty ``CORRECTION`` deletes the words. Without a ``CORRECTION``, or with an empty one of the type ``Um`` ("unclear
  meaning"), an error is marked and not corrected.
- Inside a ``REFERENCE``, a second ``<P>`` ends the paragraph: NUCLE writes it for ``</P>``.
- The elements of the file that have no meaning here are left out, a document type among them. No entity that a file
  declares is expanded.
"""
