import * as vscode from 'vscode';

import { InstallationFailure, type FailureKind } from './installationFailure';
import type { InstallationStep } from './installationStep';
import { reasonOf } from '../../reason';

/** Return the size of an installation. */
export function sizeText(build: 'cpu' | 'cuda', offline: boolean): string {
  if (offline) {
    return vscode.l10n.t('about 2 GB on the disk, nothing from the network');
  }
  return build === 'cpu'
    ? vscode.l10n.t('about 500 MB from the network, 2 GB on the disk')
    : vscode.l10n.t('several gigabytes from the network and on the disk, since PyTorch comes with NVIDIA’s libraries');
}

/** Return what failed, and what to do. */
export function failureText(error: unknown): string {
  if (error instanceof InstallationFailure) {
    return FAILURE_TEXTS[error.kind](error.detail);
  }
  return reasonOf(error);
}

/** Functions, since the person's language is known only after loading. */
const FAILURE_TEXTS: Readonly<Record<FailureKind, (detail: string) => string>> = {
  busy: () => vscode.l10n.t('Another window is installing the server. This window uses it as soon as it is ready.'),
  cancelled: () => vscode.l10n.t('The installation was cancelled.'),
  'no-python': pythonText,
  'no-venv': () =>
    vscode.l10n.t(
      'Python can’t create environments, since a part of it is missing. On Debian or Ubuntu, install the package python3-venv, then try again.',
    ),
  'no-wheel': () =>
    vscode.l10n.t('This build of the extension does not contain the server. Install markscheme yourself.'),
  'no-wheel-folder': (detail) =>
    vscode.l10n.t('The folder {0} (setting markscheme.server.wheelFolder) can’t be read.', detail),
  'missing-wheel': (detail) =>
    vscode.l10n.t('The folder with wheels has no wheel of {0} for this machine’s Python.', detail),
  'no-network': (detail) =>
    vscode.l10n.t(
      'The network can’t be reached. Check the connection or the proxy, then try again. ({0})',
      shortened(detail),
    ),
  'no-space': (detail) => vscode.l10n.t('There is not enough free space on the disk ({0}).', detail),
  other: (detail) => vscode.l10n.t('The installation failed: {0}', shortened(detail)),
};

/** Return the current step in words. */
export function stepText({ kind, name = '', size }: InstallationStep): string {
  switch (kind) {
    case 'prepare':
      return vscode.l10n.t('Creating a folder');
    case 'look-up':
      return name ? vscode.l10n.t('Resolving packages: {0}', name) : vscode.l10n.t('All packages resolved');
    case 'download':
      return size ? vscode.l10n.t('Downloading {0} ({1})', name, size) : vscode.l10n.t('Downloading {0}', name);
    case 'install':
      return vscode.l10n.t('Installing. This may take some minutes.');
  }
}

function pythonText(detail: string): string {
  const text = vscode.l10n.t('The installation needs Python 3.11 or newer, and no suitable one was found.');
  return detail ? `${text} (${shortened(detail)})` : text;
}

/** Cut a long text; the log has all of it. */
function shortened(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}
