import path from 'node:path';

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import type { SetUp, SetUpChoices, SetUpFile } from '../../protocol/contract';
import { folderOf, folderOfArgument, keptFolder, OneFolderPanel, registerFolderPanels } from '../folderPanels';
import type { Folder } from '../messages';
import type { Received } from '../panelPage';
import { type FromSetUpPage, NO_CHOICES, type SetUpPageState, type ToSetUpPage, writtenWhere } from './setUp';

/** Register the command that sets up a folder, one panel a folder. */
export function registerSetUpPanel(context: vscode.ExtensionContext, connection: Connection): vscode.Disposable {
  return registerFolderPanels<Folder>(connection, {
    viewType: 'markscheme.setUp',
    command: 'markscheme.setUp',
    choose: chosenFolder,
    restore: (state) => keptFolder(state as SetUpPageState | undefined),
    titleOf: ({ name }) => l10n.t('Set up: {0}', name),
    open: (panel, folder) => new SetUpPanel(panel, context.extensionUri, connection, folder),
  });
}

/** The panel of one folder. The page has the teacher's choices; the panel requests the set-up for the newest ones. */
class SetUpPanel extends OneFolderPanel<FromSetUpPage, ToSetUpPage> {
  private choices: SetUpChoices = NO_CHOICES;
  private revision = 0;
  private shown: SetUp | undefined;
  private written: ToSetUpPage | undefined;

  constructor(panel: vscode.WebviewPanel, extension: vscode.Uri, connection: Connection, folder: Folder) {
    super(panel, extension, 'setup', connection, folder);
    const previewIfShown = (): void => {
      if (panel.visible && !this.written) {
        void this.preview();
      }
    };
    this.parts.push(
      connection.onDidChangeState(previewIfShown),
      connection.onDidChangeExercises(previewIfShown),
      // A teacher who copies files into the folder comes back to this window then.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && previewIfShown()),
    );
  }

  protected override retry(): void {
    void (this.written ? this.showVariants() : this.preview());
  }

  protected override receive(message: Received<FromSetUpPage>): void {
    switch (message.type) {
      case 'ready':
        this.begin(message.choices);
        break;
      case 'choose':
        [this.revision, this.choices] = [message.revision, message.choices];
        void this.preview();
        break;
      case 'refresh':
        this.written = undefined;
        void this.preview();
        break;
      case 'write':
        void this.write(message.readOnly);
        break;
      case 'allow':
        void this.showVariants(message.names);
        break;
      case 'showClass':
        void this.showClass();
        break;
      case 'run':
        void vscode.commands.executeCommand(message.command, this.folder.uri);
        break;
      case 'open': {
        const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: message.staysBehind };
        void vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(message.uri), options);
        break;
      }
    }
  }

  private begin(choices: SetUpChoices | null): void {
    this.revision = 0;
    this.choices = choices ?? NO_CHOICES;
    const { folder } = this;
    this.page.post({ type: 'folder', folder, choices: this.choices });
    if (this.written) {
      this.page.post(this.written);
      void this.showVariants();
    } else {
      void this.preview();
    }
  }

  /** Request the set-up for the newest choices. */
  private async preview(): Promise<void> {
    const { revision, folder, choices } = this;
    await this.ask(
      { type: 'reading' },
      (token) => this.connection.request('markscheme/setUpPreview', { uri: folder.uri, choices }, token),
      (setUp) => {
        this.shown = setUp;
        this.page.post({ type: 'setUp', revision, setUp, readOnly: areReadOnly(folder, setUp.files) });
      },
    );
  }

  /** Write `markscheme.toml` for the newest choices, and show the class; `readOnly`: whether students' files are, too. */
  private async write(readOnly: boolean | null): Promise<void> {
    const { shown, folder, choices } = this;
    if (!shown) {
      return;
    }
    const params = { uri: folder.uri, choices, overwrite: shown.exists };
    await this.ask(
      { type: 'writing' },
      () => this.connection.request('markscheme/writeSetUp', params),
      async () => {
        if (readOnly !== null && readOnly !== areReadOnly(folder, shown.files)) {
          await keepReadOnly(folder, shown.files, readOnly);
        }
        this.written = { type: 'written', summary: shown.summary, configuration: shown.configuration };
        this.page.post(this.written);
        await this.showClass();
        void vscode.window.showInformationMessage(`${l10n.t('Marking is set up')}. ${writtenWhere(folder)}`);
        await this.showVariants();
      },
    );
  }

  /** Show what students may choose between, and what hangs on it; first write which choices they have, if these are given. */
  private async showVariants(allow?: readonly string[]): Promise<void> {
    const params = { uri: this.folder.uri, ...(allow ? { allow: [...allow] } : {}) };
    await this.ask(
      undefined,
      (token) => this.connection.request('markscheme/variants', params, token),
      ({ variants }) => this.written && this.page.post({ type: 'variants', variants }),
    );
  }

  /** Show the students in the side bar, and their marks in the class overview. */
  private async showClass(): Promise<void> {
    await vscode.commands.executeCommand('markscheme.refreshExercises');
    await vscode.commands.executeCommand('markscheme.exercises.focus');
    await vscode.commands.executeCommand('markscheme.showOverview', this.folder.uri);
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
  const { patterns, settings } = readOnlySettings(folder, files);
  const included = settings.get<Record<string, boolean>>('readonlyInclude') ?? {};
  return patterns.length === 0 ? null : patterns.every((pattern) => included[pattern] === true);
}

/** Make students' files read-only in the folder's settings, or no longer. */
async function keepReadOnly(folder: Folder, files: Files, readOnly: boolean): Promise<void> {
  const { patterns, settings } = readOnlySettings(folder, files);
  const { workspaceFolderValue, workspaceValue } = settings.inspect<Record<string, boolean>>('readonlyInclude') ?? {};
  const present = Object.entries(workspaceFolderValue ?? workspaceValue ?? {});
  const others = present.filter(([pattern]) => !patterns.includes(pattern));
  const kept = [...others, ...(readOnly ? patterns.map((pattern) => [pattern, true] as const) : [])];
  const { Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
  const target = (vscode.workspace.workspaceFolders?.length ?? 0) > 1 ? WorkspaceFolder : Workspace;
  await settings.update('readonlyInclude', kept.length > 0 ? Object.fromEntries(kept) : undefined, target);
}

/** Return the patterns of students' files, none outside of the workspace, and the settings that can have them. */
function readOnlySettings(
  { uri }: Folder,
  files: Files,
): { readonly patterns: readonly string[]; readonly settings: vscode.WorkspaceConfiguration } {
  const own = vscode.Uri.parse(uri);
  const workspace = vscode.workspace.getWorkspaceFolder(own);
  return {
    patterns: workspace ? readOnlyPatterns(files, path.posix.relative(workspace.uri.path, own.path)) : [],
    settings: vscode.workspace.getConfiguration('files', own),
  };
}

/** Write a path as a pattern that matches it alone. */
function escaped(name: string): string {
  return name.replace(/[[\]{}*?]/g, '[$&]');
}

/** Return the folder in a command's argument, or of the file in it, or else a workspace folder that the person picks. */
async function chosenFolder(argument: unknown): Promise<Folder | undefined> {
  const uri = folderOfArgument(argument);
  if (uri !== undefined) {
    const place = vscode.Uri.parse(uri);
    const { type } = await Promise.resolve(vscode.workspace.fs.stat(place)).catch(() => ({ type: undefined }));
    return folderOf(type === vscode.FileType.File ? vscode.Uri.joinPath(place, '..').toString() : uri);
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    const open = l10n.t('Open Folder…');
    const message = l10n.t('Open the folder with the texts of your class first, then set up marking in it.');
    if ((await vscode.window.showInformationMessage(message, open)) === open) {
      await vscode.commands.executeCommand('vscode.openFolder');
    }
    return undefined;
  }
  const placeHolder = l10n.t('Choose the folder with the texts of your class');
  const folder = folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick({ placeHolder });
  return folder && folderOf(folder.uri.toString());
}
