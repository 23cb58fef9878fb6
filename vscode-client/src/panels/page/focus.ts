/** Return the key of the focused element, by which it is found again after a redraw. */
export function focusedKey(): string | undefined {
  return document.activeElement?.getAttribute('data-key') ?? undefined;
}

/** Give the element with a key the focus, unless it has it. */
export function focusOn(key: string | undefined): void {
  if (key !== undefined && focusedKey() !== key) {
    document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
}

/** The keyboard that the extension gives the page: the first control takes it as soon as there is one. */
export class AwaitedFocus {
  private isAwaited = false;

  /** `controls` is a selector of the elements that can take the keyboard. */
  constructor(private readonly controls: string) {}

  request(): void {
    this.isAwaited = true;
  }

  take(): void {
    const first = this.isAwaited ? document.querySelector<HTMLElement>(`main :is(${this.controls})`) : null;
    if (first) {
      this.isAwaited = false;
      first.focus();
    }
  }
}

/** Whether a key is pressed in a field in which a person writes, where it has no other meaning. */
export function isWriting({ target }: Event): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea');
}
