import * as v from 'valibot';
import * as vscode from 'vscode';
import type { CodeAction, Middleware } from 'vscode-languageclient/node';

import { showFeedback } from './commands/feedback';
import { type ViewProblems, withViewCommands } from './marks/views';
import type { MarkStore } from './marks/markStore';
import { sumLines } from './marks/markText';
import { writeNote } from './panels/questions/questionsPanel';
import { openIn } from './exercises/exerciseNodes';
import { type DocumentAnswer, isMarks } from './protocol/methods';
import { type Check, ClearedCache, LensData, WrittenFeedback } from './protocol/checks';

/** Return what adapts the server's answers to VS Code, with the diagnostics of Word documents listed by `problems`. */
export function middlewareWith(problems: ViewProblems, marks: MarkStore): Middleware {
  return {
    ...answers,
    provideCodeLenses: async (document, token, next) => {
      const lenses = await next(document, token);
      return lenses?.map((lens, index) => withCommand(lens, index, document.uri, marks.of(document.uri)));
    },
    handleDiagnostics: (uri, diagnostics, next) => {
      problems.publish(uri, diagnostics, next);
    },
  };
}

/** Return the sum of a document's mark, a line for each place; empty without a mark. */
function sumOf(answer: DocumentAnswer | undefined): string {
  return isMarks(answer) && answer.mark
    ? sumLines(answer.mark)
        .map(({ text }) => text)
        .join('\n')
    : '';
}

/** Hints are the extension's own, cards link to Word documents, and commands report their results. */
const answers: Middleware = {
  provideInlayHints: () => [],
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
    const message = resultText(command, answer);
    if (message) {
      void vscode.window.showInformationMessage(message);
    }
    if (command === 'markscheme.writeFeedback' && fits(WrittenFeedback, answer)) {
      void showFeedback(answer);
    }
    return answer;
  },
};

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

/** Whether a lens shows an estimate, so that there is no plan for it. */
function isOfEstimate(lens: vscode.CodeLens & { readonly data?: unknown }): boolean {
  return fits(LensData, lens.data) && lens.data.estimate;
}

/**
 * Add a command to a lens: the document's opens what is to be decided, or else the overview; a sentence's its plan if it
 * has one.
 */
function withCommand(
  lens: vscode.CodeLens,
  index: number,
  uri: vscode.Uri,
  answer: DocumentAnswer | undefined,
): vscode.CodeLens {
  const title = lens.command?.title ?? '';
  const { line, character } = lens.range.start;
  const place = { uri: uri.toString(), position: { line, character } };
  if (index === 0) {
    const isOpen = isMarks(answer) && openIn(answer) > 0;
    const [command, tooltip] = isOpen
      ? ['markscheme.showAnswersToDecide', vscode.l10n.t('Decide')]
      : ['markscheme.showOverview', vscode.l10n.t('Show the class overview')];
    lens.command = { title, command, arguments: [uri.toString()], tooltip: sumOf(answer) || tooltip };
  } else if (!isOfEstimate(lens)) {
    lens.command = {
      title,
      command: 'markscheme.showPlan',
      arguments: [place],
      tooltip: vscode.l10n.t('Show how the edits line up with a teacher’s'),
    };
  }
  return lens;
}

/** Return a message about a command's result; `undefined` if there is nothing to report, or the server says it. */
function resultText(command: string, answer: unknown): string | undefined {
  switch (command) {
    case 'markscheme.clearCache': {
      const entries = fits(ClearedCache, answer) ? answer.entries : 0;
      return vscode.l10n.t('The cache was cleared: {0} entries were removed.', entries);
    }
    case 'markscheme.restartEngine':
      return vscode.l10n.t('The engine was restarted.');
    default:
      return undefined;
  }
}

function fits<Value>(check: Check<Value>, value: unknown): value is Value {
  return v.is(check, value);
}
