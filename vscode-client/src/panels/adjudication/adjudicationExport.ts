/** Writing the adjudicated text to a file, in a format that the person chooses. */

import * as vscode from 'vscode';

import type { Connection } from '../../connection';
import { chooseReportFile, runLong, withNotes } from '../../commands/writtenFiles';
import type {
  AdjudicationChoices,
  AdjudicationExport,
  ExportedAdjudication,
  ExportFormat,
} from '../../protocol/contract';

/** A format that a person can pick. */
interface FormatItem extends vscode.QuickPickItem {
  readonly format: ExportFormat;
}

/** What stands at open places. */
interface OpenItem extends vscode.QuickPickItem {
  /** The word of `AdjudicationExport.open`; `null` where no sentence is open. */
  readonly open: string | null;
}

/** Let a person choose a format and a file, write the adjudicated text of an exercise, and offer to open the file. */
export async function exportAdjudicated(connection: Connection, uri: string): Promise<void> {
  const choices = await connection.request('markscheme/adjudicationChoices', { uri });
  const format = choices && (await chosenFormat(choices));
  const open = format && (await chosenOpen(choices));
  const target = open && (await chosenFile(vscode.Uri.parse(uri), choices.name, format));
  if (target) {
    const options = { target: target.toString(), format: format.name, open: open.open };
    const written = await write(connection, uri, options);
    if (written) {
      await showExported(target, written, open.label);
    }
  }
}

async function chosenFormat({ formats }: AdjudicationChoices): Promise<ExportFormat | undefined> {
  const items = formats.map((format): FormatItem => {
    const detail = format.name === 'm2' ? vscode.l10n.t('Its comments say who decided what, when and why') : '';
    return {
      label: `${format.title.charAt(0).toUpperCase()}${format.title.slice(1)}`,
      description: format.suffix,
      ...(detail ? { detail } : {}),
      format,
    };
  });
  const title = vscode.l10n.t('Export the adjudicated text');
  const placeHolder = vscode.l10n.t('Choose a format');
  return (await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true }))?.format;
}

async function chosenOpen({ annotators, counts }: AdjudicationChoices): Promise<OpenItem | undefined> {
  if (counts.open === 0) {
    return { label: '', open: null };
  }
  const items: OpenItem[] = [
    { label: vscode.l10n.t('The majority’s version, or the source where there is none'), open: 'majority' },
    { label: vscode.l10n.t('The source'), open: 'leave' },
    ...annotators.map((name) => ({ label: vscode.l10n.t('The version of {0}', name), open: `first ${name}` })),
  ];
  const title =
    counts.open === 1 ? vscode.l10n.t('1 sentence is open') : vscode.l10n.t('{0} sentences are open', counts.open);
  const placeHolder = vscode.l10n.t('Choose what stands at their open places in the file');
  return await vscode.window.showQuickPick(items, { title, placeHolder });
}

async function chosenFile(
  subject: vscode.Uri,
  name: string,
  { suffix, title }: ExportFormat,
): Promise<vscode.Uri | undefined> {
  const ending = suffix.split('.').at(-1);
  const proposal = `${name.replaceAll(/[\\/:]/g, '-')}.adjudicated${suffix}`;
  return await chooseReportFile(subject, proposal, {
    ...(ending ? { filters: { [title]: [ending] } } : {}),
    title: vscode.l10n.t('Save the adjudicated text'),
  });
}

/** Write the files; `undefined` if the person stops, or keeps files that are there. */
async function write(
  connection: Connection,
  uri: string,
  options: AdjudicationExport,
): Promise<ExportedAdjudication | undefined> {
  const command = {
    name: 'markscheme.exportAdjudication' as const,
    title: vscode.l10n.t('Writing the adjudicated text'),
    parameters: [uri],
  };
  const written = await runLong(connection, { ...command, options });
  if (!written || written.existing.length === 0) {
    return written;
  }
  const replace = vscode.l10n.t('Replace');
  const names = written.existing.map((file) => nameOf(vscode.Uri.parse(file))).join(', ');
  const message = vscode.l10n.t('Files of the format are there already: {0}. Do you want to replace them?', names);
  return (await vscode.window.showWarningMessage(message, { modal: true }, replace)) === replace
    ? await runLong(connection, { ...command, options: { ...options, overwrite: true } })
    : undefined;
}

/** Say what was written and what the file does not hold, with a button to open it. */
async function showExported(target: vscode.Uri, written: ExportedAdjudication, open: string): Promise<void> {
  const { filled, format, losses } = written;
  const notes = [
    ...(filled > 0 ? [vscode.l10n.t('At the open places of {0} sentences stands: {1}', filled, open)] : []),
    ...losses.map((loss) => vscode.l10n.t('Lost in {0}: {1}', format, loss)),
  ];
  const message = vscode.l10n.t(
    '{0} is written.',
    written.files.map((file) => nameOf(vscode.Uri.parse(file))).join(', '),
  );
  const action = vscode.l10n.t('Open');
  if ((await vscode.window.showInformationMessage(withNotes(message, notes), action)) === action) {
    await vscode.commands.executeCommand('vscode.open', target);
  }
}

function nameOf({ path }: vscode.Uri): string {
  return path.split('/').at(-1) ?? path;
}
