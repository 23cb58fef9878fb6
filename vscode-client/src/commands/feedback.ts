import * as path from 'node:path';

import * as v from 'valibot';
import * as l10n from '@vscode/l10n';
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
  const only = choices.assignments.length === 1 ? choices.assignments[0] : undefined;
  const assignment = subject.assignment ?? begun.assignment ?? only;
  const last = lastChoice(memory.get(LAST_CHOICE), choices);
  const draft = await chosenDraft({ ...last, students, open: 'range', assignment }, choices);
  if (!draft || !(await isReady(connection, uri, l10n.t('Give Back All the Same'), draft.students))) {
    return;
  }
  const { format, mode, bundle, focus } = draft;
  await memory.update(LAST_CHOICE, { format, mode, bundle, focus });
  const written = await runLong(connection, {
    name: 'markscheme.writeFeedback',
    title: l10n.t('Writing feedback'),
    parameters: [uri, format, mode],
    options: optionsOf(draft),
  });
  await (written && showFeedback(written));
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
  if (own && (await isFile(uri))) {
    const choices = await connection.request('markscheme/feedbackChoices', { uri: own.folder });
    const [students, all = []] = [own, choices].map((each) => each?.students.map(({ name }) => name) ?? []);
    const [assignment = ''] = own.assignments;
    if (choices?.assignments.includes(assignment) && students?.every((name) => all.includes(name))) {
      return { choices, uri: own.folder, students, assignment };
    }
  }
  return own && { choices: own, uri: uri.toString(), students: [] };
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
      title: l10n.t('Give Back'),
      placeHolder: l10n.t('Press Enter to give back, or choose what to change'),
      ignoreFocusOut: true,
    });
    if (!chosen?.change) {
      return chosen && draft;
    }
    const changed = { ...draft, ...(await chosen.change()) };
    draft = { ...changed, mode: named(modes(changed.format), changed.mode).name };
  }
}

function steps(draft: FeedbackDraft, { students, assignments, groups }: FeedbackChoices): readonly Step[] {
  const { format, focus, assignment } = draft;
  const all = l10n.t('all');
  const one = <Key extends 'format' | 'mode' | 'bundle' | 'open'>(
    key: Key,
    label: string,
    question: string,
    values: Values<FeedbackDraft[Key]>,
  ): Step => ({
    label,
    description: named(values, draft[key]).label,
    change: async () => ({ [key]: await pick(values, question, draft[key]) }),
  });
  const whose: Step = {
    label: `$(person) ${l10n.t('Students')}`,
    description: whoseText(draft, students),
    change: async () => ({ students: await pickSeveral(students, l10n.t('Who gets feedback?'), draft.students) }),
  };
  const exercises = [{ name: '', label: l10n.t('All exercises') }, ...labelled(assignments)];
  const exercise: Step = {
    label: `$(book) ${l10n.t('Exercise')}`,
    description: assignment ?? all,
    change: async () => ({
      assignment: (await pick(exercises, l10n.t('Which exercise is given back?'), assignment ?? '')) || undefined,
    }),
  };
  const isOne = draft.students.length === 1 || students.length === 1;
  return [
    { label: `$(mortar-board) ${l10n.t('Give back now')}`, detail: summaryOf(draft, { students }) },
    { label: l10n.t('Change'), kind: vscode.QuickPickItemKind.Separator },
    ...(students.length > 1 ? [whose] : []),
    ...(assignments.length > 1 ? [exercise] : []),
    one('format', `$(file) ${l10n.t('What your students get')}`, formatQuestion(), formats()),
    one('mode', `$(comment) ${l10n.t('How much it says')}`, l10n.t('How much does it say?'), modes(format)),
    {
      label: `$(filter) ${l10n.t('Kinds of errors')}`,
      description: focus.join(', ') || all,
      change: async () => ({
        focus: await pickSeveral(labelled(groups), l10n.t('Which kinds of errors are marked?'), focus),
      }),
    },
    one('open', `$(question) ${l10n.t('Answers that nobody has decided')}`, openQuestion(), openAnswers()),
    ...(isOne ? [] : [one('bundle', `$(files) ${l10n.t('Files')}`, l10n.t('How do the files lie?'), bundles())]),
  ];
}

function labelled(names: readonly string[]): readonly Named[] {
  return names.map((name) => ({ name, label: name }));
}

/** Return the question what undecided answers count as. */
export function openQuestion(): string {
  return l10n.t('What do answers count as that nobody has decided?');
}

/** Return the question in which format students get feedback. */
export function formatQuestion(): string {
  return l10n.t('What do your students get?');
}

/** Let a person choose one value; the present one stands first, and stays if nothing is chosen. */
async function pick<Name extends string>(
  items: readonly Named<Name>[],
  placeHolder: string,
  present: Name,
): Promise<Name> {
  const options = { title: l10n.t('Give Back'), placeHolder, ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(firstOf(items, present), options))?.name ?? present;
}

/** Return values with the one of a name first. */
export function firstOf<Item extends Named>(items: readonly Item[], name: string | undefined): Item[] {
  return [...items].sort((one, other) => Number(other.name === name) - Number(one.name === name));
}

/** Let a person choose some values; an empty list means all, and nothing chosen leaves them as they are. */
async function pickSeveral(
  values: readonly Named[],
  placeHolder: string,
  present: readonly string[],
): Promise<readonly string[]> {
  const items = values.map((value) => ({ ...value, picked: present.length === 0 || present.includes(value.name) }));
  const options = { title: l10n.t('Give Back'), placeHolder, ignoreFocusOut: true, canPickMany: true } as const;
  const chosen = (await vscode.window.showQuickPick(items, options)) ?? [];
  return chosen.length === 0 ? present : chosen.length === items.length ? [] : chosen.map(({ name }) => name);
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
      ? l10n.t('Feedback was written for {0} texts.', texts)
      : texts === 1
        ? l10n.t('The feedback was written: {0}.', name)
        : l10n.t('The feedback for {0} texts was written: {1}.', texts, name);
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
  const last = v.parse(v.fallback(choice, { ...FIRST_CHOICE, focus: [] }), kept);
  const format = named(formats(), last.format).name;
  const mode = named(modes(format), last.mode).name;
  return { ...last, format, mode, focus: last.focus.filter((group) => groups.includes(group)) };
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
function named<Name extends string>(values: Values<Name>, name: string): Named<Name> {
  return values.find((value) => value.name === name) ?? values[0];
}

function value<Name extends string>(name: Name, label: string, detail: string): Named<Name> {
  return { name, label, detail };
}

type Values<Name extends string = string> = readonly [Named<Name>, ...Named<Name>[]];

export function formats(): Values {
  return [
    value(
      'html',
      l10n.t('Page'),
      l10n.t('A file for each student that opens in any browser, and prints in black and white'),
    ),
    value('docx', l10n.t('Word'), l10n.t('A Word document for each student, with comments at the places')),
    value('pdf', l10n.t('PDF'), l10n.t('A file for each student, for printing or mail')),
  ];
}

/** Return the modes of a format; only a Word document can have tracked changes. */
export function modes(format: string): Values {
  const tracked = value(
    'tracked',
    l10n.t('The teachers’ words, as tracked changes too'),
    l10n.t('In a student’s own Word document, the student can accept them one by one'),
  );
  return [
    value('direct', l10n.t('The teachers’ words'), l10n.t('At each place, what the teachers have there')),
    ...(format === 'docx' ? [tracked] : []),
    value(
      'hint',
      l10n.t('Hints only'),
      l10n.t('Each place is marked with its kind of error; the student looks for the words'),
    ),
  ];
}

function bundles(): Values<FeedbackChoice['bundle']> {
  return [
    value('each', l10n.t('A file for each student'), l10n.t('With the student’s name')),
    value('zip', l10n.t('One zip'), l10n.t('With a file for each student in it')),
    value('together', l10n.t('One document for printing'), l10n.t('Everybody’s feedback, each on a new page')),
  ];
}

export function openAnswers(): Values<OpenAnswers> {
  return [
    value('range', l10n.t('The range of the mark'), l10n.t('From all of them wrong to all of them right')),
    value('as-they-are', l10n.t('As they are'), l10n.t('One mark: what no teacher has thought of earns nothing')),
    value('lowest', l10n.t('The lower end'), l10n.t('One mark, as if all of them were wrong')),
    value('highest', l10n.t('The upper end'), l10n.t('One mark, as if all of them were right')),
  ];
}

/** Return the draft in one line. */
export function summaryOf(draft: FeedbackDraft, { students }: Pick<FeedbackChoices, 'students'>): string {
  const { format, mode, bundle, focus, open } = draft;
  return [
    whoseText(draft, students),
    named(formats(), format).label,
    named(modes(format), mode).label,
    ...(focus.length > 0 ? [focus.join(', ')] : []),
    ...(bundle === 'each' ? [] : [named(bundles(), bundle).label]),
    ...(open === 'range' ? [] : [l10n.t('open answers: {0}', named(openAnswers(), open).label)]),
  ].join(' · ');
}

/** Return whose feedback is written: up to two names, or how many students. */
function whoseText({ students }: FeedbackDraft, all: FeedbackChoices['students']): string {
  const chosen = all.filter(({ name }) => students.length === 0 || students.includes(name));
  return chosen.length <= 2
    ? chosen.map(({ label }) => label).join(', ')
    : chosen.length === all.length
      ? l10n.t('All {0} students', chosen.length)
      : l10n.t('{0} of {1} students', chosen.length, all.length);
}
