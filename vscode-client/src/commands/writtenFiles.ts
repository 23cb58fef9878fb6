import * as vscode from 'vscode';

/** The largest number of notes that a message names. */
const MOST_NOTES = 3;

/** Something more that a person can do about what was written. */
export interface Remedy {
  readonly label: string;
  readonly act: () => Thenable<void>;
}

/** Say what was written, with buttons to open it, and to do something more about it. */
export async function showWritten(
  message: string,
  files: readonly string[],
  folder: string | undefined,
  remedies: readonly Remedy[] = [],
): Promise<void> {
  const [first, ...others] = files;
  const place = first ?? folder;
  const show = { label: vscode.l10n.t('Show in Folder'), act: () => showPlace(place) };
  const open = { label: vscode.l10n.t('Open'), act: () => openFile(vscode.Uri.parse(first ?? '')) };
  const actions = [...remedies, show, ...(first && others.length === 0 ? [open] : [])];
  const chosen = await vscode.window.showInformationMessage(message, ...actions.map(({ label }) => label));
  await actions.find(({ label }) => label === chosen)?.act();
}

async function showPlace(place: string | undefined): Promise<void> {
  if (place !== undefined) {
    const command = isLocal() ? 'revealFileInOS' : 'revealInExplorer';
    await vscode.commands.executeCommand(command, vscode.Uri.parse(place));
  }
}

async function openFile(file: vscode.Uri): Promise<void> {
  await (isLocal() ? vscode.env.openExternal(file) : vscode.commands.executeCommand('vscode.open', file));
}

/** Return a message with its first notes, and how many more there are. */
export function withNotes(message: string, notes: readonly string[]): string {
  const more = notes.length - MOST_NOTES;
  const sentences = notes.slice(0, MOST_NOTES).map((note) => (/[.!?…]$/.test(note) ? note : `${note}.`));
  return [
    message,
    ...sentences,
    ...(more > 0 ? [vscode.l10n.t('There are {0} more notes like these.', more)] : []),
  ].join(' ');
}

/** Whether VS Code runs where its files are, so that other programs can open them. */
function isLocal(): boolean {
  return vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
}
