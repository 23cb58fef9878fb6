import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { Plan } from '../../protocol/contract';
import { onDidChangeVocabulary } from '../../marks/vocabularyText';
import { DelayedTask } from '../delayedTask';
import { reportFailure } from '../failures';
import { placeOfEdit } from './editPlace';
import type { Place, RemedyRequest } from '../messages';
import {
  readFromPlanPage,
  readPlanPageState,
  type FromPlanPage,
  type PlanPageState,
  type ShownPlan,
  type ToPlanPage,
} from './planMessages';
import { PanelPage } from '../panelPage';
import { placeOfArgument } from '../panelTarget';
import { planCsv } from './planCsv';
import { planFigure } from './planFigure';
import { planStrings } from './planStrings';
import { PlanSource } from './planSource';
import { normalUri } from '../uris';
import { StudentNames } from './studentNames';
import { Numbers } from '../numbers';
import { isView } from '../../exercises/views';
import { chooseReportFile } from '../../reportFile';

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
        open(panel, readPlanPageState(state) ?? {});
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
      read: readFromPlanPage,
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
