import * as v from 'valibot';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CodeAction } from 'vscode-languageclient/node';

import { showFeedback } from './commands/feedback';
import type { HostMiddleware } from './connection';
import { type ViewProblems, withViewCommands } from './marks/views';
import type { MarkStore } from './marks/markStore';
import { sumLines } from './marks/markText';
import { writeNote } from './panels/questions/questionsPanel';
import { openIn } from './exercises/exerciseNodes';
import type { DocumentMarks } from './protocol/contract';
import { type DocumentAnswer, isMarks } from './protocol/methods';
import { type Check, ClearedCache, LensData, WrittenFeedback } from './protocol/checks';

/**
 * Return what adapts the server's answers to VS Code, with the diagnostics of Word documents listed by `problems`: hints
 * are the extension's own, cards link to Word documents, and commands report their results.
 */
export function middlewareWith(problems: ViewProblems, marks: MarkStore): HostMiddleware {
  return {
    provideInlayHints: () => [],
    provideCodeLenses: async (document, token, next) => {
      const lenses = await next(document, token);
      return lenses?.map((lens, index) => withCommand(lens, index, document.uri, marks.of(document.uri)));
    },
    handleDiagnostics: (uri, diagnostics, next) => problems.publish(uri, diagnostics, next),
    provideHover: async (document, position, token, next) => {
      const hover = await next(document, position, token);
      for (const content of hover?.contents ?? []) {
        if (content instanceof vscode.MarkdownString) {
          content.value = withViewCommands(content.value);
        }
      }
      return hover;
    },
    executeCommand: async (command, parameters, next) => {
      const complete = await completed(command, parameters as readonly unknown[]);
      if (!complete) {
        return undefined;
      }
      const answer: unknown = await next(command, complete);
      if (command === 'markscheme.clearCache') {
        const entries = fits(ClearedCache, answer) ? answer.entries : 0;
        const message = l10n.t('The cache was cleared: {0} entries were removed.', entries);
        void vscode.window.showInformationMessage(message);
      } else if (command === 'markscheme.restartEngine') {
        void vscode.window.showInformationMessage(l10n.t('The engine was restarted.'));
      } else if (command === 'markscheme.writeFeedback' && fits(WrittenFeedback, answer)) {
        void showFeedback(answer);
      }
      return answer;
    },
  };
}

/** Commands about the whole workspace. Menus pass them a document, which is removed. */
const WORKSPACE_COMMANDS = ['markscheme.markWorkspace', 'markscheme.clearCache', 'markscheme.restartEngine'];

/** Return a command's parameters, with what the person is asked for first; `undefined` if nothing is to be sent. */
async function completed(command: string, parameters: readonly unknown[]): Promise<unknown[] | undefined> {
  if (WORKSPACE_COMMANDS.includes(command)) {
    return [];
  }
  if (command === 'markscheme.moreActions') {
    const chosen = await chosenAction(parameters[0] as readonly CodeAction[]);
    return chosen && [[chosen]];
  }
  const [uri, given] = parameters as readonly [unknown, { readonly answer?: unknown; readonly note?: unknown }?];
  if (command !== 'markscheme.answerQuestion' || given?.answer !== 'note' || given.note) {
    return [...parameters];
  }
  const note = await writeNote('');
  return note === undefined ? undefined : [uri, { ...given, note }];
}

/** Return the action that the person chooses, if the server is to do it: what has only a command is run here. */
async function chosenAction(actions: readonly CodeAction[]): Promise<CodeAction | undefined> {
  const items = actions.map((action) => ({ label: action.title, action }));
  const action = (await vscode.window.showQuickPick(items))?.action;
  if (action?.command && !action.edit) {
    await vscode.commands.executeCommand(action.command.command, ...((action.command.arguments ?? []) as unknown[]));
    return undefined;
  }
  return action;
}

/** Add a command to a lens: the document's is the first, a sentence's opens its plan, unless it is estimated. */
function withCommand(
  lens: vscode.CodeLens & { readonly data?: unknown },
  index: number,
  uri: vscode.Uri,
  answer: DocumentAnswer | undefined,
): vscode.CodeLens {
  const title = lens.command?.title ?? '';
  if (index === 0) {
    lens.command = documentCommand(title, uri, isMarks(answer) ? answer : undefined);
  } else if (!(fits(LensData, lens.data) && lens.data.estimate)) {
    const { line, character } = lens.range.start;
    const tooltip = l10n.t('Show how the edits line up with a teacher’s');
    const place = { uri: uri.toString(), position: { line, character } };
    lens.command = { title, command: 'markscheme.showPlan', arguments: [place], tooltip };
  }
  return lens;
}

/** Return a command that opens what is to be decided, or else the overview. It shows the mark's sum. */
function documentCommand(title: string, uri: vscode.Uri, marks: DocumentMarks | undefined): vscode.Command {
  const [command, tooltip] =
    marks && openIn(marks) > 0
      ? ['markscheme.showAnswersToDecide', l10n.t('Decide')]
      : ['markscheme.showOverview', l10n.t('Show the class overview')];
  const sum = sumLines(marks?.mark ?? { lines: [] }).map(({ text }) => text);
  return { title, command, arguments: [uri.toString()], tooltip: sum.join('\n') || tooltip };
}

function fits<Value>(check: Check<Value>, value: unknown): value is Value {
  return v.is(check, value);
}
