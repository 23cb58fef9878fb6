import * as vscode from 'vscode';

import type { CommentChoice, PlaceChoices } from '../protocol/contract';

/** What a teacher chose: a command of the server, and its argument without the place. */
export interface ChosenComment {
  readonly command: 'markscheme.comment' | 'markscheme.dropComment' | 'markscheme.restoreComment';
  readonly argument: Readonly<Record<string, string>>;
}

/** A line of the list of comments. */
export interface CommentItem extends vscode.QuickPickItem {
  /** What it does; nothing for a separator. */
  readonly chosen?: ChosenComment;
  /** The words that the pencil puts into the box. */
  readonly template?: string;
}

/** Let a teacher write a comment, or choose one, or none; `undefined`: put aside. */
export async function chooseComment(choices: PlaceChoices): Promise<ChosenComment | undefined> {
  const item = await pick(choices);
  return item?.chosen;
}

/** Return what a comment is about: a finding in words, or other words in quotation marks. */
export function placeText({ about, finding }: PlaceChoices): string {
  return finding === null ? `“${about}”` : about;
}

/**
 * Return the lines of the list: the bank's comments for such a place, no comment or the suggested one again, and the
 * bank's others. Enter takes the first one, which changes least.
 */
export function commentItems(choices: PlaceChoices): readonly CommentItem[] {
  const fitting = choices.choices.filter(({ fits }) => fits).map(bankItem);
  const others = choices.choices.filter(({ fits }) => !fits).map(bankItem);
  return [
    ...group(vscode.l10n.t('For this place'), fitting),
    ...group('', [...restoreItems(choices, fitting.length > 0), ...dropItems(choices)]),
    ...group(vscode.l10n.t('Other comments'), others),
  ];
}

/** Return the line that saves what a person wrote. */
export function writtenItem(text: string): CommentItem {
  return {
    label: `$(comment) ${text}`,
    alwaysShow: true,
    chosen: { command: 'markscheme.comment', argument: { text } },
  };
}

function bankItem({ code, text, template, key }: CommentChoice): CommentItem {
  return {
    label: text,
    description: code,
    template,
    buttons: [{ iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Change the words first') }],
    chosen: { command: 'markscheme.comment', argument: { text: template, code, key: key ?? '' } },
  };
}

function dropItems({ comment }: PlaceChoices): readonly CommentItem[] {
  const label = `$(circle-slash) ${vscode.l10n.t('No comment here')}`;
  return comment ? [{ label, detail: comment.text, chosen: { command: 'markscheme.dropComment', argument: {} } }] : [];
}

function restoreItems({ changed, finding }: PlaceChoices, hasSuggestion: boolean): readonly CommentItem[] {
  if (!changed || finding === null) {
    return [];
  }
  const words = hasSuggestion ? vscode.l10n.t('Back to the suggested comment') : vscode.l10n.t('Take the comment back');
  return [{ label: `$(discard) ${words}`, chosen: { command: 'markscheme.restoreComment', argument: {} } }];
}

function group(label: string, items: readonly CommentItem[]): readonly CommentItem[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

/** Show the list, in whose box a person can also write. What is written stands at the top. */
function pick(choices: PlaceChoices): Promise<CommentItem | undefined> {
  const menu = vscode.window.createQuickPick<CommentItem>();
  const items = commentItems(choices);
  const show = (text: string): void => {
    const written = text.trim();
    menu.items = written ? [writtenItem(written), ...items] : items;
    menu.activeItems = menu.items.filter(({ chosen }) => chosen !== undefined).slice(0, 1);
  };
  menu.title = choices.about
    ? vscode.l10n.t('Comment: {0}', placeText(choices))
    : vscode.l10n.t('Comment on the whole text');
  menu.placeholder = vscode.l10n.t('Write to the student, or choose a comment');
  menu.matchOnDescription = true;
  menu.value = choices.comment?.given ? choices.template : '';
  show(menu.value);
  return new Promise((resolve) => {
    menu.onDidChangeValue(show);
    menu.onDidTriggerItemButton(({ item }) => {
      menu.value = item.template ?? '';
      show(menu.value);
    });
    menu.onDidAccept(() => {
      resolve(menu.selectedItems[0]);
      menu.hide();
    });
    menu.onDidHide(() => {
      resolve(undefined);
      menu.dispose();
    });
    menu.show();
  });
}
