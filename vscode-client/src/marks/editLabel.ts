import { fillTemplate } from '../template';

/** The words that an edit removes and inserts. */
export interface Change {
  readonly source: string;
  readonly replacement: string;
}

/** Templates in which `{0}` is the source's words, `{1}` the new ones. */
export interface ChangeTemplates {
  readonly replaces: string;
  readonly inserts: string;
  readonly removes: string;
}

/** Return an edit as a short label: `know → hear`, `+ driving`, `− you`. */
export function editLabel({ source, replacement }: Change): string {
  if (!source) {
    return `+ ${replacement}`;
  }
  return replacement ? `${source} → ${replacement}` : `− ${source}`;
}

/** Return an edit in words, for screen readers. */
export function editInWords({ source, replacement }: Change, templates: ChangeTemplates): string {
  if (!source) {
    return fillTemplate(templates.inserts, source, replacement);
  }
  return fillTemplate(replacement ? templates.replaces : templates.removes, source, replacement);
}
