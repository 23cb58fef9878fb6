import * as path from 'node:path';

import * as v from 'valibot';
import * as vscode from 'vscode';

import type { Connection } from '../connection';
import type { FeedbackChoices, FeedbackOptions, WrittenFeedback } from '../protocol/contract';
import { isFile, isReady, runLong, showWritten, type Subject, withNotes } from './writtenFiles';

/** Where the choice of the last time is kept. */
const LAST_CHOICE = 'markscheme.feedback';

/** Let a person choose how feedback looks, and have the server write it: for a student's document, or a folder's students. */
export async function giveBack(subject: Subject, connection: Connection, memory: vscode.Memento): Promise<void> {
  const begun = await begin(subject, connection);
  if (!begun) {
    return;
  }
  const { choices, uri, students } = begun;
  const [assignment, ...others] = choices.assignments;
  const draft = await chosenDraft(
    {
      ...lastChoice(memory.get(LAST_CHOICE), choices),
      students,
      open: 'range',
      assignment: subject.assignment ?? begun.assignment ?? (others.length === 0 ? assignment : undefined),
    },
    choices,
  );
  if (!draft || !(await isReady(connection, uri, vscode.l10n.t('Give Back All the Same'), draft.students))) {
    return;
  }
  const { format, mode, bundle, focus } = draft;
  await memory.update(LAST_CHOICE, { format, mode, bundle, focus });
  const written = await runLong(connection, {
    name: 'markscheme.writeFeedback',
    title: vscode.l10n.t('Writing feedback'),
    parameters: [uri, format, mode],
    options: optionsOf(draft),
  });
  if (written) {
    await showFeedback(written);
  }
}

/** What a person can choose from, where the texts lie, and who is chosen at first. */
interface Beginning {
  readonly choices: FeedbackChoices;
  readonly uri: string;
  readonly students: readonly string[];
  readonly assignment?: string | undefined;
}

/** Return the choices; a student's document stands for that student in its class, so that others can be chosen too. */
async function begin({ uri }: Subject, connection: Connection): Promise<Beginning | undefined> {
  const own = await connection.request('markscheme/feedbackChoices', { uri: uri.toString() });
  if (!own || !(await isFile(uri))) {
    return own && { choices: own, uri: uri.toString(), students: [] };
  }
  const students = own.students.map(({ name }) => name);
  const whole = await connection.request('markscheme/feedbackChoices', { uri: own.folder });
  const [assignment] = own.assignments;
  const isInside = whole?.assignments.includes(assignment ?? '') && students.every((name) => has(whole, name));
  return whole && isInside
    ? { choices: whole, uri: own.folder, students, assignment }
    : { choices: own, uri: uri.toString(), students: [] };
}

function has({ students }: FeedbackChoices, name: string): boolean {
  return students.some((student) => student.name === name);
}

/** A line of the first list: to write the feedback, or to change a part of the draft. */
interface Step extends vscode.QuickPickItem {
  /** Return what changes in the draft. */
  readonly change?: () => Promise<Partial<FeedbackDraft>>;
}

/** Show the draft in one list until the person gives it back: its first line does, the others change it. */
async function chosenDraft(draft: FeedbackDraft, choices: FeedbackChoices): Promise<FeedbackDraft | undefined> {
  for (;;) {
    const chosen = await vscode.window.showQuickPick(steps(draft, choices), {
      title: vscode.l10n.t('Give Back'),
      placeHolder: vscode.l10n.t('Press Enter to give back, or choose what to change'),
      ignoreFocusOut: true,
    });
    if (!chosen?.change) {
      return chosen && draft;
    }
    draft = { ...draft, ...(await chosen.change()) };
  }
}

function steps(draft: FeedbackDraft, choices: FeedbackChoices): Step[] {
  const { format, mode, bundle, focus, assignment, open } = draft;
  const all = vscode.l10n.t('all');
  const isOne = draft.students.length === 1 || choices.students.length === 1;
  return [
    { label: `$(mortar-board) ${vscode.l10n.t('Give back now')}`, detail: summaryOf(draft, choices) },
    { label: vscode.l10n.t('Change'), kind: vscode.QuickPickItemKind.Separator },
    ...(choices.students.length > 1
      ? [
          {
            label: `$(person) ${vscode.l10n.t('Students')}`,
            description: whoseText(draft, choices),
            change: () => changedStudents(draft, choices),
          },
        ]
      : []),
    ...(choices.assignments.length > 1
      ? [
          {
            label: `$(book) ${vscode.l10n.t('Exercise')}`,
            description: assignment ?? all,
            change: () => changedAssignment(draft, choices),
          },
        ]
      : []),
    {
      label: `$(file) ${vscode.l10n.t('What your students get')}`,
      description: named(formats(), format).label,
      change: () => changedFormat(draft),
    },
    {
      label: `$(comment) ${vscode.l10n.t('How much it says')}`,
      description: named(modes(format), mode).label,
      change: () => changedMode(draft),
    },
    {
      label: `$(filter) ${vscode.l10n.t('Kinds of errors')}`,
      description: focus.length > 0 ? focus.join(', ') : all,
      change: () => changedFocus(draft, choices),
    },
    {
      label: `$(question) ${vscode.l10n.t('Answers that nobody has decided')}`,
      description: named(openAnswers(), open).label,
      change: () => changedOpen(draft),
    },
    ...(isOne
      ? []
      : [
          {
            label: `$(files) ${vscode.l10n.t('Files')}`,
            description: named(bundles(), bundle).label,
            change: () => changedBundle(draft),
          },
        ]),
  ];
}

async function changedStudents(draft: FeedbackDraft, { students }: FeedbackChoices): Promise<Partial<FeedbackDraft>> {
  const isPicked = (name: string): boolean => draft.students.length === 0 || draft.students.includes(name);
  const items = students.map(({ name, label }) => ({ name, label, picked: isPicked(name) }));
  const chosen = await pickSeveral(items, vscode.l10n.t('Who gets feedback?'));
  return chosen ? { students: chosen.length === students.length ? [] : chosen } : {};
}

async function changedFocus(draft: FeedbackDraft, { groups }: FeedbackChoices): Promise<Partial<FeedbackDraft>> {
  const isPicked = (name: string): boolean => draft.focus.length === 0 || draft.focus.includes(name);
  const items = groups.map((name) => ({ name, label: name, picked: isPicked(name) }));
  const chosen = await pickSeveral(items, vscode.l10n.t('Which kinds of errors are marked?'));
  return chosen ? { focus: chosen.length === groups.length ? [] : chosen } : {};
}

async function changedAssignment(
  { assignment }: FeedbackDraft,
  { assignments }: FeedbackChoices,
): Promise<Partial<FeedbackDraft>> {
  const all: Named = { name: '', label: vscode.l10n.t('All exercises') };
  const items = [all, ...assignments.map((name) => ({ name, label: name }))];
  const chosen = await pick(items, vscode.l10n.t('Which exercise is given back?'), assignment ?? '');
  return chosen === undefined ? {} : { assignment: chosen || undefined };
}

async function changedFormat(draft: FeedbackDraft): Promise<Partial<FeedbackDraft>> {
  const format = await pick(formats(), vscode.l10n.t('What do your students get?'), draft.format);
  return format === undefined ? {} : { format, mode: named(modes(format), draft.mode).name };
}

async function changedMode(draft: FeedbackDraft): Promise<Partial<FeedbackDraft>> {
  const mode = await pick(modes(draft.format), vscode.l10n.t('How much does it say?'), draft.mode);
  return mode === undefined ? {} : { mode };
}

async function changedBundle(draft: FeedbackDraft): Promise<Partial<FeedbackDraft>> {
  const bundle = await pick(bundles(), vscode.l10n.t('How do the files lie?'), draft.bundle);
  return bundle === undefined ? {} : { bundle };
}

async function changedOpen(draft: FeedbackDraft): Promise<Partial<FeedbackDraft>> {
  const question = vscode.l10n.t('What do answers count as that nobody has decided?');
  const open = await pick<OpenAnswers>(openAnswers(), question, draft.open);
  return open === undefined ? {} : { open };
}

/** Let a person choose one value; the present one stands first. */
async function pick<Name extends string>(
  items: readonly Named<Name>[],
  placeHolder: string,
  present: string,
): Promise<Name | undefined> {
  const ordered = [...items].sort((one, other) => Number(other.name === present) - Number(one.name === present));
  const options = { title: vscode.l10n.t('Give Back'), placeHolder, ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(ordered, options))?.name;
}

/** Let a person choose some values; none chosen leaves them as they are. */
async function pickSeveral(items: readonly Named[], placeHolder: string): Promise<string[] | undefined> {
  const options = { title: vscode.l10n.t('Give Back'), placeHolder, ignoreFocusOut: true, canPickMany: true } as const;
  const chosen = await vscode.window.showQuickPick(items, options);
  return chosen && chosen.length > 0 ? chosen.map(({ name }) => name) : undefined;
}

/** Say that feedback was written, and offer to open it. */
export async function showFeedback(written: WrittenFeedback): Promise<void> {
  await showWritten(feedbackMessage(written), written.files, written.folder);
}

/** Return what was written, and what was left out. */
export function feedbackMessage({ files, texts, problems }: Omit<WrittenFeedback, 'folder' | 'open'>): string {
  const [first] = files;
  const name = path.posix.basename(decodeURIComponent(first ?? ''));
  const message =
    files.length !== 1
      ? vscode.l10n.t('Feedback was written for {0} texts.', texts)
      : texts === 1
        ? vscode.l10n.t('The feedback was written: {0}.', name)
        : vscode.l10n.t('The feedback for {0} texts was written: {1}.', texts, name);
  return withNotes(message, problems);
}

/** What a person chose the last time, by the names that the server knows. */
interface FeedbackChoice {
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
type OpenAnswers = NonNullable<FeedbackOptions['open']> | 'range';

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
function named<Name extends string>(values: readonly [Named<Name>, ...Named<Name>[]], name: string): Named<Name> {
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

function bundles(): readonly [Named<FeedbackChoice['bundle']>, ...Named<FeedbackChoice['bundle']>[]] {
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
function whoseText({ students }: FeedbackDraft, choices: FeedbackChoices): string {
  const chosen = choices.students.filter(({ name }) => students.length === 0 || students.includes(name));
  return chosen.length <= 2
    ? chosen.map(({ label }) => label).join(', ')
    : chosen.length === choices.students.length
      ? vscode.l10n.t('All {0} students', chosen.length)
      : vscode.l10n.t('{0} of {1} students', chosen.length, choices.students.length);
}
