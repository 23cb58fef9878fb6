import * as vscode from 'vscode';
import {
  InlayHintRequest,
  type FeatureState,
  type LanguageClient,
  type StaticFeature,
} from 'vscode-languageclient/node';

import { hasHighContrast } from './inlayHints';

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
