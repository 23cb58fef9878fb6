import * as v from 'valibot';

import { position } from '../protocol/readers';
import type { Place } from './messages';

/** A URI as text or as `vscode.Uri`. */
const uri = v.union([
  v.string(),
  v.pipe(
    v.custom<{ toString(): string }>((value) => isUri(value)),
    v.transform((value) => value.toString()),
  ),
]);
const range = v.object({ start: position });
const document = v.object({ uri });

const places = v.union([
  v.pipe(
    v.object({ uri, range }),
    v.transform((given): Place => ({ uri: given.uri, ...given.range.start })),
  ),
  v.pipe(
    v.object({ uri, position }),
    v.transform((given): Place => ({ uri: given.uri, ...given.position })),
  ),
  v.pipe(
    v.object({ document, passage: v.object({ range }) }),
    v.transform((node): Place => ({ uri: node.document.uri, ...node.passage.range.start })),
  ),
  v.pipe(
    v.object({ document, finding: v.object({ range }) }),
    v.transform((node): Place => ({ uri: node.document.uri, ...node.finding.range.start })),
  ),
]);

const folders = v.union([
  uri,
  v.pipe(
    v.object({ exercise: v.object({ uri }) }),
    v.transform(({ exercise }) => exercise.uri),
  ),
  v.pipe(
    v.object({ uri }),
    v.transform((given) => given.uri),
  ),
]);

/** Return the place in a command's argument: `{uri, range}`, `{uri, position}`, or a sentence or finding of the tree. */
export function placeOfArgument(argument: unknown): Place | undefined {
  const place = v.safeParse(places, argument);
  return place.success ? place.output : undefined;
}

/** Return the folder in a command's argument: a URI, an object with a `uri`, or an exercise of the tree. */
export function folderOfArgument(argument: unknown): string | undefined {
  const folder = v.safeParse(folders, argument);
  return folder.success ? folder.output : undefined;
}

function isUri(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'scheme' in value && 'path' in value && 'toString' in value;
}
