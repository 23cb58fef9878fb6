import { isDeepStrictEqual } from 'node:util';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { toRange } from '../../frontEditor';
import { isView } from '../../marks/views';
import { onDidChangeVocabulary, vocabularyOf } from '../../marks/markText';
import type { Plan, PlanEdit } from '../../protocol/contract';
import { studentInName } from '../../exerciseFiles';
import { chooseReportFile } from '../../commands/writtenFiles';
import { normalUri, placeOfArgument } from '../folderPanels';
import type { Failed, Place, RemedyRequest } from '../messages';
import { Numbers } from '../numbers';
import { DelayedTask, failureOf, PanelPage, reportFailure, withoutServer } from '../panelPage';
import { planCsv, planFigure } from './planFile';
import { type FromPlanPage, type PlanPageState, type ShownPlan, type ToPlanPage } from './planMessages';

const VIEW_TYPE = 'markscheme.plan';

/** Milliseconds without a movement of the cursor before the plan is requested. */
const CURSOR_DELAY = 150;

/** Register the command that shows a sentence's plan beside the editor, and restore the panel after a reload. */
export function registerPlanPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  let current: PlanPanel | undefined;
  const open = (panel: vscode.WebviewPanel, state: PlanPageState): PlanPanel => {
    current?.panel.dispose();
    const opened = new PlanPanel(panel, context.extensionUri, connection, state);
    panel.onDidDispose(() => {
      opened.dispose();
      current = current === opened ? undefined : current;
    });
    current = opened;
    return opened;
  };
  const show = (argument: unknown): void => {
    const byClick = argument !== undefined;
    const place = placeOfArgument(argument) ?? placeOfCursor(vscode.window.activeTextEditor);
    if (current) {
      current.show(place, byClick);
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: byClick };
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, l10n.t('Transport plan'), column);
    open(panel, { place }).show(place, byClick);
  };
  return vscode.Disposable.from(
    { dispose: () => void current?.panel.dispose() },
    vscode.commands.registerCommand('markscheme.showPlan', show),
    vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: (panel, state: unknown) => {
        open(panel, (state as PlanPageState | undefined) ?? {});
        return Promise.resolve();
      },
    }),
  );
}

/** Milliseconds to wait for a plan before the page shows what it waits for. */
const WAITING_DELAY = 300;

/** What a person does with a plan. */
type Action = Extract<FromPlanPage, { readonly id: number }>;

type GoAction = Extract<Action, { readonly type: 'go' }>;

/** The panel. It follows the cursor unless it is pinned, and does what its page asks for. */
class PlanPanel implements vscode.Disposable {
  private readonly page: PanelPage<FromPlanPage, ToPlanPage>;
  private readonly subscriptions: vscode.Disposable;
  private readonly refresh = new DelayedTask(CURSOR_DELAY, () => void this.update());
  private place: Place | undefined;
  private pinned: boolean;
  /** Whether the page has sent `ready` and is not hidden. */
  private ready = false;
  private takesFocus = false;
  private stale = true;
  private request: vscode.CancellationTokenSource | undefined;
  /** The newest plan. It may be hidden by a failure, which is the newest message then. */
  private shown: ShownPlan | undefined;
  private last: ToPlanPage | undefined;
  private plans = 0;
  /** Whose document it is, and of which exercise, by its URI. */
  private names = new Map<string, Pick<ShownPlan, 'student' | 'exercise'>>();
  private isNamesRequested = false;

  constructor(
    readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    state: PlanPageState,
  ) {
    this.place = state.place;
    this.pinned = state.pinned ?? false;
    this.page = new PanelPage(panel, extension, {
      name: 'plan',
      title: l10n.t('Transport plan'),
      receive: (message) => this.receive(message),
      retry: () => void this.update(),
    });
    this.subscriptions = vscode.Disposable.from(
      this.page,
      this.refresh,
      { dispose: () => this.cancel() },
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      connection.onDidPublish((uri) => {
        if (this.place && normalUri(this.place.uri) === uri.toString()) {
          this.refreshSoon();
        }
      }),
      connection.onDidChangeState(() => {
        this.isNamesRequested = false;
        this.refreshSoon();
      }),
      onDidChangeVocabulary(() => this.rename()),
      panel.onDidChangeViewState(() => {
        this.ready &&= panel.visible;
        if (panel.visible && this.stale) {
          this.refreshSoon();
        }
      }),
    );
  }

  /** Bring the panel to the front with the plan of a place; the plan before does not stay if the place has none. */
  show(place: Place | undefined, preserveFocus: boolean): void {
    this.panel.reveal(undefined, preserveFocus);
    this.place = place ?? this.place;
    this.takesFocus = !preserveFocus;
    this.shown = undefined;
    void this.update();
    this.focusIfAsked();
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private receive(message: Exclude<FromPlanPage, RemedyRequest>): void {
    switch (message.type) {
      case 'ready':
        this.begin();
        break;
      case 'pin':
        this.pinned = message.pinned;
        this.page.post({ type: 'pinned', pinned: this.pinned });
        this.follow(vscode.window.activeTextEditor);
        break;
      case 'go':
      case 'copy':
      case 'save':
        if (this.shown?.id === message.id) {
          void reportFailure(this.act(message, this.shown));
        }
        break;
    }
  }

  private begin(): void {
    this.page.post({ type: 'pinned', pinned: this.pinned });
    if (this.last) {
      this.page.post(this.last);
    }
    if (this.stale || !this.shown) {
      void this.update();
    }
    this.ready = true;
    this.focusIfAsked();
  }

  private async act(action: Action, shown: ShownPlan): Promise<void> {
    if (action.type === 'go') {
      await go(action, shown.plan);
      return;
    }
    const text = await write(action, shown);
    if (text !== undefined) {
      this.page.post({ type: 'notice', text });
    }
  }

  private focusIfAsked(): void {
    if (this.takesFocus && this.ready) {
      this.takesFocus = false;
      this.page.post({ type: 'focus' });
    }
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    const place = placeOfCursor(editor);
    if (this.pinned || !place) {
      return;
    }
    this.place = place;
    const plan = this.shown?.plan;
    if (plan && editor?.document.version === plan.version && isIn(place, plan)) {
      this.refresh.dispose();
    } else {
      this.refreshSoon();
    }
  }

  private refreshSoon(): void {
    this.stale = true;
    if (this.panel.visible) {
      this.refresh.start();
    }
  }

  private cancel(): void {
    this.request?.cancel();
    this.request = undefined;
  }

  private post(message: ToPlanPage): void {
    this.last = message;
    this.page.post(message);
  }

  /** Request the place's plan and show it, or what the page waits for. A newer request cancels this one. */
  private async update(): Promise<void> {
    const { place, connection } = this;
    this.refresh.dispose();
    this.stale = false;
    this.cancel();
    if (!place) {
      this.post({ type: 'nothing' });
      return;
    }
    if (connection.state !== 'running') {
      const message = withoutServer(connection);
      this.post(message.type === 'waiting' ? { ...message, awaited: 'server' } : message);
      return;
    }
    const request = new vscode.CancellationTokenSource();
    this.request = request;
    const timer = setTimeout(() => void this.showWaiting(request), WAITING_DELAY);
    const answer = await planAt(place, connection, request.token);
    clearTimeout(timer);
    if (this.request === request) {
      this.request = undefined;
      this.showAnswer(answer, place);
    }
    request.dispose();
  }

  /** Show a plan, or why there is none. The plan before stays while the cursor is in a document without a plan. */
  private showAnswer(answer: Plan | Failed | null, place: Place): void {
    if (answer && 'type' in answer) {
      this.post(answer);
    } else if (answer) {
      this.plans += 1;
      this.shown = { type: 'plan', id: this.plans, ...this.labels(answer), place, plan: answer };
      this.post(this.shown);
    } else if (this.shown && normalUri(this.shown.plan.uri) !== normalUri(place.uri)) {
      this.place = this.place === place ? this.shown.place : this.place;
      this.post(this.shown);
    } else {
      this.shown = undefined;
      this.post({ type: 'nothing' });
    }
  }

  private async showWaiting(request: vscode.CancellationTokenSource): Promise<void> {
    const show = (awaited: 'plan' | 'engine'): void => {
      if (this.request === request) {
        this.page.post({ type: 'waiting', awaited });
      }
    };
    show('plan');
    // The state is only for the words; the request for the plan goes on.
    const status = await this.connection.request('markscheme/status', { start: false }).catch(() => undefined);
    show(status?.encoderLoaded ? 'plan' : 'engine');
  }

  private labels({ uri }: Plan): Pick<ShownPlan, 'student' | 'exercise' | 'vocabulary'> {
    const name = this.names.get(normalUri(uri));
    if (!name && !this.isNamesRequested) {
      this.isNamesRequested = true;
      void this.readNames();
    }
    const { path } = vscode.Uri.parse(uri);
    const { student, exercise } = name ?? { student: studentInName(path.split('/').at(-1) ?? uri), exercise: '' };
    return { student, exercise, vocabulary: vocabularyOf(vscode.Uri.parse(uri)).name };
  }

  /** Read the names of students as the server gives them. Until it has answered, and without an answer, files name them. */
  private async readNames(): Promise<void> {
    const exercises = await this.connection.request('markscheme/exercises', {}).catch(() => undefined);
    const names = (exercises ?? []).flatMap(({ name: exercise, hypotheses }) =>
      hypotheses.map(({ uri, view, name }) => [normalUri(view ?? uri), { student: name, exercise }] as const),
    );
    this.names = new Map(names);
    this.rename();
  }

  /** Post the plan again if the student has another name now, or the settings name another vocabulary. */
  private rename(): void {
    if (this.shown && this.last === this.shown) {
      const shown = { ...this.shown, ...this.labels(this.shown.plan) };
      if (!isDeepStrictEqual(shown, this.shown)) {
        this.shown = shown;
        this.post(shown);
      }
    }
  }
}

/** Return the plan of a place, or why there is none; `null` where there is no sentence of a student. */
async function planAt(
  { uri, line, character }: Place,
  connection: Connection,
  token: vscode.CancellationToken,
): Promise<Plan | Failed | null> {
  try {
    await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const params = { textDocument: { uri }, position: { line, character } };
    return (await connection.request('markscheme/plan', params, token)) ?? null;
  } catch (error) {
    return failureOf(error);
  }
}

/** Show an edit in the editor. */
async function go({ side, reference, edit }: GoAction, plan: Plan): Promise<void> {
  const isHypothesisEdit = side === 'hypothesis';
  const target = (isHypothesisEdit ? plan.hypothesis : plan.references[reference]?.edits)?.[edit];
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(plan.uri));
  let selection = toRange(plan.range);
  if (target && document.version === plan.version) {
    const start = document.offsetAt(selection.start);
    const extent = placeOfEdit(document.getText(selection), plan.source, plan.hypothesis, target, isHypothesisEdit);
    selection = new vscode.Range(document.positionAt(start + extent.start), document.positionAt(start + extent.end));
  }
  const key = document.uri.toString();
  const editor = vscode.window.visibleTextEditors.find((each) => each.document.uri.toString() === key);
  const viewColumn = editor?.viewColumn ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(document, { selection, viewColumn });
}

/** Copy a plan, or save it as a figure; return what to say of it, if it is done. */
async function write(
  { type, reference, measure }: Exclude<Action, GoAction>,
  { plan, student }: ShownPlan,
): Promise<string | undefined> {
  const against = plan.references[reference];
  if (against && type === 'copy') {
    await vscode.env.clipboard.writeText(planCsv(plan, against, measure));
    return l10n.t('The matrix was copied to the clipboard.');
  }
  const number = plan.passage + 1;
  const name = `plan-${student}-${against?.reference}-${number}.svg`.replace(/[/\\:*?"<>|]/g, '_');
  const uri = against && (await chooseReportFile(vscode.Uri.parse(plan.uri), name, { filters: { SVG: ['svg'] } }));
  if (!uri) {
    return undefined;
  }
  const numbers = new Numbers(vscode.env.language);
  const figure = planFigure(plan, against, measure, {
    title: l10n.t('{0} against {1}, sentence {2}', student, against.reference, number),
    ...{ mass: l10n.t('Mass'), credit: l10n.t('Credit'), covered: l10n.t('Covered') },
    decimal: (value) => numbers.decimal(value),
  });
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(figure));
  return l10n.t('The figure was saved.');
}

function placeOfCursor(editor: vscode.TextEditor | undefined): Place | undefined {
  if (!editor || !(editor.document.uri.scheme === 'file' || isView(editor.document.uri))) {
    return undefined;
  }
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), line, character };
}

function isIn(place: Place, { uri, range }: Plan): boolean {
  return place.uri === normalUri(uri) && toRange(range).contains(new vscode.Position(place.line, place.character));
}

/** Offsets in a text; the end is exclusive. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Characters to search ahead for a token. Between two tokens there may be markup, or a token with another spelling. */
const SEARCH_WIDTH = 60;

/**
 * Return the place of an edit in a hypothesis's text.
 *
 * `text` is the sentence as it is in the document; tokens with another spelling there are skipped. With
 * `isHypothesisEdit`, the place is that of the edit's new words. Otherwise the edit is a reference's: the place is that
 * of the source's words, or of the words that the hypothesis has instead. The place is empty where there are no words.
 */
export function placeOfEdit(
  text: string,
  source: readonly string[],
  edits: readonly PlanEdit[],
  edit: PlanEdit,
  isHypothesisEdit: boolean,
): Extent {
  const extents = extentsOf(text, correctedTokens(source, edits));
  const matches = extents.filter(({ piece }) =>
    isHypothesisEdit ? piece.edit === edit : piece.start < edit.end && edit.start < piece.end,
  );
  const at = extents.filter(({ piece }) => piece.end <= edit.start).at(-1)?.end ?? 0;
  return { start: matches[0]?.start ?? at, end: matches.at(-1)?.end ?? at };
}

/** A token of the corrected sentence, the source's tokens that it replaces, and the edit that inserted it. */
interface Piece {
  readonly token: string;
  readonly start: number;
  readonly end: number;
  readonly edit: PlanEdit | undefined;
}

function correctedTokens(source: readonly string[], edits: readonly PlanEdit[]): Piece[] {
  const pieces: Piece[] = [];
  let next = 0;
  const keep = (until: number): void => {
    for (; next < until; next += 1) {
      pieces.push({ token: source[next] ?? '', start: next, end: next + 1, edit: undefined });
    }
  };
  for (const edit of [...edits].sort((one, other) => one.start - other.start || one.end - other.end)) {
    keep(edit.start);
    for (const token of edit.replacement.split(' ').filter(Boolean)) {
      pieces.push({ token, start: edit.start, end: edit.end, edit });
    }
    next = Math.max(next, edit.end);
  }
  keep(source.length);
  return pieces;
}

function extentsOf(text: string, pieces: readonly Piece[]): (Extent & { piece: Piece })[] {
  const extents: (Extent & { piece: Piece })[] = [];
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece.token, from);
    if (piece.token && at >= 0 && at - from <= SEARCH_WIDTH) {
      from = at + piece.token.length;
      extents.push({ piece, start: at, end: from });
    }
  }
  return extents;
}
