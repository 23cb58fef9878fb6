S I am looking forward to go there again .
A 7 8|||R:ADV|||soon|||REQUIRED|||accepted by Ms Adler on 2026-03-02|||0
