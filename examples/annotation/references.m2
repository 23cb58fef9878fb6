S I moved to new apartment in last month .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||1
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||2
A 5 6|||U:PREP||||||REQUIRED|||-NONE-|||2

S It is near from the station , so I can go to my office by walking .
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||0
A 14 16|||R:OTHER|||on foot|||REQUIRED|||-NONE-|||0
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||1
A 10 11|||R:VERB|||walk|||REQUIRED|||-NONE-|||1
A 14 16|||U:OTHER||||||REQUIRED|||-NONE-|||1
A 3 4|||U:PREP||||||REQUIRED|||-NONE-|||2

S I do n't have car , so its very convenient for me .
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 7 8|||R:OTHER|||it 's|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 7 8|||R:OTHER|||it 's|||REQUIRED|||-NONE-|||1
A 4 4|||M:DET|||a|||REQUIRED|||-NONE-|||2
A 7 8|||R:SPELL|||it 's|||REQUIRED|||-NONE-|||2

S But there is many noise at night because of cars .
A 3 4|||R:ADJ|||much|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||1
A 4 5|||R:NOUN:NUM|||noises|||REQUIRED|||-NONE-|||1
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 3 4|||R:ADJ|||much|||REQUIRED|||-NONE-|||2

S My room is on third floor and has big window .
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 8 8|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 7 7|||M:PRON|||it|||REQUIRED|||-NONE-|||1
A 8 8|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||2

S I can see the Mount Fuji from kitchen when weather is good .
A 3 4|||U:DET||||||REQUIRED|||-NONE-|||0
A 7 7|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 3 4|||U:DET||||||REQUIRED|||-NONE-|||1
A 7 7|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 7 7|||M:DET|||the|||REQUIRED|||-NONE-|||2
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||2

S The kitchen is small , but I like cooking there .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S The rent is a little high , but I am very satisfied of it .
A 12 13|||R:PREP|||with|||REQUIRED|||-NONE-|||0
A 12 13|||R:PREP|||with|||REQUIRED|||-NONE-|||1
A 12 13|||R:PREP|||with|||REQUIRED|||-NONE-|||2

S Please come to play to my house if you will have time .
A 3 7|||R:WO|||my house to play|||REQUIRED|||-NONE-|||0
A 9 10|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||0
A 2 3|||R:OTHER|||and|||REQUIRED|||-NONE-|||1
A 3 7|||R:OTHER|||visit me at home|||REQUIRED|||-NONE-|||1
A 9 10|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||1
A 3 7|||UNK|||play to my house|||REQUIRED|||-NONE-|||2
A 9 10|||U:VERB:TENSE||||||REQUIRED|||-NONE-|||2

S I work in bakery since two years .
A 1 2|||R:VERB:TENSE|||have worked|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 4 5|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||have been working|||REQUIRED|||-NONE-|||1
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 4 5|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 1 2|||R:VERB:TENSE|||have worked|||REQUIRED|||-NONE-|||2
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||2
A 4 5|||R:PREP|||for|||REQUIRED|||-NONE-|||2

S Every morning I wake up at four , because bread must be ready to seven .
A 2 2|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 13 14|||R:PREP|||by|||REQUIRED|||-NONE-|||0
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 13 14|||R:PREP|||by|||REQUIRED|||-NONE-|||1
A 7 8|||U:PUNCT||||||REQUIRED|||-NONE-|||2
A 9 9|||M:DET|||the|||REQUIRED|||-NONE-|||2
A 13 14|||R:PREP|||by|||REQUIRED|||-NONE-|||2

S My boss is very strict woman , but she explain everything very good .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:SVA|||explains|||REQUIRED|||-NONE-|||0
A 12 13|||R:ADV|||well|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 9 10|||R:VERB:SVA|||explains|||REQUIRED|||-NONE-|||1
A 12 13|||R:MORPH|||well|||REQUIRED|||-NONE-|||1
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||2
A 9 10|||R:VERB:SVA|||explains|||REQUIRED|||-NONE-|||2
A 12 13|||R:ADV|||well|||REQUIRED|||-NONE-|||2

S My english is not so good , but my colleagues help me .
A 1 2|||R:ORTH|||English|||REQUIRED|||-NONE-|||0
A 1 2|||R:ORTH|||English|||REQUIRED|||-NONE-|||1
A 1 2|||R:ORTH|||English|||REQUIRED|||-NONE-|||2

S At first I was making many mistakes and was very shy .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 3 5|||R:VERB:TENSE|||used to make|||REQUIRED|||-NONE-|||1
A 3 5|||R:VERB:TENSE|||made|||REQUIRED|||-NONE-|||2

S Yesterday came to us an old man and asked for the most fresh bread .
A 1 7|||R:WO|||an old man came to us|||REQUIRED|||-NONE-|||0
A 11 13|||R:ADJ:FORM|||freshest|||REQUIRED|||-NONE-|||0
A 1 7|||R:OTHER|||an old man came into the shop|||REQUIRED|||-NONE-|||1
A 11 13|||R:ADJ:FORM|||freshest|||REQUIRED|||-NONE-|||1
A 1 7|||R:WO|||an old man came to us|||REQUIRED|||-NONE-|||2
A 10 12|||R:OTHER|||very|||REQUIRED|||-NONE-|||2

S He said that our bread remind him his childhood , what made me very happy .
A 5 6|||R:VERB:TENSE|||reminded|||REQUIRED|||-NONE-|||0
A 7 7|||M:PREP|||of|||REQUIRED|||-NONE-|||0
A 10 11|||R:PRON|||which|||REQUIRED|||-NONE-|||0
A 5 6|||R:VERB:TENSE|||reminded|||REQUIRED|||-NONE-|||1
A 7 7|||M:PREP|||of|||REQUIRED|||-NONE-|||1
A 10 11|||R:DET|||which|||REQUIRED|||-NONE-|||1
A 5 6|||R:VERB:SVA|||reminds|||REQUIRED|||-NONE-|||2
A 7 7|||M:PREP|||of|||REQUIRED|||-NONE-|||2
A 10 11|||R:PRON|||which|||REQUIRED|||-NONE-|||2

S I hope to open my own bakery one day .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S In the last year I participated of a project that helped poor childrens .
A 0 3|||U:OTHER|||Last|||REQUIRED|||-NONE-|||0
A 6 7|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 12 13|||R:NOUN:INFL|||children|||REQUIRED|||-NONE-|||0
A 0 3|||U:OTHER|||Last|||REQUIRED|||-NONE-|||1
A 4 4|||M:PUNCT|||,|||REQUIRED|||-NONE-|||1
A 6 7|||R:PREP|||in|||REQUIRED|||-NONE-|||1
A 12 13|||R:NOUN:INFL|||children|||REQUIRED|||-NONE-|||1
A 6 7|||R:PREP|||in|||REQUIRED|||-NONE-|||2
A 12 13|||R:SPELL|||children|||REQUIRED|||-NONE-|||2

S We teached them to play guitar and to make sports .
A 1 2|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||0
A 5 5|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB|||do|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:INFL|||taught|||REQUIRED|||-NONE-|||1
A 5 5|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB|||play|||REQUIRED|||-NONE-|||1
A 1 2|||R:VERB:FORM|||taught|||REQUIRED|||-NONE-|||2
A 8 9|||R:VERB|||do|||REQUIRED|||-NONE-|||2

S In the beginning they did not want to speak with us because they was ashamed .
A 0 1|||R:PREP|||At|||REQUIRED|||-NONE-|||0
A 3 3|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 13 14|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 14 15|||R:ADJ|||shy|||REQUIRED|||-NONE-|||0
A 0 1|||R:PREP|||At|||REQUIRED|||-NONE-|||1
A 13 14|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||1
A 14 15|||R:ADJ|||embarrassed|||REQUIRED|||-NONE-|||1
A 13 14|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||2
A 14 15|||UNK|||ashamed|||REQUIRED|||-NONE-|||2

S But after some weeks they were waiting us in the door every Saturday .
A 7 7|||M:PREP|||for|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 5 7|||R:OTHER|||would wait for|||REQUIRED|||-NONE-|||1
A 8 9|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A 5 7|||R:OTHER|||waited for|||REQUIRED|||-NONE-|||2
A 8 9|||R:PREP|||at|||REQUIRED|||-NONE-|||2

S I have learned that to help others is the better than to win money .
A 4 6|||R:VERB:FORM|||helping|||REQUIRED|||-NONE-|||0
A 8 9|||U:DET||||||REQUIRED|||-NONE-|||0
A 11 13|||R:VERB|||earning|||REQUIRED|||-NONE-|||0
A 4 6|||R:VERB:FORM|||helping|||REQUIRED|||-NONE-|||1
A 8 9|||U:DET||||||REQUIRED|||-NONE-|||1
A 11 13|||R:VERB|||making|||REQUIRED|||-NONE-|||1
A 8 9|||U:DET||||||REQUIRED|||-NONE-|||2
A 12 13|||R:VERB|||earn|||REQUIRED|||-NONE-|||2

S My mother tells that I am more responsable now .
A 2 3|||R:VERB|||says|||REQUIRED|||-NONE-|||0
A 3 3|||M:PRON|||me|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB|||says|||REQUIRED|||-NONE-|||2

S I pretend to continue with this work in the university .
A 1 2|||R:VERB|||intend|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||at|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB|||plan|||REQUIRED|||-NONE-|||1
A 7 8|||R:PREP|||at|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S Last summer I travelled to my country to attend the weding of my cosin , it was wonderfull .
A 10 11|||R:SPELL|||wedding|||REQUIRED|||-NONE-|||0
A 13 14|||R:SPELL|||cousin|||REQUIRED|||-NONE-|||0
A 14 16|||R:PUNCT|||. It|||REQUIRED|||-NONE-|||0
A 17 18|||R:SPELL|||wonderful|||REQUIRED|||-NONE-|||0
A 10 11|||R:SPELL|||wedding|||REQUIRED|||-NONE-|||1
A 13 14|||R:SPELL|||cousin|||REQUIRED|||-NONE-|||1
A 15 15|||M:CONJ|||and|||REQUIRED|||-NONE-|||1
A 17 18|||R:SPELL|||wonderful|||REQUIRED|||-NONE-|||1
A 10 11|||R:SPELL|||wedding|||REQUIRED|||-NONE-|||2
A 13 14|||R:SPELL|||cousin|||REQUIRED|||-NONE-|||2
A 14 15|||R:PUNCT|||;|||REQUIRED|||-NONE-|||2
A 17 18|||R:SPELL|||wonderful|||REQUIRED|||-NONE-|||2

S The bride she was wearing a white dress and everyboddy were looking at her .
A 2 3|||U:PRON||||||REQUIRED|||-NONE-|||0
A 8 8|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 9 10|||R:SPELL|||everybody|||REQUIRED|||-NONE-|||0
A 10 11|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||0
A 2 3|||U:PRON||||||REQUIRED|||-NONE-|||1
A 9 10|||R:SPELL|||everybody|||REQUIRED|||-NONE-|||1
A 10 11|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||1
A 9 10|||R:SPELL|||everybody|||REQUIRED|||-NONE-|||2
A 10 11|||R:VERB:SVA|||was|||REQUIRED|||-NONE-|||2

S My aunt cooked more than twenty kind of food and we ate untill midnight .
A 6 7|||R:NOUN:NUM|||kinds|||REQUIRED|||-NONE-|||0
A 9 9|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 12 13|||R:SPELL|||until|||REQUIRED|||-NONE-|||0
A 6 9|||R:OTHER|||dishes|||REQUIRED|||-NONE-|||1
A 12 13|||R:SPELL|||until|||REQUIRED|||-NONE-|||1
A 6 7|||R:NOUN:NUM|||kinds|||REQUIRED|||-NONE-|||2
A 12 13|||R:SPELL|||until|||REQUIRED|||-NONE-|||2

S There was a lot of peoples that I did not saw them since five years .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 5 6|||R:NOUN:NUM|||people|||REQUIRED|||-NONE-|||0
A 6 7|||R:PRON|||whom|||REQUIRED|||-NONE-|||0
A 8 11|||R:VERB:TENSE|||had not seen|||REQUIRED|||-NONE-|||0
A 11 12|||U:PRON||||||REQUIRED|||-NONE-|||0
A 12 13|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||1
A 5 6|||R:NOUN:NUM|||people|||REQUIRED|||-NONE-|||1
A 6 7|||U:PRON||||||REQUIRED|||-NONE-|||1
A 8 11|||R:VERB:TENSE|||had not seen|||REQUIRED|||-NONE-|||1
A 11 12|||U:PRON||||||REQUIRED|||-NONE-|||1
A 12 13|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 5 6|||R:NOUN:NUM|||people|||REQUIRED|||-NONE-|||2
A 8 11|||R:VERB:TENSE|||had not seen|||REQUIRED|||-NONE-|||2
A 11 12|||U:PRON||||||REQUIRED|||-NONE-|||2
A 12 13|||R:PREP|||for|||REQUIRED|||-NONE-|||2

S Do you know this kind of music .
A 7 8|||R:PUNCT|||?|||REQUIRED|||-NONE-|||0
A 7 8|||R:PUNCT|||?|||REQUIRED|||-NONE-|||1
A 7 8|||R:PUNCT|||?|||REQUIRED|||-NONE-|||2

S The music was very loud but nobody did not want to go home .
A 5 5|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 7 10|||R:VERB:TENSE|||wanted|||REQUIRED|||-NONE-|||0
A 5 5|||M:PUNCT|||,|||REQUIRED|||-NONE-|||1
A 7 10|||R:VERB:TENSE|||wanted|||REQUIRED|||-NONE-|||1
A 7 10|||R:VERB:TENSE|||wanted|||REQUIRED|||-NONE-|||2

S The next day we were tired but happy .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S I will never forget this days .
A 4 5|||R:DET|||these|||REQUIRED|||-NONE-|||0
A 4 5|||R:DET|||these|||REQUIRED|||-NONE-|||1
A 5 6|||R:NOUN:NUM|||day|||REQUIRED|||-NONE-|||2

S Since three years I learn to sail on a lake near of my home town .
A 0 1|||R:PREP|||For|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:TENSE|||have been learning|||REQUIRED|||-NONE-|||0
A 11 12|||U:PREP||||||REQUIRED|||-NONE-|||0
A 0 3|||U:OTHER||||||REQUIRED|||-NONE-|||1
A 4 5|||R:VERB:TENSE|||have been learning|||REQUIRED|||-NONE-|||1
A 11 12|||U:PREP||||||REQUIRED|||-NONE-|||1
A 15 15|||M:OTHER|||for three years|||REQUIRED|||-NONE-|||1
A 0 1|||R:PREP|||For|||REQUIRED|||-NONE-|||2
A 4 5|||R:VERB:TENSE|||have learned|||REQUIRED|||-NONE-|||2
A 11 12|||U:PREP||||||REQUIRED|||-NONE-|||2

S My teacher mean that I must become more selfconfident .
A 2 3|||R:VERB|||thinks|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB|||says|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:SVA|||means|||REQUIRED|||-NONE-|||2

S On the first day I have falled in the water , because the wind was to strong .
A 5 7|||R:VERB:TENSE|||fell|||REQUIRED|||-NONE-|||0
A 7 8|||R:PREP|||into|||REQUIRED|||-NONE-|||0
A 15 16|||R:SPELL|||too|||REQUIRED|||-NONE-|||0
A 5 7|||R:VERB:TENSE|||fell|||REQUIRED|||-NONE-|||1
A 10 11|||U:PUNCT||||||REQUIRED|||-NONE-|||1
A 15 16|||R:SPELL|||too|||REQUIRED|||-NONE-|||1
A 5 7|||R:VERB:TENSE|||fell|||REQUIRED|||-NONE-|||2
A 7 8|||R:PREP|||into|||REQUIRED|||-NONE-|||2
A 15 16|||R:ADV|||too|||REQUIRED|||-NONE-|||2

S The other pupils laughed , but I could laugh also about it .
A 8 10|||R:WO|||also laugh|||REQUIRED|||-NONE-|||0
A 9 10|||U:ADV||||||REQUIRED|||-NONE-|||1
A 12 12|||M:OTHER|||, too|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S It gives many interesting boats on the lake , who one can borrow .
A 0 2|||R:OTHER|||There are|||REQUIRED|||-NONE-|||0
A 8 9|||U:PUNCT||||||REQUIRED|||-NONE-|||0
A 9 10|||R:PRON|||that|||REQUIRED|||-NONE-|||0
A 12 13|||R:VERB|||rent|||REQUIRED|||-NONE-|||0
A 0 2|||R:OTHER|||There are|||REQUIRED|||-NONE-|||1
A 9 10|||R:PRON|||which|||REQUIRED|||-NONE-|||1
A 10 11|||R:PRON|||you|||REQUIRED|||-NONE-|||1
A 12 13|||R:VERB|||rent|||REQUIRED|||-NONE-|||1
A 0 2|||R:OTHER|||There are|||REQUIRED|||-NONE-|||2
A 9 10|||R:PRON|||which|||REQUIRED|||-NONE-|||2
A 12 13|||UNK|||borrow|||REQUIRED|||-NONE-|||2

S We practised knots until our hands were cold .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S On Sunday we had strong rain and must go back .
A 4 5|||R:ADJ|||heavy|||REQUIRED|||-NONE-|||0
A 7 8|||R:VERB|||had to|||REQUIRED|||-NONE-|||0
A 4 5|||R:ADJ|||heavy|||REQUIRED|||-NONE-|||1
A 7 8|||R:VERB|||had to|||REQUIRED|||-NONE-|||1
A 4 5|||R:ADJ|||heavy|||REQUIRED|||-NONE-|||2
A 7 8|||R:VERB:TENSE|||had to|||REQUIRED|||-NONE-|||2

S When the weather will be better , I will sail alone to the island .
A 3 5|||R:VERB:TENSE|||is|||REQUIRED|||-NONE-|||0
A 3 5|||R:VERB:TENSE|||is|||REQUIRED|||-NONE-|||1
A 3 5|||R:VERB:TENSE|||is|||REQUIRED|||-NONE-|||2

S Sailing is for me the most beautiful sport of the world .
A 0 4|||R:WO|||For me , sailing is|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 0 4|||R:WO|||For me sailing is|||REQUIRED|||-NONE-|||1
A 8 9|||R:PREP|||in|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S My city have many motorbike and the air not clean .
A 2 3|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 4 5|||R:NOUN:NUM|||motorbikes|||REQUIRED|||-NONE-|||0
A 8 8|||M:VERB|||is|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||1
A 4 5|||R:NOUN:NUM|||motorbikes|||REQUIRED|||-NONE-|||1
A 8 8|||M:VERB|||is|||REQUIRED|||-NONE-|||1
A 2 3|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||2
A 4 5|||R:NOUN:NUM|||motorbikes|||REQUIRED|||-NONE-|||2
A 8 8|||M:VERB|||is|||REQUIRED|||-NONE-|||2

S When I was child , I usually play with my friend in the street .
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||0
A 7 8|||R:VERB:TENSE|||played|||REQUIRED|||-NONE-|||0
A 10 11|||R:NOUN:NUM|||friends|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||1
A 6 7|||R:OTHER|||used to|||REQUIRED|||-NONE-|||1
A 10 11|||R:NOUN:NUM|||friends|||REQUIRED|||-NONE-|||1
A 3 3|||M:DET|||a|||REQUIRED|||-NONE-|||2
A 7 8|||R:VERB:TENSE|||played|||REQUIRED|||-NONE-|||2
A 10 11|||R:NOUN:NUM|||friends|||REQUIRED|||-NONE-|||2

S Now the children can not play outside because too many car .
A 1 2|||U:DET||||||REQUIRED|||-NONE-|||0
A 8 8|||M:PREP|||of|||REQUIRED|||-NONE-|||0
A 10 11|||R:NOUN:NUM|||cars|||REQUIRED|||-NONE-|||0
A 8 8|||M:OTHER|||there are|||REQUIRED|||-NONE-|||1
A 10 11|||R:NOUN:NUM|||cars|||REQUIRED|||-NONE-|||1
A 8 8|||M:PREP|||of|||REQUIRED|||-NONE-|||2
A 10 11|||R:NOUN:NUM|||cars|||REQUIRED|||-NONE-|||2

S I am agree with the plan of the goverment to build more park .
A 1 2|||U:VERB||||||REQUIRED|||-NONE-|||0
A 8 9|||R:SPELL|||government|||REQUIRED|||-NONE-|||0
A 12 13|||R:NOUN:NUM|||parks|||REQUIRED|||-NONE-|||0
A 1 2|||U:VERB||||||REQUIRED|||-NONE-|||2
A 8 9|||R:SPELL|||government|||REQUIRED|||-NONE-|||2
A 12 13|||R:NOUN:NUM|||parks|||REQUIRED|||-NONE-|||2

S People should to use bus more , it is cheap and do not make much smoke .
A 2 3|||U:VERB:FORM||||||REQUIRED|||-NONE-|||0
A 4 4|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 6 8|||R:PUNCT|||. It|||REQUIRED|||-NONE-|||0
A 11 12|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||0
A 2 3|||U:VERB:FORM||||||REQUIRED|||-NONE-|||2
A 4 5|||R:NOUN:NUM|||buses|||REQUIRED|||-NONE-|||2
A 6 7|||R:PUNCT|||because|||REQUIRED|||-NONE-|||2
A 11 12|||R:VERB:SVA|||does|||REQUIRED|||-NONE-|||2

S Government also need to plant tree along the road .
A 0 1|||M:DET|||The government|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||needs|||REQUIRED|||-NONE-|||0
A 5 6|||R:NOUN:NUM|||trees|||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||roads|||REQUIRED|||-NONE-|||0
A 0 1|||M:DET|||The government|||REQUIRED|||-NONE-|||2
A 2 3|||R:VERB:SVA|||needs|||REQUIRED|||-NONE-|||2
A 5 6|||R:NOUN:NUM|||trees|||REQUIRED|||-NONE-|||2

S If everyone try a little , our city will become beautiful again .
A 2 3|||R:VERB:SVA|||tries|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:SVA|||tries|||REQUIRED|||-NONE-|||2
