import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { PlacesFilter } from '../protocol/methods';
import { readPlaces, type Reader } from '../protocol/readers';
import { reasonOf } from '../reason';
import { Computation, type ResultMethod } from './computation';
import type { Outcome } from './desk/outcome';
import { registerFolderPanels, type FolderPanel } from './folderPanels';
import {
  isResultRequest,
  type Folder,
  type RemedyRequest,
  type ResultMessage,
  type ResultPageState,
  type ResultRequest,
  type Scope,
  type ShownPlaces,
  type ShownResult,
} from './messages';
import { LastMessages } from './lastMessages';
import { PanelPage, type PageName } from './panelPage';
import { folderOfArgument } from './panelTarget';
import type { StateStrings } from './stateStrings';
import { isUnanswered } from './unanswered';
import { scopeOf } from './uris';

/** The words of a page of a result that its panel needs, too. */
interface PanelStrings extends StateStrings {
  readonly title: string;
  /** The workspace's name. */
  readonly wholeWorkspace: string;
}

/**
 * A kind of panels that show a result of the server for a folder or the workspace. `Request` is what its page alone
 * asks for.
 */
export interface ResultKind<Result, Shown extends ShownResult<Result>, Request> {
  readonly page: PageName;
  readonly viewType: string;
  readonly command: string;
  readonly contextKey?: string | undefined;
  readonly method: ResultMethod;
  /** The request's parameters beside the folder. */
  readonly parameters?: object;
  readonly readResult: Reader<Result>;
  readonly readMessage: Reader<ResultRequest | RemedyRequest | Request>;
  readonly readState: Reader<ResultPageState>;
  readonly strings: () => PanelStrings;
  /** Return the class that a document or a folder belongs to. */
  readonly classOf?: (uri: string) => Folder | undefined;
  /** Return the title of a folder's panel. */
  readonly titleOf: (folder: string) => string;
  /** Return the title when there is a result. */
  readonly titleWith?: (folder: string, result: Result) => string;
  /** Return the message that shows a result. */
  readonly shownAs: (result: Result, scope: Scope) => Shown;
  /** Call a listener when `shownAs` may return another message for a result. */
  readonly onDidChangeShown?: (listener: () => void) => vscode.Disposable;
  /** Tells the page what became of the decisions that it sent. */
  readonly onDidSettle?: vscode.Event<Outcome<unknown>>;
  /** Do what the page alone asks for. `result` is the one that it shows. */
  readonly act: (request: Request, result: Result | undefined) => void;
}

/** Register the command of a kind of panels, one panel a folder. */
export function registerResultPanel<
  Result,
  Shown extends ShownResult<Result>,
  Request extends { readonly type: string },
>(
  context: vscode.ExtensionContext,
  connection: Connection,
  kind: ResultKind<Result, Shown, Request>,
): vscode.Disposable {
  const { viewType, command, contextKey, strings } = kind;
  return registerFolderPanels<Scope>(connection, {
    ...{ viewType, command, contextKey },
    choose: (argument) => {
      const given = folderOfArgument(argument) ?? null;
      const own = given === null ? undefined : kind.classOf?.(given);
      return own ?? scopeOf(given, strings().wholeWorkspace);
    },
    restore: (state) => scopeOf(kind.readState(state)?.scope ?? null, strings().wholeWorkspace),
    titleOf: ({ uri, name }) => (uri === null ? strings().title : kind.titleOf(name)),
    open: (panel, scope) => new ResultPanel(panel, context.extensionUri, connection, scope, kind),
  });
}

/** The panel of one scope. It computes the result, tells its page how far that is, and does what the page asks for. */
class ResultPanel<
  Result,
  Shown extends ShownResult<Result>,
  Request extends { readonly type: string },
> implements FolderPanel {
  private readonly page: PanelPage<
    ResultRequest | RemedyRequest | Request,
    ResultMessage<PanelStrings> | Shown | Outcome<unknown>
  >;
  private readonly computation: Computation<Result>;
  private readonly subscriptions: vscode.Disposable;
  private readonly messages = new LastMessages<Shown, ResultMessage<PanelStrings>>((message) => {
    this.page.post(message);
  });

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    private readonly scope: Scope,
    private readonly kind: ResultKind<Result, Shown, Request>,
  ) {
    this.computation = new Computation({
      ...{ panel, connection, uri: scope.uri, method: kind.method, read: kind.readResult },
      parameters: () => kind.parameters ?? {},
      unreadable: kind.strings().unreadable,
      show: (result) => {
        this.showResult(result);
      },
      update: (condition) => {
        this.messages.update(condition);
      },
    });
    this.page = new PanelPage(panel, extension, {
      name: kind.page,
      title: panel.title,
      read: kind.readMessage,
      receive: (message) => {
        if (isResultRequest(message)) {
          this.receive(message);
        } else {
          kind.act(message, this.messages.shown?.result);
        }
      },
      retry: () => void this.computation.compute(),
    });
    const changes = kind.onDidChangeShown?.(() => {
      const { shown } = this.messages;
      if (shown && !this.computation.isRunning) {
        this.showResult(shown.result);
      }
    });
    const settled = kind.onDidSettle?.((outcome) => {
      this.page.post(outcome);
      // A result that was requested before a decision does not have the decision.
      this.messages.forget();
      this.computation.cancel();
      this.computation.refreshSoon();
    });
    const listeners = [changes, settled].filter((listener) => listener !== undefined);
    this.subscriptions = vscode.Disposable.from(this.page, this.computation, ...listeners);
  }

  focus(): void {
    this.page.post({ type: 'focus' });
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private receive(message: ResultRequest): void {
    switch (message.type) {
      case 'ready':
        this.begin();
        break;
      case 'refresh':
        void this.computation.compute();
        break;
      case 'cancel':
        this.computation.cancel();
        this.messages.restore({ type: 'cancelled' });
        break;
      case 'places':
        void this.showPlaces(message.wanted);
        break;
      case 'openPlace':
        void vscode.commands.executeCommand('markscheme.goTo', message.uri, message.range, message.view);
        break;
    }
  }

  /** Post the words and the newest messages to a page that is new, or was hidden. */
  private begin(): void {
    const { scope, kind } = this;
    this.page.post({ type: 'words', language: vscode.env.language, strings: kind.strings(), scope });
    this.messages.repeat();
    if (!this.computation.isRunning && (this.computation.isStale || this.messages.isEmpty)) {
      void this.computation.compute();
    }
  }

  private showResult(result: Result): void {
    const { kind, panel, scope } = this;
    panel.title = kind.titleWith?.(scope.name, result) ?? panel.title;
    this.messages.show(kind.shownAs(result, scope));
  }

  private async showPlaces(wanted: PlacesFilter): Promise<void> {
    const places = await this.requestPlaces(wanted);
    if (places) {
      this.page.post(places);
    }
  }

  /**
   * Return the places behind a number, or why there are none; `undefined` if no server has answered.
   *
   * The page requests them again with the result that is computed when the server runs.
   */
  private async requestPlaces(wanted: PlacesFilter): Promise<ShownPlaces | undefined> {
    try {
      const answer = await this.connection.request('markscheme/places', { uri: this.scope.uri, ...wanted });
      if (answer === undefined) {
        return undefined;
      }
      const read = readPlaces(answer);
      const problem = read ? '' : this.kind.strings().unreadable;
      return { type: 'places', wanted, places: read?.places ?? [], problem };
    } catch (error) {
      return isUnanswered(error) ? undefined : { type: 'places', wanted, places: [], problem: reasonOf(error) };
    }
  }
}
