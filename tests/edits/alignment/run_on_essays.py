"""Invented essays of clauses, parted into sentences at other places by a learner, a teacher and a student."""

import random
from collections.abc import Sequence
from itertools import pairwise

import attrs

from markscheme.edits.shared_words import Group


def _choices(text: str) -> list[str]:
    """Return the choices between bars."""
    return [" ".join(choice.split()) for choice in text.split("|")]


SUBJECTS = _choices("""
my brother | he | my sister | she | our teacher | the old man | my best friend | they | we | my parents | the
people | I | you | my father | her husband | the children | this girl | nobody | his uncle | the director
""")
VERBS = _choices("""
live:lives | work:works | have:has | buyed:bought | goed:went | see:saw | likes:like | wants:want |
making:made | helped:helps | cook:cooked | visit:visited | tell:told | lose:lost | find:found |
enjoyed:enjoyed | painted:painted | cleaned:cleaned | forgot:forgot | opened:opened | closed:closed | met:met
| missed:missed | carried:carried
""")
OBJECTS = _choices("""
in a big house | in the bank | two childs:two children | a new car | the museum | many informations:much
information | an interesting film | to the cinema | some fruits:some fruit | his homeworks:his homework | the
dinner | our grandmother | a letter to the doctor | the whole garden | a nice hotel | football | the last bus
| every beautiful picture | nothing | the key of the office | music | a lot of money | the way to the station
| strawberries and milk | an umbrella
""")
ENDINGS = _choices("""
every day | in the evening | on monday:on Monday | in Prague | since three years:for three years | near of the
river:near the river | with our friends | last summer | because of the weather | after the school:after school
| for my birthday | at six o'clock | without any problem | when it rained | before the exam
""")
JOINTS = (", ", ", ", " and ", ", so ", ", but ", " ")


@attrs.frozen
class Clause:
    """A clause without a full stop, with its errors and corrected."""

    wrong: str
    right: str


def clause(rng: random.Random) -> Clause:
    """Return an invented clause; most have an error."""
    parts = [rng.choice(choices).split(":") for choices in (SUBJECTS, VERBS, OBJECTS, [*ENDINGS, "", ""])]
    wrong, right = (" ".join(part[at] for part in parts if part[at]) for at in (0, -1))
    return Clause(wrong, right)


@attrs.frozen
class Version:
    """The sentences of an essay, and the numbers of clauses at which they begin and end."""

    sentences: list[str]
    ends: list[int]

    def between(self, begin: int, end: int) -> str:
        """Return the sentences of some clauses, at whose ends sentences end."""
        return " ".join(self.sentences[self.ends.index(begin) : self.ends.index(end)])


@attrs.frozen
class Essay:
    """A learner's text, a teacher's correction, and a student's."""

    source: Version
    teacher: Version
    student: Version


def finest_groups(source: Sequence[int], target: Sequence[int]) -> list[Group]:
    """Return the finest groups of sentences of the same clauses, which end at these numbers on either side."""
    shared = sorted({*source} & {*target})
    return [
        Group((source.index(begin), source.index(end)), (target.index(begin), target.index(end)))
        for begin, end in pairwise(shared)
    ]


def essay(rng: random.Random, count: int) -> Essay:
    """Return an essay of ``count`` clauses.

    The learner writes run-ons of two to five clauses. The teacher parts most of them. The student parts some, and joins
    sentences at other places.
    """
    clauses = [clause(rng) for _ in range(count)]
    source = [0]
    while source[-1] < count:
        source.append(min(source[-1] + rng.choice((1, 1, 1, 2, 2, 3, 4, 5)), count))
    teacher = sorted({*source, *(end for end in range(count) if rng.random() < 0.85)})
    student = sorted({0, count, *(end for end in range(count) if rng.random() < (0.75 if end in source else 0.3))})
    corrected = [item.right if rng.random() < 0.6 else item.wrong for item in clauses]
    return Essay(
        _version([item.wrong for item in clauses], source, rng),
        _version([item.right for item in clauses], teacher, rng),
        _version(corrected, student, rng),
    )


def _version(clauses: Sequence[str], ends: list[int], rng: random.Random) -> Version:
    """Return the sentences of clauses, each with a capital letter and a full stop."""
    sentences = []
    for begin, end in pairwise(ends):
        text = clauses[begin] + "".join(rng.choice(JOINTS) + item for item in clauses[begin + 1 : end])
        sentences.append(text[0].upper() + text[1:] + ".")
    return Version(sentences, ends)
