S He go .
A 1 2|||R:VERB|||walks|||REQUIRED|||nonsense|||0
