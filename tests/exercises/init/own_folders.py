"""More folders as teachers keep them, of other shapes than :mod:`exercises.init.teachers_folders` has."""

from collections.abc import Mapping
from types import MappingProxyType

from exercises.init.teachers_folders import Expectation, Question, Role, TeachersFolder

KITE = {
    "given": "On Sunday we flied our kite at hill. The wind have been very strong and the string was broke.\n"
    "My cousin runned after it during ten minutes. At the end we finded the kite in the tree of the mayor.\n",
    "teacher": "On Sunday we flew our kite on the hill. The wind was very strong and the string broke.\n"
    "My cousin ran after it for ten minutes. In the end we found the kite in the mayor's tree.\n",
    "one": "On Sunday we flew our kite at hill. The wind was very strong and the string broke.\n"
    "My cousin runned after it for ten minutes. At the end we found the kite in the tree of the mayor.\n",
    "two": "On Sunday we flew our kite on the hill. The wind have been very strong and the string was broken.\n"
    "My cousin ran after it during ten minutes. At the end we found the kite in the tree of the mayor.\n",
    "three": "On Sunday we flied our kite on a hill. The wind was very strong and the string was broke.\n"
    "My cousin ran after it during ten minutes. In the end we finded the kite in the mayor's tree.\n",
}
SOUP = {
    "given": "My neighbour cook the best soup of the street. She put inside carrots, onions and a secret.\n"
    "Nobody know the secret, but the cat look always very happy when she cook.\n",
    "teacher": "My neighbour cooks the best soup in the street. She puts carrots, onions and a secret in it.\n"
    "Nobody knows the secret, but the cat always looks very happy when she cooks.\n",
    "one": "My neighbour cooks the best soup of the street. She puts inside carrots, onions and a secret.\n"
    "Nobody know the secret, but the cat looks always very happy when she cooks.\n",
    "two": "My neighbour cook the best soup in the street. She puts in carrots, onions and a secret.\n"
    "Nobody knows the secret, but the cat look always very happy when she cook.\n",
}
ESSAYS = {
    "Ewa": (
        "My first work was in the post office of our town. I have sorted letters since six o'clock to noon.\n",
        "My first job was in our town's post office. I sorted letters from six o'clock to noon.\n",
        "My first job was in the post office of our town. I sorted letters from six o'clock until noon.\n",
    ),
    "Bartek": (
        "Every winter my father make a ice rink behind our house. All childrens of the village comes to skate.\n",
        "Every winter my father makes an ice rink behind our house. All the children in the village come to skate.\n",
        "Every winter my father makes a ice rink behind our house. All children of the village come to skate.\n",
    ),
    "Zofia": (
        "The train to Gdansk had a delay of three hour. An old lady teached me to knit during we waited.\n",
        "The train to Gdansk was three hours late. An old lady taught me to knit while we waited.\n",
        "The train to Gdansk had a delay of three hours. An old lady taught me to knit while we waited.\n",
    ),
    "Igor": (
        "I never forget the day when our dog eated my passport. We should flied to Rome in next morning.\n",
        "I will never forget the day our dog ate my passport. We were supposed to fly to Rome the next morning.\n",
        "I will never forget the day when our dog ate my passport. We should fly to Rome the next morning.\n",
    ),
}


def _folder(
    name: str, description: str, files: Mapping[Expectation, str], questions: tuple[Question, ...] = ()
) -> TeachersFolder:
    contents = {expected.path: text.encode() for expected, text in files.items()}
    return TeachersFolder(name, description, MappingProxyType(contents), tuple(files), questions)


def two_classes() -> TeachersFolder:
    """One text for two classes, and another text for one of them: French names, a folder a class."""
    files: dict[Expectation, str] = {}
    students = {"4e A": ("Chloé", "Hugo", "Inès"), "4e B": ("Lina", "Noé", "Maël")}
    for group, names in students.items():
        files[Expectation(f"{group}/consigne.txt", Role.SOURCE, None, group)] = KITE["given"]
        files[Expectation(f"{group}/corrigé Mme Roux.txt", Role.REFERENCE, "Mme Roux", group)] = KITE["teacher"]
        for name, version in zip(names, ("one", "two", "three"), strict=True):
            files[Expectation(f"{group}/élèves/{name}.txt", Role.HYPOTHESIS, name, group)] = KITE[version]
    soup = "4e B/soupe"
    files[Expectation(f"{soup}/consigne.txt", Role.SOURCE, None, soup)] = SOUP["given"]
    files[Expectation(f"{soup}/corrigé Mme Roux.txt", Role.REFERENCE, "Mme Roux", soup)] = SOUP["teacher"]
    files[Expectation(f"{soup}/élèves/Lina.txt", Role.HYPOTHESIS, "Lina", soup)] = SOUP["one"]
    files[Expectation(f"{soup}/élèves/Noé.txt", Role.HYPOTHESIS, "Noé", soup)] = SOUP["two"]
    return _folder("Anglais 4e", "One text in the folders of two classes", files)


def own_flat() -> TeachersFolder:
    """Own essays in one flat folder, Polish words, the word before the name."""
    files: dict[Expectation, str] = {}
    for name, (source, reference, hypothesis) in ESSAYS.items():
        files[Expectation(f"szkic_{name}.txt", Role.SOURCE, name, "own")] = source
        files[Expectation(f"korekta_{name}.txt", Role.REFERENCE, None, "own")] = reference
        files[Expectation(f"czystopis_{name}.txt", Role.HYPOTHESIS, name, "own")] = hypothesis
    return _folder("Wspomnienia", "Own essays in one flat folder, in Polish", files)


def own_by_two_teachers() -> TeachersFolder:
    """Own essays that two teachers corrected, in a folder each; one of them has not done all."""
    files: dict[Expectation, str] = {}
    for name, (source, reference, hypothesis) in ESSAYS.items():
        files[Expectation(f"1 bozze/{name}.txt", Role.SOURCE, name, "own")] = source
        files[Expectation(f"2 corretti/Sig.ra Conti/{name}.txt", Role.REFERENCE, "Sig.ra Conti", "own")] = reference
        if name != "Igor":
            other = reference.replace("the", "that", 1)
            files[Expectation(f"2 corretti/Sig. Riva/{name}.txt", Role.REFERENCE, "Sig. Riva", "own")] = other
        files[Expectation(f"3 riscritti/{name}.txt", Role.HYPOTHESIS, name, "own")] = hypothesis
    return _folder("Ricordi", "Own essays with two teachers' folders, in Italian", files)


OWN_FOLDERS = (two_classes(), own_flat(), own_by_two_teachers())
