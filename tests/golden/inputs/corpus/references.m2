S He go to the library every days .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||day|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||1
A 6 7|||R:NOUN:NUM|||day|||REQUIRED|||-NONE-|||1
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||2
A 5 7|||R:OTHER|||daily|||REQUIRED|||-NONE-|||2

S I am agree with you .
A 1 2|||U:VERB||||||REQUIRED|||-NONE-|||0
A 1 3|||R:OTHER|||agree|||REQUIRED|||-NONE-|||1
A 1 2|||U:VERB:FORM||||||REQUIRED|||-NONE-|||2

S She bought a furnitures for her new flat .
A 2 4|||R:OTHER|||some furniture|||REQUIRED|||-NONE-|||0
A 2 3|||U:DET||||||REQUIRED|||-NONE-|||1
A 3 4|||R:NOUN:INFL|||furniture|||REQUIRED|||-NONE-|||1
A 2 3|||U:DET||||||REQUIRED|||-NONE-|||2
A 3 4|||R:NOUN:NUM|||furniture|||REQUIRED|||-NONE-|||2

S The weather was nice .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S We discussed about the problem since two hours .
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||1
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||2

S My informations is not enough good .
A 1 2|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||0
A 4 6|||R:WO|||good enough|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||1
A 4 6|||R:WO|||good enough|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S If I will see him , I tell him this .
A 2 4|||R:VERB:TENSE|||see|||REQUIRED|||-NONE-|||0
A 7 7|||M:VERB:TENSE|||will|||REQUIRED|||-NONE-|||0
A 2 3|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||1
A 7 8|||R:VERB:TENSE|||will tell|||REQUIRED|||-NONE-|||1
A 3 4|||UNK|||see|||REQUIRED|||-NONE-|||2

S Childrens like to play outside 🎈 when is sunny .
A 0 1|||R:NOUN:INFL|||Children|||REQUIRED|||-NONE-|||0
A 7 7|||M:PRON|||it|||REQUIRED|||-NONE-|||0
A 0 1|||R:NOUN:INFL|||Children|||REQUIRED|||-NONE-|||1
A 7 7|||M:PRON|||it|||REQUIRED|||-NONE-|||1

