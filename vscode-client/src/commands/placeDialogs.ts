import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';

import type { Connection } from '../connection';
import type { Node, Student } from '../exercises/exerciseNodes';
import type { FrontEditor } from '../frontEditor';
import { signedText } from '../marks/markText';
import type { PlaceChoices, PlacePoints } from '../protocol/contract';
import { reasonOf } from '../reason';
import { chooseComment, placeText } from './commentList';
import { criterionAlone, isPoints } from './placePoints';

/** Milliseconds for which the status bar says what was saved. */
const SAID = 4000;

/** A document and a place in it; without a range, the whole text. */
interface Target {
  readonly uri: string;
  readonly range: Range | null;
}

/** What a command was called with: a document and a range, a node of the tree, or an editor's menu. */
type Subject = string | vscode.Uri | Node | undefined;

/** Lets a teacher write a comment, or give points, at a place or for the whole text. No file is opened. */
export class PlaceDialogs {
  constructor(
    private readonly connection: Connection,
    private readonly front: FrontEditor,
  ) {}

  /** Ask for a comment on a place: the selected one, a finding of the tree, or the one of a link. */
  async askComment(subject?: Subject, range?: Range | null): Promise<void> {
    await this.about(this.place(subject, range), (target, choices) => this.chooseComment(target, choices));
  }

  async askPoints(subject?: Subject, range?: Range | null): Promise<void> {
    await this.about(this.place(subject, range), (target, choices) => this.choosePoints(target, choices));
  }

  async askWholeComment(subject?: Subject): Promise<void> {
    await this.askComment(this.document(subject), null);
  }

  async askWholePoints(subject?: Subject): Promise<void> {
    await this.askPoints(this.document(subject), null);
  }

  private document(subject: Subject): string | undefined {
    if (typeof subject === 'string' || subject instanceof vscode.Uri) {
      return subject.toString();
    }
    return subject === undefined ? this.front.uri?.toString() : targetOf(subject)?.uri;
  }

  private place(subject: Subject, range: Range | null | undefined): Target | undefined {
    if (typeof subject === 'string' && range !== undefined) {
      return { uri: subject, range };
    }
    if (subject !== undefined && typeof subject !== 'string' && !(subject instanceof vscode.Uri)) {
      return targetOf(subject);
    }
    const { editor } = this.front;
    return editor && { uri: editor.document.uri.toString(), range: plain(editor.selection) };
  }

  /** Request what can be said and given at a place, and go on with it; show why it failed. */
  private async about(
    target: Target | undefined,
    act: (target: Target, choices: PlaceChoices) => Promise<void>,
  ): Promise<void> {
    if (!target) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Open a student’s document first.'));
      return;
    }
    try {
      await vscode.workspace.openTextDocument(vscode.Uri.parse(target.uri));
      const { uri, range } = target;
      const params = { textDocument: { uri }, ...(range && { range }) };
      const choices = await this.connection.request('markscheme/placeChoices', params);
      if (choices) {
        await act({ uri, range: choices.range }, choices);
      }
    } catch (error) {
      void vscode.window.showErrorMessage(reasonOf(error));
    }
  }

  private async chooseComment(target: Target, choices: PlaceChoices): Promise<void> {
    const chosen = await chooseComment(choices);
    if (chosen) {
      await run(chosen.command, target, choices, chosen.argument);
    }
  }

  private async choosePoints(target: Target, choices: PlaceChoices): Promise<void> {
    const { points } = choices;
    if (!points) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There is no mark scheme here, so points would not count. Write [scheme] into markscheme.toml.'),
      );
      return;
    }
    const entry = await (target.range ? askPlacePoints(choices, points[0]) : askWholePoints(points));
    if (entry === undefined) {
      return;
    }
    if (isTakenBack(entry)) {
      const criterion = criterionAlone(entry);
      await run('markscheme.restorePoints', target, choices, criterion === undefined ? {} : { criterion });
    } else {
      await run('markscheme.givePoints', target, choices, { points: entry.trim() });
    }
  }
}

/** Ask for the points of a place. */
function askPlacePoints(choices: PlaceChoices, points: PlacePoints | undefined): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Points: {0}', placeText(choices)),
    prompt: placePrompt(points),
    value: points?.given ? signedText(points.points ?? 0) : '',
    placeHolder: vscode.l10n.t('such as 0.5 or −1'),
    validateInput: (text) => (text.trim() === '' ? undefined : pointsProblem(text, false)),
  });
}

/** Ask for points of the whole text. */
function askWholePoints(points: readonly PlacePoints[]): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Points for the whole text'),
    prompt: wholePrompt(points),
    placeHolder: vscode.l10n.t('2, or Content: 2'),
    validateInput: (text) => (isTakenBack(text) ? undefined : pointsProblem(text, true)),
  });
}

function pointsProblem(text: string, isWhole: boolean): string | undefined {
  return isPoints(text, isWhole) ? undefined : vscode.l10n.t('Write a number with at most two decimals.');
}

/** Whether an entry is empty, or a criterion without points: then points are taken back. */
function isTakenBack(entry: string): boolean {
  return entry.trim() === '' || criterionAlone(entry) !== undefined;
}

function placePrompt(points: PlacePoints | undefined): string {
  if (points?.scheme == null) {
    return points?.given
      ? vscode.l10n.t('The mark scheme gives no points here. Leave it empty to take these points back.')
      : vscode.l10n.t('The mark scheme gives no points here.');
  }
  return points.given
    ? vscode.l10n.t('The mark scheme gives {0}. Leave it empty to go back to that.', signedText(points.scheme))
    : vscode.l10n.t('The mark scheme gives {0}.', signedText(points.scheme));
}

function wholePrompt(points: readonly PlacePoints[]): string {
  const hint = vscode.l10n.t('These points are added to the mark.');
  if (points.length === 0) {
    return hint;
  }
  const now = points.map(({ criterion, points: value }) =>
    [criterion || vscode.l10n.t('the whole text'), signedText(value ?? 0)].join(' '),
  );
  return [
    hint,
    vscode.l10n.t('Now: {0}.', now.join(', ')),
    vscode.l10n.t('“Content:” without a number takes its points back.'),
  ].join(' ');
}

/** Send a command about a place, with the teacher's name, and say that it is done. */
async function run(
  command: string,
  { uri, range }: Target,
  { by }: PlaceChoices,
  argument: Readonly<Record<string, string>>,
): Promise<void> {
  const name = await teacherName(vscode.Uri.parse(uri), by);
  if (name === undefined) {
    return;
  }
  await vscode.commands.executeCommand(command, uri, { ...(range && { range }), ...argument, by: name });
  vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t('Saved for the student')}`, SAID);
}

/** Return the teacher's name of the settings. If there is none it is asked once, and kept; `undefined`: put aside. */
async function teacherName(uri: vscode.Uri, suggested: string): Promise<string | undefined> {
  const settings = vscode.workspace.getConfiguration('markscheme', uri);
  const name = settings.get<string>('author', '').trim();
  if (name) {
    return name;
  }
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Your name'),
    prompt: vscode.l10n.t('Comments and points are saved with it, and students read it. You are asked once.'),
    value: suggested,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() ? undefined : vscode.l10n.t('Write your name.')),
  });
  if (typed !== undefined) {
    await settings.update('author', typed.trim(), vscode.ConfigurationTarget.Global);
  }
  return typed?.trim();
}

/** Return the place of a node of the tree: a finding's, a sentence's, or a student's whole text. */
function targetOf(node: Node): Target | undefined {
  if (node.kind === 'student') {
    return { uri: textOf(node.student), range: null };
  }
  if (node.kind === 'sentence') {
    return { uri: textOf(node.parent.student), range: node.passage.range };
  }
  return node.kind === 'finding' ? { uri: textOf(node.parent.parent.student), range: node.finding.range } : undefined;
}

/** Return the URI of a student's text: the view of a Word document. */
function textOf({ uri, view }: Student): string {
  return view ?? uri;
}

function plain({ start, end }: vscode.Range): Range {
  return {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
}
