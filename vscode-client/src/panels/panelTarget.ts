import * as v from 'valibot';

import type { Place } from './messages';

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const position = v.object({ line: index, character: index });
/** A URI as text, or `vscode.Uri`, which knows its text. */
const uri = v.union([
  v.string(),
  v.pipe(
    v.custom<{ toString(): string }>((value) => isUri(value)),
    v.transform((value) => value.toString()),
  ),
]);
const located = v.object({ uri, range: v.object({ start: position }) });
const placed = v.object({ uri, position });

/** Where a command's argument points: `{uri, range}` (a `Location`, a node of the tree) or `{uri, position}`. */
export function placeOfArgument(argument: unknown): Place | undefined {
  const location = v.safeParse(located, argument);
  if (location.success) {
    return { uri: location.output.uri, ...location.output.range.start };
  }
  const place = v.safeParse(placed, argument);
  return place.success ? { uri: place.output.uri, ...place.output.position } : undefined;
}

/** The folder that a command's argument names: a uri, or something with one (an exercise, a node of the tree). */
export function folderOfArgument(argument: unknown): string | undefined {
  const direct = v.safeParse(uri, argument);
  if (direct.success) {
    return direct.output;
  }
  const holder = v.safeParse(v.object({ uri }), argument);
  return holder.success ? holder.output.uri : undefined;
}

function isUri(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'scheme' in value && 'path' in value && 'toString' in value;
}
