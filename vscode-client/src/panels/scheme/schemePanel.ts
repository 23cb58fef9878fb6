import { randomUUID } from 'node:crypto';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as v from 'valibot';

import type { Connection } from '../../connection';
import type { FrontEditor } from '../../frontEditor';
import type { SchemeForm } from '../../protocol/contract';
import { reasonOf } from '../../words';
import { folderOf, folderOfArgument, keptFolder, OneFolderPanel, registerFolderPanels } from '../folderPanels';
import type { Folder } from '../messages';
import { answered, DelayedTask, failureOf, type Received, withoutServer } from '../panelPage';
import type { Drafted, FromSchemePage, SchemePageState, ToSchemePage } from './scheme';

/** Milliseconds without a change of the draft before its preview is requested. */
const TYPING_DELAY = 250;

/** Milliseconds without a newly marked document before the preview is requested again. */
const MARK_DELAY = 1500;

/** Register the command that shows a class's mark scheme, one panel a class. */
export function registerSchemePanel(
  context: vscode.ExtensionContext,
  connection: Connection,
  front: FrontEditor,
): vscode.Disposable {
  return registerFolderPanels<Folder>(connection, {
    viewType: 'markscheme.scheme',
    command: 'markscheme.editScheme',
    choose: (argument) => classFolder(argument, front.uri),
    restore: (state) => keptFolder(state as SchemePageState | undefined),
    titleOf: ({ name }) => l10n.t('Mark scheme: {0}', name),
    open: (panel, folder, argument) =>
      new SchemePanel(panel, context.extensionUri, connection, folder, assignmentOf(argument)),
  });
}

/** The panel of one class. The page has the draft; the panel reads the file, requests previews and writes. */
class SchemePanel extends OneFolderPanel<FromSchemePage, ToSchemePage> {
  private readonly previewSoon = new DelayedTask(TYPING_DELAY, () => void this.preview());
  private readonly previewLater = new DelayedTask(MARK_DELAY, () => void this.preview());
  private exercise: number | null = null;
  private form: SchemeForm | undefined;
  private draft: Drafted | undefined;

  constructor(
    panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    connection: Connection,
    folder: Folder,
    private assignment: string | undefined,
  ) {
    super(panel, extension, 'scheme', connection, folder);
    this.parts.push(
      this.previewSoon,
      this.previewLater,
      connection.onDidChangeState(() => this.retry()),
      connection.onDidChangeExercises(() => this.retry()),
      connection.onDidPublish(() => {
        if (panel.visible && this.draft) {
          this.previewLater.start();
        }
      }),
    );
  }

  protected override retry(): void {
    void this.read();
  }

  protected override receive(message: Received<FromSchemePage>): void {
    const { folder } = this;
    switch (message.type) {
      case 'ready':
      case 'read':
        if (message.type === 'ready') {
          this.page.post({ type: 'folder', folder });
        }
        this.exercise = message.exercise;
        void this.read();
        break;
      case 'draft':
        this.draft = message;
        this.previewSoon.start();
        break;
      case 'write':
        void this.write(message);
        break;
      case 'openConfiguration':
        this.openConfiguration();
        break;
      case 'setUp':
        void vscode.commands.executeCommand('markscheme.setUp', folder.uri);
        break;
      case 'openPlace':
        void vscode.commands.executeCommand('markscheme.goTo', message.uri, message.range, message.view);
        break;
    }
  }

  /** Read the file, and show it on the page, which keeps a draft with changes. */
  private async read(isSaved = false): Promise<void> {
    if (this.connection.state !== 'running') {
      this.page.post(withoutServer(this.connection));
      return;
    }
    this.page.post({ type: 'busy' });
    try {
      this.form = await this.requestForm();
      this.page.post({ type: 'form', form: this.form, isSaved });
    } catch (error) {
      this.form = undefined;
      this.page.post(failureOf(error));
    }
  }

  /** Return the form; at first that of the assignment for which the panel was opened, if it has a mark scheme. */
  private async requestForm(): Promise<SchemeForm> {
    const { exercise, assignment } = this;
    const params = { uri: this.folder.uri, exercise };
    const form = answered(await this.connection.request('markscheme/scheme', params));
    const own = form.targets.find((each) => each.exercise !== null && each.written && each.name === assignment);
    this.assignment = undefined;
    if (!own || own.exercise === form.exercise) {
      return form;
    }
    this.exercise = own.exercise;
    return this.requestForm();
  }

  /** Request what the newest draft does. */
  private async preview(): Promise<void> {
    const { draft, form, connection } = this;
    if (!draft || !form || connection.state !== 'running') {
      this.cancel();
      return;
    }
    const { table, student, revision } = draft;
    const params = { uri: this.folder.uri, exercise: form.exercise, table, student, workDoneToken: randomUUID() };
    await this.ask(
      { type: 'busy' },
      (token) => connection.request('markscheme/previewScheme', params, token),
      (preview) => this.page.post({ type: 'preview', revision, preview }),
      refusal,
    );
  }

  private async write({ table, digest }: Extract<FromSchemePage, { type: 'write' }>): Promise<void> {
    const { form } = this;
    if (!form) {
      return;
    }
    this.page.post({ type: 'busy' });
    try {
      const params = { uri: this.folder.uri, exercise: form.exercise, table, digest };
      const { written, faults } = answered(await this.connection.request('markscheme/writeScheme', params));
      if (written) {
        await this.read(true);
      } else {
        this.page.post({ type: 'refused', message: '', faults });
      }
    } catch (error) {
      this.page.post(refusal(error));
    }
  }

  private openConfiguration(): void {
    const uri = this.form?.configuration ?? `${this.folder.uri}/markscheme.toml`;
    void vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(uri), vscode.ViewColumn.Beside);
  }
}

function refusal(error: unknown): ToSchemePage {
  return { type: 'refused', message: reasonOf(error), faults: [] };
}

/** Folders without the classes of a person. */
const EXCLUDED = '**/{node_modules,.git,.venv,venv,markscheme-reports}/**';

const named = v.object({ exercise: v.object({ name: v.string() }) });

/** Return the name of the assignment in a command's argument: that of an exercise of the tree. */
function assignmentOf(argument: unknown): string | undefined {
  const exercise = v.safeParse(named, argument);
  return exercise.success ? exercise.output.exercise.name : undefined;
}

/**
 * Return the class folder that holds the `markscheme.toml` of a command's argument or of the text in front, or else one
 * that the person picks. A person without any is offered to set one up.
 */
async function classFolder(argument: unknown, front: vscode.Uri | undefined): Promise<Folder | undefined> {
  const files = await vscode.workspace.findFiles('**/markscheme.toml', EXCLUDED);
  const folders = files.map((file) => folderOf(vscode.Uri.joinPath(file, '..').toString()));
  const wanted = folderOfArgument(argument);
  const inner = wanted ?? front?.toString();
  const around = folders.filter(({ uri }) => inner !== undefined && isInside(inner, uri));
  if (around.length > 0) {
    return around.sort((a, b) => b.uri.length - a.uri.length)[0];
  }
  const choices = folders.filter(({ uri }) => wanted === undefined || isInside(uri, wanted));
  if (choices.length === 0) {
    const setUp = l10n.t('Set Up Marking…');
    const message = l10n.t('A mark scheme belongs to a class that is set up. Set up marking first.');
    if ((await vscode.window.showInformationMessage(message, setUp)) === setUp) {
      await vscode.commands.executeCommand('markscheme.setUp', wanted);
    }
  }
  if (choices.length < 2) {
    return choices[0];
  }
  const items = choices.map((folder) => ({
    folder,
    label: folder.name,
    description: vscode.workspace.asRelativePath(vscode.Uri.parse(folder.uri)),
  }));
  items.sort((a, b) => a.label.localeCompare(b.label));
  const placeHolder = l10n.t('Choose the class whose mark scheme you want to see');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.folder;
}

function isInside(uri: string, folder: string): boolean {
  const [inner, outer] = [vscode.Uri.parse(uri).path, vscode.Uri.parse(folder).path];
  return `${inner}/`.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}
