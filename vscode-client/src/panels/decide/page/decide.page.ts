import '../../page/panel.css';
import '../../page/result.css';
import '../../page/desk.css';
import './decide.css';

import type { ClassQuestion, MovedMark, Ruled } from '../../../protocol/contract';
import { fillTemplate } from '../../../template';
import type { Outcome } from '../../desk/outcome';
import { ComputedPage } from '../../page/computedPage';
import { buttonGroup, FailureList, keyButton } from '../../page/deskParts';
import { element } from '../../page/elements';
import { isWriting } from '../../page/focus';
import { Host } from '../../page/host';
import {
  DECIDE_KEYS,
  readDecidePageState,
  readToDecidePage,
  RULINGS,
  rulingsOn,
  type DecideAction,
  type DecidePageState,
  type FromDecidePage,
  type Ruling,
  type ShownAnswers,
  type Step,
  type ToDecidePage,
} from '../decideMessages';
import type { DecideStrings } from '../decideStrings';
import { DecideQueue } from '../decideQueue';
import { noQuestion, problemList, questionCard, spokenQuestion } from './decideCard';

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
  private readonly tally = element('p', { class: 'tally' });
  private readonly report = element('p', { class: 'report', attributes: { role: 'status' } });
  private readonly spoken = element('p', { class: 'visually-hidden spoken', attributes: { role: 'status' } });
  private readonly above = element('div', { attributes: { id: 'above' } });
  private readonly words = element('h2', { attributes: { id: 'change' } });
  private readonly prompt = element('div', { class: 'prompt', attributes: { tabindex: 0, 'data-key': 'question' } });
  private readonly buttons = element('div', { class: 'answers' });
  private alwaysButton: HTMLElement | undefined;
  /** The buttons that need a question. */
  private ofQuestion: readonly HTMLElement[] = [];
  private readonly below = element('div');
  private readonly problems = element('div');
  private readonly failures = new FailureList((key) => {
    this.showAgain(key);
  });

  constructor(
    root: HTMLElement,
    protected override readonly host: Host<ToDecidePage, FromDecidePage, DecidePageState>,
  ) {
    super(root, host, '[data-key=question]', true);
    this.queue = new DecideQueue(host);
    document.addEventListener('keydown', (event) => {
      this.press(event);
    });
    this.send(this.queue.pending);
  }

  protected override actions(_shown: ShownAnswers, _strings: DecideStrings, refresh: HTMLElement): HTMLElement[] {
    return [refresh];
  }

  protected override isWanted(): boolean {
    return true;
  }

  protected override renew({ result }: ShownAnswers, isFirst: boolean): void {
    this.queue.replace(result);
    if (isFirst && this.strings) {
      this.begin(this.strings);
    }
    this.draw();
  }

  protected override receiveOther(outcome: Outcome<Ruled | null>): void {
    if (outcome.type === 'settled') {
      this.settle(outcome.id, outcome.result);
    } else {
      this.refuse(this.queue.refuse(outcome.id), outcome.message);
    }
    this.draw();
  }

  private draw(): void {
    const { strings, shown, queue, numbers } = this;
    if (!strings || !shown) {
      return;
    }
    const { current, isGone, tally } = queue;
    this.drawTally(strings);
    const offered: readonly string[] = current ? ['later', 'always', ...rulingsOn(current)] : [];
    this.alwaysButton?.setAttribute('aria-pressed', String(queue.always));
    for (const each of this.ofQuestion) {
      each.hidden = !offered.includes(each.dataset.key ?? '');
    }
    if (current) {
      this.drawQuestion(current, questionCard({ question: current, isGone, strings, numbers }));
    } else {
      this.drawEmpty(noQuestion(tally, strings, numbers));
    }
    this.problems.replaceChildren(...problemList(shown.result, strings));
  }

  private drawQuestion({ key, change }: ClassQuestion, { above, below }: ReturnType<typeof questionCard>): void {
    this.above.replaceChildren(...above);
    this.below.replaceChildren(...below);
    this.words.textContent = change;
    this.prompt.replaceChildren(this.words);
    this.prompt.setAttribute('data-question', key);
    this.prompt.setAttribute('role', 'application');
  }

  /** Say why no question is shown. */
  private drawEmpty(reason: HTMLElement): void {
    this.above.replaceChildren();
    this.below.replaceChildren();
    this.prompt.replaceChildren(reason);
    this.prompt.setAttribute('data-question', '');
    this.prompt.setAttribute('role', 'group');
  }

  /** Put the parts of the page in their places, where they stay. */
  private begin(strings: DecideStrings): void {
    const act = (action: DecideAction): void => {
      this.act(action);
    };
    const rulings = RULINGS.map((ruling) => {
      const made = keyButton<DecideAction>(ruling, strings.rulings[ruling], DECIDE_KEYS, act);
      made.title = strings.rulingHints[ruling];
      return made;
    });
    const moves = (['later', 'undo'] as const).map((move) =>
      keyButton<DecideAction>(move, strings.moves[move], DECIDE_KEYS, act),
    );
    this.alwaysButton = keyButton<DecideAction>('always', strings.always, DECIDE_KEYS, act);
    this.alwaysButton.title = strings.alwaysHint;
    this.ofQuestion = [...rulings, this.alwaysButton, ...moves.slice(0, 1)];
    this.buttons.append(buttonGroup(strings.decide, [...rulings, this.alwaysButton]), buttonGroup(strings.go, moves));
    const keys = ([...RULINGS, 'always', 'later', 'undo'] as const).map((action) => DECIDE_KEYS.shown(action));
    this.prompt.setAttribute('aria-label', strings.question);
    this.prompt.setAttribute('aria-describedby', 'above change');
    this.prompt.setAttribute('aria-keyshortcuts', keys.join(' '));
    const card = element('article', { class: 'question' }, this.above, this.prompt, this.buttons, this.below);
    this.content.append(this.tally, this.failures.element, this.report, card, this.problems, this.spoken);
    if (document.hasFocus()) {
      this.focus.request();
    }
  }

  /** Do what a key does. A key that is held down decides once. */
  private press(event: KeyboardEvent): void {
    const action = event.defaultPrevented || isWriting(event) ? undefined : DECIDE_KEYS.actionOf(event);
    if (action) {
      event.preventDefault();
      if (!event.repeat && this.isOffered(action)) {
        this.act(action);
      }
    }
  }

  /** Whether something can be done about the question that is shown. */
  private isOffered(action: DecideAction): boolean {
    const { current } = this.queue;
    return !isRuling(action) || !current || rulingsOn(current).includes(action);
  }

  private act(action: DecideAction): void {
    const { strings, shown, queue } = this;
    if (!strings || !shown) {
      return;
    }
    const { current: before, isGone } = queue;
    const done = this.done(action, strings);
    this.draw();
    const { current } = queue;
    const next = current && current !== before ? spokenQuestion(current, strings) : '';
    this.spoken.textContent = [isGone && action !== 'undo' ? strings.notOpen : done, next].filter(Boolean).join(' ');
    const { activeElement } = document;
    if (activeElement === document.body || (activeElement instanceof HTMLElement && activeElement.hidden)) {
      this.prompt.focus();
    }
  }

  /** Do something about the question that is shown; return what was done, in words. */
  private done(action: DecideAction, strings: DecideStrings): string {
    const { queue } = this;
    if (action === 'undo') {
      return this.undo(strings);
    }
    const words = queue.current?.change;
    if (words === undefined) {
      return '';
    }
    if (action === 'always') {
      queue.toggleAlways();
      return queue.always ? strings.alwaysOn : strings.alwaysOff;
    }
    if (action === 'later') {
      queue.putOff();
      return fillTemplate(strings.putOff, words);
    }
    const step = queue.rule(action);
    this.send(step ? [step] : []);
    return givenWords(strings.given[action], words, step, strings);
  }

  private undo(strings: DecideStrings): string {
    const undone = this.queue.undo();
    this.send(undone?.step ? [undone.step] : []);
    if (!undone) {
      this.report.textContent = strings.nothingToUndo;
    }
    return undone ? fillTemplate(strings.undone, undone.question.change) : '';
  }

  private send(steps: readonly Step[]): void {
    if (steps.length > 0) {
      this.host.post({ type: 'steps', steps });
    }
  }

  /** Show the marks that followed a step. What another page sent changes nothing. */
  private settle(id: string, ruled: Ruled | null): void {
    const { queue, strings } = this;
    const step = queue.settle(id, ruled);
    if (!step || !strings) {
      return;
    }
    if (!ruled) {
      // Where the ruling was refused, the question is open, as the person wants it.
      if (!queue.has(step.key)) {
        this.failures.add({ identity: step.key, words: step.words }, strings.notUndone, strings);
      }
      return;
    }
    this.shown = { type: 'result', result: ruled.state };
    const given = isRuling(ruled.ruling) ? strings.given[ruled.ruling] : strings.undone;
    const words = givenWords(given, ruled.change, step, strings);
    this.report.textContent = `${words} ${this.movesInWords(ruled.moves, strings)}`;
  }

  private movesInWords(moves: readonly MovedMark[], strings: DecideStrings): string {
    if (moves.length === 0) {
      return strings.notMoved;
    }
    const hidden = moves.length - MAX_MOVES;
    const named = moves
      .slice(0, MAX_MOVES)
      .map(({ label, before, after }) => fillTemplate(strings.moved, label, before, after));
    return [...named, ...(hidden > 0 ? [fillTemplate(strings.more, this.numbers.count(hidden))] : [])].join('; ');
  }

  /** Say why a step failed, and read the questions again: they may be others now. */
  private refuse(step: Step | undefined, reason: string): void {
    if (step && this.strings) {
      this.failures.add({ identity: step.key, words: step.words }, reason, this.strings);
      this.host.post({ type: 'refresh' });
    }
  }

  private showAgain(key: string): void {
    if (!this.queue.has(key) && this.strings) {
      this.report.textContent = this.strings.notOpen;
    }
    this.queue.choose(key);
    this.draw();
    this.prompt.focus();
  }

  private drawTally(strings: DecideStrings): void {
    const { left, later, pending, final, marks } = this.queue.tally;
    const part = (template: string, ...values: readonly number[]): HTMLElement =>
      element('span', {}, fillTemplate(template, ...values.map((value) => this.numbers.count(value))));
    this.tally.replaceChildren(
      part(left === 1 ? strings.oneLeft : strings.left, left),
      ...(later > 0 ? [part(strings.laterCount, later)] : []),
      ...(marks > 0 ? [part(strings.final, final, marks)] : []),
      ...(pending > 0 ? [part(strings.pendingCount, pending)] : []),
    );
  }
}

/** Return what was decided about some words, and whether it holds in all exercises. */
function givenWords(template: string, change: string, step: Step | undefined, strings: DecideStrings): string {
  const words = fillTemplate(template, change);
  return step?.always ? `${words} ${strings.everywhere}` : words;
}

function isRuling(name: string | null): name is Ruling {
  return RULINGS.some((ruling) => ruling === name);
}

const root = document.getElementById('page');
if (root) {
  new DecidePage(root, new Host(readDecidePageState, readToDecidePage, {}));
}
