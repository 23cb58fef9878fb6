/** Answering the question at the cursor, in a source, a reference or a correction. */

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { toRange } from '../../marks/places';
import type { AnnotatorQuestion, FileLocation } from '../../protocol/contract';
import { readQuestionQueue, type AnswerName } from '../../protocol/readers';
import { reportFailure } from '../failures';
import { normalUri } from '../uris';
import type { QuestionAction } from './keys';
import type { AnswerOutbox } from './answerSteps';
import { questionStrings } from './questionStrings';
import { stepOf } from './step';

/** Largest number of questions among which those at the cursor are searched. */
const MAX_QUESTIONS = 20_000;

/** Milliseconds for which the status bar says what was saved. */
const MESSAGE_TIME = 4000;

type CursorAction = Exclude<QuestionAction, 'next' | 'previous' | 'open'>;

/** The question that was answered last at a cursor. */
let lastAnswered: AnnotatorQuestion | undefined;

/** Answer the most urgent question at the cursor, or take back the answer that was given last at a cursor. */
export async function answerAtCursor(
  connection: Connection,
  outbox: AnswerOutbox,
  action: CursorAction,
): Promise<void> {
  await reportFailure(action === 'undo' ? takeBack(outbox) : give(connection, outbox, action));
}

/** Go to the most urgent question after the one that was answered last. */
export async function goToNextQuestion(): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri.toString() ?? null;
  const place = uri?.startsWith('file:') ? uri : null;
  const parameters = lastAnswered ? [place, lastAnswered.key] : [place];
  const next = await vscode.commands.executeCommand<AnnotatorQuestion | null>('markscheme.nextQuestion', ...parameters);
  if (!next) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No question is open.'));
  }
}

/** Ask for the words of a note; `undefined` if the person leaves it. */
export async function writeNote(prompt: string): Promise<string | undefined> {
  const note = await vscode.window.showInputBox({ title: vscode.l10n.t('Note to the Adjudicator'), prompt });
  return note?.trim() === '' ? undefined : note?.trim();
}

async function give(
  connection: Connection,
  outbox: AnswerOutbox,
  answer: Exclude<AnswerName, 'partly'>,
): Promise<void> {
  const question = await questionAtCursor(connection);
  if (!question) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No open question is at the cursor.'));
    return;
  }
  const note = answer === 'note' ? await writeNote(question.prompt) : '';
  if (note !== undefined) {
    await outbox.send(stepOf(question, { answer, note }));
    lastAnswered = question;
    say(`${questionStrings().given[answer]} ${question.prompt}`);
  }
}

async function takeBack(outbox: AnswerOutbox): Promise<void> {
  const question = lastAnswered;
  if (!question) {
    void vscode.window.showInformationMessage(questionStrings().nothingToUndo);
    return;
  }
  lastAnswered = undefined;
  await outbox.send(stepOf(question, { answer: null }));
  say(`${questionStrings().undone} ${question.prompt}`);
}

/** Return the most urgent open question of which a place is at the cursor. */
async function questionAtCursor(connection: Connection): Promise<AnnotatorQuestion | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return undefined;
  }
  const uri = editor.document.uri.toString();
  const params = { uri, limit: MAX_QUESTIONS };
  const queue = readQuestionQueue(await connection.request('markscheme/questions', params));
  return queue?.questions.find((question) => placesOf(question).some((place) => isAt(place, uri, editor.selection)));
}

function placesOf({ place, versions }: AnnotatorQuestion): (FileLocation | null)[] {
  return [place, ...versions.map((version) => version.place)];
}

function isAt(place: FileLocation | null, uri: string, selection: vscode.Selection): boolean {
  return place !== null && normalUri(place.uri) === uri && toRange(place.range).intersection(selection) !== undefined;
}

function say(message: string): void {
  vscode.window.setStatusBarMessage(message, MESSAGE_TIME);
}
