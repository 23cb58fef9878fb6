import { partStudents, schemeMark, type EstimatedStudent, type MarkedStudent, type ShownEssay } from '../classList';
import { median } from '../distribution';
import type { OverviewStrings } from '../overviewStrings';
import type { OverviewExercise } from '../../../protocol/contract';
import { fillTemplate } from '../../../template';
import { element, type Child } from '../../page/elements';
import { messageBox } from '../../page/messageBox';
import { acceptedTable } from './acceptedTable';
import { legend, type OverviewView } from './overviewView';
import { scroller } from '../../page/scroller';
import { spread } from './spread';
import { estimatedList, studentTable } from './studentTable';
import { typeTable } from './typeTable';

/** Return the parts of the page about a class: its students, their errors, and what is left out. */
export function classSections(view: OverviewView): HTMLElement[] {
  const { strings, shown, rows, assignment, overview } = view;
  const { marked, estimated, unmarked } = partStudents(rows);
  const exercises = shownExercises(view);
  const problems = [...new Set([...exercises.flatMap((exercise) => exercise.problems), ...overview.problems])];
  const aboutFiles = fileSections(strings, problems, overview.notices);
  const title = assignment ?? shown.name;
  if (!rows.length) {
    return [messageBox(title, strings.noStudents), ...aboutFiles];
  }
  return [
    section(
      title,
      figures(view, marked),
      ...(marked.length || unmarked.length ? students(view, marked, unmarked) : []),
      ...authors(strings, exercises),
    ),
    ...aboutFiles,
    ...(marked.length ? markedSections(view, marked) : []),
    ...estimatedSection(view, estimated),
    signature(view),
  ];
}

/** Return the table of the class, and below it what its columns and signs say. */
function students(
  view: OverviewView,
  marked: readonly MarkedStudent[],
  unmarked: readonly ShownEssay[],
): HTMLElement[] {
  const { strings, vocabulary } = view;
  const dues = new Set(marked.map(({ marks }) => marks.verdicts.due));
  return [
    scroller(strings.studentList, studentTable(view, marked, unmarked)),
    ...(dues.size > 1 && vocabulary.name === 'verdicts' ? [element('p', { class: 'note' }, strings.outOf)] : []),
    ...(marked.length ? [legend(view)] : []),
  ];
}

/** Return the parts that list what can't be used, and what else to know of the files; none if there is nothing. */
export function fileSections(
  strings: OverviewStrings,
  problems: readonly string[],
  notices: readonly string[],
): HTMLElement[] {
  return [...sentences(strings.leftOut, problems, 'left-out'), ...sentences(strings.notices, notices, 'notices')];
}

function sentences(title: string, texts: readonly string[], name: string): HTMLElement[] {
  const items = texts.map((text) => element('li', { class: 'note' }, text));
  return items.length ? [section(title, element('ul', { class: `beside ${name}` }, ...items))] : [];
}

/** Return the exercises whose students are shown. */
function shownExercises({ overview, shown, assignment }: OverviewView): readonly OverviewExercise[] {
  const numbers = shown.people
    .flatMap(({ essays }) => essays)
    .filter((essay) => assignment === undefined || essay.assignment === assignment)
    .map(({ exercise }) => exercise);
  return [...new Set(numbers)].flatMap((number) => overview.exercises[number] ?? []);
}

/** Return the numbers of students and references, and the median mark. */
function figures(
  { strings, rows, numbers, vocabulary, totals, markWords }: OverviewView,
  marked: readonly MarkedStudent[],
): HTMLElement {
  const tiles = [
    tile(strings.students, numbers.count(rows.length)),
    tile(strings.references, numbers.count(totals.references)),
  ];
  const points = marked.map((student) => schemeMark(student)?.points ?? null).filter((value) => value !== null);
  const middlePoints = median(points);
  if (middlePoints !== undefined) {
    tiles.push(tile(points.length > 1 ? strings.medianMark : strings.mark, numbers.points(middlePoints)));
  }
  const values = marked.map(({ marks }) => vocabulary.markOf(marks)).filter((mark) => mark !== null);
  const middle = median(values);
  if (middle !== undefined) {
    tiles.push(tile(values.length > 1 ? markWords.median : markWords.title, markWords.value(middle)));
  }
  return element('dl', { class: 'tiles' }, ...tiles);
}

/** Return how teachers share the work on a file, where there is something to say. */
function authors(strings: OverviewStrings, exercises: readonly OverviewExercise[]): HTMLElement[] {
  const words = new Set(exercises.flatMap(({ reference_authors }) => reference_authors ?? []));
  return [...words].map((word) => element('p', { class: 'note' }, fillTemplate(strings.referenceAuthors, word)));
}

/** Return how the marks were computed, for people who ask. */
function signature({ strings, overview }: OverviewView): HTMLElement {
  return element(
    'details',
    { class: 'signature' },
    element('summary', {}, strings.signature),
    element('p', {}, overview.signature),
  );
}

function markedSections(view: OverviewView, marked: readonly MarkedStudent[]): HTMLElement[] {
  const { strings, listener } = view;
  return [
    section(
      strings.errorTypes,
      typeTable(view, (all) => {
        listener.allTypesChosen(all);
      }),
    ),
    ...(marked.length > 1 ? [section(view.markWords.distribution, spread(view, marked))] : []),
    section(strings.accepted, acceptedTable(view)),
  ];
}

function estimatedSection(view: OverviewView, estimated: readonly EstimatedStudent[]): HTMLElement[] {
  if (!estimated.length) {
    return [];
  }
  const note = element('p', { class: 'note' }, view.strings.estimatedNote);
  return [section(view.strings.estimated, note, estimatedList(view, estimated))];
}

function section(title: string, ...children: readonly Child[]): HTMLElement {
  return element('section', { class: 'part' }, element('h2', {}, title), ...children);
}

function tile(label: string, value: string): HTMLElement {
  return element('div', { class: 'tile' }, element('dt', {}, label), element('dd', {}, value));
}
