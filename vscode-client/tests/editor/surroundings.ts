import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SETTINGS = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'workbench.quickOpen.closeOnFocusLost': false,
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'security.workspace.trust.enabled': false,
  'chat.commandCenter.enabled': false,
  'editor.minimap.enabled': false,
  'editor.wordWrap': 'on',
  'files.autoSave': 'off',
  'git.enabled': false,
  'markscheme.engineIdle': 0,
  'markscheme.problems': 'to-check',
};

/** Lines of VS Code's logs that don't help to find a failure's cause. */
const NOISE = /^\tfile:|_doActivateExtension vscode\./;

/** Lines of a log that are shown. */
const MAX_LINES = 60;

/** A temporary folder with everything that VS Code, the server and the engine read or write in a test run. */
export class Surroundings {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'markscheme-'));
  readonly extensions = this.made('extensions');
  readonly userData = this.made('user-data');
  /** A variable in the environment of every process of these tests, by which leftovers are found. */
  readonly mark = `MARKSCHEME_TEST_RUN=${this.folder}`;
  readonly environment: NodeJS.ProcessEnv;
  private readonly read = new Map<string, number>();

  constructor(
    private readonly examples: string,
    private readonly command: string,
  ) {
    this.environment = {
      ...withoutEditors(process.env),
      // uv, if the tests of the private environment have installed it, and what it has unpacked for them: with both an
      // installation takes seconds.
      PATH: [path.resolve(examples, '..', '.cache', 'uv', 'bin'), process.env.PATH].join(path.delimiter),
      UV_CACHE_DIR: path.resolve(examples, '..', '.cache', 'uv-cache'),
      HOME: this.made('home'),
      XDG_CONFIG_HOME: this.made('home/config'),
      XDG_DATA_HOME: this.made('home/data'),
      XDG_STATE_HOME: this.made('home/state'),
      XDG_CACHE_HOME: this.made('home/cache'),
      XDG_RUNTIME_DIR: this.made('run', 0o700),
      EXTENSIONS_GALLERY: '{}',
      LC_ALL: 'C.UTF-8',
      MARKSCHEME_TEST_RUN: this.folder,
      MARKSCHEME_TEST_REPORT: path.join(this.folder, 'report.txt'),
      MARKSCHEME_TEST_COMMAND: command,
    };
    this.set({});
  }

  /**
   * Write the user's settings: those of every test, and these. VS Code watches the files.
   *
   * VS Code in a browser takes settings of the machine's, such as the server's command, from a file of their own. From
   * the user's it takes them only if it has read that file before it knows the extension's settings.
   */
  set(settings: Readonly<Record<string, unknown>>): void {
    const all = { ...SETTINGS, 'markscheme.server.command': this.command, ...settings };
    for (const folder of ['User', 'Machine']) {
      mkdirSync(path.join(this.userData, folder), { recursive: true });
      writeFileSync(path.join(this.userData, folder, 'settings.json'), JSON.stringify(all, undefined, 2));
    }
  }

  /** Return a new copy of the examples. */
  workspace(): string {
    const workspace = path.join(mkdtempSync(path.join(this.folder, 'workspace-')), 'examples');
    cpSync(this.examples, workspace, { recursive: true });
    return workspace;
  }

  /** Return the logs of the extension host and the extension since the last call. */
  newLogs(): string {
    const folder = path.join(this.userData, 'logs');
    return files(folder)
      .filter((file) => /exthost.*(markscheme|remoteexthost)[^/]*\.log$/i.test(file))
      .map((file) => ({ name: path.relative(folder, file), text: this.unread(file) }))
      .filter(({ text }) => text)
      .map(({ name, text }) => `--- ${name}\n${text}`)
      .join('\n');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  private unread(file: string): string {
    const text = readFileSync(file, 'utf8');
    const start = this.read.get(file) ?? 0;
    this.read.set(file, text.length);
    const lines = text.slice(start).split('\n');
    return lines
      .filter((line) => !NOISE.test(line))
      .slice(-MAX_LINES)
      .join('\n')
      .trim();
  }

  private made(name: string, mode = 0o755): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { recursive: true, mode });
    return folder;
  }
}

/** Return the environment without the variables of a VS Code in whose terminal the tests run. */
function withoutEditors(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(VSCODE|CODE_SERVER)/.test(name)));
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => statSync(file).isFile());
}
