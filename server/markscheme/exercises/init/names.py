"""What the names of files say: words for roles, numbers of versions, names of persons.

Words that tell a role are data, in several languages, written as :func:`plain` returns them. A word that ends in ``*``
stands for every word that begins so, for languages that inflect their nouns.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import PurePosixPath
from typing import Final

import attrs

from markscheme.exercises.exercise import Role
from markscheme.formats.registry import document_suffixes

Votes = Mapping[Role, float]
"""How much a name speaks for each role, 0 to 1."""

CORRECTION: Final = "correction"
"""Words for a corrected text. It is the teacher's mostly, and the student's where nothing else is."""
TEXT: Final = "text"
"""Words for a text as such, which is the source more often than not."""

_VOTES: Mapping[str, Votes] = {
    "source": {"source": 1.0},
    "hypothesis": {"hypothesis": 1.0},
    "reference": {"reference": 1.0},
    "student": {"hypothesis": 0.8, "source": 0.3},
    "learner": {"source": 0.6, "hypothesis": 0.35},
    "answer": {"hypothesis": 0.5, "reference": 0.25},
    "teacher": {"reference": 1.0},
    "draft": {"source": 0.8, "hypothesis": 0.2},
    CORRECTION: {"reference": 0.65, "hypothesis": 0.3},
    TEXT: {"source": 0.3, "hypothesis": 0.15},
    "title": {"reference": 0.9},
    "copy": {"hypothesis": 0.25},
    "homework": {"hypothesis": 0.5, "source": 0.25},
}
WEAK: Final = frozenset({CORRECTION, TEXT, "draft", "answer", "copy", "homework"})
"""Kinds of words that tell less than those of a person or a role."""

_WORDS: Mapping[str, Mapping[str, str]] = {
    "English": {
        "source": "source sources src original originals orig task tasks prompt prompts input raw uncorrected unmarked",
        "draft": "draft drafts first rough",
        "hypothesis": "hypothesis hypotheses hyp hyps submission submissions submitted assignsubmission system systems "
        "output outputs response responses revision revisions revised rewrite rewrites rewritten resubmission "
        "resubmissions final second improved attempt attempts",
        "student": "student students pupil pupils class group",
        "learner": "learner learners",
        "answer": "answer answers",
        "reference": "reference references ref refs gold expert experts key solution solutions model feedback official",
        "teacher": "teacher teachers tutor tutors instructor instructors lecturer marker",
        CORRECTION: "correction corrections corrected correct marked proofread edited",
        TEXT: "text texts essay essays letter letters handout",
        "homework": "homework homeworks",
        "title": "ms mrs mr miss mx dr prof professor sir madam",
    },
    "German": {
        "source": "quelle quelltext quelltexte ausgangstext ausgangstexte aufgabe aufgaben aufgabenstellung vorlage "
        "angabe fehlertext fehlertexte rohtext rohtexte rohfassung rohfassungen originaltext originaltexte originale",
        "draft": "entwurf entwurfe entwuerfe erstfassung erstfassungen",
        "hypothesis": "abgabe abgaben uberarbeitung uberarbeitungen ueberarbeitung ueberarbeitungen uberarbeitet "
        "ueberarbeitet verbesserung verbesserungen verbessert reinschrift reinschriften endfassung endfassungen "
        "zweitfassung zweitfassungen einreichung einreichungen neufassung neufassungen antworten",
        "student": "schuler schueler schulerin schuelerin schulerinnen schuelerinnen studierende student studenten "
        "studentin studentinnen klasse lernende lerner",
        "reference": "musterlosung musterloesung musterlosungen musterloesungen muster losung loesung losungen "
        "loesungen referenz referenzen loesungsblatt erwartungshorizont erwartungshorizonte",
        "teacher": "lehrer lehrerin lehrerinnen lehrkraft lehrkrafte lehrkraefte lehrerkorrektur lehrerkorrekturen "
        "lehrerfassung dozent dozentin dozenten",
        CORRECTION: "korrektur korrekturen korrigiert korrigierte korrigierter berichtigt berichtigung berichtigungen",
        TEXT: "texte aufsatz aufsatze aufsaetze brief briefe",
        "homework": "hausaufgabe hausaufgaben",
        "title": "herr herrn frau",
    },
    "Spanish": {
        "source": "originales fuente fuentes tarea tareas enunciado consigna",
        "draft": "borrador borradores",
        "hypothesis": "entrega entregas revision revisiones revisado revisados revisada revisadas reescritura "
        "reescrituras respuestas definitivo definitiva definitivos definitivas",
        "student": "alumno alumnos alumna alumnas alumnado estudiante estudiantes clase",
        "reference": "solucion soluciones referencia referencias modelo modelos clave",
        "teacher": "profesor profesora profesores profesoras profe maestro maestra maestros docente docentes",
        CORRECTION: "correccion correcciones corregido corregidos corregida corregidas",
        TEXT: "texto textos redaccion redacciones ensayo ensayos carta cartas",
        "homework": "deberes",
        "title": "sr sra srta senor senora senorita don dona",
    },
    "French": {
        "source": "originaux sujet sujets enonce enonces consigne consignes",
        "draft": "brouillon brouillons ebauche ebauches",
        "hypothesis": "rendu rendus copie copies reecriture reecritures revise revises revisee revisees reponses",
        "student": "eleve eleves etudiant etudiants etudiante etudiantes classe apprenants",
        "reference": "modele modeles corrige corriges",
        "teacher": "professeur professeurs professeure enseignant enseignante enseignants maitre maitresse",
        CORRECTION: "corrigee corrigees",
        TEXT: "texte textes redaction redactions devoir devoirs lettre lettres dissertation dissertations",
        "title": "mme mlle madame monsieur mademoiselle",
    },
    "Italian": {
        "source": "originale originali fonte fonti traccia tracce compito compiti consegna",
        "draft": "bozza bozze minuta brutta",
        "hypothesis": "consegne elaborato elaborati svolgimento svolgimenti "
        "revisione revisioni riveduto riveduti riscrittura riscritture riscritto "
        "riscritti riscritta riscritte risposte definitiva definitive",
        "student": "studente studenti studentessa studentesse alunno alunni alunna alunne allievo allievi allieva",
        "reference": "soluzione soluzioni riferimento riferimenti modello modelli",
        "teacher": "insegnante insegnanti professore professoressa professori docente docenti",
        CORRECTION: "correzione correzioni corretto corretti corretta corrette",
        TEXT: "testo testi tema temi lettera lettere",
        "title": "signor signora sig prof.ssa",
    },
    "Portuguese": {
        "source": "originais tarefa tarefas",
        "draft": "rascunho rascunhos",
        "hypothesis": "revisao revisoes revisto revistos reescrita reescritas",
        "student": "aluno alunos aluna alunas turma",
        "reference": "solucao solucoes referencias gabarito gabaritos",
        "teacher": "professor professores professora professoras",
        CORRECTION: "correcao correcoes corrigido corrigidos corrigida corrigidas",
        TEXT: "redacao redacoes ensaios",
        "title": "senhor senhora",
    },
    "Turkish": {
        "source": "asil* orijinal* kaynak* ozgun* ham odev* duzeltilecek",
        "draft": "taslak* taslag* ilk karalama*",
        "hypothesis": "teslim* revizyon* gozden yeniden son duzenlenmis* cevaplar* yanit*",
        "student": "ogrenci* sinif*",
        "homework": "odevler odevleri",
        "reference": "referans* cozum* anahtar*",
        "teacher": "ogretmen* hoca hocan* hocam hocalar* egitmen*",
        CORRECTION: "duzeltme* duzeltil* duzelti",
        TEXT: "metin* yazi yazilar* kompozisyon* mektup* mektub*",
        "title": "bey hanim bay bayan",
    },
    "Polish": {
        "source": "orygina* zrodl* zadani* polecen*",
        "draft": "szkic* brudnopis*",
        "hypothesis": "rewizj* poprawa poprawy czystopis* odpowiedz* zredagowan*",
        "student": "uczen uczni* uczennic* student* klas*",
        "reference": "wzor* rozwiazan* klucz*",
        "teacher": "nauczyciel* lektor* wykladowc*",
        CORRECTION: "korekt* popraw* sprawdzon*",
        TEXT: "tekst* wypracowani* list listy prac*",
        "title": "pan pani",
    },
    "Dutch": {
        "source": "origineel originelen bron bronnen opdracht opdrachten",
        "draft": "klad kladversie kladversies concept concepten",
        "hypothesis": "herziening herzieningen herzien herziene herschreven inzending inzendingen ingeleverd "
        "inlevering inleveringen netversie netversies antwoorden",
        "student": "leerling leerlingen studenten klas",
        "reference": "oplossing oplossingen referentie referenties antwoordmodel",
        "teacher": "docent docenten leraar leraren lerares leerkracht leerkrachten juf meester",
        CORRECTION: "correctie correcties gecorrigeerd gecorrigeerde nagekeken verbeterd verbeterde",
        TEXT: "tekst teksten opstel opstellen brief brieven",
        "homework": "huiswerk",
        "title": "mevrouw mevr meneer dhr mw",
    },
}

_PHRASES: Mapping[str, tuple[str, ...]] = {
    "source": (
        "to correct",
        "for correction",
        "zu korrigieren",
        "zum korrigieren",
        "zur korrektur",
        "para corregir",
        "por corregir",
        "a corregir",
        "a corriger",
        "da correggere",
        "per correggere",
        "para corrigir",
        "a corrigir",
        "do poprawy",
        "do poprawienia",
        "do korekty",
        "te verbeteren",
        "te corrigeren",
    ),
    CORRECTION: ("my version", "our version", "meine fassung", "unsere fassung", "mi version", "ma version"),
    "copy": ("copy of", "kopie von", "copia de", "copie de", "copia di"),
}
"""Words that tell something together: a text ``to correct`` is the one that was given."""

_EXERCISE_WORDS = (
    "exercise exercises week weeks unit units lesson lessons assignment assignments essay essays letter letters text "
    "texts test tests exam exams task tasks topic topics module chapter term group class day part "
    "ubung uebung ubungen woche einheit lektion klausur thema brief aufsatz klasse gruppe teil tag aufgabe "
    "ejercicio ejercicios semana unidad leccion examen tema redaccion carta tarea grupo "
    "exercice exercices semaine unite lecon examen sujet lettre devoir groupe "
    "esercizio esercizi settimana unita lezione esame compito lettera tema gruppo "
    "exercicio exercicios licao prova redacao turma "
    "alistirma hafta unite ders sinav konu odev mektup grup "
    "cwiczenie tydzien lekcja egzamin temat list zadanie grupa "
    "oefening oefeningen les eenheid toets onderwerp opdracht groep"
)
_VERSION_WORDS = (
    "v version versions fassung version versione versao versiyon wersja versie copy kopie copia copie kopya kopia "
    "new neu nuevo nueva nouveau nuovo novo yeni nowy nowa nieuw final last latest end endgultig endgueltig "
    "definitivo definitiva definitive letzte ultima ultimo derniere son ostateczna laatste "
    "old alt anterior vecchio eski stary oud "
    "second first third zweite erste segunda primera deuxieme seconda ikinci druga tweede rev updated edit "
    "late spat verspatet tarde retard ritardo atrasado gec pozno laat"
)
_FILE_WORDS = (
    "rubric rubrics file files doc docs document documents word scan scans upload onlinetext by from with datei "
    "dokument archivo documento fichier dosya belge plik dokumenty bestand von mit por con par avec con da com "
    "tarafindan od z door met"
)


_SMALL_WORDS = "the my our la el los las le les il der die das mein meine unser unsere mi ma notre nuestra"
_JOINING_WORDS = "and und et ve oraz the of for der die das"


@cache
def _kinds() -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    """A word may have a kind in each language."""
    whole: dict[str, set[str]] = {}
    begun: dict[str, set[str]] = {}
    for kinds in _WORDS.values():
        for kind, words in kinds.items():
            for word in words.split():
                (begun if word.endswith("*") else whole).setdefault(word.rstrip("*"), set()).add(kind)
    for kind, phrases in _PHRASES.items():
        for phrase in phrases:
            whole[phrase] = {kind}
    return (
        {word: frozenset(kinds) for word, kinds in whole.items()},
        {word: frozenset(kinds) for word, kinds in begun.items()},
    )


@cache
def kinds_of(word: str) -> frozenset[str]:
    """Return the kinds that a word has in any language; those of whole words before those of beginnings.

    >>> sorted(kinds_of("korrektur")), sorted(kinds_of("ogrenciler")), sorted(kinds_of("mei"))
    (['correction'], ['student'], [])
    """
    whole, begun = _kinds()
    if word in whole:
        return whole[word]
    return frozenset(kind for start, kinds in begun.items() if word.startswith(start) for kind in kinds)


def votes_of(words: Iterable[str]) -> dict[Role, float]:
    """Return how much words speak for each role; of several words, the strongest counts.

    >>> votes_of(["correction", "ms"])["reference"], votes_of(["mei"])
    (0.9, {})
    """
    votes: dict[Role, float] = {}
    for word in words:
        for kind in kinds_of(word):
            for role, vote in _VOTES[kind].items():
                votes[role] = max(votes.get(role, 0.0), vote)
    return votes


def is_title(word: str) -> bool:
    return "title" in kinds_of(word)


@cache
def exercise_words() -> frozenset[str]:
    """Return words that name what is taught rather than a person: ``week``, ``hafta``."""
    return frozenset(_EXERCISE_WORDS.split())


@cache
def version_words() -> frozenset[str]:
    """Return words that tell one person's versions apart: ``final``, ``kopie``."""
    return frozenset(_VERSION_WORDS.split())


@cache
def file_words() -> frozenset[str]:
    return frozenset(_FILE_WORDS.split())


@cache
def joining_words() -> frozenset[str]:
    """Return words that stand between names, and are none: ``and``."""
    return frozenset(_JOINING_WORDS.split())


@cache
def phrases() -> frozenset[str]:
    return frozenset(phrase for every in _PHRASES.values() for phrase in every)


@cache
def small_words() -> frozenset[str]:
    return frozenset(_SMALL_WORDS.split())


_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
_RUN = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+|\d+")
"""A run of letters with the accents that some systems write as characters of their own, or of digits."""
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_BRACKETED = re.compile(r"(?<=.)[(\[{][^()\[\]{}/]*[)\]}]")


@attrs.frozen
class Word:
    """A word of a path, in small letters without accents; ``part`` is the index of its folder or file name."""

    text: str
    part: int
    start: int
    end: int
    is_large: bool = False

    @property
    def is_number(self) -> bool:
        return self.text.isdigit()


def plain(text: str) -> str:
    """Return a word in small letters without accents, so that systems and keyboards make no difference.

    >>> plain("ÖĞRETMEN"), plain("Korrekturen"), plain("Straße"), plain("IŞIK")
    ('ogretmen', 'korrekturen', 'strasse', 'isik')
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def ending(path: str) -> str:
    """Return the end of a file's name that tells its format: ``.txt``, and nothing for ``dev.ref0``."""
    suffix = PurePosixPath(path).suffix
    return suffix if suffix.lower() in document_suffixes() else ""


@lru_cache(maxsize=4096)
def words_of(path: str) -> tuple[Word, ...]:
    """Return the words of a path without its ending; ``meiLin`` is two words.

    >>> [word.text for word in words_of("students/Mei Lin_12.txt")]
    ['students', 'mei', 'lin', '12']
    >>> [word.text for word in words_of("text to correct.txt")]
    ['text', 'to correct']
    """
    words: list[Word] = []
    whole = path.removesuffix(ending(path)) if ending(path) else path
    for match in _RUN.finditer(whole):
        part = whole.count("/", 0, match.start())
        for start, end in _humps(whole, match.start(), match.end()):
            words.append(Word(plain(whole[start:end]), part, start, end, whole[start].isupper()))
    return tuple(_with_phrases([word for word in words if not _is_possessive(whole, word)]))


def _is_possessive(path: str, word: Word) -> bool:
    return word.text == "s" and word.start > 1 and path[word.start - 1] in "'’" and path[word.start - 2].isalpha()


def _with_phrases(words: Sequence[Word]) -> list[Word]:
    joined: list[Word] = []
    for word in words:
        before = joined[-1] if joined else None
        if before is not None and before.part == word.part and f"{before.text} {word.text}" in phrases():
            joined[-1] = attrs.evolve(before, text=f"{before.text} {word.text}", end=word.end)
        else:
            joined.append(word)
    return joined


def _humps(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    """A capital after a small letter begins a word."""
    begin = start
    for place in range(start + 1, end):
        if text[place - 1].islower() and text[place].isupper():
            yield begin, place
            begin = place
    yield begin, end


def stem_of(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.removesuffix(ending(name)) if ending(name) else name


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def label_of(path: str, words: Sequence[Word]) -> str | None:
    """Return the text of a path from the first of some words to the last; ``None`` if they are in several parts.

    >>> label_of("week/Mei Lin_12.txt", [word for word in words_of("week/Mei Lin_12.txt") if word.part])
    'Mei Lin_12'
    """
    if not words or words[0].part != words[-1].part:
        return None
    label = path[words[0].start : words[-1].end]
    return _POSSESSIVE.sub("", label) if len(words[-1].text) == 1 else label


def unbracketed(path: str, words: Sequence[Word]) -> list[Word]:
    """Return the words that stand outside brackets, or all where none does: ``João (new)`` is João."""
    spans = [match.span() for match in _BRACKETED.finditer(path)]
    outside = [word for word in words if not any(start < word.start < end for start, end in spans)]
    return outside or list(words)


def naming_words(words: Sequence[Word], common: frozenset[str], names: frozenset[str] = frozenset()) -> list[Word]:
    """Return the words of one part of a path that may be a person's name, next to each other.

    A title begins a teacher's name. No role's word is a name unless it is in ``names``, no version's, and none of the
    ``common`` ones that many files have. Numbers count only if there is nothing else.
    """
    runs: list[list[Word]] = [[]]
    for word in words:
        if word.text in names or _may_name(word, common):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    runs = [_without_joins(run) for run in runs]
    titled = next((run for run in runs if any(is_title(word.text) for word in run) and len(run) > 1), None)
    if titled is not None:
        first = next(number for number, word in enumerate(titled) if is_title(word.text))
        return titled[first:] if first < len(titled) - 1 else titled
    lettered = [run for run in runs if any(not (word.is_number or is_title(word.text)) for word in run)]
    if lettered:
        return _without_numbers(max(lettered, key=lambda run: (_begins_large(run), -runs.index(run))))
    return [word for word in words if word.is_number and word.text not in common]


def _without_joins(run: list[Word]) -> list[Word]:
    """Drop joining words at the ends: two students may hand in as ``Ana and Mei``."""
    if all(word.text in small_words() for word in run):
        return []
    kept = [number for number, word in enumerate(run) if word.text not in joining_words()]
    return run[kept[0] : kept[-1] + 1] if kept else []


def _may_name(word: Word, common: frozenset[str]) -> bool:
    if is_title(word.text):
        return True
    others = version_words() | file_words() | exercise_words()
    return not (word.text in common or kinds_of(word.text) or word.text in others)


def _begins_large(run: Sequence[Word]) -> bool:
    return run[0].is_large


def _without_numbers(run: list[Word]) -> list[Word]:
    """Return the words up to the first number after a name: ``Mei Lin`` of ``Mei Lin_12``."""
    letters = [number for number, word in enumerate(run) if not word.is_number]
    kept = run[letters[0] :]
    return kept[: next((number for number, word in enumerate(kept) if word.is_number), len(kept))]


def person_key(label: str) -> str:
    """Return what two spellings of a person's name share: ``mei_lin`` and ``Lin, Mei`` are one.

    >>> person_key("mei_lin") == person_key("Lin, Mei")
    True
    """
    return " ".join(sorted(plain(word) for word in re.findall(r"[^\W_]+", unicodedata.normalize("NFC", label))))


def display_name(labels: Iterable[str]) -> str:
    """Return the spelling that looks most like a name: capitals, then blanks, then the longest.

    >>> display_name(["mei_lin", "Mei Lin"])
    'Mei Lin'
    """
    return max(sorted(set(labels)), key=lambda label: (label != label.lower(), " " in label, "_" not in label))


_BESIDE = 0.3
"""How much a name counts beside one that speaks for a role more clearly, or from further inside."""


@lru_cache(maxsize=4096)
def votes_of_path(path: str, ignored: frozenset[str] = frozenset()) -> Mapping[Role, float]:
    """Return how much the names of a file and of its folders speak for each role.

    The innermost name with a clear word counts most, or else the innermost with any. Words that all files have are
    ``ignored``.

    >>> votes_of_path("students/mei corrected.txt")["hypothesis"] > votes_of_path("corrected/mei.txt")["hypothesis"]
    True
    """
    words = [word for word in words_of(path) if word.text not in ignored]
    parts = [[word.text for word in words if word.part == part] for part in range(path.count("/"), -1, -1)]
    telling = [here for here in parts if votes_of(here)]
    clear = [here for here in telling if any(kinds_of(word) - WEAK for word in here)]
    votes: dict[Role, float] = {}
    for here in telling:
        weight = 1.0 if here is (clear or telling)[0] else _BESIDE
        for role, vote in votes_of(here).items():
            votes[role] = votes.get(role, 0.0) + weight * vote
    return votes


_STUDENTS = 0.3
"""How far a folder's name speaks for students where files in it bear their names."""


def surnames(paths: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Return the words in the names of files that look like a role's and are a person's, by path.

    They begin with a capital letter beside another name, in a folder of students, and no other file there has them. A
    file whose name without them is another file's is a version of it.
    """
    by_folder: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        by_folder[folder_of(path)].append(path)
    names: dict[str, frozenset[str]] = {}
    for folder, members in by_folder.items():
        if _is_of_students(folder):
            names |= _in_folder(members)
    return names


def _in_folder(paths: Iterable[str]) -> dict[str, frozenset[str]]:
    stems = {path: [word for word in words_of(path) if word.part == path.count("/")] for path in paths}
    counts = Counter(text for words in stems.values() for text in {word.text for word in words})
    every = {frozenset(word.text for word in words) for words in stems.values()}
    names: dict[str, frozenset[str]] = {}
    for path, words in stems.items():
        roles = frozenset(word.text for word in words if _looks_like_role(word) and counts[word.text] == 1)
        rest = frozenset(word.text for word in words) - roles
        if roles and rest not in every and any(_is_plain_name(word) for word in words if word.text in rest):
            names[path] = roles
    return names


def _is_of_students(folder: str) -> bool:
    votes = votes_of(word.text for word in words_of(folder.rpartition("/")[2]))
    others = max((vote for role, vote in votes.items() if role != "hypothesis"), default=0.0)
    return votes.get("hypothesis", 0.0) - others >= _STUDENTS


def _looks_like_role(word: Word) -> bool:
    return word.is_large and bool(kinds_of(word.text)) and word.text not in version_words()


def _is_plain_name(word: Word) -> bool:
    return word.is_large and not (kinds_of(word.text) or word.text in version_words() | exercise_words())


_VERSION_RANK = {
    word: rank
    for rank, words in {
        2: "final last latest end endgultig endgueltig endfassung definitivo definitiva definitive ultima ultimo "
        "derniere son ostateczna laatste",
        1: "new neu nuevo nueva nouveau nuovo novo yeni nowy nowa nieuw rev updated second zweite segunda deuxieme "
        "seconda ikinci druga tweede",
        -1: "old alt anterior vecchio eski stary oud first erste primera premiere prima ilk pierwsza eerste",
    }.items()
    for word in words.split()
}


def _version_rank(word: str) -> int:
    return -1 if "draft" in kinds_of(word) else _VERSION_RANK.get(word, 0)


def version_order(path: str, modified: float) -> tuple[int, tuple[int, ...], float]:
    """Return what the versions by one person are ordered by: words such as ``final``, then numbers, then the time.

    >>> version_order("mei final.txt", 0) > version_order("mei 2.txt", 1) > version_order("mei.txt", 2)
    True
    """
    words = words_of(path)
    rank = max((_version_rank(word.text) for word in words), key=abs, default=0)
    return rank, tuple(int(word.text[:18]) for word in words if word.is_number), modified
