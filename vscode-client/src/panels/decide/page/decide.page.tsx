import * as l10n from '@vscode/l10n';
import '../../page/panel.css';
import '../../page/result.css';
import '../../page/desk.css';
import './decide.css';

import type { ComponentChildren, VNode } from 'preact';

import type { MovedMark, Ruled } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import type { Outcome } from '../../messages';
import { ComputedPage } from '../../page/computed';
import { ButtonGroup, Failures, KeyButton } from '../../page/desk';
import { Host } from '../../page/host';
import { focusOn, isWriting } from '../../page/view';
import type { FromDecidePage, ShownAnswers, ToDecidePage } from '../decideMessages';
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
  TallyLine,
  Teachers,
} from './decideCard';

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
class DecidePage extends ComputedPage<ShownAnswers, Outcome<Ruled | null>> {
  private readonly queue: DecideQueue;
  /** What the last decision did to the marks. */
  private report: VNode | undefined;
  private spoken: VNode | undefined;
  /** The key of the question for which the person types other words. */
  private typing: string | undefined;
  /** What is said of each answer of a text, by the keys of both. */
  private readonly said = new Map<string, string>();
  private readonly failures = new Failures(
    (key) => this.showAgain(key),
    () => this.redraw(),
  );

  constructor(
    root: HTMLElement,
    protected override readonly host: Host<ToDecidePage, FromDecidePage, DecidePageState>,
  ) {
    super(root, host, '[data-key=question]', true);
    this.queue = new DecideQueue(host);
    document.addEventListener('keydown', (event) => this.press(event));
    this.queue.resend();
  }

  protected override actions(_shown: ShownAnswers, refresh: VNode): VNode {
    return refresh;
  }

  protected override renew({ result }: ShownAnswers): void {
    if (result.open > this.queue.tally.left) {
      // What was said of the last decision holds no more: it was taken back elsewhere.
      this.report = undefined;
    }
    this.queue.replace(result);
    if (document.hasFocus() && !document.querySelector('.prompt')) {
      this.focus.request();
    }
  }

  protected override receiveOther(outcome: Outcome<Ruled | null>): void {
    if (outcome.type === 'settled') {
      this.settle(outcome.id, outcome.result);
    } else {
      this.refuse(outcome.id, outcome.message);
    }
  }

  protected override content({ result: { problems } }: ShownAnswers): ComponentChildren {
    const { queue, numbers } = this;
    return (
      <>
        <TallyLine numbers={numbers} {...queue.tally} />
        {this.failures.view()}
        <p class="report" role="status">
          {this.report}
        </p>
        <article class="question">{this.question()}</article>
        <Finals
          {...{ numbers, marks: queue.marks }}
          isChanging={(mark) => queue.isChanging(mark)}
          callFinal={(mark, open) => {
            queue.callFinal(mark, open);
            this.redraw();
          }}
        />
        {problems.length > 0 && (
          <section class="problems">
            <h3>{l10n.t('Files that can’t be used')}</h3>
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </section>
        )}
        <p class="visually-hidden spoken" role="status">
          {this.spoken}
        </p>
      </>
    );
  }

  private question(): ComponentChildren {
    const { queue, numbers, offered } = this;
    const { subject, current, tally } = queue;
    const own = this.shown?.own ?? false;
    const about = {
      role: subject ? ('application' as const) : ('group' as const),
      'aria-label': own ? l10n.t('Is this correction needed?') : l10n.t('Is this answer right?'),
      'aria-describedby': 'above change',
      'aria-keyshortcuts': offered.map((action) => DECIDE_KEYS.shown(action)).join(' '),
    };
    return (
      <>
        <div id="above">{current && <Sentences question={current} numbers={numbers} />}</div>
        <div class="prompt" tabIndex={0} data-key="question" data-question={subject?.key ?? ''} {...about}>
          {subject ? <h2 id="change">{promptOf(subject)}</h2> : <NoQuestion {...{ numbers, own }} {...tally} />}
        </div>
        <div class="answers">{this.buttons()}</div>
        {this.below()}
      </>
    );
  }

  private buttons(): ComponentChildren {
    const act = (action: DecideAction): void => this.act(action);
    const button = (action: DecideAction) => {
      const pressed = action === 'always' ? { 'aria-pressed': this.queue.always } : {};
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
    const { queue, numbers } = this;
    const { current, sheet } = queue;
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
          {queue.isGone && (
            <p class="gone">
              {l10n.t('This answer is decided already, or its text has changed. Any of the keys goes on.')}
            </p>
          )}
          <Teachers teachers={current.teachers} />
          {!isOwnCorrection(current) && (
            <Students
              {...{ question: current, marks: queue.marks, numbers }}
              open={({ uri, range }) => this.host.post({ type: 'openPlace', uri, range, view: null })}
            />
          )}
        </>
      )
    );
  }

  /** What can be done now. */
  private get offered(): readonly DecideAction[] {
    const { current, sheet } = this.queue;
    if (!this.shown) {
      return [];
    }
    if (sheet) {
      return ['all', 'each', 'later', 'undo'];
    }
    const words = current && isOwnCorrection(current) ? (['words'] as const) : [];
    return [...(current ? ([...rulingsOn(current), ...words, 'always', 'later'] as const) : []), 'undo'];
  }

  /** Do what a key does. A key that is held down decides once. */
  private press(event: KeyboardEvent): void {
    const isFree = !event.defaultPrevented && !isWriting(event);
    const action = isFree ? DECIDE_KEYS.actionOf(event, (each) => this.offered.includes(each)) : undefined;
    if (action) {
      event.preventDefault();
      if (!event.repeat) {
        this.act(action);
      }
    }
  }

  private act(action: DecideAction): void {
    if (action === 'words') {
      this.typing = this.queue.current?.key;
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
    const { queue } = this;
    const { subject: before, isGone } = queue;
    const done = act();
    const { subject } = queue;
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
    const { queue } = this;
    const name = queue.subject ? nameOf(queue.subject) : '';
    if (action === 'undo') {
      return this.undone();
    }
    if (action === 'each') {
      queue.partSheet();
      return '';
    }
    if (action === 'all') {
      queue.ruleSheet(this.rulings);
      return l10n.t('{0}: decided.', name);
    }
    if (action === 'always') {
      queue.toggleAlways();
      return queue.always
        ? l10n.t('The next decision holds in all exercises.')
        : l10n.t('The next decision holds in this exercise.');
    }
    if (action === 'later') {
      queue.putOff();
      return l10n.t('{0}: put off.', name);
    }
    return this.ruled(action, []);
  }

  private undone(): string {
    const undone = this.queue.undo();
    if (!undone) {
      this.report = said(l10n.t('There is no decision of yours to take back here.'));
    }
    return undone ? l10n.t('{0}: open again.', undone.words) : '';
  }

  /** What is said of the answers of the text that is shown, by the keys of their questions. */
  private get rulings(): Readonly<Record<string, string>> {
    const { key: text, answers } = this.queue.sheet ?? { key: '', answers: [] };
    return Object.fromEntries(answers.map(({ key, right }) => [key, this.said.get(`${text} ${key}`) ?? right]));
  }

  /** Decide the question that is shown; return what was done, in words. */
  private ruled(ruling: Ruling, also: readonly string[]): string {
    const words = this.queue.current?.change ?? '';
    return givenWords(GIVEN[ruling], words, this.queue.rule(ruling, also));
  }

  /** Show the marks that followed a step. What another page sent changes nothing. */
  private settle(id: string, ruled: Ruled | null): void {
    const { queue } = this;
    const step = queue.settle(id, ruled);
    if (step && ruled) {
      this.shown = this.shown && { ...this.shown, result: ruled.state };
      const given = givenWords(givenTemplate(step, ruled), ruled.change, step);
      this.report = said(`${given} ${this.movesInWords(ruled.moves)}`);
    } else if (step && !queue.has(step.key)) {
      // Where the ruling was refused, the question is open, as the person wants it.
      this.failures.add(
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
    const more = hidden > 0 ? [l10n.t('and {0} more', this.numbers.count(hidden))] : [];
    return moves.length === 0 ? l10n.t('No mark changes.') : [...named, ...more].join('; ');
  }

  /** Say why a step failed, and read the questions again: they may be others now. */
  private refuse(id: string, reason: string): void {
    const step = this.queue.refuse(id);
    if (step) {
      this.failures.add({ identity: step.key, words: step.words }, reason);
      this.host.post({ type: 'refresh' });
    }
  }

  private showAgain(key: string): void {
    if (!this.queue.has(key)) {
      this.report = said(l10n.t('This question is not open any more.'));
    }
    this.queue.choose(key);
    focusOn('question');
  }
}

/** Return words that a screen reader reads, also where they equal those before. */
function said(words: string): VNode {
  return <span key={crypto.randomUUID()}>{words}</span>;
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
