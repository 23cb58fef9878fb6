/** Dialogs in which a teacher writes a comment, or gives points, at a place or for the whole text. No file is opened. */

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';

import type { Connection } from '../connection';
import type { Node } from '../exercises/exerciseNodes';
import { askForDocument, type FrontEditor } from '../frontEditor';
import { signedText } from '../marks/markText';
import type { CommentChoice, PlaceChoices, PlacePoints } from '../protocol/contract';

/** Milliseconds for which the status bar says what was saved. */
const SAID = 4000;

/** A document and a place in it; without a range, the whole text. */
interface Target {
  readonly uri: string;
  readonly range: Range | null;
}

/** What a command was called with: a document and a range, a node of the tree, or an editor's menu. */
type Subject = string | vscode.Uri | Node | undefined;

type Dialog = (subject: Subject, range?: Range | null) => Promise<void>;

/** Return the commands that ask for comments and points, by their names. */
export function placeDialogs(connection: Connection, front: FrontEditor): Readonly<Record<string, Dialog>> {
  const about = async (
    target: Target | undefined,
    act: (uri: string, choices: PlaceChoices) => Promise<void>,
  ): Promise<void> => {
    if (!target) {
      askForDocument();
      return;
    }
    const { uri, range } = target;
    await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const params = { textDocument: { uri }, ...(range && { range }) };
    const choices = await connection.request('markscheme/placeChoices', params);
    await (choices && act(uri, choices));
  };
  const whole = (subject: Subject): Target | undefined => {
    const uri = isNode(subject) ? subject.uri : (subject ?? front.uri)?.toString();
    return uri === undefined ? undefined : { uri, range: null };
  };
  return {
    askComment: (subject, range) => about(placeOf(front, subject, range), giveComment),
    askPoints: (subject, range) => about(placeOf(front, subject, range), givePoints),
    askWholeComment: (subject) => about(whole(subject), giveComment),
    askWholePoints: (subject) => about(whole(subject), givePoints),
  };
}

/** Return the place that a command is about: the one of a link, one of the tree, or the selected one. */
function placeOf({ editor }: FrontEditor, subject: Subject, range: Range | null | undefined): Target | undefined {
  if (typeof subject === 'string' && range !== undefined) {
    return { uri: subject, range };
  }
  if (isNode(subject)) {
    return subject.uri === undefined ? undefined : { uri: subject.uri, range: subject.range ?? null };
  }
  if (!editor) {
    return undefined;
  }
  const { start, end } = editor.selection;
  return { uri: editor.document.uri.toString(), range: { start, end } };
}

function isNode(subject: Subject): subject is Node {
  return typeof subject === 'object' && !(subject instanceof vscode.Uri);
}

async function givePoints(uri: string, choices: PlaceChoices): Promise<void> {
  const { points, range } = choices;
  if (!points) {
    const message = l10n.t(
      'There is no mark scheme here, so points would not count. Write [scheme] into markscheme.toml.',
    );
    void vscode.window.showInformationMessage(message);
    return;
  }
  const isWhole = range === null;
  // Nothing takes points back; for the whole text, so does a criterion without a number.
  const isTakenBack = (text: string): boolean => text.trim() === '' || (isWhole && criterionAlone(text) !== undefined);
  const entry = await vscode.window.showInputBox({
    ...(isWhole ? wholeBox(points) : placeBox(choices, points[0])),
    validateInput: (text) =>
      isTakenBack(text) || isPoints(text, isWhole) ? undefined : l10n.t('Write a number with at most two decimals.'),
  });
  if (entry !== undefined && isTakenBack(entry)) {
    const criterion = criterionAlone(entry);
    await run('markscheme.restorePoints', uri, choices, criterion === undefined ? {} : { criterion });
  } else if (entry !== undefined) {
    await run('markscheme.givePoints', uri, choices, { points: entry.trim() });
  }
}

/** Return the box for the points of a place. */
function placeBox(choices: PlaceChoices, points: PlacePoints | undefined): vscode.InputBoxOptions {
  return {
    title: l10n.t('Points: {0}', placeText(choices)),
    prompt: placePrompt(points),
    value: points?.given ? signedText(points.points ?? 0) : '',
    placeHolder: l10n.t('such as 0.5 or −1'),
  };
}

/** Return the box for points of the whole text. */
function wholeBox(points: readonly PlacePoints[]): vscode.InputBoxOptions {
  const now = points.map(({ criterion, points: value }) =>
    [criterion || l10n.t('the whole text'), signedText(value ?? 0)].join(' '),
  );
  const given = [l10n.t('Now: {0}.', now.join(', ')), l10n.t('“Content:” without a number takes its points back.')];
  return {
    title: l10n.t('Points for the whole text'),
    prompt: [l10n.t('These points are added to the mark.'), ...(points.length > 0 ? given : [])].join(' '),
    placeHolder: l10n.t('2, or Content: 2'),
  };
}

function placePrompt(points: PlacePoints | undefined): string {
  if (points?.scheme == null) {
    return points?.given
      ? l10n.t('The mark scheme gives no points here. Leave it empty to take these points back.')
      : l10n.t('The mark scheme gives no points here.');
  }
  return points.given
    ? l10n.t('The mark scheme gives {0}. Leave it empty to go back to that.', signedText(points.scheme))
    : l10n.t('The mark scheme gives {0}.', signedText(points.scheme));
}

/** Send a command about a place, with the teacher's name, and say that it is done. */
async function run(
  command: string,
  uri: string,
  { range, by: suggested }: PlaceChoices,
  argument: Readonly<Record<string, string>>,
): Promise<void> {
  const by = await teacherName(vscode.Uri.parse(uri), suggested);
  if (by !== undefined) {
    await vscode.commands.executeCommand(command, uri, { ...(range && { range }), ...argument, by });
    vscode.window.setStatusBarMessage(`$(check) ${l10n.t('Saved for the student')}`, SAID);
  }
}

/** Return the teacher's name of the settings. If there is none it is asked once, and kept; `undefined`: put aside. */
async function teacherName(uri: vscode.Uri, suggested: string): Promise<string | undefined> {
  const settings = vscode.workspace.getConfiguration('markscheme', uri);
  const name = settings.get<string>('author', '').trim();
  if (name) {
    return name;
  }
  const typed = await vscode.window.showInputBox({
    title: l10n.t('Your name'),
    prompt: l10n.t('Comments and points are saved with it, and students read it. You are asked once.'),
    value: suggested,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() ? undefined : l10n.t('Write your name.')),
  });
  if (typed !== undefined) {
    await settings.update('author', typed.trim(), vscode.ConfigurationTarget.Global);
  }
  return typed?.trim();
}

/** Points as a person types them: `+0.5`, `−1`, `0,25`; for the whole text also `Content: 2`. */
const POINTS = /^\s*(?:[^:：]*\S\s*[:：])?\s*[+\-−–]?\s*\d{1,4}(?:[.,]\d{1,2})?\s*$/;
const CRITERION = /^\s*([^:：]*\S)\s*[:：]\s*$/;

/** Whether a text is points. Only those for the whole text have a criterion. */
export function isPoints(entry: string, isWhole: boolean): boolean {
  return POINTS.test(entry) && (isWhole || !/[:：]/.test(entry));
}

/** Return the criterion of an entry without a number, such as `Content:`; `undefined` for another entry. */
export function criterionAlone(entry: string): string | undefined {
  return CRITERION.exec(entry)?.[1];
}

/** A line of the list of comments. */
interface CommentItem extends vscode.QuickPickItem {
  /** The command of the server that it runs, with its argument without the place; nothing for a separator. */
  readonly chosen?: { readonly command: string; readonly argument: Readonly<Record<string, string>> };
  /** The words that the pencil puts into the box. */
  readonly template?: string;
}

/** Return what a comment is about: a finding in words, or other words in quotation marks. */
function placeText({ about, finding }: PlaceChoices): string {
  return finding === null ? `“${about}”` : about;
}

/**
 * Return the lines of the list: the bank's comments for such a place, no comment or the suggested one again, and the
 * bank's others. Enter takes the first one, which changes least.
 */
export function commentItems({ choices, comment, changed, finding }: PlaceChoices): readonly CommentItem[] {
  const fitting = choices.filter(({ fits }) => fits).map(bankItem);
  const others = choices.filter(({ fits }) => !fits).map(bankItem);
  const back = fitting.length > 0 ? l10n.t('Back to the suggested comment') : l10n.t('Take the comment back');
  const restore = item(`$(discard) ${back}`, 'restoreComment', {});
  const drop = item(`$(circle-slash) ${l10n.t('No comment here')}`, 'dropComment', {}, { detail: comment?.text ?? '' });
  return [
    ...group(l10n.t('For this place'), fitting),
    ...group('', [...(changed && finding !== null ? [restore] : []), ...(comment ? [drop] : [])]),
    ...group(l10n.t('Other comments'), others),
  ];
}

/** Return the line that saves what a person wrote. */
export function writtenItem(text: string): CommentItem {
  return item(`$(comment) ${text}`, 'comment', { text }, { alwaysShow: true });
}

function bankItem({ code, text, template, key }: CommentChoice): CommentItem {
  const buttons = [{ iconPath: new vscode.ThemeIcon('edit'), tooltip: l10n.t('Change the words first') }];
  const argument = { text: template, code, key: key ?? '' };
  return item(text, 'comment', argument, { description: code, template, buttons });
}

function item(
  label: string,
  command: string,
  argument: Readonly<Record<string, string>>,
  fields: Partial<CommentItem> = {},
): CommentItem {
  return { label, ...fields, chosen: { command: `markscheme.${command}`, argument } };
}

function group(label: string, items: readonly CommentItem[]): readonly CommentItem[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

/** Show the list, in whose box a person can also write. What is written stands at the top. */
async function giveComment(uri: string, choices: PlaceChoices): Promise<void> {
  const menu = vscode.window.createQuickPick<CommentItem>();
  const items = commentItems(choices);
  const show = (text: string): void => {
    const written = text.trim();
    menu.items = written ? [writtenItem(written), ...items] : items;
    menu.activeItems = menu.items.filter(({ chosen }) => chosen !== undefined).slice(0, 1);
  };
  menu.title = choices.about ? l10n.t('Comment: {0}', placeText(choices)) : l10n.t('Comment on the whole text');
  menu.placeholder = l10n.t('Write to the student, or choose a comment');
  menu.matchOnDescription = true;
  menu.value = choices.comment?.given ? choices.template : '';
  show(menu.value);
  menu.onDidChangeValue(show);
  menu.onDidTriggerItemButton(({ item }) => {
    menu.value = item.template ?? '';
    show(menu.value);
  });
  const item = await new Promise<CommentItem | undefined>((resolve) => {
    menu.onDidAccept(() => resolve(menu.selectedItems[0]));
    menu.onDidHide(() => resolve(undefined));
    menu.show();
  });
  menu.dispose();
  await (item?.chosen && run(item.chosen.command, uri, choices, item.chosen.argument));
}
