"""The vocabularies by their names in the setting ``vocabulary``."""

from collections.abc import Mapping

from markscheme.lsp.editor.options import VocabularyName
from markscheme.lsp.vocabularies.cleme2 import Cleme2
from markscheme.lsp.vocabularies.verdicts import Verdicts
from markscheme.lsp.vocabularies.vocabulary import Vocabulary

VOCABULARIES: Mapping[VocabularyName, Vocabulary] = {"verdicts": Verdicts(), "cleme2": Cleme2()}
