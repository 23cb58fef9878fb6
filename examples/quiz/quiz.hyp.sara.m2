S My brother work at the airport since three years .
A 2 3|||R:VERB:SVA|||works|||REQUIRED|||-NONE-|||0

S He is more taller than me , but I run faster .
A 2 3|||U:ADV||||||REQUIRED|||-NONE-|||0

S Yesterday I have seen a very interesting film 🎬 about a old sailor .
A 2 4|||R:VERB:TENSE|||saw|||REQUIRED|||-NONE-|||0
A 10 11|||R:DET|||an|||REQUIRED|||-NONE-|||0

S If I would have more money , I would buy a bigger bicycle .
A 2 4|||R:VERB:TENSE|||had|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:TENSE|||will|||REQUIRED|||-NONE-|||0

S The informations on the website was not correct .
A 1 2|||R:NOUN:INFL|||information|||REQUIRED|||-NONE-|||0

S She told that she do n't like coffee .
A 1 2|||R:VERB|||said|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0

S We look forward to hear from you soon .
A 4 5|||R:VERB:FORM|||hearing|||REQUIRED|||-NONE-|||0

S In my opinion , people should to drive less .
A 6 7|||U:VERB:FORM||||||REQUIRED|||-NONE-|||0

S There is many reasons why the café closed last year .
A 6 7|||R:NOUN|||cafe|||REQUIRED|||-NONE-|||0

S The children were playing in the garden when it started to rain .
A 9 10|||R:VERB|||began|||REQUIRED|||-NONE-|||0

S I am agree with you that the exam was too much difficult .
A 1 2|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||0

S My grandfather , which is eighty years old , swims all days .
A 3 4|||R:PRON|||who|||REQUIRED|||-NONE-|||0
A 10 11|||R:DET|||every|||REQUIRED|||-NONE-|||0
A 11 12|||R:NOUN:NUM|||day|||REQUIRED|||-NONE-|||0

S Can you explain me how does this machine works ?
A 3 3|||M:PREP|||to|||REQUIRED|||-NONE-|||0

S He suggested me to take the train instead the bus .
A 2 3|||U:PRON||||||REQUIRED|||-NONE-|||0
A 3 5|||R:VERB:FORM|||taking|||REQUIRED|||-NONE-|||0
A 8 8|||M:PREP|||of|||REQUIRED|||-NONE-|||0

S After he finished his homework , he goed to the bed .
A 7 8|||R:VERB|||went|||REQUIRED|||-NONE-|||0

S Nobody of my friends have never been in Scotland .
A 0 1|||R:NOUN|||None|||REQUIRED|||-NONE-|||0
A 5 6|||R:ADV|||ever|||REQUIRED|||-NONE-|||0

