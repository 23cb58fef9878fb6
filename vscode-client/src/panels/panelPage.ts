import { randomBytes } from 'node:crypto';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import { reasonOf } from '../words';
import type { Failed, RemedyRequest, RunRequest } from './messages';

/** Why there is no answer of the server's. */
export type Unanswered = { readonly type: 'waiting' } | Failed;

/** Return what a page shows while no server is running: that it starts, or why it does not run. */
export function withoutServer({ state, failure }: Connection): Unanswered {
  if (state === 'starting') {
    return { type: 'waiting' };
  }
  const message = failure ?? l10n.t('Markscheme’s server is not running.');
  return { type: 'failed', message, remedy: 'start' };
}

/** Return the server's answer; throw if the server stopped before it was asked. */
export function answered<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) {
    throw new Error(l10n.t('Markscheme’s server is not running.'));
  }
  return answer;
}

/** Return what a page shows after a request that failed, which the person can repeat. */
export function failureOf(error: unknown): Failed {
  return { type: 'failed', message: reasonOf(error), remedy: 'retry' };
}

/** Show the person why an action failed. */
export async function reportFailure(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    void vscode.window.showErrorMessage(reasonOf(error));
  }
}

/** Codes of errors of the connection, and of requests that were cancelled: the same request may succeed later. */
const UNANSWERED: ReadonlySet<number> = new Set([-32099, -32098, -32097, -32096, -32002, -32800, -32801, -32802]);

/** Whether a request failed before the server answered it. */
export function isUnanswered(error: unknown): boolean {
  return UNANSWERED.has(codeOf(error) ?? 0);
}

/** Whether the server has answered with an error, so that sending again is of no use. Its codes are below 0. */
export function isRefusal(error: unknown): boolean {
  return (codeOf(error) ?? 0) < 0 && !isUnanswered(error);
}

function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? code : undefined;
}

/** Work that runs once after a delay; starting it again starts the delay again. */
export class DelayedTask {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly milliseconds: number,
    private readonly work: () => void,
  ) {}

  start(): void {
    this.dispose();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.work();
    }, this.milliseconds);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

/** The newest messages of a panel, which a page that is new, or was hidden, is posted again. */
export class LastMessages<Shown extends object, Message extends object> {
  private result: Shown | undefined;
  private last: Shown | Message | undefined;

  constructor(private readonly post: (message: Shown | Message) => void) {}

  /** The result that the page shows, under whatever was posted after it. */
  get shown(): Shown | undefined {
    return this.result;
  }

  get isEmpty(): boolean {
    return this.last === undefined;
  }

  /** Post a result. */
  show(result: Shown): void {
    this.result = result;
    this.update(result);
  }

  /** Post how far the computation of a result is, or why there is none. */
  update(message: Shown | Message): void {
    this.last = message;
    this.post(message);
  }

  /** Post nothing again that was posted so far. */
  forget(): void {
    this.result = undefined;
    this.last = undefined;
  }

  /** Post the result that was there before, or else a message. */
  restore(otherwise: Message): void {
    this.update(this.result ?? otherwise);
  }

  /** Post the result, and the newest message if it is another one. */
  repeat(): void {
    if (this.result && this.last !== this.result) {
      this.post(this.result);
    }
    if (this.last) {
      this.post(this.last);
    }
  }
}

/** The variable parts of a page's document. */
interface PageParts {
  readonly language: string;
  readonly title: string;
  /** Translations of what the page says, by the English words. */
  readonly words: Readonly<Record<string, string>>;
  /** Where the page may load files from, as a source of the content security policy. */
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
  /** New for each load. */
  readonly nonce: string;
}

/**
 * Return a page's HTML document, whose body its script fills.
 *
 * The policy allows only the page's script and stylesheet. It forbids inline code, inline style and requests.
 */
export function pageHtml({ language, title, words, cspSource, script, style, nonce }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeMarkup(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(policy)}">
<title>${escapeMarkup(title)}</title>
<link rel="stylesheet" href="${escapeMarkup(style)}">
</head>
<body>
<main id="page"></main>
<script type="application/json" id="words">${JSON.stringify(words).replaceAll('<', '\\u003c')}</script>
<script type="module" nonce="${escapeMarkup(nonce)}" src="${escapeMarkup(script)}"></script>
</body>
</html>
`;
}

/** Escape text for HTML, SVG and attributes in double quotes; leave out characters that XML does not allow. */
export function escapeMarkup(text: string): string {
  return withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function withoutControls(text: string): string {
  return text.replace(/[^\t\n\r -\uffff]/g, '');
}

/** Milliseconds to wait for a page's first message before it is loaded again. */
const LOAD_TIMEOUT = 6000;

/** The commands that a page may run: it shows students' words, so it can't run any command of the editor. */
const OF_PAGES = /^(markscheme\.|workbench\.action\.openSettings$)/;

/** Number of times that a page is loaded. */
const MAX_LOADS = 3;

/** The pages, by the names of their scripts. */
export type PageName =
  'adjudication' | 'decide' | 'overview' | 'plan' | 'progress' | 'questions' | 'scheme' | 'setup' | 'word';

/** What a panel does with its page's messages; `PanelPage` repeats requests and runs commands. */
export type Received<Incoming> = Exclude<Incoming, RemedyRequest | RunRequest>;

/** What a page is, and what it does with messages. */
interface PageOptions<Incoming> {
  readonly name: PageName;
  readonly title: string;
  readonly receive: (message: Received<Incoming>) => void;
  /** Repeats the request that failed. */
  readonly retry: () => void;
}

/** One of the extension's pages in a webview panel, with the messages to and from it. */
export class PanelPage<Incoming extends { readonly type: string }, Outgoing> implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;
  private timeout: NodeJS.Timeout | undefined;

  constructor(
    readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly options: PageOptions<Incoming>,
  ) {
    const folder = vscode.Uri.joinPath(extension, 'dist', 'webview');
    this.subscription = panel.webview.onDidReceiveMessage((message: Incoming) => {
      clearTimeout(this.timeout);
      this.receive(message);
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

  private receive(message: Incoming | RemedyRequest | RunRequest): void {
    if (!isHostRequest(message)) {
      this.options.receive(message as Received<Incoming>);
    } else if (message.type === 'run') {
      const { command, parameters } = message;
      if (OF_PAGES.test(command)) {
        void reportFailure(Promise.resolve(vscode.commands.executeCommand(command, ...parameters)));
      }
    } else if (message.remedy === 'retry') {
      this.options.retry();
    } else {
      void vscode.commands.executeCommand('markscheme.restartServer');
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
      words: vscode.l10n.bundle ?? {},
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

function isHostRequest(message: { readonly type: string }): message is RemedyRequest | RunRequest {
  return message.type === 'remedy' || message.type === 'run';
}
