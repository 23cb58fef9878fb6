"""Words, prepositions and spellings that learners of English confuse."""

PREPOSITIONS = (
    "about", "at", "by", "for", "from", "in", "into", "of", "on", "since", "to", "with",
)  # fmt: skip

SOUNDS = [
    ("ie", "ei"), ("ei", "ie"), ("ss", "s"), ("ll", "l"), ("tt", "t"), ("mm", "m"), ("cc", "c"), ("nn", "n"),
    ("pp", "p"), ("rr", "r"), ("ff", "f"), ("tion", "sion"), ("tion", "tiom"), ("ence", "ance"), ("ance", "ence"),
    ("ible", "able"), ("able", "ible"), ("ent", "ant"), ("ant", "ent"), ("ough", "ogh"), ("ght", "gth"), ("ea", "ee"),
    ("ee", "ea"), ("ou", "uo"), ("ei", "ie"), ("th", "ht"), ("ck", "k"), ("ful", "full"), ("ph", "f"), ("kn", "n"),
    ("ch", "tch"), ("ous", "us"), ("ui", "iu"), ("ai", "ia"), ("ly", "lly"), ("e", "a"), ("a", "e"), ("i", "e"),
]  # fmt: skip
"""A right spelling, and a wrong one that learners write."""

_GROUPS = (
    "their there they", "then than", "to too two", "its it", "your you", "lose loose", "affect effect",
    "advice advise", "quite quiet", "weather whether", "which who what", "his her", "he she it they", "much many",
    "little few", "other another others", "every all each", "some any", "this these that those", "make do",
    "say tell speak talk", "see look watch", "hear listen", "bring take", "borrow lend", "learn teach study",
    "win earn gain", "rise raise", "come go", "know think", "have be", "get take", "give let", "use make",
    "find search", "big great", "good well", "fun funny", "high tall", "small few", "hard hardly", "late lately",
    "near nearby", "travel trip", "job work", "people person", "thing stuff", "way road", "house home",
    "problem trouble", "because so", "although but", "if when", "during while", "until by", "for since", "also too",
    "very much", "so very", "still yet", "already yet", "me my", "us our", "them their", "him his", "i me",
    "between among", "like as",
)  # fmt: skip


def _confused() -> dict[str, tuple[str, ...]]:
    confused: dict[str, tuple[str, ...]] = {}
    for group in _GROUPS:
        words = group.split()
        for word in words:
            others = tuple(other for other in words if other != word)
            confused[word] = confused.get(word, ()) + others
    return confused


CONFUSED = _confused()
"""The words that learners write for a word (its form or its lemma)."""
