/** The keys with which a person decides at a page: one table says what each key does, and which key a page shows. */

/** A key as the browser reports it. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The keys of each action, as the browser names them; a page shows the first. Letters stand without Shift. */
export type KeyTable<Action extends string> = Readonly<Record<Action, readonly [string, ...string[]]>>;

/** What pressed keys do on one page. Ctrl+Z, and Cmd+Z on a Mac, do what the action `undo` does. */
export class Keys<Action extends string> {
  private readonly actions: ReadonlyMap<string, Action | 'undo'>;

  constructor(private readonly table: KeyTable<Action | 'undo'>) {
    const actions = Object.keys(table) as (Action | 'undo')[];
    this.actions = new Map(
      actions.flatMap((action) => table[action].map((key) => [key.toLowerCase(), action] as const)),
    );
  }

  /** Return what a pressed key does; `undefined` if nothing. */
  actionOf({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): Action | 'undo' | undefined {
    const name = key.toLowerCase();
    if (ctrlKey || metaKey) {
      return name === 'z' && !altKey && !shiftKey ? 'undo' : undefined;
    }
    return altKey ? undefined : this.actions.get(name);
  }

  /** Return the key that a page shows for an action. */
  shown(action: Action | 'undo'): string {
    const [first] = this.table[action];
    return first.length === 1 ? first.toUpperCase() : first;
  }
}

/** Return the index that a number key chooses, from 0; `undefined` for another key. */
export function choiceOf({ key, ctrlKey, metaKey, altKey }: PressedKey): number | undefined {
  return /^[1-9]$/.test(key) && !ctrlKey && !metaKey && !altKey ? Number(key) - 1 : undefined;
}
