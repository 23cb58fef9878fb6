/** Commands that change how texts look. Each writes VS Code's settings, where a person can change them further. */

import * as vscode from 'vscode';

import { ALL_PLACES } from '../marks/decorations';

/** VS Code's settings of texts that show them as a page shows prose, as Word documents' pages do. */
const PROSE: Readonly<Record<string, unknown>> = {
  fontFamily: '"Segoe UI", system-ui, "DejaVu Sans", sans-serif',
  lineHeight: 1.9,
  // VS Code breaks lines of a font whose letters have different widths at the right place only by this strategy.
  wrappingStrategy: 'advanced',
};

/** Frame each place, or only those that a person has to look at. */
export async function toggleAllPlaces(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('markscheme');
  await settings.update(ALL_PLACES, !settings.get<boolean>(ALL_PLACES, false), vscode.ConfigurationTarget.Global);
}

/** Show plain texts of this folder as prose, or again in the editor's font. */
export async function toggleProse(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('editor', { languageId: 'plaintext' });
  const isProse = settings.get('fontFamily') === PROSE.fontFamily;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const target = vscode.workspace.workspaceFolders ? Workspace : Global;
  for (const [name, value] of Object.entries(PROSE)) {
    await settings.update(name, isProse ? undefined : value, target, true);
  }
}
