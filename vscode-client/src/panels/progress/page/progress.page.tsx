import * as l10n from '@vscode/l10n';
import '../../page/panel.css';
import '../../page/result.css';
import './progress.css';

import type { VNode } from 'preact';

import type { Progress, ProgressClass } from '../../../protocol/contract';
import type { ResultPageState, ShownResult } from '../../messages';
import type { ResultHost } from '../../page/computed';
import { Host } from '../../page/host';
import { ResultPage } from '../../page/result';
import { Button, Choice, ClassChoice, MessageBox } from '../../page/view';
import { Legend, ProgressTable, type Sort } from './progressTable';

type ShownProgress = ShownResult<Progress>;

/** What the page keeps over a reload. */
interface ProgressPageState extends ResultPageState {
  /** The student whose kinds of errors are shown; empty for the class; all students side by side if there is none. */
  readonly student?: string | undefined;
  /** The kind of error; all if there is none. */
  readonly group?: string | undefined;
  readonly sort?: Sort | undefined;
}

/** The page of progress. */
class ProgressPage extends ResultPage<ProgressClass, ShownProgress> {
  declare protected readonly host: ResultHost<ProgressPageState>;

  /** Return the lists to choose a class, a student and a kind of error from, and the buttons. */
  protected override classActions(shown: ProgressClass, { result }: ShownProgress, refresh: VNode) {
    return (
      <>
        <ClassChoice
          label={l10n.t('Class')}
          classes={result.classes}
          shown={shown}
          choose={(folder) => this.choose({ folder, student: undefined, group: undefined, sort: undefined })}
        />
        {this.studentChoice(shown)}
        {this.student(shown) === undefined && this.groupChoice(shown)}
        {refresh}
        <Button class="plain" data-key="save" onClick={() => this.host.run('markscheme.saveProgress', shown.uri)}>
          {l10n.t('Save as CSV…')}
        </Button>
      </>
    );
  }

  protected override classContent(shown: ProgressClass | undefined, { result: { missing } }: ShownProgress) {
    const { drillInto } = this;
    const { group, sort } = this.host.state;
    return (
      <>
        {shown ? (
          <>
            <Legend />
            <ProgressTable
              {...{ shown, group, sort, drillInto, student: this.student(shown) }}
              choose={(choice) => this.choose(choice)}
            />
          </>
        ) : (
          <MessageBox
            title={l10n.t('There is no progress to show yet.')}
            text={l10n.t('Progress needs students’ texts with a teacher’s correction, of one exercise or more.')}
          />
        )}
        {missing.length > 0 && (
          <section class="missing">
            <h2>{l10n.t('What is missing')}</h2>
            <ul>
              {missing.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        )}
      </>
    );
  }

  private studentChoice(shown: ProgressClass): VNode {
    const student = this.student(shown);
    const names = shown.people.map(({ name }) => name);
    const labels = shown.people.map(({ label }) => l10n.t('{0}, by kind of error', label));
    return (
      <Choice
        label={l10n.t('Show')}
        name="whose"
        options={[l10n.t('All students'), l10n.t('The class, by kind of error'), ...labels]}
        chosen={student === undefined ? 0 : student === '' ? 1 : 2 + names.indexOf(student)}
        choose={(index) =>
          this.choose({ student: index === 0 ? undefined : (names[index - 2] ?? ''), sort: undefined })
        }
      />
    );
  }

  private groupChoice({ whole }: ProgressClass): VNode {
    const { group } = this.host.state;
    const groups = whole.groups.map((one) => one.group);
    return (
      <Choice
        label={l10n.t('Kind of error')}
        name="group"
        options={[l10n.t('All kinds'), ...groups]}
        chosen={group === undefined ? 0 : groups.indexOf(group) + 1}
        choose={(index) => this.choose({ group: groups[index - 1] })}
      />
    );
  }

  /** Return the chosen student; empty for the class by kinds of errors, `undefined` for all students. */
  private student({ people }: ProgressClass): string | undefined {
    const { student } = this.host.state;
    return student === '' || people.some(({ name }) => name === student) ? student : undefined;
  }
}

const root = document.getElementById('page');
if (root) {
  new ProgressPage(root, new Host());
}
