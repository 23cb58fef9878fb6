import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { FrontEditor } from '../frontEditor';
import type { Notifications } from '../protocol/methods';
import { toDecideTitle } from './exerciseItems';
import type { ExerciseTree } from './exerciseTree';

/** Milliseconds for which the status bar says what a decision did. */
const SAID = 20_000;

/**
 * Shows how many decisions are left, on the view's icon and in the status bar, where a press begins with them; and what
 * the last decision did, wherever it was taken, with a press that takes it back.
 *
 * It is a line and no message, since twenty decisions in a row would heap up twenty messages on the text.
 */
export class ToDecide implements vscode.Disposable {
  private readonly left = statusItem('toDecide', vscode.StatusBarAlignment.Right, 101);
  private readonly effect = statusItem('effect', vscode.StatusBarAlignment.Left, -1);
  private readonly undo = statusItem('undo', vscode.StatusBarAlignment.Left, -2);
  private readonly subscriptions: readonly vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    connection: Connection,
    private readonly tree: ExerciseTree,
    private readonly view: vscode.TreeView<unknown>,
    private readonly front: FrontEditor,
  ) {
    this.left.name = vscode.l10n.t('Markscheme: to decide');
    this.effect.name = vscode.l10n.t('Markscheme: what the last decision did');
    this.undo.name = vscode.l10n.t('Markscheme: take the last decision back');
    this.undo.text = `$(discard) ${vscode.l10n.t('Undo')}`;
    this.subscriptions = [
      tree.onDidChangeTreeData(() => {
        this.count();
      }),
      front.onDidChange(() => {
        this.count();
      }),
      connection.onDidDecide((decided) => {
        this.say(decided);
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions, this.left, this.effect, this.undo).dispose();
  }

  private count(): void {
    const all = this.tree.toDecide(undefined).open;
    this.view.badge = all > 0 ? { value: all, tooltip: toDecideTitle(all) } : undefined;
    const { open, exercise } = this.tree.toDecide(this.front.uri);
    this.left.text = `$(circle-filled) ${toDecideTitle(open)}`;
    const title = vscode.l10n.t('Decide');
    this.left.command = {
      command: 'markscheme.showAnswersToDecide',
      title,
      arguments: exercise ? [{ exercise }] : [],
    };
    this.left.tooltip = vscode.l10n.t('Decide one after another. One decision holds for the whole class.');
    if (open > 0) {
      this.left.show();
    } else {
      this.left.hide();
    }
  }

  private say({ message, key, undo }: Notifications['markscheme/decided']): void {
    const isReadOut = vscode.workspace.getConfiguration('editor').get('accessibilitySupport') === 'on';
    if (isReadOut) {
      void this.sayAloud(message, undo ? key : null);
      return;
    }
    this.effect.text = `$(check) ${message}`;
    this.undo.tooltip = vscode.l10n.t('Take back: {0}', message);
    this.undo.command = undoCommand(key);
    this.effect.show();
    if (undo) {
      this.undo.show();
    } else {
      this.undo.hide();
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.effect.hide();
      this.undo.hide();
    }, SAID);
  }

  /** Say it in a message, which a screen reader reads; it reads nothing of the status bar by itself. */
  private async sayAloud(message: string, key: string | null): Promise<void> {
    const { title, command, arguments: parameters = [] } = undoCommand(key);
    const actions = key === null ? [] : [title];
    if ((await vscode.window.showInformationMessage(message, ...actions)) === title) {
      await vscode.commands.executeCommand(command, ...(parameters as unknown[]));
    }
  }
}

function undoCommand(key: string | null): vscode.Command {
  return { command: 'markscheme.undoDecision', title: vscode.l10n.t('Undo'), arguments: [null, key] };
}

function statusItem(id: string, alignment: vscode.StatusBarAlignment, priority: number): vscode.StatusBarItem {
  return vscode.window.createStatusBarItem(`markscheme.${id}`, alignment, priority);
}
