import * as assert from 'node:assert/strict';

import * as vscode from 'vscode';

import { extension } from './letter';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;
  };
}

describe("The extension's manifest", () => {
  let manifest: Manifest;

  before(async () => {
    await extension();
    manifest = vscode.extensions.getExtension('markscheme.markscheme')?.packageJSON as Manifest;
  });

  it('contributes only commands that are registered', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const absent = manifest.contributes.commands.filter(({ command }) => !registered.has(command));
    assert.deepEqual(
      absent.map(({ command }) => command),
      [],
    );
  });

  it('has a text for every title', () => {
    const views = Object.values(manifest.contributes.views).flat();
    const titles = [...manifest.contributes.commands.map(({ title }) => title), ...views.map(({ name }) => name)];
    assert.ok(titles.length > 20);
    assert.deepEqual(
      titles.filter((title) => !title || title.includes('%')),
      [],
    );
  });

  it('has settings with defaults', () => {
    const names = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    const unknown = names.filter(
      (name) => vscode.workspace.getConfiguration().inspect(name)?.defaultValue === undefined,
    );
    assert.deepEqual(unknown, []);
  });
});
