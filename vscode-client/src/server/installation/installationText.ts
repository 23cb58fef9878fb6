import * as vscode from 'vscode';

import { InstallationFailure, type FailureKind } from './installationFailure';
import type { InstallationStep } from './installationStep';
import type { Problem } from '../search/probe';
import { reasonOf } from '../../reason';

/** Why a program is no server, for people. */
export function problemText({ kind, detail }: Problem): string {
  switch (kind) {
    case 'not-found':
      return vscode.l10n.t('it can’t be run ({0})', detail);
    case 'not-markscheme':
      return vscode.l10n.t('it does not answer as Markscheme does ({0})', detail);
    case 'too-old':
      return vscode.l10n.t('it is too old: {0}', detail);
  }
}

/** How much an installation takes. */
export function sizeText(build: 'cpu' | 'cuda', offline: boolean): string {
  if (offline) {
    return vscode.l10n.t('about 2 GB on the disk, nothing from the network');
  }
  return build === 'cpu'
    ? vscode.l10n.t('about 500 MB from the network, 2 GB on the disk')
    : vscode.l10n.t('several gigabytes from the network and on the disk, since PyTorch comes with NVIDIA’s libraries');
}

/** What went wrong in plain words, and what helps. */
export function failureText(error: unknown): string {
  if (error instanceof InstallationFailure) {
    return FAILURES[error.kind](error.detail);
  }
  return reasonOf(error);
}

/** Made when they are needed: the language is known only then. */
const FAILURES: Readonly<Record<FailureKind, (detail: string) => string>> = {
  busy: () => vscode.l10n.t('Another window is installing it now; it is used here when it is ready.'),
  cancelled: () => vscode.l10n.t('The installation was stopped.'),
  'no-python': pythonText,
  'no-venv': () =>
    vscode.l10n.t(
      'Python is there, but not its part that makes environments. On Debian or Ubuntu, install the package python3-venv, then try again.',
    ),
  'no-wheel': () =>
    vscode.l10n.t('This build of the extension does not carry the server; install markscheme yourself.'),
  'no-wheel-folder': (detail) =>
    vscode.l10n.t('The folder {0} (setting markscheme.server.wheelFolder) can’t be read.', detail),
  'missing-wheel': (detail) =>
    vscode.l10n.t('The folder with wheels has none of {0} that fits this machine’s Python.', detail),
  'no-network': (detail) =>
    vscode.l10n.t(
      'The network could not be reached. Check the connection or the proxy, then try again. ({0})',
      shortened(detail),
    ),
  'no-space': (detail) => vscode.l10n.t('There is not enough free space on the disk ({0}).', detail),
  other: (detail) => vscode.l10n.t('The installation failed: {0}', shortened(detail)),
};

/** What is being done now. */
export function stepText({ kind, name = '', size }: InstallationStep): string {
  switch (kind) {
    case 'prepare':
      return vscode.l10n.t('Making a folder for it');
    case 'look-up':
      return name ? vscode.l10n.t('Finding what is needed: {0}', name) : vscode.l10n.t('Everything needed was found');
    case 'download':
      return size ? vscode.l10n.t('Downloading {0} ({1})', name, size) : vscode.l10n.t('Downloading {0}', name);
    case 'install':
      return vscode.l10n.t('Installing; this may take some minutes');
  }
}

function pythonText(detail: string): string {
  const text = vscode.l10n.t('No Python 3.11 or newer that would do was found to install it with.');
  return detail ? `${text} (${shortened(detail)})` : text;
}

/** The log has the rest. */
function shortened(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}
