"""The corrections of an assignment: teachers' references or students' hypotheses."""

from collections.abc import Sequence

from markscheme.exercises.exercise import Role
from markscheme.exercises.init.assignments.family import Family
from markscheme.exercises.init.naming.persons import composed, labels_of
from markscheme.exercises.init.plan import Sureness
from markscheme.exercises.init.roles.cast import Cast, Forced
from markscheme.exercises.init.roles.name_votes import CLEAR_CONTENT, CLEAR_NAME, lead
from markscheme.exercises.init.roles.reasons import CorrectionReasons
from markscheme.exercises.init.roles.standings import Standing

MAX_TEACHERS = 3
"""The most corrections without telling names that are guessed to be teachers'."""
_STEP = 0.1
"""The least difference between two corrections by which one is clearly better."""


def choose_corrections(
    family: Family, standings: Sequence[Standing], source: Cast | None, forced: Forced, ignored: frozenset[str]
) -> list[Cast]:
    """Return the other units as references or hypotheses: each as it stands, and at least one of both."""
    roles: dict[str, Role] = {}
    for item in standings:
        path = item.unit.files[0].path
        roles[path] = forced.get(path) or ("reference" if item.reference > item.hypothesis else "hypothesis")
    changed: set[str] = set()
    if not family.is_own and any(item.corrects for item in family.files) and not forced:
        changed = _one_reference(standings, roles)
    nameless = _nameless(family, standings, source, forced)
    teachers = _by_missing_name(nameless)
    if teachers is None:
        teachers = nameless[: _likely_teachers(nameless)]
    for item in nameless:
        roles[item.unit.files[0].path] = "reference" if item in teachers else "hypothesis"
    flipped = set() if nameless else _complete(standings, roles, forced)
    single = source.unit.files if source is not None else ()
    reasons = CorrectionReasons(standings, single[0] if len(single) == 1 else None, ignored)
    casts = []
    for item in standings:
        path = item.unit.files[0].path
        role = roles[path]
        casts.append(
            Cast(
                item.unit,
                role,
                reasons.of(item, role),
                "likely"
                if path in changed
                else "sure"
                if path in forced
                else "ask"
                if item in nameless
                else _sureness(item, role, standings, flipped),
                item.reference - item.hypothesis,
            )
        )
    return sorted(casts, key=lambda one: (one.role != "reference", one.id))


def _one_reference(standings: Sequence[Standing], roles: dict[str, Role]) -> set[str]:
    """Leave one reference among documents with tracked changes whose names tell no role: the one with most changes.

    Return the paths of those whose role is likely, because one document has clearly more changes than the others.
    """
    silent = [item for item in standings if max(item.votes.values(), default=0.0) < CLEAR_NAME]
    named = any(item.votes.get("reference", 0.0) >= CLEAR_NAME for item in standings)
    silent.sort(key=lambda item: item.hypothesis - item.reference)
    for number, item in enumerate(silent):
        roles[item.unit.files[0].path] = "reference" if number == 0 and not named else "hypothesis"
    if len(silent) < 2 or named:
        return {item.unit.files[0].path for item in silent} if named else set()
    first, second = silent[:2]
    is_clear = first.reference - second.reference >= CLEAR_CONTENT
    return {item.unit.files[0].path for item in silent} if is_clear else set()


def _nameless(family: Family, standings: Sequence[Standing], source: Cast | None, forced: Forced) -> list[Standing]:
    """Return the corrections of a class whose names tell no role at all, the likeliest teachers' first.

    Texts alone don't tell a teacher from a good student.
    """
    silent = all(max(item.votes.values(), default=0.0) < CLEAR_NAME for item in standings) or _are_alike(standings)
    carried = any(item.corrects for item in family.files)
    chosen = any(item.path in forced for one in standings for item in one.unit.files)
    if family.is_own or (source is None or carried) or not silent or len(standings) < 2 or chosen:
        return []
    return sorted(standings, key=lambda item: item.hypothesis - item.reference)


def _are_alike(standings: Sequence[Standing]) -> bool:
    """Return whether all names speak for a teacher's correction, with one weak word: then they tell nothing."""
    leads = {round(lead(item.votes, "reference"), 3) for item in standings}
    return len(standings) > 1 and len(leads) == 1 and 0 < leads.pop() < 2 * CLEAR_NAME


def _by_missing_name(nameless: Sequence[Standing]) -> list[Standing] | None:
    """Return the likely teachers where the files of corrections bear people's names: the one without a name, if any.

    Where all bear a name, nothing speaks for a teacher. ``None`` where the files bear no such names.
    """
    paths = [item.unit.files[0].path for item in nameless]
    labels = labels_of(paths)
    named = {path for path, label in labels.items() if _is_name(label)}
    unnamed = [item for item in nameless if item.unit.files[0].path not in labels]
    is_clear = len(named) > 1 and len(named) + len(unnamed) == len(nameless) and len(unnamed) <= 1
    return unnamed if is_clear and all(len(item.unit.files) == 1 for item in nameless) else None


def _is_name(label: str) -> bool:
    return label[0].isupper() and len(label) > 1 and all(word.isalpha() for word in composed(label).split())


def _likely_teachers(nameless: Sequence[Standing]) -> int:
    """Return how many of corrections without telling names are likely teachers', of a list with the likeliest first.

    The teachers' are those before a clear step. Where there is no step, those that are
    as good as the first are the teachers' until somebody says: none of two equally good ones is a student's.
    """
    margins = [item.reference - item.hypothesis for item in nameless]
    most = max(1, min((len(margins) + 1) // 2, len(margins) - 1, MAX_TEACHERS))
    steps = [margins[number] - margins[number + 1] for number in range(most)] if len(margins) > 1 else [0.0]
    if max(steps) >= _STEP:
        return steps.index(max(steps)) + 1
    return max(1, sum(margin > margins[0] - _STEP for margin in margins[:most]))


def _complete(standings: Sequence[Standing], roles: dict[str, Role], forced: Forced) -> set[str]:
    """See that there is a reference and a hypothesis among several units; return the paths of those that changed."""
    if len(standings) < 2:
        return set()
    free = [item for item in standings if item.unit.files[0].path not in forced]
    flipped: set[str] = set()
    if "reference" not in roles.values() and free:
        unsure = [item for item in free if lead(item.votes, "hypothesis") < CLEAR_NAME]
        if unsure:
            likeliest = min(unsure, key=lambda item: item.hypothesis - item.reference)
            roles[likeliest.unit.files[0].path] = "reference"
            flipped.add(likeliest.unit.files[0].path)
    elif "hypothesis" not in roles.values():
        unsure = [item for item in free if lead(item.votes, "reference") < 2 * CLEAR_NAME]
        if unsure:
            likeliest = min(unsure, key=lambda item: item.reference - item.hypothesis)
            roles[likeliest.unit.files[0].path] = "hypothesis"
            flipped.add(likeliest.unit.files[0].path)
    return flipped


def _sureness(item: Standing, role: Role, standings: Sequence[Standing], flipped: set[str]) -> Sureness:
    by_name = lead(item.votes, role)
    margin = (item.reference - item.hypothesis) * (1 if role == "reference" else -1)
    is_flipped = item.unit.files[0].path in flipped
    if by_name >= CLEAR_NAME and (margin > 0 or is_flipped):
        return "sure"
    if (margin >= CLEAR_CONTENT or by_name >= CLEAR_NAME / 2) and not is_flipped:
        return "likely"
    if not item.votes and any(lead(other.votes, _opposite(role)) >= CLEAR_NAME for other in standings):
        return "likely"
    return "likely" if is_flipped and len(standings) == 2 and by_name > -0.4 else "ask"


def _opposite(role: Role) -> Role:
    return "hypothesis" if role == "reference" else "reference"
