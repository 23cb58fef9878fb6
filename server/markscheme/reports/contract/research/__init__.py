"""JSON of results over corpora: agreement and coverage of annotators, systems compared, metrics beside people."""
