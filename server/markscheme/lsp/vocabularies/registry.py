"""The vocabularies by their names in the setting ``vocabulary``."""

from collections.abc import Mapping

from markscheme.lsp.vocabularies.cleme2 import Cleme2
from markscheme.lsp.vocabularies.verdicts import Verdicts
from markscheme.lsp.vocabularies.vocabulary import Vocabulary
from markscheme.marking.review.vocabulary import VocabularyName

VOCABULARIES: Mapping[VocabularyName, Vocabulary] = {item.name: item for item in (Verdicts(), Cleme2())}
