/** The small part of VS Code's API that code under test needs outside an editor: URIs, events, tree items. */

export const l10n = { bundle: undefined };

export class Uri {
  private constructor(private readonly text: string) {}

  static parse(text: string): Uri {
    return new Uri(text);
  }

  toString(): string {
    return this.text;
  }
}

export const commands = {
  executeCommand: (): Promise<void> => Promise.resolve(),
};

export class Disposable {
  constructor(readonly dispose: () => void) {}

  static from(...disposables: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      disposables.forEach((each) => each.dispose());
    });
  }
}

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}

  isBefore(other: Position): boolean {
    return this.line < other.line || (this.line === other.line && this.character < other.character);
  }

  isEqual({ line, character }: Position): boolean {
    return this.line === line && this.character === character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }

  get isEmpty(): boolean {
    return this.start.isEqual(this.end);
  }

  get isSingleLine(): boolean {
    return this.start.line === this.end.line;
  }

  isEqual({ start, end }: Range): boolean {
    return this.start.isEqual(start) && this.end.isEqual(end);
  }

  union({ start, end }: Range): Range {
    const first = start.isBefore(this.start) ? start : this.start;
    const last = this.end.isBefore(end) ? end : this.end;
    return new Range(first.line, first.character, last.line, last.character);
  }
}

export enum TreeItemCollapsibleState {
  None = 0,
  Collapsed = 1,
  Expanded = 2,
}

export enum QuickPickItemKind {
  Separator = -1,
  Default = 0,
}

export class TreeItem {
  constructor(
    readonly label: string,
    readonly collapsibleState = TreeItemCollapsibleState.None,
  ) {}
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}

export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => unknown>();

  readonly event = (listener: (value: T) => unknown): Disposable => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };

  fire(value: T): void {
    this.listeners.forEach((listener) => listener(value));
  }

  dispose(): void {
    this.listeners.clear();
  }
}

export enum ColorThemeKind {
  Light = 1,
  Dark = 2,
  HighContrast = 3,
  HighContrastLight = 4,
}

/** A test fires it to close a document. */
export const closed = new EventEmitter<{ readonly uri: unknown }>();

/** The open documents, which a test sets. */
export const workspace = {
  textDocuments: [] as readonly { readonly uri: unknown }[],
  onDidCloseTextDocument: closed.event,
};
