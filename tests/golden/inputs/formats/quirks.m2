S We was waiting for bus .
A 1 2|||SVA|||were|||REQUIRED|||-NONE-|||0
A 4 4|||ArtOrDet|||the||a|||REQUIRED|||-NONE-|||0
A 0 0|||Um||||||REQUIRED|||-NONE-|||1

S It came lately .
T0-A0 It came late .
A 2 3|||R:MORPH|||late|||REQUIRED|||-NONE-|||0
T0-A1 It came recently .
A 2 3|||R:ADV|||recently|||REQUIRED|||-NONE-|||0
