/** Runs before all else in the extension's bundle: even words at a module's top are in the language of the editor. */

import { config } from '@vscode/l10n';
import * as vscode from 'vscode';

config({ contents: vscode.l10n.bundle ?? {} });
