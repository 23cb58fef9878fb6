import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as v from 'valibot';

import { withNotes, runLong, chooseReportFile } from '../../commands/writtenFiles';
import type { Connection } from '../../connection';
import { assignmentsOf } from '../../exercises/exerciseNodes';
import type {
  Adjudication,
  AdjudicationChoices,
  AdjudicationExport,
  AdjudicationParams,
  AdjudicationResult,
  AdjudicationState,
  Exercise,
  ExportedAdjudication,
  ExportFormat,
} from '../../protocol/contract';
import { folderOfArgument, normalUri, OneFolderPanel, registerFolderPanels } from '../folderPanels';
import type { Folder } from '../messages';
import { Outbox } from '../outbox';
import {
  answered,
  DelayedTask,
  failureOf,
  isUnanswered,
  type Received,
  reportFailure,
  withoutServer,
} from '../panelPage';
import type {
  AdjudicationPageState,
  FromAdjudicationPage,
  NamedAnnotator,
  Step,
  Stop,
  ToAdjudicationPage,
} from './adjudication';

/** Register the command that opens the panel for deciding between annotators, one panel an exercise. */
export function registerAdjudicationPanels(
  context: vscode.ExtensionContext,
  connection: Connection,
): vscode.Disposable {
  const outbox: DecisionOutbox = new Outbox(connection, context.workspaceState, {
    memory: 'markscheme.pendingDecisions',
    commandOf: ({ uri, decision }) => ['markscheme.adjudicate', [uri, decision]],
    resultIn: (answer) => answer as AdjudicationResult | undefined,
  });
  return vscode.Disposable.from(
    outbox,
    registerFolderPanels<Folder>(connection, {
      viewType: 'markscheme.adjudication',
      command: 'markscheme.showAdjudication',
      choose: (argument) => chosenAdjudication(connection, argument),
      restore: (state) => {
        const { uri, name } = (state as AdjudicationPageState | undefined) ?? {};
        return uri === undefined || name === undefined ? undefined : { uri, name };
      },
      titleOf: ({ name }) => l10n.t('Adjudicate: {0}', name),
      open: (panel, exercise) => new AdjudicationPanel(panel, context.extensionUri, connection, outbox, exercise),
    }),
  );
}

type DecisionOutbox = Outbox<Step, AdjudicationResult>;

/** Milliseconds without a change of files before the sentence is read again. */
const FILE_DELAY = 600;

/**
 * The panel of one exercise. The page keeps the person's place and the decisions that are not written; the panel reads
 * sentences, and the outbox sends decisions.
 */
class AdjudicationPanel extends OneFolderPanel<FromAdjudicationPage, ToAdjudicationPage> {
  private stop: Stop = { to: 'next', index: -1, all: false };
  private exercises: Promise<readonly Exercise[] | undefined> | undefined;

  constructor(
    panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    connection: Connection,
    private readonly outbox: DecisionOutbox,
    exercise: Folder,
  ) {
    super(panel, extension, 'adjudication', connection, exercise);
    const refresh = new DelayedTask(FILE_DELAY, () => {
      if (panel.visible && connection.state === 'running') {
        this.retry();
      }
    });
    this.parts.push(
      refresh,
      outbox.onDidSettle((outcome) => {
        this.page.post(outcome);
        // A sentence that was requested before a decision may not have the decision.
        if (this.isAsking) {
          this.retry();
        }
      }),
      connection.onDidChangeState(() => {
        this.exercises = undefined;
        this.retry();
      }),
      connection.onDidChangeExercises(() => {
        this.exercises = undefined;
        refresh.start();
      }),
    );
  }

  protected override retry(): void {
    void this.show(this.stop);
  }

  protected override receive(message: Received<FromAdjudicationPage>): void {
    switch (message.type) {
      case 'ready':
        this.page.post({ type: 'folder', folder: this.folder });
        break;
      case 'show':
        void this.show(message.stop);
        break;
      case 'steps':
        this.outbox.add(message.steps);
        break;
      case 'askMajority':
        void reportFailure(this.askMajority());
        break;
      case 'export':
        void reportFailure(exportAdjudicated(this.connection, this.folder.uri));
        break;
      case 'openPlace':
        void vscode.commands.executeCommand('markscheme.goTo', message.uri, message.range, message.view);
        break;
    }
  }

  private async askMajority(): Promise<void> {
    if (await confirmedMajority(this.connection, this.folder.uri)) {
      this.page.post({ type: 'takeMajority' });
    }
  }

  /** Show a sentence, with the names of annotators. */
  private async show(stop: Stop): Promise<void> {
    this.stop = stop;
    await this.ask(
      { type: 'reading' },
      async (token) => {
        const adjudication = await this.read(stop, token);
        this.exercises ??= this.connection.request('markscheme/exercises', {});
        return [adjudication, (await this.exercises) ?? []] as const;
      },
      ([{ annotators, counts, problems, sentences }, exercises]) => {
        const sentence = sentences[0] ?? null;
        this.stop = sentence ? { ...stop, to: 'at', index: sentence.index } : stop;
        const named = namedAnnotators(annotators, exercises, this.folder.uri);
        this.page.post({ type: 'sentence', sentence, counts, problems, annotators: named });
      },
      (error) => {
        this.exercises = undefined;
        return isUnanswered(error) ? withoutServer(this.connection) : failureOf(error);
      },
    );
  }

  private async read({ to, index, all }: Stop, token: vscode.CancellationToken): Promise<Adjudication> {
    const page = async (params: Partial<AdjudicationParams>): Promise<Adjudication> => {
      const states = all || to === 'at' ? {} : { states: ['open', 'tags'] satisfies AdjudicationState[] };
      const whole = { uri: this.folder.uri, limit: 1, ...states, ...params };
      return answered(await this.connection.request('markscheme/adjudication', whole, token));
    };
    if (to !== 'previous') {
      return await page(to === 'at' ? { offset: Math.max(0, index) } : { after: index });
    }
    // The nearest one before a sentence is the last one of those that begin with the sentence.
    const { matching } = await page({ after: index - 1, limit: 0 });
    return await page({ after: index - 1, offset: Math.max(0, matching - 1) });
  }
}

/** A node of the tree. */
const node = v.object({ exercise: v.object({ uri: v.string(), name: v.string() }) });

/** Return the exercise of a command's argument or of the open document, or one that the person picks. */
async function chosenAdjudication(connection: Connection, argument: unknown): Promise<Folder | undefined> {
  await connection.start().catch(() => undefined);
  const exercises = assignmentsOf((await connection.request('markscheme/exercises', {})) ?? []).filter(
    ({ references }) => new Set(references.map(({ name }) => name)).size > 1,
  );
  const wanted = v.safeParse(node, argument);
  const uri = folderOfArgument(argument) ?? vscode.window.activeTextEditor?.document.uri.toString();
  const matches = wanted.success
    ? exercises.filter((each) => each.uri === wanted.output.exercise.uri && each.name === wanted.output.exercise.name)
    : exercises.filter(({ uri: own, references, sources, students }) =>
        [own, ...[...references, ...sources, ...students].map((text) => text.uri)].some(
          (each) => uri !== undefined && normalUri(each) === normalUri(uri),
        ),
      );
  const exercise = wanted.success ? matches[0] : await picked(matches.length > 0 ? matches : exercises);
  return exercise && { uri: normalUri(exercise.references[0]?.uri ?? exercise.uri), name: exercise.name };
}

/** Return the only exercise, or the one that the person picks. */
async function picked<Each extends { readonly name: string; readonly uri: string }>(
  exercises: readonly Each[],
): Promise<Each | undefined> {
  if (exercises.length === 0) {
    void vscode.window.showInformationMessage(
      l10n.t('No exercise of the workspace has two references, between which you could decide.'),
    );
  }
  if (exercises.length < 2) {
    return exercises[0];
  }
  const items = exercises.map((exercise) => ({
    label: exercise.name,
    description: vscode.workspace.asRelativePath(vscode.Uri.parse(exercise.uri)),
    exercise,
  }));
  const placeHolder = l10n.t('Choose the exercise whose annotators you decide between');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.exercise;
}

/** Return annotators with their names as people read them; `uri` is a document of their exercise. */
function namedAnnotators(annotators: readonly string[], exercises: readonly Exercise[], uri: string): NamedAnnotator[] {
  const folder = uri.slice(0, uri.lastIndexOf('/') + 1);
  const references = exercises.flatMap((each) => each.references);
  return annotators.map((name) => {
    const own = references.filter((reference) => reference.name === name);
    // Exercises may have annotators of the same name: that of the exercise's folder comes first.
    const { label = name } = own.find((reference) => normalUri(reference.uri).startsWith(folder)) ?? own[0] ?? {};
    return { name, label, documents: own.map(({ uri, view }) => normalUri(view ?? uri)) };
  });
}

/** Say how many sentences have a version of most annotators, and return whether the person wants to take it there. */
async function confirmedMajority(connection: Connection, uri: string): Promise<boolean> {
  const parameters = [uri, { action: 'majority', dryRun: true }];
  const { changed, places, counts } = answered(await connection.run('markscheme.adjudicate', parameters));
  if (places === 0) {
    void vscode.window.showInformationMessage(
      l10n.t('No open place has a version of more than half of the annotators.'),
    );
    return false;
  }
  const take = l10n.t('Take the Majority');
  const message =
    changed === 1
      ? l10n.t('Take the majority’s versions in 1 open sentence?')
      : l10n.t('Take the majority’s versions in {0} open sentences?', changed);
  const detail = l10n.t(
    'Open places that get the version of more than half of the annotators: {0}. Open places without such a version, which stay open: {1}. Undo takes everything back at once.',
    places,
    Math.max(0, counts.places - places),
  );
  return (await vscode.window.showInformationMessage(message, { modal: true, detail }, take)) === take;
}

/** Let a person choose a format and a file, write the adjudicated text of an exercise, and offer to open the file. */
async function exportAdjudicated(connection: Connection, uri: string): Promise<void> {
  const choices = await connection.request('markscheme/adjudicationChoices', { uri });
  const format = choices && (await chosenFormat(choices));
  const open = format && (await chosenOpen(choices));
  if (!open) {
    return;
  }
  const ending = format.suffix.split('.').at(-1);
  const file = `${choices.name.replaceAll(/[\\/:]/g, '-')}.adjudicated${format.suffix}`;
  const target = await chooseReportFile(vscode.Uri.parse(uri), file, {
    ...(ending ? { filters: { [format.title]: [ending] } } : {}),
    title: l10n.t('Save the adjudicated text'),
  });
  const options = { format: format.name, open: open.open };
  const written = target && (await write(connection, uri, { target: target.toString(), ...options }));
  if (!written) {
    return;
  }
  const notes = [
    ...(written.filled > 0
      ? [l10n.t('At the open places of {0} sentences stands: {1}', written.filled, open.label)]
      : []),
    ...written.losses.map((loss) => l10n.t('Lost in {0}: {1}', written.format, loss)),
  ];
  const message = withNotes(l10n.t('{0} is written.', namesOf(written.files)), notes);
  const action = l10n.t('Open');
  if ((await vscode.window.showInformationMessage(message, action)) === action) {
    await vscode.commands.executeCommand('vscode.open', target);
  }
}

async function chosenFormat({ formats }: AdjudicationChoices): Promise<ExportFormat | undefined> {
  const items = formats.map((format) => ({
    label: `${format.title.charAt(0).toUpperCase()}${format.title.slice(1)}`,
    description: format.suffix,
    detail: format.name === 'm2' ? l10n.t('Its comments say who decided what, when and why') : '',
    format,
  }));
  const title = l10n.t('Export the adjudicated text');
  const placeHolder = l10n.t('Choose a format');
  return (await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true }))?.format;
}

/** Return what stands at open places, with the word of `AdjudicationExport.open` for it. */
async function chosenOpen({
  annotators,
  counts,
}: AdjudicationChoices): Promise<{ readonly label: string; readonly open: string | null } | undefined> {
  const items = [
    { label: l10n.t('The majority’s version, or the source where there is none'), open: 'majority' },
    { label: l10n.t('The source'), open: 'leave' },
    ...annotators.map((name) => ({ label: l10n.t('The version of {0}', name), open: `first ${name}` })),
  ];
  const title = counts.open === 1 ? l10n.t('1 sentence is open') : l10n.t('{0} sentences are open', counts.open);
  const placeHolder = l10n.t('Choose what stands at their open places in the file');
  return counts.open === 0
    ? { label: '', open: null }
    : await vscode.window.showQuickPick(items, { title, placeHolder });
}

/** Write the files; `undefined` if the person stops, or keeps files that are there. */
async function write(
  connection: Connection,
  uri: string,
  options: AdjudicationExport,
): Promise<ExportedAdjudication | undefined> {
  const run = (overwrite: boolean): Promise<ExportedAdjudication | undefined> =>
    runLong(connection, {
      name: 'markscheme.exportAdjudication',
      title: l10n.t('Writing the adjudicated text'),
      parameters: [uri],
      options: overwrite ? { ...options, overwrite } : options,
    });
  const written = await run(false);
  if (!written || written.existing.length === 0) {
    return written;
  }
  const replace = l10n.t('Replace');
  const names = namesOf(written.existing);
  const message = l10n.t('Files of the format are there already: {0}. Do you want to replace them?', names);
  const answer = await vscode.window.showWarningMessage(message, { modal: true }, replace);
  return answer === replace ? await run(true) : undefined;
}

function namesOf(files: readonly string[]): string {
  return files.map((file) => vscode.Uri.parse(file).path.split('/').at(-1) ?? file).join(', ');
}
