import * as vscode from 'vscode';

import type { Connection } from './connection';
import type { FrontEditor } from './frontEditor';
import {
  doubtsOf,
  doubtText,
  ESTIMATE_ICON,
  markSum,
  onDidChangeVocabulary,
  type SumLine,
  sumLines,
  textOf,
  vocabularyOf,
} from './marks/markText';
import type { MarkStore } from './marks/markStore';
import { changeText } from './words';
import { type DocumentAnswer, isEstimate, isMarks } from './protocol/methods';
import type { DocumentEstimate, DocumentMarks, EngineStatus } from './protocol/contract';
import { DOUBT, errorCount, type Vocabulary } from './protocol/vocabularies';
import type { ServerStatus, StatusKind } from './server/serverStatus';

/** Milliseconds without new marks before the engine's state is requested. */
const STATUS_DELAY = 500;

const MEBIBYTE = 2 ** 20;

/** States of the server in which the view has something to do before a document has marks. */
const SET_UP_KINDS: ReadonlySet<StatusKind> = new Set(['installing', 'failed', 'broken']);

/** A line of the menu; one without a command is for information. */
type MenuItem = vscode.QuickPickItem & { readonly command?: string };

/** Shows the marks of the document in front; a click shows the state of server and engine, and a menu. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('markscheme.marks', vscode.StatusBarAlignment.Right, 100);
  private readonly subscriptions: vscode.Disposable[];
  private engine: EngineStatus | null | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly marks: MarkStore,
    private readonly front: FrontEditor,
    private readonly status: ServerStatus,
  ) {
    this.item.name = 'Markscheme';
    this.item.command = 'markscheme.showStatus';
    this.subscriptions = [
      vscode.commands.registerCommand('markscheme.showStatus', () => this.showMenu()),
      connection.onDidChangeState(() => {
        this.show();
        this.requestStatusSoon();
      }),
      status.onDidChange(() => {
        this.show();
      }),
      marks.onDidChange(() => {
        this.show();
        this.requestStatusSoon();
      }),
      front.onDidChange(() => {
        this.show();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('markscheme.view.statusBar')) {
          this.show();
        }
      }),
      onDidChangeVocabulary(() => {
        this.show();
      }),
    ];
    this.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions, this.item).dispose();
  }

  private get vocabulary(): Vocabulary {
    return vocabularyOf(this.front.uri);
  }

  private get documentMarks(): DocumentAnswer | undefined {
    const { uri } = this.front;
    return uri && this.marks.of(uri);
  }

  private show(): void {
    const marks = this.documentMarks;
    void vscode.commands.executeCommand('setContext', 'markscheme.marked', isMarks(marks));
    void vscode.commands.executeCommand('setContext', 'markscheme.estimated', isEstimate(marks));
    const isEnabled = vscode.workspace.getConfiguration('markscheme').get<boolean>('view.statusBar', true);
    const isSettingUp = SET_UP_KINDS.has(this.status.kind);
    if (!isEnabled || (this.connection.state === 'stopped' && !this.connection.server && !isSettingUp)) {
      this.item.hide();
      return;
    }
    this.item.command = isSettingUp ? 'markscheme.exercises.focus' : 'markscheme.showStatus';
    this.item.text = this.text(marks);
    this.item.tooltip = this.tooltip(marks);
    this.item.accessibilityInformation = { label: this.spoken(marks) };
    this.item.backgroundColor =
      this.connection.state === 'failed' ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    this.item.show();
  }

  private text(marks: DocumentAnswer | undefined): string {
    if (this.status.kind === 'installing') {
      return `$(loading~spin) ${vscode.l10n.t('Markscheme: installing')}`;
    }
    if (SET_UP_KINDS.has(this.status.kind)) {
      return `$(warning) ${vscode.l10n.t('Markscheme: not installed')}`;
    }
    switch (this.connection.state) {
      case 'starting':
        return `$(loading~spin) Markscheme`;
      case 'failed':
        return `$(error) Markscheme`;
      case 'stopped':
        return `$(circle-slash) Markscheme`;
      case 'running':
        break;
    }
    if (!marks) {
      return `$(checklist) Markscheme`;
    }
    return isEstimate(marks) ? estimateText(marks) : marksText(marks, this.vocabulary);
  }

  private spoken(marks: DocumentAnswer | undefined): string {
    if (isEstimate(marks)) {
      return `Markscheme: ${estimateLines(marks).join('; ')}`;
    }
    if (SET_UP_KINDS.has(this.status.kind)) {
      return `Markscheme: ${this.status.text ?? ''}`;
    }
    if (!marks) {
      return `Markscheme: ${this.stateText()}`;
    }
    return marks.students === undefined
      ? textOf(this.vocabulary).spoken(marks.marks, marks.mark)
      : `Markscheme: ${sourceText(marks, marks.students, this.vocabulary)}`;
  }

  private tooltip(marks: DocumentAnswer | undefined): vscode.MarkdownString {
    const text = new vscode.MarkdownString('', true);
    text.isTrusted = { enabledCommands: ['markscheme.goTo'] };
    const [first, ...others] = marks ? documentLines(marks, this.vocabulary, false) : [];
    const append = (line: string): void => {
      text.appendText(line).appendMarkdown('\n\n');
    };
    [first ?? ''].filter(Boolean).forEach(append);
    if (isMarks(marks) && marks.students === undefined && marks.mark) {
      text.appendMarkdown(
        sumLines(marks.mark)
          .map((line) => linkedLine(line, marks.uri))
          .join(''),
      );
      text.appendMarkdown('\n');
    }
    [...others, ...this.serverLines()].forEach(append);
    return text;
  }

  private serverLines(): string[] {
    const { failure } = this.connection;
    if (SET_UP_KINDS.has(this.status.kind)) {
      return [this.status.text ?? ''];
    }
    return [
      vscode.l10n.t('Server: {0}', this.stateText()),
      ...(failure ? [failure] : []),
      ...(this.connection.state === 'running' ? engineLines(this.engine) : []),
    ];
  }

  private stateText(): string {
    switch (this.connection.state) {
      case 'running':
        return vscode.l10n.t('running, version {0}', this.connection.server?.version ?? '?');
      case 'starting':
        return vscode.l10n.t('starting');
      case 'stopped':
        return vscode.l10n.t('not running');
      case 'failed':
        return vscode.l10n.t('can’t be started');
    }
  }

  /** Request the engine's state soon. An engine that is not running is not started. */
  private requestStatusSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      void this.requestStatus();
    }, STATUS_DELAY);
  }

  private async requestStatus(): Promise<void> {
    try {
      this.engine = await this.connection.request('markscheme/status', { start: false });
    } catch {
      this.engine = undefined;
    }
    this.show();
  }

  private async showMenu(): Promise<void> {
    await this.requestStatus();
    const marks = this.documentMarks;
    const hasMarks = isMarks(marks);
    const running = this.connection.state === 'running';
    const state = (label: string): MenuItem => ({ label: `$(info) ${label}` });
    const action = (label: string, command: string, when = true): MenuItem[] => (when ? [{ label, command }] : []);
    const picked = await pick([
      ...(marks ? documentLines(marks, this.vocabulary) : []).map(state),
      ...this.serverLines().map(state),
      { label: '', kind: vscode.QuickPickItemKind.Separator },
      ...action(`$(type-hierarchy) ${vscode.l10n.t('Show the transport plan')}`, 'markscheme.showPlan', hasMarks),
      ...action(`$(graph) ${vscode.l10n.t('Show the class overview')}`, 'markscheme.showOverview', running),
      ...action(
        `$(diff) ${vscode.l10n.t('Compare with a teacher’s correction')}`,
        'markscheme.compareWithReference',
        hasMarks,
      ),
      ...action(
        `$(cloud-download) ${vscode.l10n.t('Add the encoder')}`,
        'markscheme.addEncoder',
        this.engine?.encoder === null,
      ),
      ...action(`$(debug-restart) ${vscode.l10n.t('Restart the server')}`, 'markscheme.restartServer'),
      ...action(`$(server-process) ${vscode.l10n.t('Restart the engine')}`, 'markscheme.restartEngine', running),
      ...action(`$(output) ${vscode.l10n.t('Show the log')}`, 'markscheme.showLog'),
      ...action(`$(pulse) ${vscode.l10n.t('Health report')}`, 'markscheme.reportHealth'),
    ]);
    if (picked?.command) {
      await vscode.commands.executeCommand(picked.command);
    }
  }
}

/** Show the menu and return the chosen line. Enter chooses the first line with a command. */
function pick(items: readonly MenuItem[]): Promise<MenuItem | undefined> {
  const menu = vscode.window.createQuickPick<MenuItem>();
  menu.title = 'Markscheme';
  menu.placeholder = vscode.l10n.t('State and actions');
  menu.items = items;
  menu.activeItems = items.filter(({ command }) => command !== undefined).slice(0, 1);
  return new Promise((resolve) => {
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

/** Return a document's mark and its counts; what there is to correct in a source. */
function marksText(answer: DocumentMarks, vocabulary: Vocabulary): string {
  const icon = answer.complete ? '$(checklist)' : '$(loading~spin)';
  if (answer.students !== undefined) {
    return `${icon} ${placesToCorrect(answer, vocabulary)}  $(person) ${answer.students}`;
  }
  const text = textOf(vocabulary);
  const numbers = text
    .countedKinds(answer.marks)
    .map((kind) => `$(${kind.icon}) ${vocabulary.countOf(answer.marks, kind)}`);
  return [`${icon} ${text.mark(answer.marks, answer.mark)}`, ...numbers].join('  ');
}

function estimateText(answer: DocumentEstimate): string {
  const doubts = doubtsOf(answer).length;
  const text = `$(${ESTIMATE_ICON}) ${changeText(answer.estimate.quality, answer.estimate.q)}`;
  return doubts > 0 ? `${text}  $(${DOUBT.icon}) ${doubts}` : text;
}

function estimateLines(answer: DocumentEstimate): string[] {
  return [
    vscode.l10n.t(
      'Estimated quality {0}, by a model, without a teacher’s correction.',
      changeText(answer.estimate.quality, answer.estimate.q),
    ),
    doubtText(doubtsOf(answer).length),
  ];
}

/** Return a line of the sum as an item of a list, which leads to its place. */
function linkedLine({ text, range }: SumLine, uri: string): string {
  const words = new vscode.MarkdownString().appendText(text).value.replace(/[[\]]/g, '\\$&');
  if (!range) {
    return `- ${words}\n`;
  }
  const parameters = [uri, range, null];
  return `- [${words}](command:markscheme.goTo?${encodeURIComponent(JSON.stringify(parameters))})\n`;
}

/** Return what there is to say about a document; `withSum`: with the mark's sum on one line. */
function documentLines(answer: DocumentAnswer, vocabulary: Vocabulary, withSum = true): string[] {
  if (isEstimate(answer)) {
    return estimateLines(answer);
  }
  const sum = answer.mark && withSum ? markSum(answer.mark, answer.findings) : '';
  const [first, ...others] = textOf(vocabulary).lines(answer.marks, answer.mark);
  return [
    ...(answer.students === undefined
      ? [first ?? '', sum, ...others].filter(Boolean)
      : [sourceText(answer, answer.students, vocabulary)]),
    ...(answer.complete ? [] : [vscode.l10n.t('Computing weights and credit…')]),
  ];
}

/** Return the number of places to correct in a source: there are no other places in it. */
function placesToCorrect({ marks }: DocumentMarks, vocabulary: Vocabulary): string {
  return vscode.l10n.t('{0} to correct', errorCount(vocabulary, marks));
}

/** Return what there is to say about a source: it is nobody's work, so it has no mark. */
function sourceText(answer: DocumentMarks, students: number, vocabulary: Vocabulary): string {
  const corrected = students === 1 ? vscode.l10n.t('1 student') : vscode.l10n.t('{0} students', students);
  return vscode.l10n.t('Original text: {0}, {1}', placesToCorrect(answer, vocabulary), corrected);
}

function encoderLine({ encoder, device }: EngineStatus): string {
  if (encoder === null) {
    return vscode.l10n.t('Encoder: not installed, so there is no credit and no estimate');
  }
  return device === null
    ? vscode.l10n.t('Encoder: {0}, not loaded yet', encoder)
    : vscode.l10n.t('Encoder: {0} on {1}', encoder, device);
}

function engineLines(engine: EngineStatus | null | undefined): string[] {
  if (!engine) {
    return [vscode.l10n.t('Engine: not running. It starts when a document needs it.')];
  }
  const state = engine.running ? vscode.l10n.t('working') : vscode.l10n.t('idle');
  return [
    vscode.l10n.t('Engine: {0}, {1} MiB', state, Math.round(engine.memory / MEBIBYTE)),
    encoderLine(engine),
    vscode.l10n.t('Language pipeline: {0}', engine.pipeline),
  ];
}
