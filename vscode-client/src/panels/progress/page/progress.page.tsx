import '../../page/panel.css';
import '../../page/result.css';
import './progress.css';

import type { VNode } from 'preact';

import type { Progress, ProgressClass } from '../../../protocol/contract';
import type { PlacesFilter } from '../../../protocol/methods';
import { fillTemplate } from '../../../words';
import { Host } from '../../page/host';
import { ResultPage } from '../../page/result';
import { Button, Choice, chosenClass, ClassChoice, focusOn, MessageBox } from '../../page/view';
import type { FromProgressPage, ProgressStrings, ShownProgress, ToProgressPage } from '../progressMessages';
import { groupRows, keyOfNumber, Legend, ProgressTable, type Sort, studentRows, type TableView } from './progressTable';
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

  /** Return the lists to choose a class, a student and a kind of error from, and the buttons. */
  protected override actions({ result }: ShownProgress, strings: ProgressStrings, refresh: VNode) {
    const shown = this.classOf(result);
    return (
      shown && (
        <>
          <ClassChoice
            label={strings.classOf}
            classes={result.classes}
            shown={shown}
            choose={(folder) => this.choose({ folder, student: undefined, group: undefined, sort: undefined })}
          />
          {this.studentChoice(shown, strings)}
          {this.student(shown) === undefined && this.groupChoice(shown, strings)}
          {refresh}
          <Button class="plain" data-key="save" onClick={() => this.host.post({ type: 'save', uri: shown.uri })}>
            {strings.save}
          </Button>
        </>
      )
    );
  }

  protected override content({ result }: ShownProgress, strings: ProgressStrings) {
    const shown = this.classOf(result);
    const { wanted } = this.host.state;
    if (shown && wanted) {
      return this.placesOf(wanted, shown.people, strings);
    }
    return (
      <>
        {shown ? (
          <>
            <Legend strings={strings} />
            <ProgressTable {...this.tableOf(shown, strings)} />
          </>
        ) : (
          <MessageBox title={strings.noClass} text={strings.noClassHint} />
        )}
        <Missing sentences={result.missing} strings={strings} />
      </>
    );
  }

  protected override keyOf(wanted: PlacesFilter): string {
    return keyOfNumber(wanted);
  }

  private classOf({ classes }: Progress): ProgressClass | undefined {
    return chosenClass(classes, this.host.state.folder);
  }

  private studentChoice(shown: ProgressClass, strings: ProgressStrings): VNode {
    const student = this.student(shown);
    const names = shown.people.map(({ name }) => name);
    const labels = shown.people.map(({ label }) => fillTemplate(strings.byGroup, label));
    return (
      <Choice
        label={strings.whose}
        name="whose"
        options={[strings.everybody, strings.theClass, ...labels]}
        chosen={student === undefined ? 0 : student === '' ? 1 : 2 + names.indexOf(student)}
        choose={(index) => this.chooseStudent(index === 0 ? undefined : (names[index - 2] ?? ''))}
      />
    );
  }

  private groupChoice({ whole }: ProgressClass, strings: ProgressStrings): VNode {
    const { group } = this.host.state;
    const groups = whole.groups.map((one) => one.group);
    return (
      <Choice
        label={strings.group}
        name="group"
        options={[strings.allGroups, ...groups]}
        chosen={group === undefined ? 0 : groups.indexOf(group) + 1}
        choose={(index) => this.choose({ group: groups[index - 1] })}
      />
    );
  }

  private chooseStudent(student: string | undefined): void {
    this.choose({ student, sort: undefined });
  }

  /** Return the chosen student; empty for the class by kinds of errors, `undefined` for all students. */
  private student({ people }: ProgressClass): string | undefined {
    const { student } = this.host.state;
    return student === '' || people.some(({ name }) => name === student) ? student : undefined;
  }

  private tableOf(shown: ProgressClass, strings: ProgressStrings): TableView {
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
      sorted: (next) => this.choose({ sort: next }),
      drilled: this.drillInto,
      chosen: (name) => {
        this.chooseStudent(name);
        focusOn('whose');
      },
    };
  }
}

/** The list of what is missing; nothing where nothing is. */
function Missing({ sentences, strings }: { sentences: readonly string[]; strings: ProgressStrings }) {
  return sentences.length === 0 ? null : (
    <section class="missing">
      <h2>{strings.missing}</h2>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

const root = document.getElementById('page');
if (root) {
  new ProgressPage(root, new Host());
}
