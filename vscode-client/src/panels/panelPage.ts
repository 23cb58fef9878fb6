import { randomBytes } from 'node:crypto';

import * as vscode from 'vscode';

import { pageHtml } from './pageHtml';

/** How long a page may take to say its first word, and how often it is made before it is left alone. */
const PATIENCE = 6000;
const ATTEMPTS = 3;

/** A page of the extension's own in a webview panel, and the talk with it. Messages that are none are dropped. */
export class Page<Incoming, Outgoing> implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;
  private patience: NodeJS.Timeout | undefined;

  constructor(
    readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly name: 'plan' | 'overview',
    private readonly title: string,
    read: (data: unknown) => Incoming | undefined,
    received: (message: Incoming) => void,
  ) {
    const folder = vscode.Uri.joinPath(extension, 'dist', 'webview');
    this.subscription = panel.webview.onDidReceiveMessage((data: unknown) => {
      const message = read(data);
      if (message !== undefined) {
        clearTimeout(this.patience);
        received(message);
      }
    });
    panel.iconPath = {
      light: vscode.Uri.joinPath(extension, 'media', 'panel-light.svg'),
      dark: vscode.Uri.joinPath(extension, 'media', 'panel-dark.svg'),
    };
    panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
    this.make(folder, ATTEMPTS);
  }

  /** A message to a page that is hidden is lost: the page asks for everything when it is shown again. */
  say(message: Outgoing): void {
    void this.panel.webview.postMessage(message);
  }

  dispose(): void {
    clearTimeout(this.patience);
    this.subscription.dispose();
  }

  /** When a window is opened again, VS Code in a browser may not find a panel's files yet: then it stays empty. */
  private make(folder: vscode.Uri, attempts: number): void {
    const { webview } = this.panel;
    const file = (suffix: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, `${this.name}.page.${suffix}`)).toString();
    webview.html = pageHtml({
      language: vscode.env.language,
      title: this.title,
      cspSource: webview.cspSource,
      script: file('js'),
      style: file('css'),
      nonce: randomBytes(16).toString('base64url'),
    });
    this.patience = setTimeout(() => {
      if (attempts > 1) {
        this.make(folder, attempts - 1);
      }
    }, PATIENCE);
  }
}
