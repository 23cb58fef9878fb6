import * as vscode from 'vscode';

/** The largest number of notes that a message names. */
const MOST_NOTES = 3;

/** Say what was written, with buttons to open it, and to do something more about it; true if the person chose that. */
export async function showWritten(
  message: string,
  files: readonly string[],
  folder: string | undefined,
  more?: string,
): Promise<boolean> {
  const [first, ...others] = files;
  const open = vscode.l10n.t('Open');
  const show = vscode.l10n.t('Show in Folder');
  const actions = [more, show, first && others.length === 0 ? open : undefined].filter((one) => one !== undefined);
  const chosen = await vscode.window.showInformationMessage(message, ...actions);
  const place = first ?? folder;
  if (chosen === open && first) {
    await openFile(vscode.Uri.parse(first));
  } else if (chosen === show && place !== undefined) {
    const command = isLocal() ? 'revealFileInOS' : 'revealInExplorer';
    await vscode.commands.executeCommand(command, vscode.Uri.parse(place));
  }
  return chosen !== undefined && chosen === more;
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
