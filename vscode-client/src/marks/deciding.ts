/** Deciding in the text: one key a verdict, and the next open place of the class after it. */

import { setTimeout as pause } from 'node:timers/promises';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';

import type { Connection } from '../connection';
import { isView } from './views';
import { askForDocument, type FrontEditor, showCard, toRange } from '../frontEditor';
import { reportFailure } from '../panels/panelPage';
import type { WordEditors } from '../panels/word/wordEditor';
import type { FileLocation } from '../protocol/contract';
import { isMarks } from '../protocol/methods';
import type { MarkStore } from './markStore';

/** What each deciding command says of a place. */
const CHOICES = {
  decideCorrect: 'correct',
  decidePartly: 'partly',
  decideWrong: 'wrong',
  decideOptional: 'optional',
  decideNotCounted: 'not-counted',
} as const;

/** A place of a document, such as a finding's row in the side bar. */
interface Place {
  readonly uri: string;
  readonly range: Range;
}

/** Milliseconds for the marks of a text that was just opened, before its card is shown without them. */
const MARKING_TIME = 5000;
/** Milliseconds for which the status bar says that nothing is left. */
const SAID = 4000;

/**
 * The mode in which a letter decides about the place at the cursor. Students' files are read-only in it, so that no key
 * changes them; the keys are VS Code's, with commands that can be given others.
 *
 * Keys are worked off one after another: what is pressed while a decision is on its way is about the next place.
 */
export class Deciding implements vscode.Disposable {
  /** At the left, since items at the right give way when others need room. */
  private readonly item = vscode.window.createStatusBarItem(
    'markscheme.deciding',
    vscode.StatusBarAlignment.Left,
    1000,
  );
  private readonly parts: vscode.Disposable;
  private readonly locked = new Set<string>();
  private students: ReadonlySet<string> = new Set();
  private isOn = false;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly connection: Connection,
    private readonly marks: MarkStore,
    private readonly front: FrontEditor,
    private readonly words: WordEditors,
  ) {
    const commands: Readonly<Record<string, (place?: Place) => Promise<unknown>>> = {
      toggleDeciding: () => (this.isOn ? this.switchTo(false) : this.enter()),
      leaveDeciding: () => this.switchTo(false),
      goToNextOpen: () => this.goOn(false),
      goToPreviousOpen: () => this.goOn(true),
      takeDecisionBack: () => connection.run('markscheme.undoDecision', [null]),
      ...Object.fromEntries(
        Object.entries(CHOICES).map(([name, choice]) => [name, (place?: Place) => this.decide(choice, place)]),
      ),
    };
    Object.assign(this.item, {
      name: l10n.t('Markscheme: deciding'),
      text: l10n.t('Deciding: {0}', 'A P W O D · N · Esc'),
      tooltip: keyList(),
      command: 'markscheme.leaveDeciding',
      backgroundColor: new vscode.ThemeColor('statusBarItem.warningBackground'),
    });
    this.parts = vscode.Disposable.from(
      ...Object.entries(commands).map(([name, act]) =>
        vscode.commands.registerCommand(`markscheme.${name}`, (place?: Place) => this.inTurn(() => act(place))),
      ),
      vscode.window.onDidChangeActiveTextEditor(() => void this.inTurn(() => this.lock())),
      connection.onDidChangeExercises(() => void (this.isOn && this.inTurn(() => this.listStudents()))),
      connection.onDidChangeState((state) => void (state !== 'running' && this.inTurn(() => this.switchTo(false)))),
      this.item,
    );
  }

  dispose(): void {
    this.parts.dispose();
  }

  /** Do one thing after another; show why one failed. */
  private inTurn(act: () => Promise<unknown>): Promise<void> {
    const turn = this.turn.then(async () => {
      await act();
    });
    return (this.turn = reportFailure(turn));
  }

  private async enter(): Promise<void> {
    await this.listStudents();
    await this.switchTo(true);
    const { editor } = this.front;
    if (!editor || !this.openPlaceAt(editor)) {
      await this.goOn(false);
    }
  }

  private async switchTo(isOn: boolean): Promise<void> {
    if (isOn !== this.isOn) {
      this.isOn = isOn;
      await vscode.commands.executeCommand('setContext', 'markscheme.deciding', isOn);
      this.item[isOn ? 'show' : 'hide']();
      await this.lock();
    }
  }

  /** Request whose files letters decide in; in others they are typed. */
  private async listStudents(): Promise<void> {
    const exercises = (await this.connection.request('markscheme/exercises', {})) ?? [];
    const files = exercises.flatMap(({ hypotheses }) => hypotheses.map(({ uri }) => vscode.Uri.parse(uri).fsPath));
    this.students = new Set(files);
    await vscode.commands.executeCommand('setContext', 'markscheme.studentFiles', [...this.students]);
  }

  /** Make the text in front read-only while letters decide in it, and take that back afterwards. */
  private async lock(): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const key = uri?.toString() ?? '';
    const isLocked = this.locked.has(key);
    if (!uri || isLocked === (this.isOn && this.students.has(uri.fsPath))) {
      return;
    }
    this.locked[isLocked ? 'delete' : 'add'](key);
    const verb = isLocked ? 'reset' : 'set';
    await vscode.commands.executeCommand(`workbench.action.files.${verb}ActiveEditorReadonlyInSession`);
  }

  /** Decide about a place, or the one at the cursor; there, go on to the next open place in the mode. */
  private async decide(choice: string, argument?: Place): Promise<void> {
    const place = argument ?? this.placeInFront();
    if (!place) {
      askForDocument();
      return;
    }
    const { uri } = place;
    const where = 'position' in place ? { position: place.position } : { range: place.range };
    await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const ruled = await this.connection.run('markscheme.decideAt', [uri, { choice, ...where }]);
    if (this.isOn && argument === undefined) {
      await this.goTo(ruled?.next?.location);
    }
  }

  private async goOn(backwards: boolean): Promise<void> {
    const place = this.placeInFront();
    const where = place && {
      textDocument: { uri: place.uri },
      position: 'range' in place ? place.range.start : place.position,
    };
    const next = await this.connection.request('markscheme/nextOpen', { ...where, backwards });
    await this.goTo(next?.location);
  }

  /** Show a place with its card; with a screen reader, VS Code reads the card. */
  private async goTo(location: FileLocation | null | undefined): Promise<void> {
    if (!location) {
      vscode.window.setStatusBarMessage(l10n.t('No place is left to decide.'), SAID);
      return;
    }
    const [uri, range] = [vscode.Uri.parse(location.uri), toRange(location.range)];
    if (isView(uri)) {
      await this.words.show(uri, range, true);
      return;
    }
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    await this.lock();
    await showCard(editor, range, this.marked(uri));
  }

  /** Wait a moment until a text is marked. */
  private async marked(uri: vscode.Uri): Promise<void> {
    const waiting = new AbortController();
    const subscription = this.marks.onDidChange(() => {
      if (this.marks.of(uri)) {
        waiting.abort();
      }
    });
    if (!this.marks.of(uri)) {
      await pause(MARKING_TIME, undefined, { signal: waiting.signal }).catch(() => undefined);
    }
    subscription.dispose();
  }

  private placeInFront(): Place | { readonly uri: string; readonly position: Range['start'] } | undefined {
    const { editor } = this.front;
    if (this.words.active || !editor) {
      return this.words.active?.placeInFront;
    }
    const uri = editor.document.uri.toString();
    const range = this.openPlaceAt(editor);
    return range ? { uri, range } : { uri, position: editor.selection.start };
  }

  /** Return the place that is selected, as it is after going there. */
  private openPlaceAt({ document, selection }: vscode.TextEditor): Range | undefined {
    const answer = this.marks.of(document.uri);
    const findings = isMarks(answer) ? answer.findings : [];
    return findings.find(({ open, range }) => open && toRange(range).isEqual(selection))?.range;
  }
}

function keyList(): string {
  return [
    l10n.t('A: correct'),
    l10n.t('P: partly correct'),
    l10n.t('W: wrong'),
    l10n.t('O: optional'),
    l10n.t('D: don’t count'),
    l10n.t('U: take the last decision back'),
    l10n.t('N, Shift+N: next, previous open place'),
    l10n.t('Escape: type again'),
  ].join('\n');
}
