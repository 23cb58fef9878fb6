import type { RunRequest } from '../messages';

interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCode;

/**
 * Messages to and from the extension, and the page's state, which is kept over a reload. Both sides are of one bundle:
 * the compiler alone checks what they say to each other.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- each page names its messages
export class Host<Incoming, Outgoing, State extends object> {
  private readonly vscode = acquireVsCodeApi();
  private current = (this.vscode.getState() ?? {}) as State;

  get state(): State {
    return this.current;
  }

  keep(change: Partial<State>): void {
    this.current = { ...this.current, ...change };
    this.vscode.setState(this.current);
  }

  /** Post a message to the extension; bound to the page, so that it can be handed on. */
  readonly post = (message: Outgoing): void => {
    this.vscode.postMessage(message);
  };

  /** Run a command of the extension. */
  readonly run = (command: string, ...parameters: readonly unknown[]): void => {
    const request: RunRequest = { type: 'run', command, parameters };
    this.vscode.postMessage(request);
  };

  /**
   * Listen to messages. Those from another origin than the page's are dropped.
   *
   * VS Code's frame around the page has the page's origin. The sender can't be compared with `window.parent`, since
   * VS Code removes that.
   */
  listen(onMessage: (message: Incoming) => void): void {
    window.addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
      if (origin === window.origin) {
        onMessage(data as Incoming);
      }
    });
  }
}

/** Keep how far the page is scrolled, once a frame. */
export function keepScroll(host: { keep(change: { readonly scroll: number }): void }): void {
  let isPending = false;
  window.addEventListener(
    'scroll',
    () => {
      if (!isPending) {
        isPending = true;
        requestAnimationFrame(() => {
          isPending = false;
          host.keep({ scroll: window.scrollY });
        });
      }
    },
    { passive: true },
  );
}
