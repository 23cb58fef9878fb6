import '../../page/panel.css';
import '../../page/result.css';
import './progress.css';

import type { ProgressClass } from '../../../protocol/contract';
import type { PlacesFilter } from '../../../protocol/methods';
import { fillTemplate } from '../../../words';
import { button, choice, chosenClass, classChoice, element, focusOn, messageBox } from '../../page/elements';
import { Host } from '../../page/host';
import { ResultPage } from '../../page/resultPage';
import type { FromProgressPage, ProgressStrings, ShownProgress, ToProgressPage } from '../progressMessages';
import { groupRows, keyOfNumber, legend, progressTable, type Sort, studentRows, type TableView } from './progressTable';
import type { ResultPageState } from '../../messages';

/** What the page keeps over a reload. */
interface ProgressPageState extends ResultPageState {
  /** The student whose kinds of errors are shown; empty for the class; all students side by side if there is none. */
  readonly student?: string | undefined;
  /** The kind of error; all if there is none. */
  readonly group?: string | undefined;
  readonly sort?: Sort | undefined;
}

/** The page of progress. */
class ProgressPage extends ResultPage<ProgressStrings, ShownProgress> {
  constructor(
    root: HTMLElement,
    protected override readonly host: Host<ToProgressPage, FromProgressPage, ProgressPageState>,
  ) {
    super(root, host);
  }

  protected actions(progress: ShownProgress, strings: ProgressStrings, refresh: HTMLElement): HTMLElement[] {
    const shown = this.classOf(progress);
    return shown ? [...this.choices(progress, shown, strings), refresh, this.saveButton(shown, strings)] : [];
  }

  protected parts(progress: ShownProgress, strings: ProgressStrings): HTMLElement[] {
    const shown = this.classOf(progress);
    const { wanted } = this.host.state;
    const missing = missingSection(progress.result.missing, strings);
    if (!shown) {
      return [messageBox(strings.noClass, strings.noClassHint), ...missing];
    }
    return wanted
      ? this.placesOf(wanted, shown.people, strings)
      : [legend(strings), progressTable(this.viewOf(shown, strings)), ...missing];
  }

  protected keyOf(wanted: PlacesFilter): string {
    return keyOfNumber(wanted);
  }

  private classOf({ result }: ShownProgress): ProgressClass | undefined {
    return chosenClass(result.classes, this.host.state.folder);
  }

  private saveButton({ uri }: ProgressClass, strings: ProgressStrings): HTMLElement {
    const press = (): void => {
      this.host.post({ type: 'save', uri });
    };
    return button(strings.save, press, { class: 'plain', attributes: { 'data-key': 'save' } });
  }

  /** Return the lists to choose a class, a student and a kind of error from. */
  private choices({ result }: ShownProgress, shown: ProgressClass, strings: ProgressStrings): HTMLElement[] {
    const classes = classChoice(strings.classOf, result.classes, shown, (folder) => {
      this.choose({ folder, student: undefined, group: undefined });
    });
    const whose = this.studentChoice(shown, strings);
    return [...classes, whose, ...(this.student(shown) === undefined ? [this.groupChoice(shown, strings)] : [])];
  }

  private studentChoice(shown: ProgressClass, strings: ProgressStrings): HTMLElement {
    const student = this.student(shown);
    const names = shown.people.map(({ name }) => name);
    const labels = shown.people.map(({ label }) => fillTemplate(strings.byGroup, label));
    const chosen = student === undefined ? 0 : student === '' ? 1 : 2 + names.indexOf(student);
    return choice(strings.whose, 'whose', [strings.everybody, strings.theClass, ...labels], chosen, (index) => {
      this.choose({ student: index === 0 ? undefined : (names[index - 2] ?? '') });
    });
  }

  private groupChoice({ whole }: ProgressClass, strings: ProgressStrings): HTMLElement {
    const { group } = this.host.state;
    const groups = whole.groups.map((one) => one.group);
    const chosen = group === undefined ? 0 : groups.indexOf(group) + 1;
    return choice(strings.group, 'group', [strings.allGroups, ...groups], chosen, (index) => {
      this.choose({ group: groups[index - 1] });
    });
  }

  private choose(change: Pick<ProgressPageState, 'folder' | 'student' | 'group'>): void {
    this.host.keep({ ...change, ...('student' in change ? { sort: undefined } : {}) });
    this.drawChoice();
  }

  /** Return the chosen student; empty for the class by kinds of errors, `undefined` for all students. */
  private student({ people }: ProgressClass): string | undefined {
    const { student } = this.host.state;
    return student === '' || people.some(({ name }) => name === student) ? student : undefined;
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
        this.draw();
      },
      drilled: this.drillInto,
      chosen: (name) => {
        this.choose({ student: name });
        focusOn('whose');
      },
    };
  }
}

/** Return the list of what is missing; nothing where nothing is. */
function missingSection(missing: readonly string[], strings: ProgressStrings): HTMLElement[] {
  if (missing.length === 0) {
    return [];
  }
  const list = element('ul', {}, ...missing.map((sentence) => element('li', {}, sentence)));
  return [element('section', { class: 'missing' }, element('h2', {}, strings.missing), list)];
}

const root = document.getElementById('page');
if (root) {
  new ProgressPage(root, new Host());
}
