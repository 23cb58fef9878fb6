"""The languages by their codes: English, and those of installed packages."""

from typing import Final

from markscheme.languages.language import Language, LanguageError
from markscheme.registry import Registry, RegistryError

DEFAULT_LANGUAGE: Final = "en"
"""The code of the language that texts are in, unless set otherwise."""


def _fault(code: str, language: object) -> str:
    if not isinstance(language, Language):
        return "it is not a Language"
    return "" if language.code == code else f"its code is {language.code!r}"


LANGUAGES: Registry[Language] = Registry(
    "language", {"en": "markscheme.languages.english:ENGLISH"}, "markscheme.languages", _fault
)


def find_language(code: str = DEFAULT_LANGUAGE) -> Language:
    """Return the language of a code.

    Raises
    ------
    LanguageError
        If there is none, with all codes; or if its package can't be used.
    """
    try:
        return LANGUAGES.get(code)
    except RegistryError as error:
        raise LanguageError(str(error)) from error


def tolerance_names() -> tuple[str, ...]:
    """Return the names of all languages' tolerances, in their languages' order."""
    names = (name for language in LANGUAGES.variants().values() for name in language.tolerances.names)
    return tuple(dict.fromkeys(names))


def error_types() -> tuple[str, ...]:
    """Return ERRANT's types of all languages, with the operation and without it, in the languages' order."""
    languages = LANGUAGES.variants().values()
    categories = dict.fromkeys(category for language in languages for category in language.error_types.categories)
    return (*categories, *(f"{operation}:{category}" for operation in "MRU" for category in categories))
