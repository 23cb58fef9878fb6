import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection, ConnectionState } from './connection';
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
import { changeText, fillTemplate } from './words';
import { type DocumentAnswer, isEstimate, isMarks } from './protocol/methods';
import type { EngineStatus } from './protocol/contract';
import { DOUBT, errorCount, type Vocabulary } from './protocol/vocabularies';
import type { ServerInstallation, StatusKind } from './server/serverInstallation';

/** Milliseconds without new marks before the engine's state is requested. */
const STATUS_DELAY = 500;

const MEBIBYTE = 2 ** 20;

const NOT_INSTALLED = `$(warning) ${l10n.t('Markscheme: not installed')}`;

/** The labels for states of the server in which the view has something to do before a document has marks. */
const SET_UP: Partial<Record<StatusKind, string>> = {
  installing: `$(loading~spin) ${l10n.t('Markscheme: installing')}`,
  failed: NOT_INSTALLED,
  broken: NOT_INSTALLED,
};

/** The icons and words for the other states. */
const STATES: Readonly<Record<ConnectionState, readonly [icon: string, text: string]>> = {
  starting: ['$(loading~spin)', l10n.t('starting')],
  failed: ['$(error)', l10n.t('can’t be started')],
  stopped: ['$(circle-slash)', l10n.t('not running')],
  running: ['$(checklist)', l10n.t('running, version {0}')],
};

/** A line of the menu; one without a command is for information. */
type MenuItem = vscode.QuickPickItem & { readonly command?: string };

/** Shows the marks of the document in front; a click shows the state of server and engine, and a menu. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('markscheme.marks', vscode.StatusBarAlignment.Right, 100);
  private readonly subscriptions: vscode.Disposable;
  private engine: EngineStatus | null | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly marks: MarkStore,
    private readonly front: FrontEditor,
    private readonly status: ServerInstallation,
  ) {
    this.item.name = 'Markscheme';
    const show = (): void => this.show();
    const showAndRequest = (): void => {
      this.show();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.requestStatus(), STATUS_DELAY);
    };
    this.subscriptions = vscode.Disposable.from(
      this.item,
      vscode.commands.registerCommand('markscheme.showStatus', () => this.showMenu()),
      ...[connection.onDidChangeState(showAndRequest), marks.onDidChange(showAndRequest)],
      ...[status.onDidChange(show), front.onDidChange(show), onDidChangeVocabulary(show)],
      vscode.workspace.onDidChangeConfiguration(show),
    );
    this.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscriptions.dispose();
  }

  private get document(): DocumentWords | undefined {
    const { uri } = this.front;
    const answer = uri && this.marks.of(uri);
    return answer && wordsOf(answer, vocabularyOf(uri));
  }

  private show(): void {
    const { item, document, setUp } = this;
    const answer = document?.answer;
    void vscode.commands.executeCommand('setContext', 'markscheme.marked', isMarks(answer));
    void vscode.commands.executeCommand('setContext', 'markscheme.estimated', isEstimate(answer));
    const label = setUp ?? this.label(document);
    if (label === undefined || !vscode.workspace.getConfiguration('markscheme').get<boolean>('view.statusBar', true)) {
      item.hide();
      return;
    }
    const isFailed = this.connection.state === 'failed';
    item.backgroundColor = isFailed ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    item.command = setUp ? 'markscheme.exercises.focus' : 'markscheme.showStatus';
    item.text = label;
    item.tooltip = this.tooltip(document);
    const server = setUp ? this.status.text : this.stateText;
    item.accessibilityInformation = { label: document?.spoken ?? `Markscheme: ${server}` };
    item.show();
  }

  private get setUp(): string | undefined {
    return SET_UP[this.status.kind];
  }

  /** Return the document's label, or the server's; `undefined` if there has been no server yet. */
  private label(document: DocumentWords | undefined): string | undefined {
    const { state, server } = this.connection;
    if (state === 'running' && document) {
      return document.label;
    }
    return state === 'stopped' && !server ? undefined : `${STATES[state][0]} Markscheme`;
  }

  private tooltip(document: DocumentWords | undefined): vscode.MarkdownString {
    const text = new vscode.MarkdownString('', true);
    text.isTrusted = { enabledCommands: ['markscheme.goTo'] };
    const [first, ...others] = document?.lines ?? [];
    const append = (line: string): unknown => text.appendText(line).appendMarkdown('\n\n');
    [first ?? ''].filter(Boolean).forEach(append);
    if (document?.sum) {
      const { uri } = document.answer;
      text.appendMarkdown(`${document.sum.map((line) => linkedLine(line, uri)).join('')}\n`);
    }
    [...others, ...this.serverLines].forEach(append);
    return text;
  }

  private get serverLines(): string[] {
    const { failure, state } = this.connection;
    return this.setUp
      ? [this.status.text ?? '']
      : [
          l10n.t('Server: {0}', this.stateText),
          ...(failure ? [failure] : []),
          ...(state === 'running' ? engineLines(this.engine) : []),
        ];
  }

  private get stateText(): string {
    const { state, server } = this.connection;
    return fillTemplate(STATES[state][1], server?.version ?? '?');
  }

  /** Request the engine's state. An engine that is not running is not started. */
  private async requestStatus(): Promise<void> {
    this.engine = await this.connection.request('markscheme/status', { start: false }).catch(() => undefined);
    this.show();
  }

  private async showMenu(): Promise<void> {
    await this.requestStatus();
    const { document } = this;
    const hasMarks = isMarks(document?.answer);
    const running = this.connection.state === 'running';
    const [first = '', ...others] = document?.lines ?? [];
    const lines = [...[first, document?.sumLine ?? '', ...others].filter(Boolean), ...this.serverLines];
    const action = (label: string, command: string, when = true): MenuItem[] =>
      when ? [{ label, command: `markscheme.${command}` }] : [];
    const actions = [
      ...action(`$(type-hierarchy) ${l10n.t('Show the transport plan')}`, 'showPlan', hasMarks),
      ...action(`$(graph) ${l10n.t('Show the class overview')}`, 'showOverview', running),
      ...action(`$(diff) ${l10n.t('Compare with a teacher’s correction')}`, 'compareWithReference', hasMarks),
      ...action(`$(cloud-download) ${l10n.t('Add the encoder')}`, 'addEncoder', this.engine?.encoder === null),
      ...action(`$(debug-restart) ${l10n.t('Restart the server')}`, 'restartServer'),
      ...action(`$(server-process) ${l10n.t('Restart the engine')}`, 'restartEngine', running),
      ...action(`$(output) ${l10n.t('Show the log')}`, 'showLog'),
      ...action(`$(pulse) ${l10n.t('Health report')}`, 'reportHealth'),
    ];
    const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
    const menu = vscode.window.createQuickPick<MenuItem>();
    menu.title = 'Markscheme';
    menu.placeholder = l10n.t('State and actions');
    menu.items = [...lines.map((line) => ({ label: `$(info) ${line}` })), separator, ...actions];
    menu.activeItems = actions.slice(0, 1);
    menu.onDidAccept(() => {
      const command = menu.selectedItems[0]?.command;
      menu.hide();
      if (command !== undefined) {
        void vscode.commands.executeCommand(command);
      }
    });
    menu.onDidHide(() => menu.dispose());
    menu.show();
  }
}

/** A document's marks or estimate, and what there is to say about it. */
interface DocumentWords {
  readonly answer: DocumentAnswer;
  readonly label: string;
  /** For a screen reader. */
  readonly spoken: string;
  readonly lines: readonly string[];
  /** The mark's sum, a line for each place, and on one line. */
  readonly sum?: readonly SumLine[] | undefined;
  readonly sumLine?: string | undefined;
}

function wordsOf(answer: DocumentAnswer, vocabulary: Vocabulary): DocumentWords {
  if (isEstimate(answer)) {
    const change = changeText(answer.estimate.quality, answer.estimate.q);
    const doubts = doubtsOf(answer).length;
    const label = [`$(${ESTIMATE_ICON}) ${change}`, ...(doubts > 0 ? [`$(${DOUBT.icon}) ${doubts}`] : [])].join('  ');
    const quality = l10n.t('Estimated quality {0}, by a model, without a teacher’s correction.', change);
    const lines = [quality, doubtText(doubts)];
    return { answer, label, spoken: `Markscheme: ${lines.join('; ')}`, lines };
  }
  const { marks, mark, students, complete, findings } = answer;
  const icon = complete ? '$(checklist)' : '$(loading~spin)';
  const computing = complete ? [] : [l10n.t('Computing weights and credit…')];
  if (students !== undefined) {
    // A source is nobody's work: it has no mark, and all its places are to be corrected.
    const places = l10n.t('{0} to correct', errorCount(vocabulary, marks));
    const corrected = students === 1 ? l10n.t('1 student') : l10n.t('{0} students', students);
    const line = l10n.t('Original text: {0}, {1}', places, corrected);
    const label = `${icon} ${places}  $(person) ${students}`;
    return { answer, label, spoken: `Markscheme: ${line}`, lines: [line, ...computing] };
  }
  const text = textOf(vocabulary);
  const counts = text.countedKinds(marks).map((kind) => `$(${kind.icon}) ${vocabulary.countOf(marks, kind)}`);
  return {
    answer,
    label: [`${icon} ${text.mark(marks, mark)}`, ...counts].join('  '),
    spoken: text.spoken(marks, mark),
    lines: [...text.lines(marks, mark), ...computing],
    sum: mark && sumLines(mark),
    sumLine: mark && markSum(mark, findings),
  };
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

function engineLines(engine: EngineStatus | null | undefined): string[] {
  if (!engine) {
    return [l10n.t('Engine: not running. It starts when a document needs it.')];
  }
  const { encoder, device } = engine;
  const state = engine.running ? l10n.t('working') : l10n.t('idle');
  return [
    l10n.t('Engine: {0}, {1} MiB', state, Math.round(engine.memory / MEBIBYTE)),
    encoder === null
      ? l10n.t('Encoder: not installed, so there is no credit and no estimate')
      : device === null
        ? l10n.t('Encoder: {0}, not loaded yet', encoder)
        : l10n.t('Encoder: {0} on {1}', encoder, device),
    l10n.t('Language pipeline: {0}', engine.pipeline),
  ];
}
