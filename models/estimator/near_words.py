"""Words that stand near each other in the encoder's embeddings, by form and tag."""

from collections.abc import Sequence

import torch
from errors import Word

from markscheme.inference.encoder import Encoder

CONTENT = ("NOUN", "VERB", "ADJ", "ADV")
NEAREST = 8
LEAST_LETTERS = 3


def near_words(encoder: Encoder, sentences: Sequence[Sequence[Word]]) -> dict[tuple[str, str], list[str]]:
    """Return for each content word of the sentences, by lower-case form and tag, the nearest words with this tag.

    Near is the cosine of the vectors that the encoder's first layer reads. Words that its vocabulary does not hold
    whole are left out.
    """
    vectors = torch.nn.functional.normalize(encoder.model.embeddings.word_embeddings.weight.detach(), dim=1)
    vocabulary: dict[str, int] = encoder.tokenizer.get_vocab()
    seen = dict.fromkeys((word.form.lower(), word.tag) for own in sentences for word in own if word.upos in CONTENT)
    by_tag: dict[str, list[str]] = {}
    for form, tag in seen:
        if form in vocabulary and form.isalpha() and len(form) >= LEAST_LETTERS:
            by_tag.setdefault(tag, []).append(form)
    near: dict[tuple[str, str], list[str]] = {}
    for tag, forms in by_tag.items():
        own = vectors[torch.tensor([vocabulary[form] for form in forms])]
        rows = (own @ own.T).topk(min(NEAREST + 1, len(forms)), dim=1).indices.tolist()
        for form, row in zip(forms, rows, strict=True):
            near[form, tag] = [forms[index] for index in row if forms[index] != form]
    return near
