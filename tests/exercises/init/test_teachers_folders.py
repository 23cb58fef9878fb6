"""The material of teachers' folders itself: complete, unambiguous, and written as it says."""

import re
from pathlib import Path

import pytest

from exercises.init.teachers_folder import Role, TeachersFolder
from exercises.init.teachers_folders import FOLDERS
from exercises.init.teachers_versions import SOURCE, TEXTS, Place, sections, version

TEMPLATES = [
    (topic.stem, name, text) for topic in sorted(TEXTS.iterdir()) for name, text in sections(topic.stem).items()
]
PLACES = [(f"{topic} {name}", place) for topic, name, text in TEMPLATES for place in re.findall(r"\{([^{}]*)\}", text)]

folders = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def test_names_of_folders_are_unique():
    assert len({folder.name for folder in FOLDERS}) == len(FOLDERS)


@folders
def test_every_file_has_an_expectation_and_every_expectation_a_file(folder: TeachersFolder, tmp_path: Path):
    root = folder.write(tmp_path)
    files = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    assert files == set(folder.files) == {expectation.path for expectation in folder.expectations}


@folders
def test_a_part_of_a_file_has_one_expectation(folder: TeachersFolder):
    parts = [(expectation.path, expectation.author) for expectation in folder.expectations]
    assert len(set(parts)) == len(parts)


@folders
def test_only_files_of_an_assignment_have_one(folder: TeachersFolder):
    for expectation in folder.expectations:
        assert (expectation.assignment is None) == (expectation.role is Role.NONE), expectation


@folders
def test_questions_are_about_files_of_the_folder(folder: TeachersFolder):
    for question in folder.questions:
        assert question.paths
        assert set(question.paths) <= set(folder.files)


@folders
def test_an_assignment_has_a_source_a_reference_and_a_hypothesis(folder: TeachersFolder):
    assignments = {expectation.assignment for expectation in folder.expectations} - {None}
    assert assignments
    for assignment in assignments:
        roles = {expectation.role for expectation in folder.expectations if expectation.assignment == assignment}
        assert roles == {Role.SOURCE, Role.REFERENCE, Role.HYPOTHESIS}


@folders
def test_texts_of_an_exercise_differ(folder: TeachersFolder):
    roles = {expectation.path: expectation.role for expectation in folder.expectations}
    texts = [folder.files[path] for path, role in roles.items() if role in {Role.HYPOTHESIS, Role.REFERENCE}]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(("topic", "name", "template"), TEMPLATES)
def test_braces_of_templates_are_places(topic: str, name: str, template: str):
    assert not set("{}|~") & set(version(template, SOURCE))


def test_places_have_a_version_and_one_for_a_writer():
    for where, text in PLACES:
        place = Place.parse(text)
        writers = "".join(letters for _, letters in place.versions)
        assert place.versions, (where, text)
        assert len(set(writers)) == len(writers), (where, text)
        assert re.fullmatch("[ABR1-9]*", writers), (where, text)
        assert not place.optional or all(letters for _, letters in place.versions), (where, text)
