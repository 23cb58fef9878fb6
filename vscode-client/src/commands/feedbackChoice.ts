import * as v from 'valibot';
import * as vscode from 'vscode';

import type { FeedbackChoices, FeedbackOptions } from '../protocol/contract';

/** What a person chose the last time, by the names that the server knows. */
export interface FeedbackChoice {
  readonly format: string;
  readonly mode: string;
  readonly bundle: 'each' | 'zip' | 'together';
  /** The only kinds of errors that are marked; all if there is none. */
  readonly focus: readonly string[];
}

/** Feedback that is to be written: how, for whom, and of which assignment. */
export interface FeedbackDraft extends FeedbackChoice {
  /** The students' names; all if there is none. */
  readonly students: readonly string[];
  readonly assignment: string | undefined;
  /** What answers count as that nobody has decided; not kept, since the next class may have none. */
  readonly open: OpenAnswers;
}

/** What answers count as that nobody has decided yet: as they are, as if all were wrong or right; or a mark is a range. */
export type OpenAnswers = NonNullable<FeedbackOptions['open']> | 'range';

/** A value that can be chosen, with its words. */
export interface Named<Name extends string = string> extends vscode.QuickPickItem {
  readonly name: Name;
}

export const FIRST_CHOICE: FeedbackChoice = { format: 'html', mode: 'direct', bundle: 'each', focus: [] };

const choice = v.object({
  format: v.string(),
  mode: v.string(),
  bundle: v.picklist(['each', 'zip', 'together']),
  focus: v.array(v.string()),
});

/** Return the choice of the last time, without what can't be chosen here; the first one if there is none. */
export function lastChoice(kept: unknown, { groups }: FeedbackChoices): FeedbackChoice {
  const result = v.safeParse(choice, kept);
  const last = result.success ? result.output : FIRST_CHOICE;
  const format = named(formats(), last.format).name;
  return {
    format,
    mode: named(modes(format), last.mode).name,
    bundle: last.bundle,
    focus: last.focus.filter((group) => groups.includes(group)),
  };
}

/** Return the last argument of the server's command. */
export function optionsOf({ students, assignment, focus, bundle, open }: FeedbackDraft): FeedbackOptions {
  return {
    bundle,
    ...(open === 'range' ? {} : { open }),
    ...(students.length > 0 ? { students: [...students] } : {}),
    ...(focus.length > 0 ? { focus: [...focus] } : {}),
    ...(assignment === undefined ? {} : { assignment }),
  };
}

/** Return the value of a name; the first one if there is none. */
export function named<Name extends string>(
  values: readonly [Named<Name>, ...Named<Name>[]],
  name: string,
): Named<Name> {
  return values.find((value) => value.name === name) ?? values[0];
}

export function formats(): readonly [Named, ...Named[]] {
  return [
    {
      name: 'html',
      label: vscode.l10n.t('Page'),
      detail: vscode.l10n.t('A file for each student that opens in any browser, and prints in black and white'),
    },
    {
      name: 'docx',
      label: vscode.l10n.t('Word'),
      detail: vscode.l10n.t('A Word document for each student, with comments at the places'),
    },
    {
      name: 'pdf',
      label: vscode.l10n.t('PDF'),
      detail: vscode.l10n.t('A file for each student, for printing or mail'),
    },
  ];
}

/** Return the modes of a format; only a Word document can have tracked changes. */
export function modes(format: string): readonly [Named, ...Named[]] {
  const tracked: Named = {
    name: 'tracked',
    label: vscode.l10n.t('The teachers’ words, as tracked changes too'),
    detail: vscode.l10n.t('In a student’s own Word document, the student can accept them one by one'),
  };
  return [
    {
      name: 'direct',
      label: vscode.l10n.t('The teachers’ words'),
      detail: vscode.l10n.t('At each place, what the teachers have there'),
    },
    ...(format === 'docx' ? [tracked] : []),
    {
      name: 'hint',
      label: vscode.l10n.t('Hints only'),
      detail: vscode.l10n.t('Each place is marked with its kind of error; the student looks for the words'),
    },
  ];
}

export function bundles(): readonly [Named<FeedbackChoice['bundle']>, ...Named<FeedbackChoice['bundle']>[]] {
  return [
    {
      name: 'each',
      label: vscode.l10n.t('A file for each student'),
      detail: vscode.l10n.t('With the student’s name'),
    },
    {
      name: 'zip',
      label: vscode.l10n.t('One zip'),
      detail: vscode.l10n.t('With a file for each student in it'),
    },
    {
      name: 'together',
      label: vscode.l10n.t('One document for printing'),
      detail: vscode.l10n.t('Everybody’s feedback, each on a new page'),
    },
  ];
}

export function openAnswers(): readonly [Named<OpenAnswers>, ...Named<OpenAnswers>[]] {
  return [
    {
      name: 'range',
      label: vscode.l10n.t('The range of the mark'),
      detail: vscode.l10n.t('From all of them wrong to all of them right'),
    },
    {
      name: 'as-they-are',
      label: vscode.l10n.t('As they are'),
      detail: vscode.l10n.t('One mark: what no teacher has thought of earns nothing'),
    },
    {
      name: 'lowest',
      label: vscode.l10n.t('The lower end'),
      detail: vscode.l10n.t('One mark, as if all of them were wrong'),
    },
    {
      name: 'highest',
      label: vscode.l10n.t('The upper end'),
      detail: vscode.l10n.t('One mark, as if all of them were right'),
    },
  ];
}

/** Return the draft in one line. */
export function summaryOf(draft: FeedbackDraft, choices: FeedbackChoices): string {
  const { format, mode, bundle, focus, open } = draft;
  return [
    whoseText(draft, choices),
    named(formats(), format).label,
    named(modes(format), mode).label,
    ...(focus.length > 0 ? [focus.join(', ')] : []),
    ...(bundle === 'each' ? [] : [named(bundles(), bundle).label]),
    ...(open === 'range' ? [] : [vscode.l10n.t('open answers: {0}', named(openAnswers(), open).label)]),
  ].join(' · ');
}

/** Return whose feedback is written: up to two names, or how many students. */
export function whoseText({ students }: FeedbackDraft, choices: FeedbackChoices): string {
  const chosen = choices.students.filter(({ name }) => students.length === 0 || students.includes(name));
  return chosen.length <= 2
    ? chosen.map(({ label }) => label).join(', ')
    : chosen.length === choices.students.length
      ? vscode.l10n.t('All {0} students', chosen.length)
      : vscode.l10n.t('{0} of {1} students', chosen.length, choices.students.length);
}
