import { filled } from './wording';

/** What of an edit its label needs. */
export interface Change {
  readonly source: string;
  readonly replacement: string;
}

/** Templates: `{0}` the source's words, `{1}` the new ones. */
export interface ChangeTemplates {
  readonly replaces: string;
  readonly inserts: string;
  readonly removes: string;
}

/** An edit as a short sign: `know → hear`, `+ driving`, `− you`. */
export function editSign({ source, replacement }: Change): string {
  if (!source) {
    return `+ ${replacement}`;
  }
  return replacement ? `${source} → ${replacement}` : `− ${source}`;
}

/** An edit in words, for reading aloud. */
export function editInWords({ source, replacement }: Change, templates: ChangeTemplates): string {
  if (!source) {
    return filled(templates.inserts, source, replacement);
  }
  return filled(replacement ? templates.replaces : templates.removes, source, replacement);
}
