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
