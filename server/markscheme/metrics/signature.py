"""Signatures: a number never travels without how it was made, as sacrebleu's don't (Post, 2018)."""

from collections.abc import Mapping, Sequence

from markscheme.version import VERSION


def signature(metric: str, settings: Mapping[str, object]) -> str:
    """``metric:...|setting:value|...|version:...`` in the order given; floats shortest-exact.

    >>> signature("errant", {"beta": 0.5}).startswith("metric:errant|beta:0.5|version:")
    True
    """
    parts = {"metric": metric, **settings, "version": VERSION}
    return "|".join(f"{name}:{value}" for name, value in parts.items() if value is not None)


def common_signature(signatures: Sequence[str]) -> str:
    """One signature of several numbers; where they differ in a setting it has each of its values, sorted.

    A setting that some have not got is ``none`` there.

    >>> common_signature(["metric:cleme2|refs:2|version:1", "metric:cleme2|refs:1|accepted:3|version:1"])
    'metric:cleme2|refs:1/2|accepted:3/none|version:1'
    """
    settings = [dict(part.split(":", 1) for part in item.split("|")) for item in dict.fromkeys(signatures)]
    names: list[str] = []
    for own in settings:
        before = 0
        for name in own:
            if name not in names:
                names.insert(before, name)
            before = names.index(name) + 1
    values = {name: sorted({own.get(name, "none") for own in settings}) for name in names}
    return "|".join(f"{name}:{'/'.join(found)}" for name, found in values.items())
