import '../../page/panel.css';
import '../../page/result.css';
import '../../page/desk.css';
import './decide.css';

import type { ClassQuestion, FileLocation, MovedMark, Ruled, StudentSheet } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import type { Outcome } from '../../messages';
import { ComputedPage } from '../../page/computedPage';
import { buttonGroup, FailureList, keyButton } from '../../page/deskParts';
import { element, isWriting } from '../../page/elements';
import { Host } from '../../page/host';
import type {
  DecideAction,
  DecidePageState,
  DecideStrings,
  FromDecidePage,
  Ruling,
  ShownAnswers,
  Step,
  ToDecidePage,
} from '../decideMessages';
import { DECIDE_KEYS, isOwnCorrection, RULINGS, rulingsOn, DecideQueue } from '../decideQueue';
import { finalMarks, noQuestion, problemList, questionCard, SheetList, spokenQuestion } from './decideCard';

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
  private readonly typed = element('div');
  private readonly below = element('div');
  private readonly finals = element('section', { class: 'final-marks' });
  private readonly problems = element('div');
  private list: SheetList | undefined;
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
    if (result.open > this.queue.tally.left) {
      // What was said of the last decision holds no more: it was taken back elsewhere.
      this.report.textContent = '';
    }
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
    const { current, isGone, tally, sheet } = queue;
    this.drawTally(strings);
    this.alwaysButton?.setAttribute('aria-pressed', String(queue.always));
    for (const each of this.ofQuestion) {
      each.hidden = !this.offered.includes(each.dataset.key ?? '');
    }
    if (sheet) {
      this.drawSheet(sheet, strings);
    } else if (current) {
      const open = ({ uri, range }: FileLocation): void => {
        this.host.post({ type: 'openPlace', uri, range, view: null });
      };
      const { marks } = queue;
      this.drawQuestion(current, questionCard({ question: current, isGone, marks, open, strings, numbers }));
    } else {
      this.drawEmpty(noQuestion(tally, strings, numbers));
    }
    this.drawFinals(strings);
    this.problems.replaceChildren(...problemList(shown.result, strings));
  }

  /** The keys of the buttons for what is shown. */
  private get offered(): readonly string[] {
    const { sheet, current } = this.queue;
    if (sheet) {
      return ['later', 'all', 'each'];
    }
    return current ? ['later', 'always', ...rulingsOn(current), ...(isOwnCorrection(current) ? ['words'] : [])] : [];
  }

  private drawFinals(strings: DecideStrings): void {
    const { queue, numbers } = this;
    const marks = finalMarks({
      marks: queue.marks,
      strings,
      numbers,
      isChanging: (mark) => queue.isChanging(mark),
      callFinal: (mark, open) => {
        this.send([queue.callFinal(mark, open)]);
        this.draw();
      },
    });
    this.finals.replaceChildren(...marks);
  }

  private drawQuestion({ key, change }: ClassQuestion, { above, below }: ReturnType<typeof questionCard>): void {
    this.above.replaceChildren(...above);
    this.below.replaceChildren(...below);
    this.showPrompt(key, change);
  }

  private drawSheet(sheet: StudentSheet, strings: DecideStrings): void {
    if (!this.list?.isOf(sheet)) {
      this.list = new SheetList(sheet, strings);
    }
    this.above.replaceChildren();
    if (!this.below.contains(this.list.element)) {
      this.below.replaceChildren(this.list.element);
    }
    this.showPrompt(sheet.key, fillTemplate(strings.sheetTitle, sheet.label, sheet.mark));
  }

  private showPrompt(key: string, words: string): void {
    this.words.textContent = words;
    this.prompt.replaceChildren(this.words);
    if (this.prompt.getAttribute('data-question') !== key) {
      this.typed.replaceChildren();
    }
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
    const words = keyButton<DecideAction>('words', strings.words, DECIDE_KEYS, act);
    words.title = strings.wordsHint;
    const together = (['all', 'each'] as const).map((action) =>
      keyButton<DecideAction>(action, strings[action], DECIDE_KEYS, act),
    );
    this.alwaysButton = keyButton<DecideAction>('always', strings.always, DECIDE_KEYS, act);
    this.alwaysButton.title = strings.alwaysHint;
    const deciding = [...rulings, words, this.alwaysButton, ...together];
    this.ofQuestion = [...deciding, ...moves.slice(0, 1)];
    this.buttons.append(buttonGroup(strings.decide, deciding), buttonGroup(strings.go, moves));
    const keys = ([...RULINGS, 'words', 'always', 'later', 'undo'] as const).map((action) => DECIDE_KEYS.shown(action));
    this.prompt.setAttribute('aria-label', strings.question);
    this.prompt.setAttribute('aria-describedby', 'above change');
    this.prompt.setAttribute('aria-keyshortcuts', keys.join(' '));
    const card = element(
      'article',
      { class: 'question' },
      this.above,
      this.prompt,
      this.buttons,
      this.typed,
      this.below,
    );
    this.content.append(this.tally, this.failures.element, this.report, card, this.finals, this.problems, this.spoken);
    if (document.hasFocus()) {
      this.focus.request();
    }
  }

  /** Do what a key does. A key that is held down decides once. */
  private press(event: KeyboardEvent): void {
    const isFree = !event.defaultPrevented && !isWriting(event);
    const action = isFree ? DECIDE_KEYS.actionOf(event, (each) => this.isOffered(each)) : undefined;
    if (action) {
      event.preventDefault();
      if (!event.repeat) {
        this.act(action);
      }
    }
  }

  /** Whether something can be done about the question that is shown. */
  private isOffered(action: DecideAction): boolean {
    const { current, sheet } = this.queue;
    if (sheet || action === 'all' || action === 'each') {
      return ['later', 'undo', ...(sheet ? ['all', 'each'] : [])].includes(action);
    }
    if (action === 'words') {
      return !!current && isOwnCorrection(current);
    }
    if (action === 'always') {
      return !!current;
    }
    return !isRuling(action) || !current || rulingsOn(current).includes(action);
  }

  private act(action: DecideAction): void {
    const { strings, shown } = this;
    if (!strings || !shown) {
      return;
    }
    if (action === 'words') {
      this.askWords(strings);
      return;
    }
    this.finish(strings, () => this.done(action, strings), action === 'undo');
  }

  /** Let the person type other words that are right too; Escape leaves the question as it is. */
  private askWords(strings: DecideStrings): void {
    const { current } = this.queue;
    if (!current) {
      return;
    }
    const input = element('input', { attributes: { type: 'text' } });
    const leave = (event: Event): void => {
      if ((event as KeyboardEvent).key === 'Escape') {
        this.typed.replaceChildren();
        this.prompt.focus();
      }
    };
    const add = (event: Event): void => {
      event.preventDefault();
      const words = input.value.split('/').flatMap((part) => part.trim() || []);
      if (words.length > 0) {
        this.typed.replaceChildren();
        this.finish(strings, () => this.ruled('needed', words, strings), false);
      }
    };
    const label = element('label', {}, fillTemplate(strings.otherWords, current.source), input);
    const form = element('form', { class: 'other-words', on: { submit: add, keydown: leave } }, label);
    form.append(element('button', { attributes: { type: 'submit' } }, strings.add));
    this.typed.replaceChildren(form);
    input.focus();
  }

  /** Do something, and show and say what comes next. */
  private finish(strings: DecideStrings, act: () => string, isUndo: boolean): void {
    const { queue } = this;
    const { current: before, isGone } = queue;
    const done = act();
    this.draw();
    const { current } = queue;
    const { sheet } = queue;
    const sheetWords = sheet ? fillTemplate(strings.sheetTitle, sheet.label, sheet.mark) : '';
    const next = current && current !== before ? spokenQuestion(current, strings) : sheetWords;
    this.spoken.textContent = [isGone && !isUndo ? strings.notOpen : done, next].filter(Boolean).join(' ');
    const { activeElement } = document;
    if (activeElement === document.body || (activeElement instanceof HTMLElement && activeElement.hidden)) {
      this.prompt.focus();
    }
  }

  /** Do something about the question that is shown; return what was done, in words. */
  private done(action: Exclude<DecideAction, 'words'>, strings: DecideStrings): string {
    const { queue } = this;
    if (action === 'undo') {
      return this.undone(strings);
    }
    if (action === 'all' || action === 'each') {
      return this.sheetDone(action, strings);
    }
    const words = queue.sheet?.label ?? queue.current?.change;
    if (words === undefined) {
      return '';
    }
    if (action === 'always') {
      return this.alwaysToggled(strings);
    }
    if (action === 'later') {
      queue.putOff();
      return fillTemplate(strings.putOff, words);
    }
    return this.ruled(action, [], strings);
  }

  private alwaysToggled(strings: DecideStrings): string {
    this.queue.toggleAlways();
    return this.queue.always ? strings.alwaysOn : strings.alwaysOff;
  }

  private undone(strings: DecideStrings): string {
    const undone = this.queue.undo();
    this.send(undone?.step ? [undone.step] : []);
    if (!undone) {
      this.report.textContent = strings.nothingToUndo;
    }
    return undone ? fillTemplate(strings.undone, undone.words) : '';
  }

  /** Decide all answers of the text that is shown, or ask about them one by one. */
  private sheetDone(action: 'all' | 'each', strings: DecideStrings): string {
    const { queue, list } = this;
    const label = queue.sheet?.label ?? '';
    if (action === 'each') {
      queue.partSheet();
      return '';
    }
    const step = queue.ruleSheet(list?.rulings ?? {});
    this.send(step ? [step] : []);
    return fillTemplate(strings.decidedTogether, label);
  }

  /** Decide the question that is shown; return what was done, in words. */
  private ruled(ruling: Ruling, also: readonly string[], strings: DecideStrings): string {
    const words = this.queue.current?.change ?? '';
    const step = this.queue.rule(ruling, also);
    this.send(step ? [step] : []);
    return givenWords(strings.given[ruling], words, step, strings);
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
    const isFinal = step.mark && step.mark.open !== null;
    const isTogether = step.several !== undefined;
    const given = isTogether
      ? strings.decidedTogether
      : isRuling(ruled.ruling)
        ? strings.given[ruled.ruling]
        : isFinal
          ? strings.calledFinal
          : strings.undone;
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
      part(strings.left, left),
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
  new DecidePage(root, new Host());
}
