import * as vscode from 'vscode';
import * as v from 'valibot';

import type { Connection } from '../../connection';
import { type Assignment, assignmentsOf } from '../../exercises/exerciseNodes';
import { folderOfArgument, normalUri } from '../folderPanels';
import type { Folder } from '../messages';

/** A node of the tree. */
const node = v.object({ exercise: v.object({ uri: v.string(), name: v.string() }) });

/** Return the exercise of a command's argument or of the open document, or one that the person picks. */
export async function chosenAdjudication(connection: Connection, argument: unknown): Promise<Folder | undefined> {
  await connection.start().catch(() => undefined);
  const exercises = assignmentsOf((await connection.request('markscheme/exercises', {})) ?? []).filter(hasAnnotators);
  const wanted = v.safeParse(node, argument);
  if (wanted.success) {
    const { uri, name } = wanted.output.exercise;
    const exercise = exercises.find((each) => each.uri === uri && each.name === name);
    return exercise && adjudicationOf(exercise);
  }
  const uri = folderOfArgument(argument) ?? vscode.window.activeTextEditor?.document.uri.toString();
  const matches = uri === undefined ? [] : exercises.filter((exercise) => contains(exercise, normalUri(uri)));
  return await picked(matches.length > 0 ? matches : exercises);
}

/** Whether an exercise has at least two references. */
export function hasAnnotators({ references }: Pick<Assignment, 'references'>): boolean {
  return new Set(references.map(({ name }) => name)).size > 1;
}

function adjudicationOf({ name, uri, references }: Assignment): Folder {
  return { uri: normalUri(references[0]?.uri ?? uri), name };
}

function contains({ uri, references, sources, students }: Assignment, wanted: string): boolean {
  return [uri, ...[...references, ...sources, ...students].map((text) => text.uri)].map(normalUri).includes(wanted);
}

async function picked(exercises: readonly Assignment[]): Promise<Folder | undefined> {
  const [first, ...others] = exercises;
  if (!first) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No exercise of the workspace has two references, between which you could decide.'),
    );
    return undefined;
  }
  if (others.length === 0) {
    return adjudicationOf(first);
  }
  const items = exercises.map((exercise) => ({
    label: exercise.name,
    description: vscode.workspace.asRelativePath(vscode.Uri.parse(exercise.uri)),
    exercise,
  }));
  const placeHolder = vscode.l10n.t('Choose the exercise whose annotators you decide between');
  const item = await vscode.window.showQuickPick(items, { placeHolder });
  return item && adjudicationOf(item.exercise);
}
