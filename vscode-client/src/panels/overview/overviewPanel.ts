import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { Overview } from '../../protocol/contract';
import { Computation } from '../computation';
import {
  readFromOverviewPage,
  readOverviewPageState,
  type FromOverviewPage,
  type ShownOverview,
  type ToOverviewPage,
} from './overviewMessages';
import { onDidChangeVocabulary, vocabularyOf } from '../../marks/vocabularyText';
import type { PlacesFilter } from '../../protocol/methods';
import { readOverview } from '../../protocol/readers';
import { overviewStrings } from './overviewStrings';
import { FolderPanels, type FolderPanel } from '../folderPanels';
import type { RemedyRequest, Scope } from '../messages';
import { PanelPage } from '../panelPage';
import { folderOfArgument } from '../panelTarget';
import { requestPlaces } from '../placesRequest';
import { scopeOf } from '../uris';

const VIEW_TYPE = 'markscheme.overview';

/** Register the command that shows the overview, one panel a folder, and restore panels after a reload. */
export function registerOverviewPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  const panels = new FolderPanels<string | null>();
  const add = (panel: vscode.WebviewPanel, scope: Scope): void => {
    panels.add(scope.uri, panel, new OverviewPanel(panel, context.extensionUri, connection, scope));
  };
  const show = (argument: unknown): void => {
    // The walkthrough ticks its step by this: it does not see a command that the extension runs.
    void vscode.commands.executeCommand('setContext', 'markscheme.overviewShown', true);
    const scope = scopeOf(folderOfArgument(argument) ?? null, overviewStrings().wholeWorkspace);
    if (!panels.show(scope.uri)) {
      add(vscode.window.createWebviewPanel(VIEW_TYPE, titleOf(scope), vscode.ViewColumn.Active), scope);
    }
  };
  return vscode.Disposable.from(
    panels,
    vscode.commands.registerCommand('markscheme.showOverview', show),
    vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: (panel, state: unknown) => {
        const scope = scopeOf(readOverviewPageState(state)?.scope ?? null, overviewStrings().wholeWorkspace);
        panels.close(scope.uri);
        add(panel, scope);
        return Promise.resolve();
      },
    }),
  );
}

/** The panel of one scope. */
class OverviewPanel implements FolderPanel {
  private readonly page: PanelPage<FromOverviewPage, ToOverviewPage>;
  private readonly computation: Computation<Overview>;
  private readonly subscriptions: { dispose(): unknown }[];
  private shown: ShownOverview | undefined;
  private last: ToOverviewPage | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    private readonly scope: Scope,
  ) {
    panel.title = titleOf(scope);
    this.computation = new Computation({
      ...{ panel, connection, uri: scope.uri, method: 'markscheme/overview', read: readOverview },
      unreadable: overviewStrings().unreadable,
      show: (overview) => {
        this.showOverview(overview);
      },
      update: (condition) => {
        this.update(condition);
      },
    });
    this.page = new PanelPage(panel, extension, {
      name: 'overview',
      title: titleOf(scope),
      read: readFromOverviewPage,
      receive: (message) => {
        this.receive(message);
      },
      retry: () => void this.computation.compute(),
    });
    this.subscriptions = [
      this.page,
      this.computation,
      onDidChangeVocabulary(() => {
        if (this.shown && !this.computation.isRunning) {
          this.showOverview(this.shown.overview);
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
        void this.computation.compute();
        break;
      case 'cancel':
        this.cancel();
        break;
      case 'open':
        this.open(message.uri);
        break;
      case 'giveBack':
        this.actOnClass('markscheme.giveBack', message.uri);
        break;
      case 'markScheme':
        this.actOnClass('markscheme.editScheme', message.uri);
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
    if (!this.computation.isRunning && (this.computation.isStale || !this.last)) {
      void this.computation.compute();
    }
  }

  private showOverview(overview: Overview): void {
    const { uri } = this.scope;
    const vocabulary = vocabularyOf(uri === null ? undefined : vscode.Uri.parse(uri));
    this.shown = { type: 'overview', overview, vocabulary: vocabulary.name };
    this.update(this.shown);
  }

  private async showPlaces(wanted: PlacesFilter): Promise<void> {
    this.page.post(await requestPlaces(this.connection, this.scope.uri, wanted, overviewStrings().unreadable));
  }

  private cancel(): void {
    this.computation.cancel();
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

  /** Run a command on a class, if the overview names it. */
  private actOnClass(command: string, uri: string): void {
    if (this.shown?.overview.classes.some((shown) => shown.uri === uri)) {
      void vscode.commands.executeCommand(command, vscode.Uri.parse(uri));
    }
  }

  private update(message: ToOverviewPage): void {
    this.last = message;
    this.page.post(message);
  }
}

function titleOf({ uri, name }: Scope): string {
  return uri === null ? overviewStrings().title : vscode.l10n.t('Class overview: {0}', name);
}
