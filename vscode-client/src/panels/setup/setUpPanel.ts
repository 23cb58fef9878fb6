/** Students' files that an editor shows and does not change, by the setting `files.readonlyInclude`. */

import path from 'node:path';

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { SetUp, SetUpChoices, SetUpFile } from '../../protocol/contract';
import { fillTemplate } from '../../words';
import { folderOf, folderOfArgument, type FolderPanel, keptFolder, registerFolderPanels } from '../folderPanels';
import type { Folder, RemedyRequest } from '../messages';
import { answered, failureOf, PanelPage, withoutServer } from '../panelPage';
import { NO_CHOICES } from './choices';
import {
  type FromSetUpPage,
  type SetUpButton,
  type SetUpPageState,
  setUpStrings,
  type ShownSetUp,
  type ToSetUpPage,
} from './setUpMessages';

/** Register the command that sets up a folder, one panel a folder. */
export function registerSetUpPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  return registerFolderPanels<Folder>(connection, {
    viewType: 'markscheme.setUp',
    command: 'markscheme.setUp',
    choose: chosenFolder,
    restore: (state) => keptFolder(state as SetUpPageState | undefined),
    titleOf: ({ name }) => vscode.l10n.t('Set up: {0}', name),
    open: (panel, folder) => new SetUpPanel(panel, context.extensionUri, connection, folder),
  });
}

/** The panel of one folder. The page has the teacher's choices; the panel requests the set-up for the newest ones. */
class SetUpPanel implements FolderPanel {
  private readonly page: PanelPage<FromSetUpPage, ToSetUpPage>;
  private readonly subscriptions: { dispose(): unknown }[];
  private choices: SetUpChoices = NO_CHOICES;
  private revision = 0;
  private request: vscode.CancellationTokenSource | undefined;
  private shown: SetUp | undefined;
  private written: ToSetUpPage | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
    private readonly connection: Connection,
    private readonly folder: Folder,
  ) {
    this.page = new PanelPage(panel, extension, {
      name: 'setup',
      title: panel.title,
      receive: (message) => {
        this.receive(message);
      },
      retry: () => void this.preview(),
    });
    this.subscriptions = [
      this.page,
      { dispose: () => this.request?.cancel() },
      connection.onDidChangeState(() => {
        this.previewIfShown();
      }),
      connection.onDidChangeExercises(() => {
        this.previewIfShown();
      }),
      // A teacher who copies files into the folder comes back to this window then.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) {
          this.previewIfShown();
        }
      }),
    ];
  }

  focus(): void {
    this.page.post({ type: 'focus' });
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private receive(message: Exclude<FromSetUpPage, RemedyRequest>): void {
    if (message.type === 'ready') {
      this.begin(message.choices);
    } else if (message.type === 'choose') {
      [this.revision, this.choices] = [message.revision, message.choices];
      void this.preview();
    } else if (message.type === 'open') {
      this.open(message.path);
    } else if (message.type === 'write') {
      void this.write(message.readOnly);
    } else if (message.type === 'allow') {
      void this.showVariants(message.names);
    } else {
      this.press(message.type);
    }
  }

  /** Do what a button says. */
  private press(name: SetUpButton): void {
    switch (name) {
      case 'refresh':
        void this.preview();
        break;
      case 'openConfiguration':
        void vscode.commands.executeCommand('vscode.open', this.configuration(), vscode.ViewColumn.Beside);
        break;
      case 'importClass':
        void vscode.commands.executeCommand('markscheme.importClass');
        break;
      case 'showClass':
        void this.showClass();
        break;
      case 'markScheme':
        void vscode.commands.executeCommand('markscheme.editScheme', this.folder.uri);
        break;
      case 'change':
        this.written = undefined;
        void this.preview();
        break;
    }
  }

  private begin(choices: SetUpChoices | null): void {
    this.revision = 0;
    this.choices = choices ?? NO_CHOICES;
    this.page.post({
      type: 'words',
      language: vscode.env.language,
      strings: setUpStrings(),
      folder: this.folder,
      choices: this.choices,
    });
    if (this.written) {
      this.page.post(this.written);
      void this.showVariants();
    } else {
      void this.preview();
    }
  }

  private previewIfShown(): void {
    if (this.panel.visible && !this.written) {
      void this.preview();
    }
  }

  /** Request the set-up for the newest choices. A newer request cancels this one, and its late answer is dropped. */
  private async preview(): Promise<void> {
    this.request?.cancel();
    if (this.connection.state !== 'running') {
      this.page.post(withoutServer(this.connection));
      return;
    }
    const request = new vscode.CancellationTokenSource();
    this.request = request;
    const revision = this.revision;
    this.page.post({ type: 'reading' });
    try {
      const params = { uri: this.folder.uri, choices: this.choices };
      const setUp = answered(await this.connection.request('markscheme/setUpPreview', params, request.token));
      if (this.request === request) {
        this.shown = setUp;
        const readOnly = areReadOnly(this.folder, setUp.files);
        this.page.post({ type: 'setUp', revision, setUp, readOnly } satisfies ShownSetUp);
      }
    } catch (error) {
      this.fail(error, request);
    } finally {
      request.dispose();
    }
  }

  /** Write `markscheme.toml` for the newest choices, and show the class; `readOnly`: whether students' files are, too. */
  private async write(readOnly: boolean | null): Promise<void> {
    const { shown } = this;
    if (!shown) {
      return;
    }
    this.request?.cancel();
    const request = new vscode.CancellationTokenSource();
    this.request = request;
    this.page.post({ type: 'writing' });
    try {
      const params = { uri: this.folder.uri, choices: this.choices, overwrite: shown.exists };
      if (!(await this.connection.request('markscheme/writeSetUp', params))) {
        throw new Error(vscode.l10n.t('Markscheme’s server is not running.'));
      }
      if (readOnly !== null && readOnly !== areReadOnly(this.folder, shown.files)) {
        await keepReadOnly(this.folder, shown.files, readOnly);
      }
      this.written = { type: 'written', summary: shown.summary };
      this.page.post(this.written);
      await this.showClass();
      this.sayWhere();
      await this.showVariants();
    } catch (error) {
      this.fail(error, request);
    } finally {
      request.dispose();
    }
  }

  /** Show what students may choose between, and what hangs on it; first write which choices they have, if these are given. */
  private async showVariants(allow?: readonly string[]): Promise<void> {
    const request = new vscode.CancellationTokenSource();
    this.request = request;
    try {
      const params = { uri: this.folder.uri, ...(allow ? { allow: [...allow] } : {}) };
      const answer = await this.connection.request('markscheme/variants', params, request.token);
      if (answer && this.request === request && this.written) {
        this.page.post({ type: 'variants', variants: answer.variants });
      }
    } catch (error) {
      this.fail(error, request);
    } finally {
      request.dispose();
    }
  }

  /** Show the students in the side bar, and their marks in the class overview. */
  private async showClass(): Promise<void> {
    await vscode.commands.executeCommand('markscheme.refreshExercises');
    await vscode.commands.executeCommand('markscheme.exercises.focus');
    await vscode.commands.executeCommand('markscheme.showOverview', this.folder.uri);
  }

  private sayWhere(): void {
    const { writtenTitle, writtenWhere } = setUpStrings();
    void vscode.window.showInformationMessage(`${writtenTitle}. ${fillTemplate(writtenWhere, this.folder.name)}`);
  }

  private fail(error: unknown, request: vscode.CancellationTokenSource): void {
    if (this.request === request) {
      this.page.post(failureOf(error));
    }
  }

  /** Open a file, if the set-up names it. */
  private open(path: string): void {
    const file = this.shown?.files.find((each) => each.path === path);
    if (file) {
      void vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(file.uri), {
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
      });
    }
  }

  private configuration(): vscode.Uri | undefined {
    return this.shown && vscode.Uri.parse(this.shown.configuration);
  }
}

type Files = readonly Pick<SetUpFile, 'path' | 'role'>[];

/**
 * Return patterns of the students' files of a folder, relative to its workspace folder: all files with an ending in a
 * folder where only students' files have it, so that new ones join; else each file.
 */
export function readOnlyPatterns(files: Files, below: string): string[] {
  const kindOf = ({ path: name }: Files[number]): string => `${path.posix.dirname(name)}/*${path.posix.extname(name)}`;
  const others = new Set(files.filter(({ role }) => role !== 'hypothesis' && role !== 'none').map(kindOf));
  const patterns = files
    .filter(({ role }) => role === 'hypothesis')
    .map((file) => {
      const folder = escaped(path.posix.join(below, path.posix.dirname(file.path)));
      const name = others.has(kindOf(file))
        ? escaped(path.posix.basename(file.path))
        : `*${path.posix.extname(file.path)}`;
      return path.posix.join(folder, name);
    });
  return [...new Set(patterns)].sort();
}

/** Whether all students' files are read-only; `null` outside of the workspace, whose settings say it, and without any. */
function areReadOnly(folder: Folder, files: Files): boolean | null {
  const patterns = patternsIn(folder, files);
  const included = configuration(folder).get<Record<string, boolean>>('readonlyInclude') ?? {};
  return patterns.length === 0 ? null : patterns.every((pattern) => included[pattern] === true);
}

/** Make students' files read-only in the folder's settings, or no longer. */
async function keepReadOnly(folder: Folder, files: Files, readOnly: boolean): Promise<void> {
  const target =
    (vscode.workspace.workspaceFolders?.length ?? 0) > 1
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : vscode.ConfigurationTarget.Workspace;
  const settings = configuration(folder);
  const { workspaceFolderValue, workspaceValue } = settings.inspect<Record<string, boolean>>('readonlyInclude') ?? {};
  const patterns = patternsIn(folder, files);
  const present = Object.entries(workspaceFolderValue ?? workspaceValue ?? {});
  const others = present.filter(([pattern]) => !patterns.includes(pattern));
  const kept = [...others, ...(readOnly ? patterns.map((pattern) => [pattern, true] as const) : [])];
  await settings.update('readonlyInclude', kept.length > 0 ? Object.fromEntries(kept) : undefined, target);
}

function patternsIn({ uri }: Folder, files: Files): string[] {
  const own = vscode.Uri.parse(uri);
  const workspace = vscode.workspace.getWorkspaceFolder(own);
  return workspace ? readOnlyPatterns(files, path.posix.relative(workspace.uri.path, own.path)) : [];
}

function configuration({ uri }: Folder): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('files', vscode.Uri.parse(uri));
}

/** Write a path as a pattern that matches it alone. */
function escaped(name: string): string {
  return name.replace(/[[\]{}*?]/g, '[$&]');
}

/** Return the folder in a command's argument, or of the file in it, or else a workspace folder that the person picks. */
async function chosenFolder(argument: unknown): Promise<Folder | undefined> {
  const uri = folderOfArgument(argument);
  if (uri !== undefined) {
    return folderOf((await isFile(uri)) ? parentOf(uri) : uri);
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    await offerFolder();
    return undefined;
  }
  const placeHolder = vscode.l10n.t('Choose the folder with the texts of your class');
  const folder = folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick({ placeHolder });
  return folder && folderOf(folder.uri.toString());
}

function parentOf(uri: string): string {
  return vscode.Uri.joinPath(vscode.Uri.parse(uri), '..').toString();
}

async function isFile(uri: string): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(vscode.Uri.parse(uri))).type === vscode.FileType.File;
  } catch {
    return false;
  }
}

async function offerFolder(): Promise<void> {
  const open = vscode.l10n.t('Open Folder…');
  const message = vscode.l10n.t('Open the folder with the texts of your class first, then set up marking in it.');
  if ((await vscode.window.showInformationMessage(message, open)) === open) {
    await vscode.commands.executeCommand('vscode.openFolder');
  }
}
