interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCode;

/** The extension on the other side, and what is kept for this page over a reload. */
export class Host<Incoming, Outgoing, State extends object> {
  private readonly vscode = acquireVsCodeApi();
  private kept: State;

  constructor(
    readState: (data: unknown) => State | undefined,
    private readonly read: (data: unknown) => Incoming | undefined,
    empty: State,
  ) {
    this.kept = readState(this.vscode.getState()) ?? empty;
  }

  get state(): State {
    return this.kept;
  }

  keep(change: Partial<State>): void {
    this.kept = { ...this.kept, ...change };
    this.vscode.setState(this.kept);
  }

  say(message: Outgoing): void {
    this.vscode.postMessage(message);
  }

  /**
   * Messages that are none, or that came from another origin than this page's own, are dropped.
   *
   * VS Code's frame around the page has the page's origin; that it is the page's parent can't be seen, as VS Code
   * takes `window.parent` away.
   */
  listen(received: (message: Incoming) => void): void {
    window.addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
      const message = origin === window.origin ? this.read(data) : undefined;
      if (message !== undefined) {
        received(message);
      }
    });
  }
}

/** Keeps how far the page was scrolled. */
export function keepScroll(keep: (scroll: number) => void): void {
  let asked = false;
  window.addEventListener(
    'scroll',
    () => {
      if (!asked) {
        asked = true;
        requestAnimationFrame(() => {
          asked = false;
          keep(window.scrollY);
        });
      }
    },
    { passive: true },
  );
}
