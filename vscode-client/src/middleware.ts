import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

/** What the server's answers lack for VS Code: lenses that lead somewhere, commands that say what they did. */
export const middleware: Middleware = {
  provideCodeLenses: async (document, token, next) => {
    const lenses = await next(document, token);
    return lenses?.map((lens, index) => withCommand(lens, index, document.uri));
  },
  executeCommand: async (command, given, next) => {
    const answer: unknown = await next(command, WORKSPACE_COMMANDS.includes(command) ? [] : given);
    const message = done(command, answer);
    if (message) {
      void vscode.window.showInformationMessage(message);
    }
    return answer;
  },
};

/** Commands about no document: what a menu gives them is not theirs. */
const WORKSPACE_COMMANDS = ['markscheme.markWorkspace', 'markscheme.clearCache', 'markscheme.restartEngine'];

/** Whether a lens tells what is estimated, without a reference: there is no plan behind it. */
function isOfEstimate(lens: vscode.CodeLens & { readonly data?: unknown }): boolean {
  const data = lens.data as { readonly estimate?: boolean } | null | undefined;
  return data?.estimate === true;
}

/** The document's lens leads to the class, a sentence's to its plan where it has one. */
function withCommand(lens: vscode.CodeLens, index: number, uri: vscode.Uri): vscode.CodeLens {
  const title = lens.command?.title ?? '';
  const { line, character } = lens.range.start;
  const place = { uri: uri.toString(), position: { line, character } };
  if (index === 0) {
    lens.command = {
      title,
      command: 'markscheme.showOverview',
      arguments: [uri.toString()],
      tooltip: vscode.l10n.t('Show the class overview'),
    };
  } else if (!isOfEstimate(lens)) {
    lens.command = {
      title,
      command: 'markscheme.showPlan',
      arguments: [place],
      tooltip: vscode.l10n.t('Show how the edits of this sentence line up'),
    };
  }
  return lens;
}

function done(command: string, answer: unknown): string | undefined {
  const counts = answer as Record<string, number> | null | undefined;
  switch (command) {
    case 'markscheme.markWorkspace':
      return counts
        ? vscode.l10n.t(
            '{0} documents are marked: {1} findings, {2} problems.',
            counts.documents ?? 0,
            counts.findings ?? 0,
            counts.problems ?? 0,
          )
        : undefined;
    case 'markscheme.clearCache':
      return vscode.l10n.t('The cache is empty: {0} entries were removed.', counts?.entries ?? 0);
    case 'markscheme.restartEngine':
      return vscode.l10n.t('The engine has been restarted.');
    default:
      return undefined;
  }
}
