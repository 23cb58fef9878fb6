import { randomUUID } from 'node:crypto';

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { Overview } from '../../protocol/contract';
import { DelayedTask } from '../delayedTask';
import {
  readFromOverviewPage,
  readOverviewPageState,
  type FromOverviewPage,
  type Scope,
  type ShownOverview,
  type ToOverviewPage,
} from './overviewMessages';
import { onDidChangeVocabulary, vocabularyOf } from '../../marks/vocabularyText';
import type { PlacesFilter } from '../../protocol/methods';
import { readOverview, readPlaces } from '../../protocol/readers';
import { overviewStrings } from './overviewStrings';
import { failureOf, withoutServer } from '../failures';
import { FolderPanels, type FolderPanel } from '../folderPanels';
import type { RemedyRequest } from '../messages';
import { PanelPage } from '../panelPage';
import { folderOfArgument } from '../panelTarget';
import { normalUri } from '../uris';
import { reasonOf } from '../../reason';

const VIEW_TYPE = 'markscheme.overview';

/** Milliseconds without a newly marked document or a changed file before the overview is computed again. */
const MARK_DELAY = 1500;

/** Register the command that shows the overview, one panel a folder, and restore panels after a reload. */
export function registerOverviewPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  const panels = new FolderPanels<string | null>();
  const add = (panel: vscode.WebviewPanel, scope: Scope): void => {
    panels.add(scope.uri, panel, new OverviewPanel(panel, context.extensionUri, connection, scope));
  };
  const show = (argument: unknown): void => {
    // The walkthrough ticks its step by this: it does not see a command that the extension runs.
    void vscode.commands.executeCommand('setContext', 'markscheme.overviewShown', true);
    const scope = scopeOf(folderOfArgument(argument) ?? null);
    if (!panels.show(scope.uri)) {
      add(vscode.window.createWebviewPanel(VIEW_TYPE, titleOf(scope), vscode.ViewColumn.Active), scope);
    }
  };
  return vscode.Disposable.from(
    panels,
    vscode.commands.registerCommand('markscheme.showOverview', show),
    vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: (panel, state: unknown) => {
        const scope = scopeOf(readOverviewPageState(state)?.scope ?? null);
        panels.close(scope.uri);
        add(panel, scope);
        return Promise.resolve();
      },
    }),
  );
}

/** The panel of one scope. It computes on request and after marks have changed, one computation at a time. */
class OverviewPanel implements FolderPanel {
  private readonly page: PanelPage<FromOverviewPage, ToOverviewPage>;
  private readonly subscriptions: { dispose(): unknown }[];
  private readonly refresh = new DelayedTask(MARK_DELAY, () => void this.compute());
  private computing: vscode.CancellationTokenSource | undefined;
  private shown: ShownOverview | undefined;
  private last: ToOverviewPage | undefined;
  private stale = true;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    private readonly scope: Scope,
  ) {
    panel.title = titleOf(scope);
    this.page = new PanelPage(panel, extension, {
      name: 'overview',
      title: titleOf(scope),
      read: readFromOverviewPage,
      receive: (message) => {
        this.receive(message);
      },
      retry: () => void this.compute(),
    });
    this.subscriptions = [
      this.page,
      this.refresh,
      { dispose: () => this.computing?.cancel() },
      connection.onDidPublish(() => {
        this.refreshSoon();
      }),
      connection.onDidChangeExercises(() => {
        this.refreshSoon();
      }),
      connection.onDidChangeState(() => {
        this.stale = true;
        if (panel.visible) {
          void this.compute();
        }
      }),
      onDidChangeVocabulary(() => {
        if (this.shown && !this.computing) {
          this.showOverview(this.shown.overview);
        }
      }),
      panel.onDidChangeViewState(() => {
        if (panel.visible && this.stale) {
          this.refreshSoon();
        }
      }),
    ];
  }

  show(): void {
    this.panel.reveal();
    this.page.post({ type: 'focus' });
  }

  close(): void {
    this.panel.dispose();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private receive(message: Exclude<FromOverviewPage, RemedyRequest>): void {
    switch (message.type) {
      case 'ready':
        this.begin();
        break;
      case 'refresh':
        void this.compute();
        break;
      case 'cancel':
        this.cancel();
        break;
      case 'open':
        this.open(message.uri);
        break;
      case 'giveBack':
        this.giveBack(message.uri);
        break;
      case 'places':
        void this.showPlaces(message.wanted);
        break;
      case 'openPlace':
        void vscode.commands.executeCommand('markscheme.goTo', message.uri, message.range, message.view);
        break;
    }
  }

  private begin(): void {
    this.page.post({
      type: 'words',
      language: vscode.env.language,
      strings: overviewStrings(),
      scope: this.scope,
    });
    if (this.shown && this.last !== this.shown) {
      this.page.post(this.shown);
    }
    if (this.last) {
      this.page.post(this.last);
    }
    if (!this.computing && (this.stale || !this.last)) {
      void this.compute();
    }
  }

  private refreshSoon(): void {
    this.stale = true;
    if (this.panel.visible) {
      this.refresh.start();
    }
  }

  private async compute(): Promise<void> {
    this.refresh.dispose();
    this.computing?.cancel();
    this.computing = undefined;
    if (this.connection.state !== 'running') {
      this.stale = true;
      this.update(withoutServer(this.connection));
      return;
    }
    this.stale = false;
    const computing = new vscode.CancellationTokenSource();
    this.computing = computing;
    const current = (): boolean => this.computing === computing && !computing.token.isCancellationRequested;
    this.update({ type: 'computing', part: null, message: '' });
    try {
      const overview = await this.request(computing.token, current);
      if (current()) {
        this.showOverview(overview);
      }
    } catch (error) {
      if (current()) {
        this.update(failureOf(error));
      }
    } finally {
      if (this.computing === computing) {
        this.computing = undefined;
      }
      computing.dispose();
    }
  }

  private showOverview(overview: Overview): void {
    const { uri } = this.scope;
    const vocabulary = vocabularyOf(uri === null ? undefined : vscode.Uri.parse(uri));
    this.shown = { type: 'overview', overview, vocabulary: vocabulary.name };
    this.update(this.shown);
  }

  private async request(token: vscode.CancellationToken, current: () => boolean): Promise<Overview> {
    const workDoneToken = randomUUID();
    const progress = this.connection.onProgress(workDoneToken, (report) => {
      if (current() && report.kind !== 'end') {
        const part = report.percentage === undefined ? null : Math.min(1, Math.max(0, report.percentage / 100));
        this.update({ type: 'computing', part, message: report.message ?? '' });
      }
    });
    try {
      const params = { uri: this.scope.uri, workDoneToken };
      const answer = await this.connection.request('markscheme/overview', params, token);
      const overview = readOverview(answer);
      if (!overview) {
        throw new Error(overviewStrings().unreadable);
      }
      return overview;
    } finally {
      progress.dispose();
    }
  }

  /** Show the places behind a number, or why they can't be had. */
  private async showPlaces(wanted: PlacesFilter): Promise<void> {
    try {
      const answer = await this.connection.request('markscheme/places', { uri: this.scope.uri, ...wanted });
      const found = readPlaces(answer);
      const problem = found ? '' : overviewStrings().unreadable;
      this.page.post({ type: 'places', wanted, places: found?.places ?? [], problem });
    } catch (error) {
      this.page.post({ type: 'places', wanted, places: [], problem: reasonOf(error) });
    }
  }

  private cancel(): void {
    this.computing?.cancel();
    this.computing = undefined;
    this.update(this.shown ?? { type: 'cancelled' });
  }

  /** Open a document, if the overview names it. */
  private open(uri: string): void {
    const students = this.shown?.overview.exercises.flatMap((exercise) => exercise.students);
    const student = students?.find((one) => one.uri === uri);
    if (student) {
      void vscode.commands.executeCommand('markscheme.openStudent', student.uri, student.view);
    }
  }

  /** Write the feedback of a class, if the overview names it. */
  private giveBack(uri: string): void {
    if (this.shown?.overview.classes.some((shown) => shown.uri === uri)) {
      void vscode.commands.executeCommand('markscheme.giveBack', vscode.Uri.parse(uri));
    }
  }

  private update(message: ToOverviewPage): void {
    this.last = message;
    this.page.post(message);
  }
}

function scopeOf(uri: string | null): Scope {
  if (uri === null) {
    return { uri, name: overviewStrings().wholeWorkspace };
  }
  const folder = vscode.Uri.parse(uri);
  return { uri: normalUri(uri), name: folder.path.split('/').filter(Boolean).at(-1) ?? folder.path };
}

function titleOf({ uri, name }: Scope): string {
  return uri === null ? overviewStrings().title : vscode.l10n.t('Class overview: {0}', name);
}
