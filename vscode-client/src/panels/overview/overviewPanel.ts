import { randomUUID } from 'node:crypto';

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { Overview } from '../../protocol/contract';
import { Delayed } from '../delayed';
import {
  readFromOverviewPage,
  readOverview,
  readOverviewPageState,
  type FromOverviewPage,
  type Scope,
  type ShownOverview,
  type ToOverviewPage,
} from '../messages';
import { overviewStrings } from './overviewStrings';
import { Page } from '../panelPage';
import { folderOfArgument } from '../panelTarget';
import { normal } from '../plan/studentNames';
import { reasonOf } from '../../reason';

const VIEW_TYPE = 'markscheme.overview';

/** Quiet after the last document was marked. */
const MARK_DELAY = 1500;

/** The command that shows a class at a glance, one panel a folder, and the panels that VS Code brings back. */
export function registerOverviewPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  const panels = new Map<string | null, OverviewPanel>();
  const kept = (panel: vscode.WebviewPanel, scope: Scope): void => {
    const opened = new OverviewPanel(panel, context.extensionUri, connection, scope);
    panels.set(scope.uri, opened);
    panel.onDidDispose(() => {
      opened.dispose();
      if (panels.get(scope.uri) === opened) {
        panels.delete(scope.uri);
      }
    });
  };
  const show = (argument: unknown): void => {
    const scope = scopeOf(folderOfArgument(argument) ?? null);
    const existing = panels.get(scope.uri);
    if (existing) {
      existing.show();
    } else {
      kept(vscode.window.createWebviewPanel(VIEW_TYPE, titleOf(scope), vscode.ViewColumn.Active), scope);
    }
  };
  return vscode.Disposable.from(
    {
      dispose: () => {
        for (const panel of [...panels.values()]) {
          panel.close();
        }
      },
    },
    vscode.commands.registerCommand('markscheme.showOverview', show),
    vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: (panel, state: unknown) => {
        const scope = scopeOf(readOverviewPageState(state)?.scope ?? null);
        panels.get(scope.uri)?.close();
        kept(panel, scope);
        return Promise.resolve();
      },
    }),
  );
}

/** The panel of one scope: computes when asked, anew when marks have changed, one computation at a time. */
class OverviewPanel implements vscode.Disposable {
  private readonly page: Page<FromOverviewPage, ToOverviewPage>;
  private readonly subscriptions: { dispose(): unknown }[];
  private readonly refresh = new Delayed(MARK_DELAY, () => void this.compute());
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
    this.page = new Page(panel, extension, 'overview', titleOf(scope), readFromOverviewPage, (message) => {
      this.received(message);
    });
    this.subscriptions = [
      this.page,
      this.refresh,
      { dispose: () => this.computing?.cancel() },
      connection.onDidMark(() => {
        this.ask();
      }),
      connection.onDidChangeState(() => {
        this.stale = true;
        if (panel.visible) {
          void this.compute();
        }
      }),
      panel.onDidChangeViewState(() => {
        if (panel.visible && this.stale) {
          this.ask();
        }
      }),
    ];
  }

  show(): void {
    this.panel.reveal();
    this.page.say({ type: 'focus' });
  }

  close(): void {
    this.panel.dispose();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private received(message: FromOverviewPage): void {
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
      case 'remedy':
        if (message.remedy === 'start') {
          void vscode.commands.executeCommand('markscheme.restartServer');
        } else {
          void this.compute();
        }
        break;
      case 'open':
        this.open(message.uri);
        break;
    }
  }

  private begin(): void {
    this.page.say({
      type: 'words',
      language: vscode.env.language,
      strings: overviewStrings(),
      scope: this.scope,
    });
    if (this.shown && this.last !== this.shown) {
      this.page.say(this.shown);
    }
    if (this.last) {
      this.page.say(this.last);
    }
    if (!this.computing && (this.stale || !this.last)) {
      void this.compute();
    }
  }

  private ask(): void {
    this.stale = true;
    if (this.panel.visible) {
      this.refresh.ask();
    }
  }

  private async compute(): Promise<void> {
    this.refresh.dispose();
    this.computing?.cancel();
    this.computing = undefined;
    if (this.connection.state !== 'running') {
      this.stale = true;
      this.tell(this.withoutServer());
      return;
    }
    this.stale = false;
    const computing = new vscode.CancellationTokenSource();
    this.computing = computing;
    const current = (): boolean => this.computing === computing && !computing.token.isCancellationRequested;
    this.tell({ type: 'computing', part: null, message: '' });
    try {
      const overview = await this.asked(computing.token, current);
      if (current()) {
        this.shown = { type: 'overview', overview };
        this.tell(this.shown);
      }
    } catch (error) {
      if (current()) {
        const message = reasonOf(error);
        this.tell({ type: 'failed', message, remedy: 'retry' });
      }
    } finally {
      if (this.computing === computing) {
        this.computing = undefined;
      }
      computing.dispose();
    }
  }

  private async asked(token: vscode.CancellationToken, current: () => boolean): Promise<Overview> {
    const workDoneToken = randomUUID();
    const progress = this.connection.onProgress(workDoneToken, (report) => {
      if (current() && report.kind !== 'end') {
        const part = report.percentage === undefined ? null : Math.min(1, Math.max(0, report.percentage / 100));
        this.tell({ type: 'computing', part, message: report.message ?? '' });
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

  private cancel(): void {
    this.computing?.cancel();
    this.computing = undefined;
    this.tell(this.shown ?? { type: 'cancelled' });
  }

  /** Only documents that the overview names are opened. */
  private open(uri: string): void {
    const named = this.shown?.overview.exercises.some(({ students }) =>
      students.some((student) => student.uri === uri),
    );
    if (named) {
      void vscode.commands.executeCommand('markscheme.openStudent', uri);
    }
  }

  private withoutServer(): ToOverviewPage {
    if (this.connection.state === 'starting') {
      return { type: 'waiting' };
    }
    const message = this.connection.failure ?? vscode.l10n.t('Markscheme’s server does not run.');
    return { type: 'failed', message, remedy: 'start' };
  }

  private tell(message: ToOverviewPage): void {
    this.last = message;
    this.page.say(message);
  }
}

function scopeOf(uri: string | null): Scope {
  if (uri === null) {
    return { uri, name: overviewStrings().wholeWorkspace };
  }
  const folder = vscode.Uri.parse(uri);
  return { uri: normal(uri), name: folder.path.split('/').filter(Boolean).at(-1) ?? folder.path };
}

function titleOf({ uri, name }: Scope): string {
  return uri === null ? overviewStrings().title : vscode.l10n.t('Class overview: {0}', name);
}
