S The weather was nice .
A 3 3|||M:ADV|||very|||REQUIRED|||accepted by Ms Adler on 2026-03-02|||0
