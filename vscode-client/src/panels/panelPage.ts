import { randomBytes } from 'node:crypto';

import * as vscode from 'vscode';

import { applyRemedy } from './failures';
import type { RemedyRequest } from './messages';
import { pageHtml } from './pageHtml';

/** Milliseconds to wait for a page's first message before it is loaded again. */
const LOAD_TIMEOUT = 6000;

/** Number of times that a page is loaded. */
const MAX_LOADS = 3;

/** The pages, by the names of their scripts. */
export type PageName =
  'adjudication' | 'decide' | 'overview' | 'plan' | 'progress' | 'questions' | 'scheme' | 'setup' | 'word';

/** What a page is, and what it does with messages. */
export interface PageOptions<Incoming> {
  readonly name: PageName;
  readonly title: string;
  readonly read: (data: unknown) => Incoming | undefined;
  readonly receive: (message: Exclude<Incoming, RemedyRequest>) => void;
  /** Repeats the request that failed. */
  readonly retry: () => void;
}

/** One of the extension's pages in a webview panel, with the messages to and from it. Messages of an unknown form are dropped. */
export class PanelPage<Incoming extends { readonly type: string }, Outgoing> implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;
  private timeout: NodeJS.Timeout | undefined;

  constructor(
    readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly options: PageOptions<Incoming>,
  ) {
    const folder = vscode.Uri.joinPath(extension, 'dist', 'webview');
    this.subscription = panel.webview.onDidReceiveMessage((data: unknown) => {
      const message = options.read(data);
      if (message !== undefined) {
        clearTimeout(this.timeout);
        this.receive(message);
      }
    });
    panel.iconPath = {
      light: vscode.Uri.joinPath(extension, 'media', 'panel-light.svg'),
      dark: vscode.Uri.joinPath(extension, 'media', 'panel-dark.svg'),
    };
    panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
    this.load(folder, MAX_LOADS);
  }

  /** Post a message. A hidden page loses it, and sends `ready` when it is shown again. */
  post(message: Outgoing): void {
    void this.panel.webview.postMessage(message);
  }

  dispose(): void {
    clearTimeout(this.timeout);
    this.subscription.dispose();
  }

  private receive(message: Incoming): void {
    const { receive, retry } = this.options;
    if (isRemedyRequest(message)) {
      applyRemedy(message.remedy, retry);
    } else {
      receive(message as Exclude<Incoming, RemedyRequest>);
    }
  }

  /** Load the page, several times if needed: in a window that is restored in a browser, its files may not be served yet. */
  private load(folder: vscode.Uri, loads: number): void {
    const { webview } = this.panel;
    const file = (suffix: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, `${this.options.name}.page.${suffix}`)).toString();
    webview.html = pageHtml({
      language: vscode.env.language,
      title: this.options.title,
      cspSource: webview.cspSource,
      script: file('js'),
      style: file('css'),
      nonce: randomBytes(16).toString('base64url'),
    });
    this.timeout = setTimeout(() => {
      if (loads > 1) {
        this.load(folder, loads - 1);
      }
    }, LOAD_TIMEOUT);
  }
}

function isRemedyRequest(message: { readonly type: string }): message is RemedyRequest {
  return message.type === 'remedy';
}
