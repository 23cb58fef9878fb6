import { isDeepStrictEqual } from 'node:util';

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { isView } from '../../marks/views';
import { onDidChangeVocabulary, vocabularyOf } from '../../marks/markText';
import type { Plan, PlanEdit } from '../../protocol/contract';
import { studentInName } from '../../exerciseFiles';
import { chooseReportFile } from '../../commands/writtenFiles';
import { normalUri, placeOfArgument } from '../folderPanels';
import type { Place, RemedyRequest } from '../messages';
import { Numbers } from '../numbers';
import { DelayedTask, failureOf, PanelPage, reportFailure, withoutServer } from '../panelPage';
import { planCsv, planFigure } from './planFile';
import {
  type Awaited,
  type FromPlanPage,
  type PlanPageState,
  planStrings,
  type ShownPlan,
  type ToPlanPage,
} from './planMessages';

const VIEW_TYPE = 'markscheme.plan';

/** Milliseconds without a movement of the cursor before the plan is requested. */
const CURSOR_DELAY = 150;

/** Register the command that shows a sentence's plan beside the editor, and restore the panel after a reload. */
export function registerPlanPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  const names = new StudentNames(connection);
  let current: PlanPanel | undefined;
  const open = (panel: vscode.WebviewPanel, state: PlanPageState): PlanPanel => {
    current?.close();
    const opened = new PlanPanel(panel, context.extensionUri, connection, names, state);
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
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, planStrings().title, column);
    open(panel, { place }).show(place, byClick);
  };
  return vscode.Disposable.from(
    names,
    { dispose: () => current?.close() },
    vscode.commands.registerCommand('markscheme.showPlan', show),
    vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: (panel, state: unknown) => {
        open(panel, (state as PlanPageState | undefined) ?? {});
        return Promise.resolve();
      },
    }),
  );
}

/** The panel. It follows the cursor unless it is pinned, and does what its page asks for. */
class PlanPanel implements vscode.Disposable {
  private readonly page: PanelPage<FromPlanPage, ToPlanPage>;
  private readonly source: PlanSource;
  private readonly subscriptions: { dispose(): unknown }[];
  private readonly refresh = new DelayedTask(CURSOR_DELAY, () => {
    this.update();
  });
  private place: Place | undefined;
  private pinned: boolean;
  /** Whether the page has sent `ready` and is not hidden. */
  private ready = false;
  private takesFocus = false;
  private stale = true;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    connection: Connection,
    names: StudentNames,
    state: PlanPageState,
  ) {
    this.place = state.place;
    this.pinned = state.pinned ?? false;
    this.source = new PlanSource(connection, names, (message) => {
      this.page.post(message);
    });
    this.page = new PanelPage(panel, extension, {
      name: 'plan',
      title: planStrings().title,
      receive: (message) => {
        this.receive(message);
      },
      retry: () => {
        this.update();
      },
    });
    this.subscriptions = [
      this.page,
      this.source,
      this.refresh,
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        this.follow(textEditor);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.follow(editor);
      }),
      connection.onDidPublish((uri) => {
        this.refreshIfOf(uri);
      }),
      connection.onDidChangeState(() => {
        this.refreshSoon();
      }),
      names.onDidChange(() => {
        this.source.rename();
      }),
      onDidChangeVocabulary(() => {
        this.source.rename();
      }),
      panel.onDidChangeViewState(() => {
        this.ready &&= panel.visible;
        if (panel.visible && this.stale) {
          this.refreshSoon();
        }
      }),
    ];
  }

  /** Bring the panel to the front with the plan of a place. */
  show(place: Place | undefined, preserveFocus: boolean): void {
    this.panel.reveal(undefined, preserveFocus);
    this.place = place ?? this.place;
    this.takesFocus = !preserveFocus;
    this.source.forget();
    this.update();
    this.focusIfAsked();
  }

  close(): void {
    this.panel.dispose();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
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
        void reportFailure(this.go(message));
        break;
      case 'copy':
        void reportFailure(this.copy(message));
        break;
      case 'save':
        void reportFailure(this.save(message));
        break;
    }
  }

  private begin(): void {
    this.page.post({ type: 'words', language: vscode.env.language, strings: planStrings() });
    this.page.post({ type: 'pinned', pinned: this.pinned });
    this.source.repeat();
    if (this.stale || !this.source.shown) {
      this.update();
    }
    this.ready = true;
    this.focusIfAsked();
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
    const shown = this.source.shown?.plan;
    if (shown && editor?.document.version === shown.version && isIn(place, shown.uri, shown.range)) {
      this.refresh.dispose();
      this.place = place;
      return;
    }
    this.place = place;
    this.refreshSoon();
  }

  private refreshIfOf(uri: vscode.Uri): void {
    if (this.place && normalUri(this.place.uri) === uri.toString()) {
      this.refreshSoon();
    }
  }

  private refreshSoon(): void {
    this.stale = true;
    if (this.panel.visible) {
      this.refresh.start();
    }
  }

  private update(): void {
    this.refresh.dispose();
    this.stale = false;
    void this.showPlace(this.place);
  }

  /** Show a place's plan. If the last plan stays, follow its sentence again. */
  private async showPlace(place: Place | undefined): Promise<void> {
    await this.source.show(place);
    const shown = this.source.shown;
    if (place && place === this.place && shown && normalUri(shown.plan.uri) !== normalUri(place.uri)) {
      this.place = shown.place;
    }
  }

  private async go({ id, side, reference, edit }: FromPlanPage & { type: 'go' }): Promise<void> {
    const shown = this.shownAs(id);
    if (!shown) {
      return;
    }
    const { plan } = shown;
    const target = (side === 'hypothesis' ? plan.hypothesis : plan.references[reference]?.edits)?.[edit];
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(plan.uri));
    let selection = rangeIn(plan.range);
    if (target && document.version === plan.version) {
      const start = document.offsetAt(selection.start);
      const isHypothesisEdit = side === 'hypothesis';
      const extent = placeOfEdit(document.getText(selection), plan.source, plan.hypothesis, target, isHypothesisEdit);
      selection = new vscode.Range(document.positionAt(start + extent.start), document.positionAt(start + extent.end));
    }
    const viewColumn = columnOf(document) ?? vscode.ViewColumn.One;
    await vscode.window.showTextDocument(document, { selection, viewColumn });
  }

  private async copy({ id, reference, measure }: FromPlanPage & { type: 'copy' | 'save' }): Promise<void> {
    const shown = this.shownAs(id);
    const against = shown?.plan.references[reference];
    if (shown && against) {
      await vscode.env.clipboard.writeText(planCsv(shown.plan, against, measure));
      this.page.post({ type: 'notice', text: vscode.l10n.t('The matrix was copied to the clipboard.') });
    }
  }

  private async save({ id, reference, measure }: FromPlanPage & { type: 'copy' | 'save' }): Promise<void> {
    const shown = this.shownAs(id);
    const against = shown?.plan.references[reference];
    if (!shown || !against) {
      return;
    }
    const name = `plan-${shown.student}-${against.reference}-${shown.plan.passage + 1}.svg`.replace(
      /[/\\:*?"<>|]/g,
      '_',
    );
    const uri = await chooseReportFile(vscode.Uri.parse(shown.plan.uri), name, { filters: { SVG: ['svg'] } });
    if (uri) {
      const numbers = new Numbers(vscode.env.language);
      const figure = planFigure(shown.plan, against, measure, {
        title: vscode.l10n.t('{0} against {1}, sentence {2}', shown.student, against.reference, shown.plan.passage + 1),
        mass: planStrings().massHeader,
        credit: planStrings().creditHeader,
        covered: planStrings().coveredHeader,
        decimal: (value) => numbers.decimal(value),
      });
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(figure));
      this.page.post({ type: 'notice', text: vscode.l10n.t('The figure was saved.') });
    }
  }

  private shownAs(id: number): ShownPlan | undefined {
    return this.source.shown?.id === id ? this.source.shown : undefined;
  }
}

function placeOfCursor(editor: vscode.TextEditor | undefined): Place | undefined {
  if (!editor || !(editor.document.uri.scheme === 'file' || isView(editor.document.uri))) {
    return undefined;
  }
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), line, character };
}

function isIn(place: Place, uri: string, range: Plan['range']): boolean {
  const at = new vscode.Position(place.line, place.character);
  return place.uri === normalUri(uri) && rangeIn(range).contains(at);
}

function rangeIn({ start, end }: Plan['range']): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

function columnOf(document: vscode.TextDocument): vscode.ViewColumn | undefined {
  const key = document.uri.toString();
  return vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === key)?.viewColumn;
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
  const matches = extents.filter(({ piece }) => (isHypothesisEdit ? piece.edit === edit : overlaps(piece, edit)));
  const [first] = matches;
  const last = matches.at(-1);
  if (first && last) {
    return { start: first.start, end: last.end };
  }
  const before = extents.filter(({ piece }) => piece.end <= edit.start).at(-1);
  const at = before?.end ?? 0;
  return { start: at, end: at };
}

/** A token of the corrected sentence, the source's tokens that it replaces, and the edit that inserted it. */
interface Piece {
  readonly token: string;
  readonly start: number;
  readonly end: number;
  readonly edit: PlanEdit | undefined;
}

function overlaps(piece: Piece, edit: PlanEdit): boolean {
  return piece.start < edit.end && edit.start < piece.end;
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

/** Milliseconds to wait for a plan before the page shows what it waits for. */
const WAITING_DELAY = 300;

/** Requests plans from the server and posts them, or what it waits for, to the page. A new request cancels the last. */
class PlanSource implements vscode.Disposable {
  private pending: vscode.CancellationTokenSource | undefined;
  private last: ToPlanPage | undefined;
  private plans = 0;

  /** The plan that the page shows. */
  shown: ShownPlan | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly names: StudentNames,
    private readonly post: (message: ToPlanPage) => void,
  ) {}

  /**
   * Shows the plan at a place.
   *
   * The plan on the page stays while the cursor is in a document without a plan.
   */
  async show(place: Place | undefined): Promise<void> {
    this.dispose();
    const request = new vscode.CancellationTokenSource();
    this.pending = request;
    if (!place) {
      this.update({ type: 'nothing' });
      return;
    }
    if (this.connection.state !== 'running') {
      const message = withoutServer(this.connection);
      this.update(message.type === 'waiting' ? { ...message, awaited: 'server' } : message);
      return;
    }
    const timer = setTimeout(() => void this.showWaiting(request.token), WAITING_DELAY);
    try {
      const plan = await this.request(place, request.token);
      if (!request.token.isCancellationRequested) {
        this.showAnswer(plan, place);
      }
    } catch (error) {
      if (!request.token.isCancellationRequested) {
        this.update(failureOf(error));
      }
    } finally {
      clearTimeout(timer);
      request.dispose();
    }
  }

  /** Post the last message again, to a page that is loaded again. */
  repeat(): void {
    if (this.last) {
      this.post(this.last);
    }
  }

  /** Forget the plan on the page, so that it does not stay if the next place has none. */
  forget(): void {
    this.shown = undefined;
  }

  /** Post the plan again if the student has another name now, or the settings name another vocabulary. */
  rename(): void {
    if (this.shown && this.last === this.shown) {
      const shown = { ...this.shown, ...this.labels(this.shown.plan) };
      if (!isDeepStrictEqual(shown, this.shown)) {
        this.shown = shown;
        this.update(shown);
      }
    }
  }

  dispose(): void {
    this.pending?.cancel();
    this.pending = undefined;
  }

  private async request(place: Place, token: vscode.CancellationToken): Promise<Plan | null> {
    await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
    const { line, character } = place;
    const params = { textDocument: { uri: place.uri }, position: { line, character } };
    return (await this.connection.request('markscheme/plan', params, token)) ?? null;
  }

  private showAnswer(plan: Plan | null, place: Place): void {
    if (plan) {
      this.plans += 1;
      this.shown = { type: 'plan', id: this.plans, ...this.labels(plan), place, plan };
      this.update(this.shown);
    } else if (this.shown && normalUri(this.shown.plan.uri) !== normalUri(place.uri)) {
      this.update(this.shown);
    } else {
      this.shown = undefined;
      this.update({ type: 'nothing' });
    }
  }

  private labels({ uri }: Plan): Pick<ShownPlan, 'student' | 'exercise' | 'vocabulary'> {
    return { ...this.names.of(normalUri(uri)), vocabulary: vocabularyOf(vscode.Uri.parse(uri)).name };
  }

  private async showWaiting(token: vscode.CancellationToken): Promise<void> {
    const show = (awaited: Awaited): void => {
      if (!token.isCancellationRequested && this.pending?.token === token) {
        this.post({ type: 'waiting', awaited });
      }
    };
    show('plan');
    try {
      const status = await this.connection.request('markscheme/status', { start: false });
      show(status?.encoderLoaded ? 'plan' : 'engine');
    } catch {
      // The state is only for the waiting text; the request for the plan goes on.
    }
  }

  private update(message: ToPlanPage): void {
    this.last = message;
    this.post(message);
  }
}

/** Whose document it is, and of which exercise. */
interface StudentName {
  readonly student: string;
  readonly exercise: string;
}

/** Names of students as the server gives them; names of files until it has answered. */
class StudentNames implements vscode.Disposable {
  private names = new Map<string, StudentName>();
  private isRequested = false;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;

  /** The server has answered. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly connection: Connection) {
    this.subscription = connection.onDidChangeState(() => {
      this.isRequested = false;
    });
  }

  of(uri: string): StudentName {
    const name = this.names.get(uri);
    if (!name && !this.isRequested) {
      this.isRequested = true;
      void this.request();
    }
    return name ?? { student: nameOfFile(uri), exercise: '' };
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private async request(): Promise<void> {
    try {
      const exercises = await this.connection.request('markscheme/exercises', {});
      const entries = (exercises ?? []).flatMap(({ name: exercise, hypotheses }) =>
        hypotheses.map(({ uri, view, name }) => [normalUri(view ?? uri), { student: name, exercise }] as const),
      );
      this.names = new Map(entries);
      this.changed.fire();
    } catch {
      // Without an answer, the names of files are used.
    }
  }
}

function nameOfFile(uri: string): string {
  const file = vscode.Uri.parse(uri).path.split('/').at(-1) ?? uri;
  return studentInName(file);
}
