import '../../page/panel.css';
import '../../page/result.css';
import './progress.css';

import type { ProgressClass, Progress } from '../../../protocol/contract';
import { isSameFilter, type PlacesFilter } from '../../../protocol/methods';
import { fillTemplate } from '../../../template';
import type { Scope, ShownPlaces } from '../../messages';
import { Numbers } from '../../numbers';
import { choice, classChoice } from '../../page/choices';
import { ConditionNotice } from '../../page/conditionNotice';
import { button, element } from '../../page/elements';
import { focusedKey, focusOn } from '../../page/focus';
import { Host, keepScroll } from '../../page/host';
import { messageBox } from '../../page/messageBox';
import { placeList } from '../../page/placeList';
import {
  readProgressPageState,
  readToProgressPage,
  type FromProgressPage,
  type ProgressPageState,
  type ToProgressPage,
} from '../progressMessages';
import { groupRows, studentRows } from '../progressRows';
import type { ProgressStrings } from '../progressStrings';
import { keyOfNumber, legend, progressTable, type TableView } from './progressTable';

/** The page of progress. It shows the extension's messages and posts the person's actions. */
class ProgressPage {
  private strings: ProgressStrings | undefined;
  private scope: Scope = { uri: null, name: '' };
  private language = 'en';
  private numbers = new Numbers('en');
  private progress: Progress | undefined;
  private places: ShownPlaces | undefined;
  private drawn = '';
  private isComputing = false;
  private wantsFocus = false;
  private readonly head = element('header', { class: 'heading' });
  private readonly notice = new ConditionNotice((message) => {
    this.host.post(message);
  });
  private readonly content = element('div', { class: 'content' });

  constructor(
    root: HTMLElement,
    private readonly host: Host<ToProgressPage, FromProgressPage, ProgressPageState>,
  ) {
    root.append(this.notice.bar, this.head, this.notice.box, this.content, this.notice.status);
    host.listen((message) => {
      this.receive(message);
    });
    keepScroll((scroll) => {
      host.keep({ scroll });
    });
    host.post({ type: 'ready' });
  }

  private receive(message: ToProgressPage): void {
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

  private update(message: Exclude<ToProgressPage, { type: 'words' }>, strings: ProgressStrings): void {
    switch (message.type) {
      case 'progress':
        this.show(message.progress, strings);
        break;
      case 'places':
        if (isSameFilter(message.wanted, this.host.state.wanted)) {
          this.places = message;
          this.draw(strings);
        }
        break;
      case 'focus':
        this.wantsFocus = true;
        break;
      case 'computing':
      case 'cancelled':
      case 'waiting':
      case 'failed':
        this.isComputing = message.type === 'computing';
        this.drawHead(strings);
        this.notice.show(message, strings, this.progress !== undefined);
    }
    this.takeFocus();
  }

  /** Show progress; an equal one is not drawn again, so that selection and scrolling stay. */
  private show(progress: Progress, strings: ProgressStrings): void {
    const isFirst = !this.progress;
    this.progress = progress;
    this.isComputing = false;
    this.notice.clear(strings.updated);
    this.drawHead(strings);
    const fresh = JSON.stringify(progress);
    if (fresh !== this.drawn) {
      this.drawn = fresh;
      this.requestPlaces();
      this.draw(strings);
    }
    if (isFirst) {
      window.scrollTo(0, this.host.state.scroll ?? 0);
    }
  }

  private takeFocus(): void {
    const first = this.wantsFocus ? document.querySelector<HTMLElement>('main :is(select, button)') : null;
    if (first) {
      this.wantsFocus = false;
      first.focus();
    }
  }

  private drawHead(strings: ProgressStrings): void {
    const focused = focusedKey();
    const shown = this.chosen();
    const refresh = (): void => {
      this.host.post({ type: 'refresh' });
    };
    const action = this.isComputing
      ? this.notice.cancelButton(strings)
      : button(strings.refresh, refresh, { class: 'plain', attributes: { 'data-key': 'action' } });
    const actions = shown
      ? [element('div', { class: 'actions' }, ...this.choices(shown, strings), action, this.saveButton(shown, strings))]
      : [];
    this.head.replaceChildren(element('h1', {}, strings.title), element('p', {}, this.scope.name), ...actions);
    focusOn(focused);
  }

  private saveButton({ uri }: ProgressClass, strings: ProgressStrings): HTMLElement {
    const press = (): void => {
      this.host.post({ type: 'save', uri });
    };
    return button(strings.save, press, { class: 'plain', attributes: { 'data-key': 'save' } });
  }

  /** Return the lists to choose a class, a student and a kind of error from. */
  private choices(shown: ProgressClass, strings: ProgressStrings): HTMLElement[] {
    const { group } = this.host.state;
    const student = this.student(shown);
    const names = shown.people.map(({ name }) => name);
    const labels = shown.people.map(({ label }) => fillTemplate(strings.byGroup, label));
    const whose = choice(
      strings.whose,
      'whose',
      [strings.everybody, strings.theClass, ...labels],
      student === undefined ? 0 : student === '' ? 1 : 2 + names.indexOf(student),
      (index) => {
        this.choose({ student: index === 0 ? undefined : (names[index - 2] ?? '') });
      },
    );
    const groups = shown.whole.groups.map((one) => one.group);
    const kind = choice(
      strings.group,
      'group',
      [strings.allGroups, ...groups],
      group === undefined ? 0 : groups.indexOf(group) + 1,
      (index) => {
        this.choose({ group: groups[index - 1] });
      },
    );
    const classes = classChoice(strings.classOf, this.progress?.classes ?? [], shown, (folder) => {
      this.choose({ folder, student: undefined, group: undefined });
    });
    return [...classes, whose, ...(student === undefined ? [kind] : [])];
  }

  private choose(change: Pick<ProgressPageState, 'folder' | 'student' | 'group'>): void {
    this.host.keep({ ...change, wanted: undefined, ...('student' in change ? { sort: undefined } : {}) });
    if (this.strings) {
      this.drawHead(this.strings);
      this.draw(this.strings);
    }
  }

  private chosen(): ProgressClass | undefined {
    const classes = this.progress?.classes ?? [];
    return classes.find(({ uri }) => uri === this.host.state.folder) ?? classes[0];
  }

  /** Return the chosen student; empty for the class by kinds of errors, `undefined` for all students. */
  private student({ people }: ProgressClass): string | undefined {
    const { student } = this.host.state;
    return student === '' || people.some(({ name }) => name === student) ? student : undefined;
  }

  private draw(strings: ProgressStrings): void {
    const focused = focusedKey();
    const shown = this.chosen();
    const { wanted } = this.host.state;
    if (!shown) {
      this.content.replaceChildren(messageBox(strings.noClass, strings.noClassHint), ...this.missing(strings));
    } else if (wanted) {
      this.content.replaceChildren(...this.placesOf(wanted, shown, strings));
    } else {
      const table = progressTable(this.viewOf(shown, strings));
      this.content.replaceChildren(legend(strings), table, ...this.missing(strings));
    }
    focusOn(focused);
  }

  private viewOf(shown: ProgressClass, strings: ProgressStrings): TableView {
    const { sort, group } = this.host.state;
    const student = this.student(shown);
    const course = shown.people.find(({ name }) => name === student) ?? shown.whole;
    const isOfEverybody = student === undefined;
    const whose = student === '' ? strings.theClass : fillTemplate(strings.byGroup, course.label);
    return {
      ...{ shown, sort, strings, language: this.language, numbers: this.numbers },
      rows: isOfEverybody ? studentRows(shown, group) : groupRows(course, student || undefined),
      heading: isOfEverybody ? strings.student : strings.group,
      caption: isOfEverybody ? [strings.everybody, group ?? strings.allGroups].join(', ') : whose,
      sorted: (next) => {
        this.host.keep({ sort: next });
        this.draw(strings);
      },
      drilled: (wanted) => {
        this.drill(wanted, strings);
      },
      chosen: (name) => {
        this.choose({ student: name });
        focusOn('whose');
      },
    };
  }

  /** Return the list of what is missing; nothing where nothing is. */
  private missing(strings: ProgressStrings): HTMLElement[] {
    const sentences = this.progress?.missing ?? [];
    if (sentences.length === 0) {
      return [];
    }
    const list = element('ul', {}, ...sentences.map((sentence) => element('li', {}, sentence)));
    return [element('section', { class: 'missing' }, element('h2', {}, strings.missing), list)];
  }

  private placesOf(wanted: PlacesFilter, shown: ProgressClass, strings: ProgressStrings): HTMLElement[] {
    return placeList({
      wanted,
      label: shown.people.find(({ name }) => name === wanted.student)?.label,
      answer: this.places,
      ...{ strings, numbers: this.numbers },
      back: () => {
        this.leavePlaces(strings);
      },
      opened: ({ uri, range, view }) => {
        this.host.post({ type: 'openPlace', uri, range, view });
      },
    });
  }

  /** Show the places behind a number in place of the charts, and give their title the keyboard. */
  private drill(wanted: PlacesFilter, strings: ProgressStrings): void {
    this.host.keep({ wanted, scroll: window.scrollY });
    this.requestPlaces();
    this.draw(strings);
    window.scrollTo(0, 0);
    focusOn('places-title');
  }

  private requestPlaces(): void {
    const { wanted } = this.host.state;
    if (wanted) {
      this.places = isSameFilter(this.places?.wanted, wanted) ? this.places : undefined;
      this.host.post({ type: 'places', wanted });
    }
  }

  /** Return to the charts, with the keyboard on the number. */
  private leavePlaces(strings: ProgressStrings): void {
    const { wanted } = this.host.state;
    this.host.keep({ wanted: undefined });
    this.places = undefined;
    this.draw(strings);
    if (wanted) {
      focusOn(keyOfNumber(wanted));
    }
  }
}

const root = document.getElementById('page');
if (root) {
  new ProgressPage(root, new Host(readProgressPageState, readToProgressPage, {}));
}
