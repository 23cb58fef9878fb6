"""Words in names of files and folders that tell a role, in several languages: data, and the votes that they make.

Words are written in small letters without accents, as :func:`markscheme.exercises.init.naming.names.plain` returns
them. A word that ends in ``*`` stands for every word that begins so, for languages that inflect their nouns.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from markscheme.exercises.exercise import Role

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
"""Words by language and kind."""

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
    """Return the kinds of whole words, and of beginnings of words; a word may have one in each language."""
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
    """Return whether a word is how a teacher is addressed, such as ``ms`` and ``herr``."""
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
    """Return words that say nothing of a file: ``document``, ``by``."""
    return frozenset(_FILE_WORDS.split())


@cache
def joining_words() -> frozenset[str]:
    """Return words that stand between names, and are none: ``and``."""
    return frozenset(_JOINING_WORDS.split())


@cache
def phrases() -> frozenset[str]:
    """Return the pairs of words that tell a role together."""
    return frozenset(phrase for every in _PHRASES.values() for phrase in every)


@cache
def small_words() -> frozenset[str]:
    """Return articles and the like, which are no name by themselves: ``my``."""
    return frozenset(_SMALL_WORDS.split())
