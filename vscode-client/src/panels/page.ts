import { randomBytes } from 'node:crypto';

import * as vscode from 'vscode';

import { pageHtml } from './pageHtml';

/** A page of the extension's own in a webview panel, and the talk with it. Messages that are none are dropped. */
export class Page<Incoming, Outgoing> implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;

  constructor(
    readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    name: 'plan' | 'overview',
    title: string,
    read: (data: unknown) => Incoming | undefined,
    received: (message: Incoming) => void,
  ) {
    const folder = vscode.Uri.joinPath(extension, 'dist', 'webview');
    const file = (suffix: string): string =>
      panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, `${name}.page.${suffix}`)).toString();
    this.subscription = panel.webview.onDidReceiveMessage((data: unknown) => {
      const message = read(data);
      if (message !== undefined) {
        received(message);
      }
    });
    panel.iconPath = vscode.Uri.joinPath(extension, 'media', 'activity.svg');
    panel.webview.options = { enableScripts: true, localResourceRoots: [folder] };
    panel.webview.html = pageHtml({
      language: vscode.env.language,
      title,
      cspSource: panel.webview.cspSource,
      script: file('js'),
      style: file('css'),
      nonce: randomBytes(16).toString('base64url'),
    });
  }

  /** A message to a page that is hidden is lost: the page asks for everything when it is shown again. */
  say(message: Outgoing): void {
    void this.panel.webview.postMessage(message);
  }

  dispose(): void {
    this.subscription.dispose();
  }
}
