import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { Progress } from '../../protocol/contract';
import type { PlacesFilter } from '../../protocol/methods';
import { readProgress } from '../../protocol/readers';
import { reasonOf } from '../../reason';
import { chooseReportFile } from '../../reportFile';
import { Computation } from '../computation';
import { FolderPanels, type FolderPanel } from '../folderPanels';
import type { RemedyRequest, Scope } from '../messages';
import { PanelPage } from '../panelPage';
import { folderOfArgument } from '../panelTarget';
import { requestPlaces } from '../placesRequest';
import { scopeOf } from '../uris';
import {
  readFromProgressPage,
  readProgressPageState,
  type FromProgressPage,
  type ShownProgress,
  type ToProgressPage,
} from './progressMessages';
import { progressStrings } from './progressStrings';

const VIEW_TYPE = 'markscheme.progress';

/** Register the command that shows the progress, one panel a folder, and restore panels after a reload. */
export function registerProgressPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  const panels = new FolderPanels<string | null>();
  const add = (panel: vscode.WebviewPanel, scope: Scope): void => {
    panels.add(scope.uri, panel, new ProgressPanel(panel, context.extensionUri, connection, scope));
  };
  const show = (argument: unknown): void => {
    const scope = scopeOf(folderOfArgument(argument) ?? null, progressStrings().wholeWorkspace);
    if (!panels.show(scope.uri)) {
      add(vscode.window.createWebviewPanel(VIEW_TYPE, titleOf(scope), vscode.ViewColumn.Active), scope);
    }
  };
  return vscode.Disposable.from(
    panels,
    vscode.commands.registerCommand('markscheme.showProgress', show),
    vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: (panel, state: unknown) => {
        const scope = scopeOf(readProgressPageState(state)?.scope ?? null, progressStrings().wholeWorkspace);
        panels.close(scope.uri);
        add(panel, scope);
        return Promise.resolve();
      },
    }),
  );
}

/** The panel of one scope. */
class ProgressPanel implements FolderPanel {
  private readonly page: PanelPage<FromProgressPage, ToProgressPage>;
  private readonly computation: Computation<Progress>;
  private shown: ShownProgress | undefined;
  private last: ToProgressPage | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    private readonly scope: Scope,
  ) {
    panel.title = titleOf(scope);
    this.computation = new Computation({
      ...{ panel, connection, uri: scope.uri, method: 'markscheme/progress', read: readProgress },
      unreadable: progressStrings().unreadable,
      show: (progress) => {
        this.shown = { type: 'progress', progress };
        this.update(this.shown);
      },
      update: (condition) => {
        this.update(condition);
      },
    });
    this.page = new PanelPage(panel, extension, {
      name: 'progress',
      title: titleOf(scope),
      read: readFromProgressPage,
      receive: (message) => {
        this.receive(message);
      },
      retry: () => void this.computation.compute(),
    });
  }

  show(): void {
    this.panel.reveal();
    this.page.post({ type: 'focus' });
  }

  close(): void {
    this.panel.dispose();
  }

  dispose(): void {
    this.page.dispose();
    this.computation.dispose();
  }

  private receive(message: Exclude<FromProgressPage, RemedyRequest>): void {
    switch (message.type) {
      case 'ready':
        this.begin();
        break;
      case 'refresh':
        void this.computation.compute();
        break;
      case 'cancel':
        this.computation.cancel();
        this.update(this.shown ?? { type: 'cancelled' });
        break;
      case 'save':
        void this.save(message.uri);
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
      strings: progressStrings(),
      scope: this.scope,
    });
    if (this.shown && this.last !== this.shown) {
      this.page.post(this.shown);
    }
    if (this.last) {
      this.page.post(this.last);
    }
    if (!this.computation.isRunning && (this.computation.isStale || !this.last)) {
      void this.computation.compute();
    }
  }

  private async showPlaces(wanted: PlacesFilter): Promise<void> {
    this.page.post(await requestPlaces(this.connection, this.scope.uri, wanted, progressStrings().unreadable));
  }

  /** Let a person choose a file for the progress of a class, and have the server write it. */
  private async save(uri: string): Promise<void> {
    const folder = vscode.Uri.parse(uri);
    try {
      const target = await chooseReportFile(folder, 'progress.csv', {
        filters: { CSV: ['csv'], [vscode.l10n.t('Page for a browser')]: ['html'], [vscode.l10n.t('Text')]: ['txt'] },
        title: vscode.l10n.t('Save the progress'),
      });
      if (target) {
        await vscode.commands.executeCommand('markscheme.exportProgress', uri, target.toString());
        const name = target.path.split('/').at(-1) ?? target.path;
        void vscode.window.showInformationMessage(vscode.l10n.t('The progress was saved as {0}.', name));
      }
    } catch (error) {
      void vscode.window.showErrorMessage(reasonOf(error));
    }
  }

  private update(message: ToProgressPage): void {
    this.last = message;
    this.page.post(message);
  }
}

function titleOf({ uri, name }: Scope): string {
  return uri === null ? progressStrings().title : vscode.l10n.t('Progress: {0}', name);
}
