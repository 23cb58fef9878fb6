import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { toDecideTitle } from '../exercises/exerciseItems';
import type { ClassQuestions } from '../protocol/contract';

/** What is not finished of the texts that leave the house. */
export type Unfinished = Pick<ClassQuestions, 'open' | 'unmarked'>;

/** The largest number of students without a mark that are named. */
const MOST_NAMES = 8;

/**
 * Say how much is to be decided and who has no mark, and return whether the person goes on all the same; `goOn` is what
 * that button says. Nothing is asked where all is finished. Without `students`, all are meant.
 */
export async function isReady(
  connection: Connection,
  uri: string,
  goOn: string,
  students: readonly string[] = [],
): Promise<boolean> {
  const whole = await connection.request('markscheme/classQuestions', { uri, limit: 0 });
  const left = whole && unfinishedOf(whole, students);
  if (!left || (left.open === 0 && left.unmarked.length === 0)) {
    return true;
  }
  const look = vscode.l10n.t('Look at One');
  const { message, detail } = unfinishedText(left);
  const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, look, goOn);
  if (chosen === look) {
    await lookAtOne(left, uri);
  }
  return chosen === goOn;
}

/** Return what is not finished of some students' texts: of each student's, all open places. */
function unfinishedOf({ open, unmarked, marks }: ClassQuestions, students: readonly string[]): Unfinished {
  if (students.length === 0) {
    return { open, unmarked };
  }
  const chosen = ({ student }: { readonly student: string }): boolean => students.includes(student);
  const own = marks.filter(chosen).reduce((sum, mark) => sum + mark.open, 0);
  return { open: own, unmarked: unmarked.filter(chosen) };
}

export function unfinishedText({ open, unmarked }: Unfinished): { readonly message: string; readonly detail: string } {
  const none =
    unmarked.length === 1
      ? vscode.l10n.t('1 student has no mark.')
      : vscode.l10n.t('{0} students have no mark.', unmarked.length);
  const names = unmarked.slice(0, MOST_NAMES).map(({ label, reason }) => `${label}: ${reason}`);
  const more = unmarked.length - names.length;
  return {
    message: [...(open > 0 ? [`${toDecideTitle(open)}.`] : []), ...(unmarked.length > 0 ? [none] : [])].join(' '),
    detail: [
      ...(open > 0 ? [vscode.l10n.t('Marks can change until it is decided.')] : []),
      ...names,
      ...(more > 0 ? [vscode.l10n.t('{0} more', more)] : []),
    ].join('\n'),
  };
}

/** Show the queue of what is to be decided; else the text of the first student without a mark. */
async function lookAtOne({ open, unmarked: [first] }: Unfinished, uri: string): Promise<void> {
  if (open > 0) {
    await vscode.commands.executeCommand('markscheme.showAnswersToDecide', vscode.Uri.parse(uri));
  } else if (first) {
    await vscode.commands.executeCommand('markscheme.openStudent', first.uri, null);
  }
}
