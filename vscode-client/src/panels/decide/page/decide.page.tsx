import * as l10n from '@vscode/l10n';
import '../../page/panel.css';
import '../../page/result.css';
import '../../page/desk.css';
import './decide.css';

import type { ComponentChildren, VNode } from 'preact';

import type { ClassQuestions, MovedMark, Ruled } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import type { ShownResult } from '../../messages';
import type { ResultHost } from '../../page/computed';
import { ButtonGroup, Count, DeskPage, KeyButton, Problems, said } from '../../page/desk';
import { Host } from '../../page/host';
import { numbers } from '../../page/numbers';
import { focusOn } from '../../page/view';
import {
  DECIDE_KEYS,
  type DecideAction,
  type DecidePageState,
  DecideQueue,
  isOwnCorrection,
  nameOf,
  type Ruling,
  RULINGS,
  rulingsOn,
  type Step,
} from '../decideQueue';
import {
  Finals,
  NoQuestion,
  OtherWords,
  promptOf,
  RULING_NAMES,
  Sentences,
  SheetList,
  spokenWords,
  Students,
  Teachers,
} from './decideCard';

/** The answers to decide, or with `own_correction` the teacher's own corrections to check. */
type ShownAnswers = ShownResult<ClassQuestions> & { readonly own_correction?: true };

const LABELS: Readonly<Record<DecideAction, string>> = {
  ...RULING_NAMES,
  words: l10n.t('Other Words Too…'),
  always: l10n.t('Always'),
  all: l10n.t('All Right but Those Named'),
  each: l10n.t('One by One'),
  later: l10n.t('Later'),
  undo: l10n.t('Undo'),
};

const HINTS: Readonly<Partial<Record<DecideAction, string>>> = {
  correct: l10n.t('It counts as correct.'),
  partly: l10n.t('It counts as partly correct.'),
  wrong: l10n.t('It counts as wrong.'),
  needed: l10n.t('The correction has to be made, although nearly nobody in the class sees it.'),
  either: l10n.t('It is as good as the text before: it neither earns nor costs anything.'),
  taste: l10n.t('The correction is to your taste: whatever a student does or leaves there does not count.'),
  words: l10n.t('The correction is needed, and other words that you type are right there too.'),
  always: l10n.t(
    'The next decision holds for these words in all exercises of the course. It is kept in course-decisions.m2.',
  ),
};

/** What is said of a ruling; `{0}` is the change. */
const GIVEN: Readonly<Record<Ruling, string>> = {
  correct: l10n.t('{0}: correct.'),
  partly: l10n.t('{0}: partly correct.'),
  wrong: l10n.t('{0}: wrong.'),
  needed: l10n.t('{0}: the correction is needed.'),
  either: l10n.t('{0}: either is fine.'),
  taste: l10n.t('{0}: a matter of taste.'),
};

/** Largest number of marks that are named after a ruling. */
const MAX_MOVES = 6;

/**
 * The page of a class's answers: one question at a time.
 *
 * The question has the keyboard and never goes, so that no key is lost between two questions. A screen reader hands it
 * every key, since it is an application; the sentences, the teachers' words and the marks around it are read as text.
 */
class DecidePage extends DeskPage<ShownAnswers, Step, Ruled | null, DecideAction> {
  protected readonly keys = DECIDE_KEYS;
  protected readonly list: DecideQueue;
  /** What the last decision did to the marks. */
  private report: VNode | undefined;
  /** The key of the question for which the person types other words. */
  private typing: string | undefined;
  /** What is said of each answer of a text, by the keys of both. */
  private readonly said = new Map<string, string>();

  constructor(
    root: HTMLElement,
    protected override readonly host: ResultHost<DecidePageState>,
  ) {
    super(root, host, 'question');
    this.list = new DecideQueue(host);
    this.list.resend();
  }

  protected override actions(_shown: ShownAnswers, refresh: VNode): VNode {
    return refresh;
  }

  protected override replace({ result }: ShownAnswers): void {
    if (result.open > this.list.tally.left) {
      // What was said of the last decision holds no more: it was taken back elsewhere.
      this.report = undefined;
    }
    this.list.replace(result);
  }

  protected override content({ result: { problems } }: ShownAnswers): ComponentChildren {
    const { list } = this;
    const { left, later, final, marks, pending } = list.tally;
    return this.desk(
      <>
        <Count words={l10n.t('To decide: {0}')} values={[left]} />
        {later > 0 && <Count words={l10n.t('{0} of them put off')} values={[later]} />}
        {marks > 0 && <Count words={l10n.t('{0} of {1} marks are final')} values={[final, marks]} />}
        {pending > 0 && <Count words={l10n.t('{0} being saved')} values={[pending]} />}
      </>,
      <>
        <p class="report" role="status">
          {this.report}
        </p>
        <article class="question">{this.question()}</article>
        <Finals
          marks={list.marks}
          isChanging={(mark) => list.isChanging(mark)}
          callFinal={(mark, open) => {
            list.callFinal(mark, open);
            this.redraw();
          }}
        />
        <Problems problems={problems} />
      </>,
    );
  }

  private question(): ComponentChildren {
    const { subject, current, tally } = this.list;
    const own = this.shown?.own_correction ?? false;
    const about = {
      role: subject ? ('application' as const) : ('group' as const),
      'aria-label': own ? l10n.t('Is this correction needed?') : l10n.t('Is this answer right?'),
      'aria-describedby': 'above change',
      'aria-keyshortcuts': this.offered.map((action) => DECIDE_KEYS.shown(action)).join(' '),
    };
    return (
      <>
        <div id="above">{current && <Sentences question={current} />}</div>
        <div class="prompt" tabIndex={0} data-key="question" data-question={subject?.key ?? ''} {...about}>
          {subject ? <h2 id="change">{promptOf(subject)}</h2> : <NoQuestion {...tally} own={own} />}
        </div>
        <div class="answers">{this.buttons()}</div>
        {this.below()}
      </>
    );
  }

  private buttons(): ComponentChildren {
    const act = (action: DecideAction): void => this.act(action);
    const button = (action: DecideAction) => {
      const pressed = action === 'always' ? { 'aria-pressed': this.list.always } : {};
      const more = { title: HINTS[action], label: LABELS[action], keys: DECIDE_KEYS, act, ...pressed };
      return <KeyButton key={action} action={action} {...more} />;
    };
    const isMove = (action: DecideAction): boolean => action === 'later' || action === 'undo';
    return (
      <>
        <ButtonGroup label={l10n.t('Decide')}>
          {this.offered.filter((action) => !isMove(action)).map(button)}
        </ButtonGroup>
        <ButtonGroup label={l10n.t('Go')}>{this.offered.filter(isMove).map(button)}</ButtonGroup>
      </>
    );
  }

  private below(): ComponentChildren {
    const { list } = this;
    const { current, sheet } = list;
    if (sheet) {
      const say = (key: string, ruling: string): unknown => this.said.set(`${sheet.key} ${key}`, ruling);
      return <SheetList key={sheet.key} {...{ sheet, say, rulings: this.rulings }} />;
    }
    return (
      current && (
        <>
          {this.typing === current.key && (
            <OtherWords
              source={current.source}
              add={(words) => this.finish(() => this.ruled('needed', words))}
              leave={() => this.leaveWords()}
            />
          )}
          {list.isGone && (
            <p class="gone">
              {l10n.t('This answer is decided already, or its text has changed. Any of the keys goes on.')}
            </p>
          )}
          <Teachers teachers={current.teachers} />
          {!isOwnCorrection(current) && (
            <Students
              {...{ question: current, marks: list.marks }}
              open={({ uri, range }) => this.host.run('markscheme.goTo', uri, range, null)}
            />
          )}
        </>
      )
    );
  }

  /** What can be done now. */
  private get offered(): readonly DecideAction[] {
    const { current, sheet } = this.list;
    if (!this.shown) {
      return [];
    }
    if (sheet) {
      return ['all', 'each', 'later', 'undo'];
    }
    const words = current && isOwnCorrection(current) ? (['words'] as const) : [];
    return [...(current ? ([...rulingsOn(current), ...words, 'always', 'later'] as const) : []), 'undo'];
  }

  protected override isOffered(action: DecideAction): boolean {
    return this.offered.includes(action);
  }

  protected override act(action: DecideAction): void {
    if (action === 'words') {
      this.typing = this.list.current?.key;
      this.redraw();
      focusOn('other-words');
    } else {
      this.finish(() => this.done(action), action === 'undo');
    }
  }

  private leaveWords(): void {
    this.typing = undefined;
    this.redraw();
    focusOn('question');
  }

  /** Do something, and show and say what comes next. */
  private finish(act: () => string, isUndo = false): void {
    const { list } = this;
    const { subject: before, isGone } = list;
    const done = act();
    const { subject } = list;
    const next = subject && subject !== before ? spokenWords(subject) : '';
    this.typing = undefined;
    this.spoken = said(
      [isGone && !isUndo ? l10n.t('This question is not open any more.') : done, next].filter(Boolean).join(' '),
    );
    this.redraw();
    if (document.activeElement === document.body) {
      focusOn('question');
    }
  }

  /** Do something about what is shown; return what was done, in words. */
  private done(action: Exclude<DecideAction, 'words'>): string {
    const { list } = this;
    const name = list.subject ? nameOf(list.subject) : '';
    if (action === 'undo') {
      return this.undone();
    }
    if (action === 'each') {
      list.partSheet();
      return '';
    }
    if (action === 'all') {
      list.ruleSheet(this.rulings);
      return l10n.t('{0}: decided.', name);
    }
    if (action === 'always') {
      list.toggleAlways();
      return list.always
        ? l10n.t('The next decision holds in all exercises.')
        : l10n.t('The next decision holds in this exercise.');
    }
    if (action === 'later') {
      list.putOff();
      return l10n.t('{0}: put off.', name);
    }
    return this.ruled(action, []);
  }

  private undone(): string {
    const undone = this.list.undo();
    if (!undone) {
      this.report = said(l10n.t('There is no decision of yours to take back here.'));
    }
    return undone ? l10n.t('{0}: open again.', undone.words) : '';
  }

  /** What is said of the answers of the text that is shown, by the keys of their questions. */
  private get rulings(): Readonly<Record<string, string>> {
    const { key: text, answers } = this.list.sheet ?? { key: '', answers: [] };
    return Object.fromEntries(answers.map(({ key, right }) => [key, this.said.get(`${text} ${key}`) ?? right]));
  }

  /** Decide the question that is shown; return what was done, in words. */
  private ruled(ruling: Ruling, also: readonly string[]): string {
    const words = this.list.current?.change ?? '';
    return givenWords(GIVEN[ruling], words, this.list.rule(ruling, also));
  }

  /** Show the marks that followed a step. What another page sent changes nothing. */
  protected override settle(id: string, ruled: Ruled | null): void {
    const step = this.list.settle(id, ruled);
    if (step && ruled) {
      this.shown = this.shown && { ...this.shown, result: ruled.state };
      const given = givenWords(givenTemplate(step, ruled), ruled.change, step);
      this.report = said(`${given} ${this.movesInWords(ruled.moves)}`);
    } else if (step && !this.list.has(step.key)) {
      // Where the ruling was refused, the question is open, as the person wants it.
      this.fail(
        { identity: step.key, words: step.words },
        l10n.t(
          'It was decided before the server was started again. Take it back at its place in a student’s text, under the light bulb.',
        ),
      );
    }
  }

  private movesInWords(moves: readonly MovedMark[]): string {
    const hidden = moves.length - MAX_MOVES;
    const named = moves
      .slice(0, MAX_MOVES)
      .map(({ label, before, after }) => l10n.t('{0}: {1} → {2}', label, before, after));
    const more = hidden > 0 ? [l10n.t('and {0} more', numbers.count(hidden))] : [];
    return moves.length === 0 ? l10n.t('No mark changes.') : [...named, ...more].join('; ');
  }

  /** Read the questions again: they may be others now. */
  protected override refuse(id: string): { identity: string; words: string } | undefined {
    const step = this.list.refuse(id);
    if (step) {
      this.host.post({ type: 'refresh' });
    }
    return step && { identity: step.key, words: step.words };
  }

  protected override showAgain(key: string): void {
    if (!this.list.has(key)) {
      this.report = said(l10n.t('This question is not open any more.'));
    }
    this.list.choose(key);
    focusOn('question');
  }
}

function givenTemplate({ several, mark }: Step, { ruling }: Ruled): string {
  const given = RULINGS.find((each) => each === ruling);
  if (several) {
    return l10n.t('{0}: decided.');
  }
  return given ? GIVEN[given] : mark && mark.open !== null ? l10n.t('{0}: final.') : l10n.t('{0}: open again.');
}

/** Return what was decided about some words, and whether it holds in all exercises. */
function givenWords(template: string, change: string, step: Step | undefined): string {
  const words = fillTemplate(template, change);
  return step?.always ? `${words} ${l10n.t('In all exercises.')}` : words;
}

const root = document.getElementById('page');
if (root) {
  new DecidePage(root, new Host());
}
