import * as vscode from 'vscode';
import {
  InlayHintRequest,
  type FeatureState,
  type LanguageClient,
  type StaticFeature,
} from 'vscode-languageclient/node';

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

/** Makes VS Code request the hints of visible documents again when high contrast begins or ends. */
export class HintRefresh implements StaticFeature {
  private isBright = hasHighContrast(vscode.window.activeColorTheme.kind);
  private subscription: vscode.Disposable | undefined;

  constructor(private readonly client: LanguageClient) {}

  fillClientCapabilities(): void {
    // The server needs to know nothing of it.
  }

  getState(): FeatureState {
    return { kind: 'static' };
  }

  initialize(): void {
    this.clear();
    this.subscription = vscode.window.onDidChangeActiveColorTheme(({ kind }) => {
      if (hasHighContrast(kind) !== this.isBright) {
        this.isBright = !this.isBright;
        this.refresh();
      }
    });
  }

  clear(): void {
    this.subscription?.dispose();
    this.subscription = undefined;
  }

  private refresh(): void {
    const feature = this.client.getFeature(InlayHintRequest.method);
    for (const { document } of vscode.window.visibleTextEditors) {
      feature.getProvider(document)?.onDidChangeInlayHints.fire();
    }
  }
}

function hasHighContrast(theme: vscode.ColorThemeKind): boolean {
  return theme === vscode.ColorThemeKind.HighContrast || theme === vscode.ColorThemeKind.HighContrastLight;
}
