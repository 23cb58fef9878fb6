import * as l10n from '@vscode/l10n';
import '../../page/panel.css';
import '../../page/result.css';
import './overview.css';

import type { VNode } from 'preact';

import type { OverviewAssignment, OverviewClass } from '../../../protocol/contract';
import { vocabularyNamed } from '../../../protocol/vocabularies';
import type { ResultPageState } from '../../messages';
import type { ResultHost } from '../../page/computed';
import { Host } from '../../page/host';
import { numbers } from '../../page/numbers';
import { ResultPage } from '../../page/result';
import { Button, Choice, ClassChoice, MessageBox } from '../../page/view';
import { classRows, type OverviewView, partStudents, type ShownOverview, type Sort, TO_DECIDE_HINT } from './classList';
import { ClassSections, FileSections } from './classSections';

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
class OverviewPage extends ResultPage<OverviewClass, ShownOverview> {
  declare protected readonly host: ResultHost<OverviewPageState>;

  protected override classActions(shown: OverviewClass, overview: ShownOverview, refresh: VNode) {
    const { uri, to_decide: open } = shown;
    const act = (label: string, command: string, look = 'plain', title?: string): VNode => (
      <Button class={look} data-key={command} title={title} onClick={() => this.host.run(`markscheme.${command}`, uri)}>
        {label}
      </Button>
    );
    return (
      <>
        <ClassChoice
          label={l10n.t('Class')}
          classes={overview.result.classes}
          shown={shown}
          choose={(folder) => this.choose({ folder, assignment: undefined })}
        />
        {this.assignmentChoice(overview, shown)}
        {refresh}
        {act(
          l10n.t('To decide: {0}', numbers.count(open)),
          'showAnswersToDecide',
          open > 0 ? 'primary' : 'plain',
          TO_DECIDE_HINT,
        )}
        {act(l10n.t('Mark Scheme…'), 'editScheme')}
        {act(l10n.t('Give Back…'), 'giveBack')}
      </>
    );
  }

  protected override classContent(shown: OverviewClass | undefined, overview: ShownOverview) {
    return shown ? (
      <ClassSections {...this.viewOf(shown, overview)} />
    ) : (
      <>
        <MessageBox
          title={l10n.t('No exercise found here.')}
          text={l10n.t(
            'An exercise has a learner’s text, students’ corrections of it, and teachers’ corrections, for example week-3.src.txt, week-3.hyp.lena.txt and week-3.ref.kim.txt.',
          )}
        />
        <FileSections {...overview.result} />
      </>
    );
  }

  /** Return the list to choose an assignment from, or all if their marks add up; none if there is one assignment. */
  private assignmentChoice(overview: ShownOverview, shown: OverviewClass) {
    const names = shown.assignments.map(({ name }) => name);
    const all = showsTogether(overview) ? [l10n.t('All assignments')] : [];
    const chosen = this.assignment(overview, shown);
    return (
      names.length > 1 && (
        <Choice
          label={l10n.t('Assignment')}
          name="assignment"
          options={[...all, ...names]}
          chosen={chosen ? all.length + shown.assignments.indexOf(chosen) : 0}
          choose={(index) => this.choose({ assignment: names[index - all.length] })}
        />
      )
    );
  }

  /** Return the chosen assignment; `undefined` for all together. */
  private assignment(overview: ShownOverview, { assignments }: OverviewClass): OverviewAssignment | undefined {
    const chosen = assignments.find(({ name }) => name === this.host.state.assignment);
    return chosen ?? (assignments.length === 1 || !showsTogether(overview) ? assignments[0] : undefined);
  }

  private viewOf(shown: OverviewClass, overview: ShownOverview): OverviewView {
    const { drillInto, host } = this;
    const { sort = FIRST_SORT, allTypes = false } = host.state;
    const chosen = this.assignment(overview, shown);
    const rows = classRows(overview.result, shown, chosen?.name);
    return {
      ...{ overview: overview.result, shown, assignment: chosen?.name, totals: chosen ?? shown, rows },
      ...{ vocabulary: vocabularyNamed(overview.vocabulary), sort, allTypes, drillInto, run: host.run },
      ...partStudents(rows),
      assignments: chosen ? [] : shown.assignments.map(({ name }) => name),
      keep: (choice) => this.choose(choice),
    };
  }
}

/** Whether marks of several assignments add up; CLEME2.0's scores don't. */
function showsTogether({ vocabulary }: ShownOverview): boolean {
  return vocabularyNamed(vocabulary).name === 'verdicts';
}

const root = document.getElementById('page');
if (root) {
  new OverviewPage(root, new Host());
}
