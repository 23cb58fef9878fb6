S He go .
A 1 9|||R:VERB|||goes|||REQUIRED|||-NONE-|||0
