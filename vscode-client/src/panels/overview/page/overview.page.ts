import '../../page/panel.css';
import '../../page/result.css';
import './overview.css';

import type { OverviewAssignment, OverviewClass } from '../../../protocol/contract';
import type { PlacesFilter } from '../../../protocol/methods';
import { vocabularyNamed } from '../../../protocol/vocabularies';
import { fillTemplate } from '../../../words';
import { button, choice, chosenClass, classChoice, messageBox } from '../../page/elements';
import { Host } from '../../page/host';
import { ResultPage } from '../../page/resultPage';
import type {
  ClassAction,
  FromOverviewPage,
  OverviewStrings,
  ShownOverview,
  ToOverviewPage,
} from '../overviewMessages';
import { classRows, keyOfCell, markWords, type OverviewListener, type OverviewView, type Sort } from './classList';
import { classSections, fileSections } from './classSections';
import type { ResultPageState } from '../../messages';

/** What the overview's page keeps over a reload. */
interface OverviewPageState extends ResultPageState {
  /** The assignment; all if there is none. */
  readonly assignment?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly allTypes?: boolean | undefined;
}

/** Whoever needs the teacher comes first. */
const FIRST_SORT: Sort = { key: 'open', descending: true };

/** The overview's page. */
class OverviewPage extends ResultPage<OverviewStrings, ShownOverview> {
  constructor(
    root: HTMLElement,
    protected override readonly host: Host<ToOverviewPage, FromOverviewPage, OverviewPageState>,
  ) {
    super(root, host);
  }

  protected actions(overview: ShownOverview, strings: OverviewStrings, refresh: HTMLElement): HTMLElement[] {
    const shown = this.classOf(overview);
    return shown
      ? [...this.choices(overview, shown, strings), refresh, ...this.classButtons(shown, strings)]
      : [refresh];
  }

  protected parts(overview: ShownOverview, strings: OverviewStrings): HTMLElement[] {
    const shown = this.classOf(overview);
    const { wanted } = this.host.state;
    if (!shown) {
      const { problems, notices } = overview.result;
      const hint = messageBox(strings.noExercises, strings.noExercisesHint);
      return [hint, ...fileSections(strings, problems, notices)];
    }
    return wanted ? this.placesOf(wanted, shown.people, strings) : classSections(this.viewOf(overview, shown, strings));
  }

  protected keyOf(wanted: PlacesFilter): string {
    return keyOfCell(wanted);
  }

  private classOf({ result }: ShownOverview): OverviewClass | undefined {
    return chosenClass(result.classes, this.host.state.folder);
  }

  /** Return the lists to choose a class and an assignment from, where there are several. */
  private choices(overview: ShownOverview, shown: OverviewClass, strings: OverviewStrings): HTMLElement[] {
    const chosen = this.assignment(overview, shown);
    return [
      ...classChoice(strings.classOf, overview.result.classes, shown, (folder) => {
        this.choose({ folder, assignment: undefined });
      }),
      ...assignmentChoice(strings, shown, chosen, showsTogether(overview), (assignment) => {
        this.choose({ assignment });
      }),
    ];
  }

  private choose(choice: Pick<OverviewPageState, 'folder' | 'assignment'>): void {
    this.host.keep(choice);
    this.drawChoice();
  }

  /** Return the buttons that decide about the answers of the class, show its mark scheme and write its feedback. */
  private classButtons(shown: OverviewClass, strings: OverviewStrings): HTMLElement[] {
    const { uri, to_decide: open } = shown;
    const classButton = (label: string, type: ClassAction, look: string, title?: string): HTMLElement => {
      const press = (): void => {
        this.host.post({ type, uri });
      };
      return button(label, press, { class: look, attributes: { 'data-key': type, title } });
    };
    const decide = fillTemplate(strings.toDecideInAll, this.numbers.count(open));
    return [
      classButton(decide, 'decide', open > 0 ? 'primary' : 'plain', strings.decideHint),
      classButton(strings.markScheme, 'markScheme', 'plain'),
      classButton(strings.giveBack, 'giveBack', 'plain'),
    ];
  }

  /** Return the chosen assignment; `undefined` for all together. */
  private assignment(overview: ShownOverview, { assignments }: OverviewClass): OverviewAssignment | undefined {
    const chosen = assignments.find(({ name }) => name === this.host.state.assignment);
    return chosen ?? (assignments.length === 1 || !showsTogether(overview) ? assignments[0] : undefined);
  }

  private viewOf(overview: ShownOverview, shown: OverviewClass, strings: OverviewStrings): OverviewView {
    const { numbers, language } = this;
    const { sort = FIRST_SORT, allTypes = false } = this.host.state;
    const vocabulary = vocabularyNamed(overview.vocabulary);
    const assignment = this.assignment(overview, shown);
    const rows = classRows(overview.result, shown, assignment?.name);
    return {
      ...{ overview: overview.result, shown, assignment: assignment?.name, totals: assignment ?? shown },
      ...{ vocabulary, sort, allTypes, rows, strings, numbers, language, listener: this.listener(shown) },
      markWords: markWords(vocabulary.name, strings, numbers),
    };
  }

  private listener({ uri }: OverviewClass): OverviewListener {
    return {
      sorted: (sort) => {
        this.host.keep({ sort });
        this.draw();
      },
      opened: (document) => {
        this.host.post({ type: 'open', uri: document });
      },
      decided: (student) => {
        this.host.post({ type: 'decide', uri, student });
      },
      drilled: this.drillInto,
      allTypesChosen: (allTypes) => {
        this.host.keep({ allTypes });
        this.draw();
      },
    };
  }
}

/** Whether marks of several assignments add up; CLEME2.0's scores don't. */
function showsTogether({ vocabulary }: ShownOverview): boolean {
  return vocabularyNamed(vocabulary).name === 'verdicts';
}

/** Return the list to choose an assignment from, or all if their marks add up; none if there is one assignment. */
function assignmentChoice(
  strings: OverviewStrings,
  { assignments }: OverviewClass,
  shown: OverviewAssignment | undefined,
  together: boolean,
  choose: (assignment: string | undefined) => void,
): HTMLElement[] {
  if (assignments.length < 2) {
    return [];
  }
  const names = assignments.map(({ name }) => name);
  const all = together ? [strings.allAssignments] : [];
  const chosen = shown ? all.length + assignments.indexOf(shown) : 0;
  const listener = (index: number): void => {
    choose(names[index - all.length]);
  };
  return [choice(strings.assignment, 'assignment', [...all, ...names], chosen, listener)];
}

const root = document.getElementById('page');
if (root) {
  new OverviewPage(root, new Host());
}
