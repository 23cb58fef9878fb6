S She live in a small house without the electricity .
A 1 2|||R:VERB:TENSE|||is living|||REQUIRED|||partly by Ms Adler on 2026-03-02|||0

S We was cooking dinner on a open fire , and my uncle told us many interesting storys .
A 14 15|||R:ADJ|||funny|||REQUIRED|||wrong by Mr Bose on 2026-03-03|||0
A 2 3|||UNK|||cooking|||REQUIRED|||not counted by Mr Bose on 2026-03-03|||1

S It was raining all the night .
A 4 5|||U:DET||||||REQUIRED|||optional by Ms Adler on 2026-03-02|||0
