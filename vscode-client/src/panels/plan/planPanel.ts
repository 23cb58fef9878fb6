import path from 'node:path';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { toRange } from '../../frontEditor';
import { isView } from '../../marks/views';
import { onDidChangeVocabulary, vocabularyOf } from '../../marks/markText';
import type { Exercise, Plan, PlanEdit } from '../../protocol/contract';
import { studentInName } from '../../exerciseFiles';
import { chooseReportFile } from '../../commands/writtenFiles';
import { normalUri, placeOfArgument } from '../folderPanels';
import type { Place, RemedyRequest } from '../messages';
import { Numbers } from '../numbers';
import { DelayedTask, failureOf, PanelPage, reportFailure, withoutServer } from '../panelPage';
import { planCsv, planFigure } from './planFile';
import {
  type FromPlanPage,
  type PlanAction,
  type PlanPageState,
  type ShownPlan,
  stretchesOf,
  type ToPlanPage,
} from './planFlow';

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
  /** The exercises, whose students' names the page shows. */
  private exercises: Promise<readonly Exercise[] | undefined> | undefined;

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
        this.exercises = undefined;
        this.refreshSoon();
      }),
      onDidChangeVocabulary(() => this.refreshSoon()),
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
    if (message.type === 'ready') {
      this.begin();
    } else if (message.type === 'pin') {
      this.pinned = message.pinned;
      this.follow(vscode.window.activeTextEditor);
    } else if (this.shown?.id === message.id) {
      void reportFailure(this.act(message, this.shown));
    }
  }

  private begin(): void {
    if (this.last) {
      this.page.post(this.last);
    }
    if (this.stale || !this.shown) {
      void this.update();
    }
    this.ready = true;
    this.focusIfAsked();
  }

  private async act(action: PlanAction, { plan, student }: ShownPlan): Promise<void> {
    const against = plan.references[action.reference];
    if (!against) {
      return;
    }
    if (action.type === 'go') {
      const edits = action.side === 'hypothesis' ? plan.hypothesis : against.edits;
      await showEdit(plan, edits[action.edit], action.side === 'hypothesis');
    } else if (action.type === 'copy') {
      await vscode.env.clipboard.writeText(planCsv(plan, against, action.measure));
      this.page.post({ type: 'notice', text: l10n.t('The matrix was copied to the clipboard.') });
    } else {
      const number = plan.passage + 1;
      const name = `plan-${student}-${against.reference}-${number}.svg`.replace(/[/\\:*?"<>|]/g, '_');
      const uri = await chooseReportFile(vscode.Uri.parse(plan.uri), name, { filters: { SVG: ['svg'] } });
      if (uri) {
        const title = l10n.t('{0} against {1}, sentence {2}', student, against.reference, number);
        const figure = planFigure(plan, against, action.measure, title, new Numbers(vscode.env.language));
        await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(figure));
        this.page.post({ type: 'notice', text: l10n.t('The figure was saved.') });
      }
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
    if (message.type === 'plan') {
      this.shown = message;
    } else if (message.type === 'nothing') {
      this.shown = undefined;
    }
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
    const answer = await this.answer(place, request.token);
    clearTimeout(timer);
    if (this.request === request) {
      this.request = undefined;
      this.place = answer.type === 'plan' && this.place === place ? answer.place : this.place;
      this.post(answer);
    }
    request.dispose();
  }

  /** Return a place's plan, or why there is none. In a document without a plan, the plan before stays. */
  private async answer(place: Place, token: vscode.CancellationToken): Promise<ToPlanPage> {
    const { uri, line, character } = place;
    try {
      await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
      const params = { textDocument: { uri }, position: { line, character } };
      const plan = await this.connection.request('markscheme/plan', params, token);
      if (plan) {
        const vocabulary = vocabularyOf(vscode.Uri.parse(plan.uri)).name;
        this.plans += 1;
        return { type: 'plan', id: this.plans, ...(await this.namesOf(plan)), place, plan, vocabulary };
      }
      const isElsewhere = this.shown && normalUri(this.shown.plan.uri) !== normalUri(uri);
      return this.shown && isElsewhere ? this.shown : { type: 'nothing' };
    } catch (error) {
      return failureOf(error);
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

  /** Return whose plan it is, and of which exercise, as the server names them; without its answer, the file does. */
  private async namesOf(plan: Plan): Promise<Pick<ShownPlan, 'student' | 'exercise'>> {
    const own = normalUri(plan.uri);
    this.exercises ??= this.connection.request('markscheme/exercises', {}).catch(() => undefined);
    for (const { name: exercise, hypotheses } of (await this.exercises) ?? []) {
      const text = hypotheses.find(({ uri, view }) => normalUri(view ?? uri) === own);
      if (text) {
        return { student: text.name, exercise };
      }
    }
    return { student: studentInName(path.posix.basename(vscode.Uri.parse(own).path)), exercise: '' };
  }
}

/** Show an edit of a plan in the editor. */
async function showEdit(plan: Plan, edit: PlanEdit | undefined, isHypothesisEdit: boolean): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(plan.uri));
  let selection = toRange(plan.range);
  if (edit && document.version === plan.version) {
    const start = document.offsetAt(selection.start);
    const place = placeOfEdit(document.getText(selection), plan.source, plan.hypothesis, edit, isHypothesisEdit);
    selection = new vscode.Range(document.positionAt(start + place.start), document.positionAt(start + place.end));
  }
  const key = document.uri.toString();
  const editor = vscode.window.visibleTextEditors.find((each) => each.document.uri.toString() === key);
  const viewColumn = editor?.viewColumn ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(document, { selection, viewColumn });
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

/** Characters to search ahead for a token. Between two tokens there may be markup, or a token with another spelling. */
const SEARCH_WIDTH = 60;

/**
 * Return the offsets of an edit in a hypothesis's text; the end is exclusive.
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
): { readonly start: number; readonly end: number } {
  const tokens = stretchesOf(source, edits).flatMap(({ words, start, end, edit: own }) =>
    words.map((token, index) =>
      own === undefined
        ? { token, start: start + index, end: start + index + 1, edit: undefined }
        : { token, start, end, edit: edits[own] },
    ),
  );
  let from = 0;
  const extents = tokens.flatMap(({ token, ...stretch }) => {
    const at = text.indexOf(token, from);
    if (at < 0 || at - from > SEARCH_WIDTH) {
      return [];
    }
    from = at + token.length;
    return [{ stretch, at, until: from }];
  });
  const matches = extents.filter(({ stretch }) =>
    isHypothesisEdit ? stretch.edit === edit : stretch.start < edit.end && edit.start < stretch.end,
  );
  const before = extents.filter(({ stretch }) => stretch.end <= edit.start).at(-1)?.until ?? 0;
  return { start: matches[0]?.at ?? before, end: matches.at(-1)?.until ?? before };
}
