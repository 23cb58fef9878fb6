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
  private readonly actions: readonly (Action | 'undo')[];

  constructor(private readonly table: KeyTable<Action | 'undo'>) {
    this.actions = Object.keys(table) as (Action | 'undo')[];
  }

  /**
   * Return what a pressed key does; `undefined` if nothing.
   *
   * @param isOffered tells whether an action can be done now; two actions may share a key if never both are offered.
   */
  actionOf(
    { key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey,
    isOffered: (action: Action | 'undo') => boolean = () => true,
  ): Action | 'undo' | undefined {
    const name = key.toLowerCase();
    if (ctrlKey || metaKey) {
      return name === 'z' && !altKey && !shiftKey ? 'undo' : undefined;
    }
    const hasKey = (action: Action | 'undo'): boolean => this.table[action].some((each) => each.toLowerCase() === name);
    return altKey ? undefined : this.actions.find((action) => hasKey(action) && isOffered(action));
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
