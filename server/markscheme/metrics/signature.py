"""Signatures: every number travels with the settings and models that made it (Post, 2018)."""

from collections.abc import Mapping, Sequence

from markscheme.version import VERSION


def signature(metric: str, settings: Mapping[str, object]) -> str:
    """Return ``metric:...|setting:value|...|version:...`` in the order given; floats shortest-exact.

    >>> signature("errant", {"beta": 0.5}).startswith("metric:errant|beta:0.5|version:")
    True
    """
    parts = {"metric": metric, **settings, "version": VERSION}
    return "|".join(f"{name}:{value}" for name, value in parts.items() if value is not None)


def numbers(values: Sequence[float]) -> str:
    """Return several numbers as one setting.

    >>> numbers((0.5, 0.4))
    '0.5,0.4'
    """
    return ",".join(f"{value:g}" for value in values)


def common_signature(signatures: Sequence[str]) -> str:
    """Return one signature of several; where they differ in a setting it has each of its values, sorted.

    A setting that is missing in some is ``none`` there.

    >>> common_signature(["metric:cleme2|refs:2|version:1", "metric:cleme2|refs:1|accepted:3|version:1"])
    'metric:cleme2|refs:1/2|accepted:3/none|version:1'
    """
    settings = [dict(part.split(":", 1) for part in item.split("|")) for item in dict.fromkeys(signatures)]
    names: list[str] = []
    for one in settings:
        before = 0
        for name in one:
            if name not in names:
                names.insert(before, name)
            before = names.index(name) + 1
    values = {name: sorted({one.get(name, "none") for one in settings}) for name in names}
    return "|".join(f"{name}:{'/'.join(texts)}" for name, texts in values.items())


def distinct_titles(titles: Sequence[str], signatures: Sequence[str]) -> tuple[str, ...]:
    """Return titles of scores; where two are alike, each says its settings in which they differ.

    >>> distinct_titles(["Credit", "Credit"], ["metric:credit|tau:0.5", "metric:credit|tau:0.5|kept:0.01"])
    ('Credit', 'Credit (kept 0.01)')
    """
    settings = [dict(part.split(":", 1) for part in item.split("|")) for item in signatures]
    distinct: list[str] = []
    for title, own in zip(titles, settings, strict=True):
        alike = [other for other, name in zip(settings, titles, strict=True) if name == title]
        parts = [f"{name} {value}" for name, value in own.items() if any(one.get(name) != value for one in alike)]
        distinct.append(f"{title} ({', '.join(parts)})" if parts else title)
    return tuple(distinct)
