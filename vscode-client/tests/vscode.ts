/** What stands in for VS Code where there is none: its English words, and no more. */

export const l10n = {
  t: (message: string, ...values: readonly (string | number)[]): string =>
    message.replace(/\{(\d+)\}/g, (place, index: string) => String(values[Number(index)] ?? place)),
};
