r"""brat's standoff annotations of a text (brat.nlplab.org/standoff.html), as projects of learner corpora use them.

``essay.ann`` holds one annotator's annotations of ``essay.txt``, a line each:

===========================================  ===================================================
``T1<TAB>R_VERB_SVA 3 6<TAB>was``            an error at characters 3 to 6, with its type
``#1<TAB>AnnotatorNotes T1<TAB>were``        its correction
``A1<TAB>Delete T1``                         its correction is nothing: the words are deleted
``A2<TAB>Correction T1 were``                its correction, in projects that keep it in an attribute
``N1<TAB>Correction T1 DB:id<TAB>were``      its correction, in projects that keep it as a normalisation
===========================================  ===================================================

An error with none of these has been marked and not corrected. Notes and the attribute ``Delete`` are the form of
REALEC (Kuzmenko and Kutuzov, 2014), a corpus of learner English that was annotated in brat. Offsets count code points.
Relations, events and other attributes are not kept.
"""
