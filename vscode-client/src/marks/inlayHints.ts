import * as vscode from 'vscode';

/**
 * Return hints that are told from the text without their colour.
 *
 * Most themes show hints dimmer than the text. Themes with high contrast show them as bright as the text, so there they
 * stand in brackets.
 */
export function distinctHints(
  hints: vscode.InlayHint[] | null | undefined,
  theme: vscode.ColorThemeKind,
): vscode.InlayHint[] | null | undefined {
  if (hasHighContrast(theme)) {
    hints?.forEach((hint) => {
      hint.label = typeof hint.label === 'string' ? `[${hint.label}]` : hint.label;
    });
  }
  return hints;
}

/** Whether a theme has high contrast. */
export function hasHighContrast(theme: vscode.ColorThemeKind): boolean {
  return theme === vscode.ColorThemeKind.HighContrast || theme === vscode.ColorThemeKind.HighContrastLight;
}
