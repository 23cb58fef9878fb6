import '../../page/panel.css';
import './overview.css';

import { partStudents, type EstimatedStudent, type MarkedStudent, type Sort } from '../classList';
import { median } from '../distribution';
import {
  readOverviewPageState,
  readToOverviewPage,
  type FromOverviewPage,
  type OverviewPageState,
  type Scope,
  type ShownOverview,
  type ToOverviewPage,
} from '../overviewMessages';
import type { OverviewStrings } from '../overviewStrings';
import { Numbers } from '../../numbers';
import type { Overview, OverviewExercise, OverviewStudent } from '../../../protocol/contract';
import { vocabularyNamed } from '../../../protocol/vocabularies';
import { acceptedTable } from './acceptedTable';
import { button, element, type Child } from '../../page/elements';
import { Host, keepScroll } from '../../page/host';
import { markWords } from './markWords';
import { legend, type OverviewView } from './overviewView';
import { scroller } from './scroller';
import { messageBox } from '../../page/messageBox';
import { spread } from './spread';
import { estimatedList, studentTable, unmarkedList, type StudentListener } from './studentTable';
import { typeTable } from './typeTable';

/** The state that the page shows above an overview, or in its place. */
type Condition = Exclude<ToOverviewPage, { type: 'words' | 'overview' | 'focus' }>;

const FIRST_SORT: Sort = { key: 'name', descending: false };

/** The overview's page. It shows the extension's messages and posts the person's actions. */
class OverviewPage {
  private strings: OverviewStrings | undefined;
  private scope: Scope = { uri: null, name: '' };
  private language = 'en';
  private numbers = new Numbers('en');
  private overview: Overview | undefined;
  private vocabulary = vocabularyNamed(undefined);
  private drawn = '';
  private condition: Condition | undefined;
  private wantsFocus = false;
  private readonly bar = element('div', { class: 'bar-of-progress', attributes: { hidden: '' } });
  private readonly head = element('header', { class: 'heading' });
  private readonly notice = element('div', { class: 'notice' });
  private readonly content = element('div', { class: 'content' });
  private readonly status = element('p', { class: 'visually-hidden', attributes: { role: 'status' } });

  constructor(
    root: HTMLElement,
    private readonly host: Host<ToOverviewPage, FromOverviewPage, OverviewPageState>,
  ) {
    root.append(this.bar, this.head, this.notice, this.content, this.status);
    host.listen((message) => {
      this.receive(message);
    });
    keepScroll((scroll) => {
      host.keep({ scroll });
    });
    host.post({ type: 'ready' });
  }

  private receive(message: ToOverviewPage): void {
    if (message.type === 'words') {
      this.strings = message.strings;
      this.language = message.language;
      this.numbers = new Numbers(message.language);
      this.scope = message.scope;
      document.documentElement.lang = message.language;
      this.host.keep({ scope: message.scope.uri });
    } else if (this.strings) {
      this.update(message, this.strings);
    }
  }

  private update(message: Exclude<ToOverviewPage, { type: 'words' }>, strings: OverviewStrings): void {
    switch (message.type) {
      case 'overview':
        this.show(message, strings);
        break;
      case 'computing':
      case 'cancelled':
      case 'waiting':
      case 'failed':
        this.change(message, strings);
        break;
      case 'focus':
        this.wantsFocus = true;
        break;
    }
    this.takeFocus();
  }

  /** Show an overview; an equal one is not drawn again, so that selection and scrolling stay. */
  private show({ overview, vocabulary }: ShownOverview, strings: OverviewStrings): void {
    const first = !this.overview;
    const waited = this.condition !== undefined;
    this.condition = undefined;
    this.overview = overview;
    this.vocabulary = vocabularyNamed(vocabulary);
    this.drawHead(strings);
    this.notice.replaceChildren();
    const fresh = JSON.stringify([vocabulary, overview]);
    if (fresh !== this.drawn) {
      this.drawn = fresh;
      this.draw();
    }
    if (waited) {
      this.status.textContent = strings.updated;
    }
    if (first) {
      window.scrollTo(0, this.host.state.scroll ?? 0);
    }
  }

  private change(condition: Condition, strings: OverviewStrings): void {
    const same = this.condition?.type === condition.type;
    this.condition = condition;
    if (!same) {
      this.drawHead(strings);
    }
    if (condition.type === 'computing') {
      this.drawProgress(condition, strings, same);
    } else {
      this.notice.replaceChildren(this.conditionOf(condition, strings));
    }
  }

  private drawProgress(
    { part, message }: Condition & { type: 'computing' },
    strings: OverviewStrings,
    same: boolean,
  ): void {
    if (!same) {
      this.status.textContent = strings.computing;
    }
    if (this.overview) {
      this.notice.replaceChildren();
      return;
    }
    const shown = same ? this.notice.querySelector('progress') : null;
    if (shown) {
      setPart(shown, part);
      shown.nextElementSibling?.replaceChildren(message);
      return;
    }
    const progress = element('progress', { attributes: { 'aria-label': strings.computing, max: 1 } });
    setPart(progress, part);
    this.notice.replaceChildren(
      element(
        'section',
        { class: 'message-box' },
        element('p', {}, strings.computing),
        progress,
        element('p', { class: 'note' }, message),
        this.cancelButton(strings),
      ),
    );
  }

  private conditionOf(condition: Exclude<Condition, { type: 'computing' }>, strings: OverviewStrings): HTMLElement {
    switch (condition.type) {
      case 'waiting':
        return element('p', { class: 'waiting' }, strings.waitingServer);
      case 'cancelled':
        return messageBox(strings.cancelledTitle, strings.cancelled, this.remedy('retry', strings));
      case 'failed':
        return messageBox(strings.failedTitle, condition.message, this.remedy(condition.remedy, strings));
    }
  }

  private remedy(remedy: 'retry' | 'start', strings: OverviewStrings): { label: string; press: () => void } {
    const press = (): void => {
      this.host.post({ type: 'remedy', remedy });
    };
    return { label: strings[remedy], press };
  }

  private cancelButton(strings: OverviewStrings): HTMLButtonElement {
    const press = (): void => {
      this.host.post({ type: 'cancel' });
    };
    return button(strings.cancel, press, { class: 'plain', attributes: { 'data-key': 'action' } });
  }

  private takeFocus(): void {
    const first = this.wantsFocus ? document.querySelector<HTMLElement>('main :is(select, button)') : null;
    if (first) {
      this.wantsFocus = false;
      first.focus();
    }
  }

  private drawHead(strings: OverviewStrings): void {
    const computing = this.condition?.type === 'computing';
    this.bar.hidden = !computing;
    const focused = focusedKey();
    const refresh = (): void => {
      this.host.post({ type: 'refresh' });
    };
    const action = computing
      ? this.cancelButton(strings)
      : button(strings.refresh, refresh, { class: 'plain', attributes: { 'data-key': 'action' } });
    const actions = this.overview ? element('div', { class: 'actions' }, this.exercises(strings), action) : undefined;
    this.head.replaceChildren(
      element('h1', {}, strings.title),
      element('p', {}, this.scope.name),
      ...(actions ? [actions] : []),
    );
    focusOn(focused);
  }

  private exercises(strings: OverviewStrings): HTMLElement | undefined {
    const exercises = this.overview?.exercises ?? [];
    const chosen = this.chosen();
    if (exercises.length < 2) {
      return undefined;
    }
    const select = element(
      'select',
      {
        attributes: { 'data-key': 'exercise' },
        on: {
          change: () => {
            const one = exercises[select.selectedIndex];
            this.host.keep({ exercise: one && keyOf(one) });
            this.draw();
          },
        },
      },
      ...exercises.map((one) =>
        element('option', { attributes: { selected: one === chosen ? '' : undefined } }, one.name),
      ),
    );
    return element('label', { class: 'exercises' }, element('span', {}, strings.exercise), select);
  }

  /** Return the chosen exercise, by folder and name: a folder may have several. */
  private chosen(): OverviewExercise | undefined {
    const exercises = this.overview?.exercises ?? [];
    return exercises.find((one) => keyOf(one) === this.host.state.exercise) ?? exercises[0];
  }

  private draw(): void {
    const { strings, numbers, language, vocabulary } = this;
    if (!strings) {
      return;
    }
    const focused = focusedKey();
    const exercise = this.chosen();
    if (exercise) {
      const { sort = FIRST_SORT, allTypes = false } = this.host.state;
      const words = markWords(vocabulary.name, strings, numbers);
      const view: OverviewView = {
        ...{ exercise, vocabulary, markWords: words, sort, allTypes, strings, numbers, language },
      };
      this.content.replaceChildren(...this.sections(view));
    } else {
      const hint = messageBox(strings.noExercises, strings.noExercisesHint);
      this.content.replaceChildren(hint, ...leftOut(strings, this.overview?.problems ?? []));
    }
    focusOn(focused);
  }

  private sections(view: OverviewView): HTMLElement[] {
    const { strings, exercise, numbers, vocabulary } = view;
    const { marked, estimated, unmarked } = partStudents(exercise.students);
    const problems = leftOut(strings, [...exercise.problems, ...(this.overview?.problems ?? [])]);
    if (!exercise.students.length) {
      return [messageBox(exercise.name, strings.noStudents), ...problems];
    }
    const figures: Child[] = [
      tile(strings.students, numbers.count(exercise.students.length)),
      tile(strings.references, numbers.count(exercise.references)),
    ];
    const values = marked.map(({ marks }) => vocabulary.markOf(marks)).filter((mark) => mark !== null);
    const middle = median(values);
    if (middle !== undefined) {
      const words = view.markWords;
      figures.push(tile(values.length > 1 ? words.median : words.title, words.value(middle)));
    }
    const summary = section(exercise.name, element('dl', { class: 'tiles' }, ...figures), legend(view));
    return [
      summary,
      ...this.unmarkedSection(view, unmarked),
      ...problems,
      ...(marked.length ? this.markedSections(view, marked) : []),
      ...this.estimatedSection(view, estimated),
      ...(vocabulary.showsCodes
        ? [element('p', { class: 'signature' }, `${strings.signature}: ${this.overview?.signature ?? ''}`)]
        : []),
    ];
  }

  private markedSections(view: OverviewView, marked: readonly MarkedStudent[]): HTMLElement[] {
    const { strings } = view;
    const table = studentTable(view, marked, this.listener());
    const all = (allTypes: boolean): void => {
      this.host.keep({ allTypes });
      this.draw();
    };
    return [
      ...(marked.length > 1 ? [section(view.markWords.distribution, spread(view, marked))] : []),
      section(strings.studentList, scroller(strings.studentList, table)),
      section(strings.errorTypes, typeTable(view, all)),
      section(strings.accepted, acceptedTable(view)),
    ];
  }

  private estimatedSection(view: OverviewView, estimated: readonly EstimatedStudent[]): HTMLElement[] {
    if (!estimated.length) {
      return [];
    }
    const note = element('p', { class: 'note' }, view.strings.estimatedNote);
    return [section(view.strings.estimated, note, estimatedList(view, estimated, this.listener()))];
  }

  private unmarkedSection(view: OverviewView, unmarked: readonly OverviewStudent[]): HTMLElement[] {
    return unmarked.length ? [section(view.strings.unmarked, unmarkedList(view, unmarked, this.listener()))] : [];
  }

  private listener(): StudentListener {
    return {
      sorted: (sort) => {
        this.host.keep({ sort });
        this.draw();
      },
      opened: (uri) => {
        this.host.post({ type: 'open', uri });
      },
    };
  }
}

/** Set how far the computation is; `null` if that is unknown. */
function setPart(progress: HTMLProgressElement, part: number | null): void {
  if (part === null) {
    progress.removeAttribute('value');
  } else {
    progress.value = part;
  }
}

function keyOf({ uri, name }: OverviewExercise): string {
  return `${uri}#${name}`;
}

function section(title: string, ...children: readonly Child[]): HTMLElement {
  return element('section', { class: 'part' }, element('h2', {}, title), ...children);
}

function leftOut(strings: OverviewStrings, problems: readonly string[]): HTMLElement[] {
  const items = problems.map((problem) => element('li', { class: 'note' }, problem));
  return items.length ? [section(strings.leftOut, element('ul', { class: 'beside unmarked' }, ...items))] : [];
}

function tile(label: string, value: string): HTMLElement {
  return element('div', { class: 'tile' }, element('dt', {}, label), element('dd', {}, value));
}

/** Return the key of the focused element, by which it is found again after a redraw. */
function focusedKey(): string | undefined {
  return document.activeElement?.getAttribute('data-key') ?? undefined;
}

function focusOn(key: string | undefined): void {
  if (key !== undefined && focusedKey() !== key) {
    document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
}

const root = document.getElementById('page');
if (root) {
  new OverviewPage(root, new Host(readOverviewPageState, readToOverviewPage, {}));
}
