S She live in a small house without the electricity .
A 1 2|||R:VERB:TENSE|||is living|||REQUIRED|||accepted by Mr Bose on 2026-03-04|||0
A 4 5|||R:ADJ|||little|||REQUIRED|||accepted by Mr Bose on 2026-03-04|||1
