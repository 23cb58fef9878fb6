/** Runs before all else in a page's bundle: the extension has put the words of the editor's language in the document. */

import { config } from '@vscode/l10n';

config({ contents: document.getElementById('words')?.textContent ?? '{}' });
