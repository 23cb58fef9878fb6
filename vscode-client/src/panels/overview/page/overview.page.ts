import '../../page/panel.css';
import '../../page/result.css';
import './overview.css';

import { classRows, hasScheme, type Sort } from '../classList';
import {
  readOverviewPageState,
  readToOverviewPage,
  type FromOverviewPage,
  type OverviewPageState,
  type ShownOverview,
  type ToOverviewPage,
} from '../overviewMessages';
import type { OverviewStrings } from '../overviewStrings';
import type { Scope } from '../../messages';
import { Numbers } from '../../numbers';
import type { Overview, OverviewAssignment, OverviewClass } from '../../../protocol/contract';
import { isSameFilter, type PlacesFilter } from '../../../protocol/methods';
import { vocabularyNamed } from '../../../protocol/vocabularies';
import { classChoice } from '../../page/choices';
import { button, element } from '../../page/elements';
import { focusedKey, focusOn } from '../../page/focus';
import { Host, keepScroll } from '../../page/host';
import { classSections, fileSections } from './classSections';
import { markWords } from './markWords';
import { assignmentChoice } from './assignmentChoice';
import { keyOfCell, type OverviewListener, type OverviewView } from './overviewView';
import { ConditionNotice } from '../../page/conditionNotice';
import { messageBox } from '../../page/messageBox';
import { placeList } from '../../page/placeList';
import type { Condition, ShownPlaces } from '../../messages';

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
  private places: ShownPlaces | undefined;
  private wantsFocus = false;
  private readonly head = element('header', { class: 'heading' });
  private readonly content = element('div', { class: 'content' });
  private readonly notice = new ConditionNotice((message) => {
    this.host.post(message);
  });

  constructor(
    root: HTMLElement,
    private readonly host: Host<ToOverviewPage, FromOverviewPage, OverviewPageState>,
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
      case 'places':
        if (isSameFilter(message.wanted, this.host.state.wanted)) {
          this.places = message;
          this.draw();
        }
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
    this.notice.clear(waited ? strings.updated : undefined);
    const fresh = JSON.stringify([vocabulary, overview]);
    if (fresh !== this.drawn) {
      this.drawn = fresh;
      this.requestPlaces();
      this.draw();
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
    this.notice.show(condition, strings, this.overview !== undefined);
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
    const focused = focusedKey();
    const refresh = (): void => {
      this.host.post({ type: 'refresh' });
    };
    const action = computing
      ? this.notice.cancelButton(strings)
      : button(strings.refresh, refresh, { class: 'plain', attributes: { 'data-key': 'action' } });
    const actions = this.overview
      ? element('div', { class: 'actions' }, ...this.choices(strings), action, ...this.classButtons(strings))
      : undefined;
    this.head.replaceChildren(
      element('h1', {}, strings.title),
      element('p', {}, this.scope.name),
      ...(actions ? [actions] : []),
    );
    focusOn(focused);
  }

  /** Return the buttons that show the mark scheme of the class and write its feedback; none without a class. */
  private classButtons(strings: OverviewStrings): HTMLElement[] {
    if (!this.chosen()) {
      return [];
    }
    const classButton = (label: string, type: 'giveBack' | 'markScheme', key: string): HTMLElement => {
      const press = (): void => {
        const shown = this.chosen();
        if (shown) {
          this.host.post({ type, uri: shown.uri });
        }
      };
      return button(label, press, { class: 'plain', attributes: { 'data-key': key } });
    };
    return [
      classButton(strings.markScheme, 'markScheme', 'mark-scheme'),
      classButton(strings.giveBack, 'giveBack', 'give-back'),
    ];
  }

  /** Return the lists to choose a class and an assignment from, where there are several. */
  private choices(strings: OverviewStrings): HTMLElement[] {
    const { overview } = this;
    const shown = this.chosen();
    if (!overview || !shown) {
      return [];
    }
    return [
      ...classChoice(strings.classOf, overview.classes, shown, (folder) => {
        this.choose({ folder, assignment: undefined });
      }),
      ...assignmentChoice(strings, shown, this.assignment(shown), this.showsTogether(), (assignment) => {
        this.choose({ assignment });
      }),
    ];
  }

  private choose(choice: Pick<OverviewPageState, 'folder' | 'assignment'>): void {
    this.host.keep({ ...choice, wanted: undefined });
    if (this.strings) {
      this.drawHead(this.strings);
    }
    this.draw();
  }

  private chosen(): OverviewClass | undefined {
    const classes = this.overview?.classes ?? [];
    return classes.find(({ uri }) => uri === this.host.state.folder) ?? classes[0];
  }

  /** Return the chosen assignment; `undefined` for all together. */
  private assignment(shown: OverviewClass | undefined): OverviewAssignment | undefined {
    const one = shown?.assignments.find(({ name }) => name === this.host.state.assignment);
    const first = shown?.assignments[0];
    return one ?? (shown?.assignments.length === 1 || !this.showsTogether() ? first : undefined);
  }

  /** Whether marks of several assignments add up; CLEME2.0's scores don't. */
  private showsTogether(): boolean {
    return this.vocabulary.name === 'verdicts';
  }

  private draw(): void {
    const { strings, overview } = this;
    if (!strings || !overview) {
      return;
    }
    const focused = focusedKey();
    const shown = this.chosen();
    const { wanted } = this.host.state;
    if (shown && wanted) {
      this.content.replaceChildren(...this.placesOf(wanted, shown, strings));
    } else if (shown) {
      this.content.replaceChildren(...classSections(this.viewOf(overview, shown, strings)));
    } else {
      const hint = messageBox(strings.noExercises, strings.noExercisesHint);
      this.content.replaceChildren(hint, ...fileSections(strings, overview.problems, overview.notices));
    }
    focusOn(focused);
  }

  private viewOf(overview: Overview, shown: OverviewClass, strings: OverviewStrings): OverviewView {
    const { numbers, language, vocabulary } = this;
    const { sort = FIRST_SORT, allTypes = false } = this.host.state;
    const assignment = this.assignment(shown);
    const rows = classRows(overview, shown, assignment?.name);
    return {
      ...{ overview, shown, assignment: assignment?.name, totals: assignment ?? shown, vocabulary, sort, allTypes },
      rows,
      markWords: markWords(vocabulary.name, strings, numbers, hasScheme(rows)),
      ...{ strings, numbers, language, listener: this.listener() },
    };
  }

  private placesOf(wanted: PlacesFilter, shown: OverviewClass, strings: OverviewStrings): HTMLElement[] {
    return placeList({
      wanted,
      label: shown.people.find(({ name }) => name === wanted.student)?.label,
      answer: this.places,
      strings,
      numbers: this.numbers,
      back: () => {
        this.leavePlaces();
      },
      opened: ({ uri, range, view }) => {
        this.host.post({ type: 'openPlace', uri, range, view });
      },
    });
  }

  /** Show the places behind a number in place of the class, and give their title the keyboard. */
  private drill(wanted: PlacesFilter): void {
    this.host.keep({ wanted, scroll: window.scrollY });
    this.requestPlaces();
    this.draw();
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

  /** Return to the class, with the keyboard on the number. */
  private leavePlaces(): void {
    const { wanted } = this.host.state;
    this.host.keep({ wanted: undefined });
    this.places = undefined;
    this.draw();
    if (wanted) {
      focusOn(keyOfCell(wanted));
    }
  }

  private listener(): OverviewListener {
    return {
      sorted: (sort) => {
        this.host.keep({ sort });
        this.draw();
      },
      opened: (uri) => {
        this.host.post({ type: 'open', uri });
      },
      drilled: (wanted) => {
        this.drill(wanted);
      },
      allTypesChosen: (allTypes) => {
        this.host.keep({ allTypes });
        this.draw();
      },
    };
  }
}

const root = document.getElementById('page');
if (root) {
  new OverviewPage(root, new Host(readOverviewPageState, readToOverviewPage, {}));
}
