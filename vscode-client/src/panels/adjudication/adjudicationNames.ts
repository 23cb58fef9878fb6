import * as vscode from 'vscode';

import type { Exercise } from '../../protocol/contract';
import { normalUri } from '../folderPanels';
import type { NamedAnnotator, NamedDocument } from './adjudicationMessages';

/** Return annotators with their names as people read them; `uri` is a document of their exercise. */
export function namedAnnotators(
  annotators: readonly string[],
  exercises: readonly Exercise[],
  uri: string,
): NamedAnnotator[] {
  const references = exercises
    .flatMap((each) => each.references)
    .sort((one, other) => distance(one.uri, uri) - distance(other.uri, uri));
  return annotators.map((name) => {
    const own = references.filter((reference) => reference.name === name);
    return { name, label: own[0]?.label ?? name, documents: own.map(({ uri, view }) => normalUri(view ?? uri)) };
  });
}

/** Return the sources and references of exercises with names for people. */
export function namedDocuments(exercises: readonly Exercise[]): NamedDocument[] {
  const texts = exercises.flatMap((each) => [
    ...each.references.map(({ uri, view }) => view ?? uri),
    ...(each.source === null ? [] : [each.source_view ?? each.source]),
  ]);
  return [...new Set(texts.map(normalUri))].map((uri) => ({
    uri,
    name: vscode.Uri.parse(uri).path.split('/').at(-1) ?? uri,
  }));
}

/** 0 for documents in the exercise's folder, which come first where exercises have annotators of the same name. */
function distance(uri: string, own: string): number {
  return normalUri(uri).startsWith(own.slice(0, own.lastIndexOf('/') + 1)) ? 0 : 1;
}
