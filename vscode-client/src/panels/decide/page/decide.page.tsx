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
import type { DecideStrings, FromDecidePage, ShownAnswers, ToDecidePage } from '../decideMessages';
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
  Sentences,
  SheetList,
  spokenWords,
  Students,
  TallyLine,
  Teachers,
} from './decideCard';

/** Largest number of marks that are named after a ruling. */
const MAX_MOVES = 6;

/**
 * The page of a class's answers: one question at a time.
 *
 * The question has the keyboard and never goes, so that no key is lost between two questions. A screen reader hands it
 * every key, since it is an application; the sentences, the teachers' words and the marks around it are read as text.
 */
class DecidePage extends ComputedPage<DecideStrings, ShownAnswers, Outcome<Ruled | null>> {
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

  protected override actions(_shown: ShownAnswers, _strings: DecideStrings, refresh: VNode): VNode {
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
    const { strings } = this;
    if (strings && outcome.type === 'settled') {
      this.settle(outcome.id, outcome.result, strings);
    } else if (outcome.type === 'refused') {
      this.refuse(outcome.id, outcome.message);
    }
  }

  protected override content({ result: { problems } }: ShownAnswers, strings: DecideStrings): ComponentChildren {
    const { queue, numbers } = this;
    return (
      <>
        <TallyLine {...{ strings, numbers }} {...queue.tally} />
        {this.failures.view(strings)}
        <p class="report" role="status">
          {this.report}
        </p>
        <article class="question">{this.question(strings)}</article>
        <Finals
          {...{ strings, numbers, marks: queue.marks }}
          isChanging={(mark) => queue.isChanging(mark)}
          callFinal={(mark, open) => {
            queue.callFinal(mark, open);
            this.redraw();
          }}
        />
        {problems.length > 0 && (
          <section class="problems">
            <h3>{strings.problems}</h3>
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

  private question(strings: DecideStrings): ComponentChildren {
    const { queue, numbers, offered } = this;
    const { subject, current, tally } = queue;
    const language = { strings, numbers };
    const about = {
      role: subject ? ('application' as const) : ('group' as const),
      'aria-label': strings.question,
      'aria-describedby': 'above change',
      'aria-keyshortcuts': offered.map((action) => DECIDE_KEYS.shown(action)).join(' '),
    };
    return (
      <>
        <div id="above">{current && <Sentences question={current} {...language} />}</div>
        <div class="prompt" tabIndex={0} data-key="question" data-question={subject?.key ?? ''} {...about}>
          {subject ? <h2 id="change">{promptOf(subject, strings)}</h2> : <NoQuestion {...language} {...tally} />}
        </div>
        <div class="answers">{this.buttons(strings)}</div>
        {this.below(strings)}
      </>
    );
  }

  private buttons(strings: DecideStrings): ComponentChildren {
    const { rulings, rulingHints, words, wordsHint, always, alwaysHint, all, each, moves } = strings;
    const labels = { ...rulings, words, always, all, each, ...moves };
    const hints: Partial<Record<DecideAction, string>> = { ...rulingHints, words: wordsHint, always: alwaysHint };
    const act = (action: DecideAction): void => this.act(action);
    const button = (action: DecideAction) => {
      const pressed = action === 'always' ? { 'aria-pressed': this.queue.always } : {};
      const more = { title: hints[action], label: labels[action], keys: DECIDE_KEYS, act, ...pressed };
      return <KeyButton key={action} action={action} {...more} />;
    };
    const isMove = (action: DecideAction): boolean => action in moves;
    return (
      <>
        <ButtonGroup label={strings.decide}>{this.offered.filter((action) => !isMove(action)).map(button)}</ButtonGroup>
        <ButtonGroup label={strings.go}>{this.offered.filter(isMove).map(button)}</ButtonGroup>
      </>
    );
  }

  private below(strings: DecideStrings): ComponentChildren {
    const { queue, numbers } = this;
    const { current, sheet } = queue;
    if (sheet) {
      const say = (key: string, ruling: string): unknown => this.said.set(`${sheet.key} ${key}`, ruling);
      return <SheetList key={sheet.key} {...{ sheet, strings, say, rulings: this.rulings }} />;
    }
    return (
      current && (
        <>
          {this.typing === current.key && (
            <OtherWords
              {...{ source: current.source, strings }}
              add={(words) => this.finish(strings, () => this.ruled('needed', words, strings))}
              leave={() => this.leaveWords()}
            />
          )}
          {queue.isGone && <p class="gone">{strings.gone}</p>}
          <Teachers teachers={current.teachers} strings={strings} />
          {!isOwnCorrection(current) && (
            <Students
              {...{ question: current, marks: queue.marks, strings, numbers }}
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
    const { strings } = this;
    if (!strings) {
      return;
    }
    if (action === 'words') {
      this.typing = this.queue.current?.key;
      this.redraw();
      focusOn('other-words');
    } else {
      this.finish(strings, () => this.done(action, strings), action === 'undo');
    }
  }

  private leaveWords(): void {
    this.typing = undefined;
    this.redraw();
    focusOn('question');
  }

  /** Do something, and show and say what comes next. */
  private finish(strings: DecideStrings, act: () => string, isUndo = false): void {
    const { queue } = this;
    const { subject: before, isGone } = queue;
    const done = act();
    const { subject } = queue;
    const next = subject && subject !== before ? spokenWords(subject, strings) : '';
    this.typing = undefined;
    this.spoken = said([isGone && !isUndo ? strings.notOpen : done, next].filter(Boolean).join(' '));
    this.redraw();
    if (document.activeElement === document.body) {
      focusOn('question');
    }
  }

  /** Do something about what is shown; return what was done, in words. */
  private done(action: Exclude<DecideAction, 'words'>, strings: DecideStrings): string {
    const { queue } = this;
    const name = queue.subject ? nameOf(queue.subject) : '';
    if (action === 'undo') {
      return this.undone(strings);
    }
    if (action === 'each') {
      queue.partSheet();
      return '';
    }
    if (action === 'all') {
      queue.ruleSheet(this.rulings);
      return fillTemplate(strings.decidedTogether, name);
    }
    if (action === 'always') {
      queue.toggleAlways();
      return queue.always ? strings.alwaysOn : strings.alwaysOff;
    }
    if (action === 'later') {
      queue.putOff();
      return fillTemplate(strings.putOff, name);
    }
    return this.ruled(action, [], strings);
  }

  private undone(strings: DecideStrings): string {
    const undone = this.queue.undo();
    if (!undone) {
      this.report = said(strings.nothingToUndo);
    }
    return undone ? fillTemplate(strings.undone, undone.words) : '';
  }

  /** What is said of the answers of the text that is shown, by the keys of their questions. */
  private get rulings(): Readonly<Record<string, string>> {
    const { key: text, answers } = this.queue.sheet ?? { key: '', answers: [] };
    return Object.fromEntries(answers.map(({ key, right }) => [key, this.said.get(`${text} ${key}`) ?? right]));
  }

  /** Decide the question that is shown; return what was done, in words. */
  private ruled(ruling: Ruling, also: readonly string[], strings: DecideStrings): string {
    const words = this.queue.current?.change ?? '';
    return givenWords(strings.given[ruling], words, this.queue.rule(ruling, also), strings);
  }

  /** Show the marks that followed a step. What another page sent changes nothing. */
  private settle(id: string, ruled: Ruled | null, strings: DecideStrings): void {
    const { queue } = this;
    const step = queue.settle(id, ruled);
    if (step && ruled) {
      this.shown = { type: 'result', result: ruled.state };
      const given = givenWords(givenTemplate(step, ruled, strings), ruled.change, step, strings);
      this.report = said(`${given} ${this.movesInWords(ruled.moves, strings)}`);
    } else if (step && !queue.has(step.key)) {
      // Where the ruling was refused, the question is open, as the person wants it.
      this.failures.add({ identity: step.key, words: step.words }, strings.notUndone);
    }
  }

  private movesInWords(moves: readonly MovedMark[], strings: DecideStrings): string {
    const hidden = moves.length - MAX_MOVES;
    const named = moves
      .slice(0, MAX_MOVES)
      .map(({ label, before, after }) => fillTemplate(strings.moved, label, before, after));
    const more = hidden > 0 ? [fillTemplate(strings.more, this.numbers.count(hidden))] : [];
    return moves.length === 0 ? strings.notMoved : [...named, ...more].join('; ');
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
    if (!this.queue.has(key) && this.strings) {
      this.report = said(this.strings.notOpen);
    }
    this.queue.choose(key);
    focusOn('question');
  }
}

/** Return words that a screen reader reads, also where they equal those before. */
function said(words: string): VNode {
  return <span key={crypto.randomUUID()}>{words}</span>;
}

function givenTemplate({ several, mark }: Step, { ruling }: Ruled, strings: DecideStrings): string {
  const given = RULINGS.find((each) => each === ruling);
  if (several) {
    return strings.decidedTogether;
  }
  return given ? strings.given[given] : mark && mark.open !== null ? strings.calledFinal : strings.undone;
}

/** Return what was decided about some words, and whether it holds in all exercises. */
function givenWords(template: string, change: string, step: Step | undefined, strings: DecideStrings): string {
  const words = fillTemplate(template, change);
  return step?.always ? `${words} ${strings.everywhere}` : words;
}

const root = document.getElementById('page');
if (root) {
  new DecidePage(root, new Host());
}
