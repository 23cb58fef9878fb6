import * as path from 'node:path';

import * as vscode from 'vscode';

import type { WrittenFeedback } from '../protocol/contract';

/** The largest number of problems that the message about written feedback names. */
const MOST_PROBLEMS = 3;

/** A format or a mode, by the name that the server knows. */
interface Choice extends vscode.QuickPickItem {
  readonly name: string;
}

/** Let a person choose how feedback looks, and have the server write it: for a student's document, or a folder's students. */
export async function giveBack(subject: vscode.Uri): Promise<void> {
  const format = await choose(vscode.l10n.t('What do your students get?'), formats());
  const mode = format && (await choose(vscode.l10n.t('How much does it say?'), modes(format.name)));
  if (mode) {
    await vscode.commands.executeCommand('markscheme.writeFeedback', subject.toString(), format.name, mode.name);
  }
}

function choose(placeHolder: string, choices: readonly Choice[]): Thenable<Choice | undefined> {
  return vscode.window.showQuickPick(choices, { title: vscode.l10n.t('Give Back'), placeHolder });
}

function formats(): readonly Choice[] {
  return [
    {
      name: 'html',
      label: vscode.l10n.t('Page'),
      detail: vscode.l10n.t('A file for each student that opens in any browser, and prints in black and white'),
    },
    {
      name: 'docx',
      label: vscode.l10n.t('Word'),
      detail: vscode.l10n.t('A Word document for each student, with comments at the places'),
    },
    {
      name: 'pdf',
      label: vscode.l10n.t('PDF'),
      detail: vscode.l10n.t('A file for each student, for printing or mail'),
    },
  ];
}

/** Return the modes of a format; only a Word document can have tracked changes. */
export function modes(format: string): readonly Choice[] {
  const tracked: Choice = {
    name: 'tracked',
    label: vscode.l10n.t('The teachers’ words, as tracked changes too'),
    detail: vscode.l10n.t('In a student’s own Word document, the student can accept them one by one'),
  };
  return [
    {
      name: 'direct',
      label: vscode.l10n.t('The teachers’ words'),
      detail: vscode.l10n.t('At each place, what the teachers have there'),
    },
    ...(format === 'docx' ? [tracked] : []),
    {
      name: 'hint',
      label: vscode.l10n.t('Hints only'),
      detail: vscode.l10n.t('Each place is marked with its kind of error; the student looks for the words'),
    },
  ];
}

/** Say that feedback was written, and offer to open it. */
export async function showFeedback({ folder, files, problems }: WrittenFeedback): Promise<void> {
  const [first, ...others] = files.map((file) => vscode.Uri.parse(file));
  const open = vscode.l10n.t('Open');
  const openFolder = vscode.l10n.t('Open Folder');
  const actions = others.length === 0 ? [open, openFolder] : [openFolder];
  const chosen = await vscode.window.showInformationMessage(feedbackMessage(files, problems), ...actions);
  if (chosen === open && first) {
    await (isLocal() ? vscode.env.openExternal(first) : vscode.commands.executeCommand('vscode.open', first));
  } else if (chosen === openFolder) {
    const place = first ?? vscode.Uri.parse(folder);
    await vscode.commands.executeCommand(isLocal() ? 'revealFileInOS' : 'revealInExplorer', place);
  }
}

/** Return what was written, and what was left out. */
export function feedbackMessage(files: readonly string[], problems: readonly string[]): string {
  const written =
    files.length === 1
      ? vscode.l10n.t('The feedback was written: {0}.', path.posix.basename(decodeURIComponent(files[0] ?? '')))
      : vscode.l10n.t('Feedback was written for {0} texts.', files.length);
  const more = problems.length - MOST_PROBLEMS;
  return [
    written,
    ...problems.slice(0, MOST_PROBLEMS),
    ...(more > 0 ? [vscode.l10n.t('There are {0} more notes like these.', more)] : []),
  ].join(' ');
}

/** Whether VS Code runs where its files are, so that other programs can open them. */
function isLocal(): boolean {
  return vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
}
