"""Folders as teachers keep them, each with what a careful colleague would say about its files.

The material was made without knowledge of the code that reads it. All people and texts are invented.
"""

from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from unicodedata import normalize

from openpyxl import Workbook

from exercises.init.teachers_folder import Expectation, Question, Role, TeachersFolder
from exercises.init.teachers_versions import (
    FREE,
    SOURCE,
    class_text,
    open_text,
    plain,
    sections,
    tracked,
    version,
    word_text,
)

REPORTS = Path(__file__).with_name("teachers_reports")


def _folder(
    name: str,
    description: str,
    files: Iterable[tuple[Expectation, bytes]],
    questions: tuple[Question, ...] = (),
) -> TeachersFolder:
    pairs = tuple(files)
    contents = {expectation.path: data for expectation, data in pairs}
    return TeachersFolder(name, description, MappingProxyType(contents), tuple(e for e, _ in pairs), questions)


def other(path: str, data: bytes | str) -> tuple[Expectation, bytes]:
    """Return a file that belongs to no exercise."""
    return Expectation(path, Role.NONE), data.encode() if isinstance(data, str) else data


def given(topic: str, path: str, assignment: str) -> tuple[Expectation, bytes]:
    """Return the file with a class text's source."""
    return Expectation(path, Role.SOURCE, None, assignment), plain(class_text(topic, SOURCE))


def corrected(topic: str, path: str, assignment: str, person: str | None, letter: str) -> tuple[Expectation, bytes]:
    """Return the file with a teacher's correction of a class text."""
    return Expectation(path, Role.REFERENCE, person, assignment), plain(class_text(topic, letter))


def handed_in(topic: str, path: str, assignment: str, person: str, digit: str) -> tuple[Expectation, bytes]:
    """Return the file with a student's correction of a class text."""
    return Expectation(path, Role.HYPOTHESIS, normalize("NFC", person), assignment), plain(
        class_text(topic, digit, person)
    )


def english() -> TeachersFolder:
    """Original, two teachers' corrections by name, and a folder of students."""
    students = {"Mei Lin": "1", "Jonas": "2", "Amira": "3", "Tomás": "4", "Yuki": "5", "Olena": "6"}
    topic = "lost-phone"
    return _folder(
        "Lost phone",
        "English names: original, two corrections with the teachers' names, students in a folder",
        (
            given(topic, "original.txt", topic),
            corrected(topic, "correction Ms Baker.txt", topic, "Ms Baker", "A"),
            corrected(topic, "correction Mr Cruz.txt", topic, "Mr Cruz", "B"),
            *(handed_in(topic, f"students/{name}.txt", topic, name, digit) for name, digit in students.items()),
        ),
    )


def german() -> TeachersFolder:
    """German names; the instructions for the class lie in the folder, too."""
    students = {"Jürgen": "1", "Katharina": "2", "Malte": "3", "Zoë": "4", "Oğuz": "5", "Friederike": "6"}
    topic = "harbour"
    instructions = (
        "Aufgabe für Montag\n\nLies den Text in Original.txt. Verbessere alle Fehler, die du findest.\n"
        "Schreibe den ganzen Text neu und speichere ihn unter deinem Vornamen im Ordner Schüler.\n"
    )
    return _folder(
        "Hafen 9b",
        "German names: Original, Korrektur, Lösung, Schüler, and the task in German, which is no learner's text",
        (
            other("Aufgabe.txt", instructions),
            given(topic, "Original.txt", topic),
            corrected(topic, "Korrektur Frau Lehmann.txt", topic, "Frau Lehmann", "A"),
            corrected(topic, "Lösung Herr Öztürk.txt", topic, "Herr Öztürk", "B"),
            *(handed_in(topic, f"Schüler/{name}.txt", topic, name, digit) for name, digit in students.items()),
        ),
    )


def spanish() -> TeachersFolder:
    """Two weeks of a Spanish class, each with its own folder; one student was away in the second."""
    students = {"Lucía": "1", "Íñigo": "2", "Paula": "3", "Nico": "4", "Begoña": "5", "Xavi": "6"}
    weeks = (("Semana 1", "grandparents-house", students), ("Semana 2", "new-gym", {**students}))
    del weeks[1][2]["Paula"]
    files: list[tuple[Expectation, bytes]] = []
    for week, topic, present in weeks:
        files += [
            given(topic, f"{week}/original.txt", topic),
            corrected(topic, f"{week}/corrección profesora Molina.txt", topic, "profesora Molina", "A"),
            *(handed_in(topic, f"{week}/alumnos/{name}.txt", topic, name, digit) for name, digit in present.items()),
        ]
    files.append(corrected("new-gym", "Semana 2/solución profesor Ruiz.txt", "new-gym", "profesor Ruiz", "B"))
    return _folder("Inglés 2º B", "Spanish names, nested by week; the same students in both weeks", files)


def turkish() -> TeachersFolder:
    """Turkish names, flat, a key by one teacher whose name nobody wrote down, and a name in decomposed letters."""
    students = {"İpek": "1", "Çağrı": "2", "Ömer": "3", "Şule": "4", "Işıl": "5", "Gu\u0308l": "6"}
    topic = "tea-house"
    return _folder(
        "9-A İngilizce",
        "Turkish names, all files in one folder: özgün, düzeltme, öğrenci and a first name",
        (
            given(topic, "özgün metin.txt", topic),
            corrected(topic, "öğretmen düzeltmesi.txt", topic, None, "A"),
            *(handed_in(topic, f"öğrenci {name}.txt", topic, name, digit) for name, digit in students.items()),
        ),
    )


def _own(
    topic: str, paths: Mapping[str, str], teacher: str | None, without: tuple[str, ...] = ()
) -> list[tuple[Expectation, bytes]]:
    """Return the files of own essays; ``paths`` has a pattern with ``{}`` for the student for each letter."""
    files = []
    for student, template in sections(topic).items():
        roles = {SOURCE: (Role.SOURCE, student), "A": (Role.REFERENCE, teacher), "R": (Role.HYPOTHESIS, student)}
        for letter, pattern in paths.items():
            if letter == "R" and student in without:
                continue
            role, person = roles[letter]
            files.append((Expectation(pattern.format(student), role, person, topic), plain(version(template, letter))))
    return files


def own_by_step() -> TeachersFolder:
    """Own essays in three folders: drafts, the teacher's corrected versions, and revisions."""
    paths = {SOURCE: "drafts/{}.txt", "A": "corrected/{}.txt", "R": "revisions/{}.txt"}
    return _folder(
        "My holidays", "Own essays of six students in drafts, corrected, revisions", _own("own-holidays", paths, None)
    )


def own_by_student() -> TeachersFolder:
    """Own essays with a folder for each student."""
    paths = {SOURCE: "{}/draft.txt", "A": "{}/corrected.txt", "R": "{}/revision.txt"}
    return _folder("My dream job", "Own essays, a folder for each of five students", _own("own-jobs", paths, None))


def own_with_gaps() -> TeachersFolder:
    """Own essays, flat, with German names; two students have not handed in the revision."""
    paths = {SOURCE: "{} - Entwurf.txt", "A": "{} - Korrektur.txt", "R": "{} - Überarbeitung.txt"}
    return _folder(
        "Mein Zimmer",
        "Own essays in one folder: Entwurf, Korrektur, Überarbeitung; two revisions are missing",
        _own("own-rooms", paths, None, without=("Piotr", "Hana")),
    )


def word_by_two() -> TeachersFolder:
    """Own essays in Word: each student tracks improvements, and then the teacher works over them in the same file."""
    topic, teacher = "own-food", "Sandra Baker"
    names = {
        "Aylin": "Aylin Demir",
        "Mateusz": "Mateusz Zając",
        "Chiara": "Chiara Bianchi",
        "Minh": "Minh Tran",
        "Sara": "Sara Lindqvist",
    }
    files = []
    for section, template in sections(topic).items():
        student = names[section]
        path = f"{student}.docx"
        data = tracked(template, ("R", student), ("A", teacher))
        files += [
            (Expectation(path, Role.SOURCE, student, topic), data),
            (Expectation(path, Role.HYPOTHESIS, student, topic, student), data),
            (Expectation(path, Role.REFERENCE, teacher, topic, "*"), data),
        ]
    return _folder(
        "Food I cannot eat",
        "Own essays in Word with changes of two authors; the teacher's correction has the student's good changes",
        files,
    )


def word_class() -> TeachersFolder:
    """A class text in Word: tracked changes in most files, one retyped, one from a computer with a shared account."""
    topic = "dog-next-door"
    template = sections(topic)["text"]
    students = {"Mei Lin": ("1", "Mei Lin"), "Jonas Weber": ("2", "Jonas Weber"), "Amira Haddad": ("3", "Amira Haddad")}
    students |= {"Yuki Sato": ("5", "Room 12"), "Olena Koval": ("6", "Olena Koval")}
    teachers = {"Mr Novak": ("A", "Petr Novák"), "Ms Silva": ("B", "Inês Silva")}
    files = [(Expectation("Dog - text.docx", Role.SOURCE, None, topic), word_text(version(template, SOURCE)))]
    for person, (letter, author) in teachers.items():
        expectation = Expectation(f"Dog - solution {person}.docx", Role.REFERENCE, person, topic, author)
        files.append((expectation, tracked(template, (letter, author))))
    for person, (digit, author) in students.items():
        expectation = Expectation(f"Hand-ins/{person}.docx", Role.HYPOTHESIS, person, topic, author)
        files.append((expectation, tracked(template, (digit, author))))
    retyped = Expectation("Hand-ins/Pavel Dvořák.docx", Role.HYPOTHESIS, "Pavel Dvořák", topic)
    files.append((retyped, word_text(version(template, "2").replace("Tiny", "Tinny"))))
    return _folder(
        "The dog next door",
        "A class text in Word, tracked changes, a file without them, an author who is a room's computer",
        files,
    )


def moodle() -> TeachersFolder:
    """The hand-ins of an assignment as Moodle packs them, with the task and the model beside them."""
    topic, template = "school-uniform", sections("school-uniform")["text"]
    handed = {
        "Mei Lin_1234567": ("essay.docx", word_text(version(template, "1")), None),
        "Jonas Weber_1234571": ("essay.docx", word_text(version(template, "2")), None),
        "Amira Haddad_1234580": ("correction.txt", plain(version(template, "3")), None),
        "Tomás Rivas_1234588": ("Essay Tomas final.docx", word_text(class_text(topic, FREE, "Tomás Rivas")), None),
        "Yuki Sato_1234602": ("essay.docx", tracked(template, ("5", "Yuki Sato")), "Yuki Sato"),
        "Olena Koval_1234619": ("uniform.odt", open_text(version(template, "6")), None),
    }
    files = [
        (Expectation("Task.docx", Role.SOURCE, None, topic), word_text(version(template, SOURCE))),
        (
            Expectation("Model answer Ms Baker.docx", Role.REFERENCE, "Ms Baker", topic),
            word_text(version(template, "A")),
        ),
    ]
    for submission, (name, data, author) in handed.items():
        path = f"{submission}_assignsubmission_file_/{name}"
        files.append((Expectation(path, Role.HYPOTHESIS, submission.partition("_")[0], topic, author), data))
    return _folder(
        "ENG101-School uniform-88123",
        "Moodle's unpacked zip: a folder a student with its number, files of any name and format; task and model above",
        files,
    )


def empty_file() -> TeachersFolder:
    """A student's file is empty, and another one has nothing but a line's end: both have handed in."""
    topic = "cooking"
    students = {"Mei": "1", "Amira": "2", "Pavel": "3", "Tomás": "4", "Yuki": "5", "Ferhat": "6"}
    nothing = {"Olena": b"", "Jonas": b"\xef\xbb\xbf\r\n"}
    return _folder(
        "Sunday soup",
        "An empty file among the students' files, and one with only a line's end",
        (
            given(topic, "source.txt", topic),
            corrected(topic, "teacher Ms Okafor.txt", topic, "Ms Okafor", "A"),
            corrected(topic, "teacher Mr Kim.txt", topic, "Mr Kim", "B"),
            *(handed_in(topic, f"students/{name}.txt", topic, name, digit) for name, digit in students.items()),
            *(
                (Expectation(f"students/{name}.txt", Role.HYPOTHESIS, name, topic), data)
                for name, data in nothing.items()
            ),
        ),
    )


def report_inside() -> TeachersFolder:
    """Reports that Markscheme wrote lie among the students' files, as older versions proposed, and elsewhere."""
    topic = "new-bike"
    students = {"Mei": "1", "Jonas": "2", "Pavel": "3", "Yuki": "5", "Olena": "6"}
    reports = {path.name: path.read_bytes() for path in sorted(REPORTS.iterdir())}
    mei, jonas = reports["Mei.report.txt"], reports["Jonas.report.txt"]
    return _folder(
        "The new bike",
        "Reports by the program among the students' files, in text and HTML",
        (
            given(topic, "task.txt", topic),
            corrected(topic, "teacher-baker.txt", topic, "Baker", "A"),
            corrected(topic, "teacher-cruz.txt", topic, "Cruz", "B"),
            *(handed_in(topic, f"students/{name}.txt", topic, name, digit) for name, digit in students.items()),
            *(other(f"students/{name}", data) for name, data in reports.items()),
            other("markscheme-reports/Mei.txt", b"Written by Markscheme. This file is never marked.\n\n" + mei),
            other("report for parents' evening.txt", jonas.replace(b"\n", b"\r\n")),
        ),
    )


def two_versions() -> TeachersFolder:
    """Two students have handed in twice."""
    topic = "library-letter"
    students = {"Mei": "1", "Pavel": "3", "Tomás": "4", "Yuki": "5", "Olena": "6"}
    jonas = ("students/Jonas.txt", "students/Jonas v2.txt")
    amira = ("students/Amira/essay_final.txt", "students/Amira/essay_final2.txt")
    return _folder(
        "Letter to the library",
        "Two versions by one student, twice: only the teacher knows which one counts",
        (
            given(topic, "original.txt", topic),
            corrected(topic, "correction Ms Baker.txt", topic, "Ms Baker", "A"),
            corrected(topic, "correction Mr Cruz.txt", topic, "Mr Cruz", "B"),
            *(handed_in(topic, f"students/{name}.txt", topic, name, digit) for name, digit in students.items()),
            *(handed_in(topic, path, topic, "Jonas", digit) for path, digit in zip(jonas, "72", strict=True)),
            *(handed_in(topic, path, topic, "Amira", digit) for path, digit in zip(amira, "89", strict=True)),
        ),
        (
            Question("Which of Jonas's two versions counts?", jonas),
            Question("Which of Amira's two versions counts?", amira),
        ),
    )


def nameless() -> TeachersFolder:
    """Names that say nothing; what the texts share decides, and nobody can know the people."""
    topic = "winter-morning"
    students = {"a.txt": "2", "e.txt": "3", "g.txt": "5", "h.txt": "1"}
    rewritten = Expectation("c.txt", Role.HYPOTHESIS, None, topic)
    files = [
        given(topic, "d.txt", topic),
        corrected(topic, "b.txt", topic, None, "A"),
        corrected(topic, "f.txt", topic, None, "B"),
        (rewritten, plain(class_text(topic, FREE, "four"))),
        *(
            (Expectation(path, Role.HYPOTHESIS, None, topic), plain(class_text(topic, digit)))
            for path, digit in students.items()
        ),
    ]
    return _folder(
        "scans",
        "Letters for names: the teachers' texts agree and have no errors; all others depart from the source",
        files,
        (
            Question("b and f read like teachers' corrections: whose are they?", ("b.txt", "f.txt")),
            Question("Which students wrote a, c, e, g and h?", ("a.txt", "c.txt", "e.txt", "g.txt", "h.txt")),
        ),
    )


def other_stuff() -> TeachersFolder:
    """A folder that holds much of a teacher's week, too."""
    topic = "television"
    students = {"Mei": "1", "Jonas": "2", "Amira": "3", "Tomás": "4", "Yuki": "5", "Olena": "6"}
    workbook, sheet = Workbook(), BytesIO()
    for row in (("Name", "Vocabulary", "Essay"), *((name, 12 + index, None) for index, name in enumerate(students))):
        workbook.active.append(row)
    workbook.save(sheet)
    seats = (
        "Window                      Door\n\nMei     Jonas  |  Amira   Tomás\n"
        "Yuki    Olena  |  -       -\n\nTeacher's desk\n"
    )
    photo = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00" + bytes(64) + b"\xff\xd9"
    notes = (
        "Olena was ill on Tuesday, she may hand in on Friday. Talk to Jonas about his spelling.\n"
        "Next time: more about prepositions, and bring the game with the trains. The projector in room 12 is broken.\n"
    )
    return _folder(
        "Class 4b October",
        "A seating plan, marks, a photo, notes, a vocabulary list and what programs leave behind",
        (
            given(topic, "Television - learner's text.txt", topic),
            corrected(topic, "Television - model answer.txt", topic, None, "A"),
            corrected(topic, "Television - model answer Ms Roy.txt", topic, "Ms Roy", "B"),
            *(handed_in(topic, f"Television - {name}.txt", topic, name, digit) for name, digit in students.items()),
            other("seating plan.txt", seats),
            other("notes.txt", notes),
            other("words to learn.docx", word_text("cellar\nbiscuit\nrailway line\nto repair\nnone of us\n")),
            other("marks.xlsx", sheet.getvalue()),
            other("photo.jpg", photo),
            other("~$rds to learn.docx", b"\x08Ms Baker" + bytes(153)),
            other("Thumbs.db", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)),
            other(".DS_Store", b"\x00\x00\x00\x01Bud1" + bytes(100)),
        ),
    )


def open_document_and_text() -> TeachersFolder:
    """OpenDocument texts and plain texts mixed, in every role."""
    topic = "old-bridge"
    students = {"Amira": "1", "Jonas": "2", "Mei": "3", "Tomás": "4", "Yuki": "5", "Olena": "6"}
    files = [
        given(topic, "Bridge/Original.odt", topic),
        corrected(topic, "Bridge/Corrected by Ms Silva.odt", topic, "Ms Silva", "A"),
        corrected(topic, "Bridge/Corrected by Mr Adeyemi.txt", topic, "Mr Adeyemi", "B"),
    ]
    for index, (name, digit) in enumerate(students.items()):
        files.append(handed_in(topic, f"Bridge/Students/{name}.{'txt' if index % 2 else 'odt'}", topic, name, digit))
    return _folder(
        "The old bridge",
        "OpenDocument and text files mixed, all of them one folder down",
        ((e, open_text(data.decode()) if e.path.endswith(".odt") else data) for e, data in files),
    )


def odd_names() -> TeachersFolder:
    """Spaces, apostrophes, brackets, a number sign and many alphabets in names."""
    topic = "first-snow"
    students = {
        "Marta D'Angelo.txt": ("Marta D'Angelo", "1"),
        "Łukasz [late].txt": ("Łukasz", "2"),
        "João (new).txt": ("João", "3"),
        "Nguyễn Văn An.txt": ("Nguyễn Văn An", FREE),
        "王小明.txt": ("王小明", "5"),
        "Ana #7.txt": ("Ana", "6"),
    }
    return _folder(
        "Snow! (3B) [winter]",
        "Names with spaces, apostrophes, brackets, # and letters beyond ASCII, in folders, too",
        (
            given(topic, "The first snow [original].txt", topic),
            corrected(topic, "Ms O'Connor's correction (with love).txt", topic, "Ms O'Connor", "A"),
            corrected(topic, "Señor Peña's correction.txt", topic, "Señor Peña", "B"),
            *(
                handed_in(topic, f"pupils' work [3B]/{file}", topic, person, digit)
                for file, (person, digit) in students.items()
            ),
        ),
    )


def encodings() -> TeachersFolder:
    """Files from many computers: UTF-16, byte order marks, CRLF, curly apostrophes, a last line without end."""
    topic = "market-day"
    codecs = {"1": "utf-16", "2": "utf-8-sig", "3": "utf-8", "4": "utf-16", "5": "utf-8-sig", "6": "utf-8"}
    students = {"Mei": "1", "Jonas": "2", "Amira": "3", "Tomás": "4", "Yuki": "5", "Olena": "6"}

    def saved(file: tuple[Expectation, bytes], codec: str) -> tuple[Expectation, bytes]:
        expectation, data = file
        text = data.decode().replace("'", "’").replace("\n", "\r\n")
        return expectation, (text.rstrip() if codec == "utf-8-sig" else text).encode(codec)

    return _folder(
        "Honey",
        "UTF-16, UTF-8 with and without a byte order mark, CRLF and curly apostrophes in one folder",
        (
            saved(given(topic, "original.txt", topic), "utf-16"),
            saved(corrected(topic, "corrected Mrs Papadaki.txt", topic, "Mrs Papadaki", "A"), "utf-8-sig"),
            corrected(topic, "corrected Mr Lund.txt", topic, "Mr Lund", "B"),
            *(
                saved(handed_in(topic, f"class/{name}.txt", topic, name, digit), codecs[digit])
                for name, digit in students.items()
            ),
        ),
    )


FOLDERS: tuple[TeachersFolder, ...] = (
    english(),
    german(),
    spanish(),
    turkish(),
    own_by_step(),
    own_by_student(),
    own_with_gaps(),
    word_by_two(),
    word_class(),
    moodle(),
    empty_file(),
    report_inside(),
    two_versions(),
    nameless(),
    other_stuff(),
    open_document_and_text(),
    odd_names(),
    encodings(),
)
