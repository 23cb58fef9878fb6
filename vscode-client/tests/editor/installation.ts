import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { nodeHeaders, onPath } from './requirements';

/** The version of code-server with VS Code 1.100.3, the newest that runs well on Node 20. */
const VERSION = '4.100.3';

/**
 * Return the `code-server` command in the cache folder; install it there with npm if needed.
 *
 * Install scripts run only for the native modules that VS Code needs here: for the login, for logs, and to end the
 * extension host with its window. They are compiled from source.
 */
export function codeServer(cache: string): string {
  const folder = path.join(cache, 'code-server', VERSION);
  const command = path.join(folder, 'node_modules', '.bin', 'code-server');
  if (!existsSync(command)) {
    const unfinished = `${folder}.${process.pid}`;
    console.log(`Installing code-server ${VERSION} into ${folder}`);
    try {
      install(unfinished);
      rmSync(folder, { recursive: true, force: true });
      renameSync(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  linkRipgrep(folder);
  return command;
}

function install(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"name": "code-server-for-tests", "private": true}\n');
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `code-server@${VERSION}`], { cwd: folder });
  const vscode = workbench(folder);
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev'], { cwd: vscode });
  symlinkSync('node_modules', path.join(vscode, 'node_modules.asar'));
  symlinkSync('code-linux.sh', path.join(vscode, 'bin', 'remote-cli', 'code-server'));
  symlinkSync('browser-linux.sh', path.join(vscode, 'bin', 'helpers', 'browser.sh'));
  compile(['argon2'], folder);
  compile(['@vscode/spdlog', 'native-watchdog'], vscode);
}

function compile(modules: readonly string[], folder: string): void {
  const headers = nodeHeaders();
  const environment = { npm_config_build_from_source: 'true', ...(headers ? { npm_config_nodedir: headers } : {}) };
  run('npm', ['rebuild', ...modules], { cwd: folder, env: { ...process.env, ...environment } });
}

function linkRipgrep(folder: string): void {
  const link = path.join(workbench(folder), 'node_modules', '@vscode', 'ripgrep', 'bin', 'rg');
  const program = onPath('rg');
  if (program && !existsSync(link)) {
    mkdirSync(path.dirname(link), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(program, link);
  }
}

function workbench(folder: string): string {
  return path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
}

function run(command: string, commandArguments: readonly string[], options: ExecFileSyncOptions): void {
  try {
    execFileSync(command, commandArguments, { ...options, stdio: 'pipe', encoding: 'utf8', timeout: 600_000 });
  } catch (error) {
    const output = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${commandArguments.join(' ')} failed:\n${output.stdout ?? ''}${output.stderr ?? ''}`);
  }
}
