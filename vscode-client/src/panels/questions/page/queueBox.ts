import { editInWords } from '../../../marks/editLabel';
import type { AnnotatorQuestion } from '../../../protocol/contract';
import { fillTemplate } from '../../../template';
import { element } from '../../page/elements';
import { QUESTION_ACTIONS, QUESTION_KEYS } from '../keys';
import type { Shown } from '../questionList';
import type { QuestionStrings } from '../questionStrings';
import { identityOf } from '../step';

/** The list of questions. It keeps the keyboard; its active option is the question that is shown. */
export class QueueBox {
  readonly element = element('ul', {
    class: 'queue',
    attributes: { role: 'listbox', tabindex: 0, 'data-key': 'queue' },
  });
  private chosen: Element | undefined;
  /** What the rows show. */
  private drawn = '';

  constructor(private readonly choose: (identity: string) => void) {}

  draw(
    questions: readonly AnnotatorQuestion[],
    current: AnnotatorQuestion,
    show: Shown,
    strings: QuestionStrings,
  ): void {
    this.element.setAttribute('aria-label', show === 'answered' ? strings.answeredQueue : strings.queue);
    this.element.setAttribute(
      'aria-keyshortcuts',
      QUESTION_ACTIONS.map((action) => QUESTION_KEYS.shown(action)).join(' '),
    );
    const rows = questions.map((question) => `${identityOf(question)} ${question.state} ${question.effect}`).join('\n');
    if (rows !== this.drawn) {
      this.drawn = rows;
      this.element.replaceChildren(...questions.map((question, index) => this.row(question, index, strings)));
    }
    this.chosen?.setAttribute('aria-selected', 'false');
    this.chosen = this.element.children[questions.indexOf(current)];
    this.chosen?.setAttribute('aria-selected', 'true');
    this.element.setAttribute('aria-activedescendant', this.chosen?.id ?? '');
  }

  /** Scroll the list so that the chosen question is in sight. */
  reveal(): void {
    this.chosen?.scrollIntoView({ block: 'nearest' });
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  private row(question: AnnotatorQuestion, index: number, strings: QuestionStrings): HTMLElement {
    const effect = fillTemplate(question.effect === 1 ? strings.oneRowMark : strings.rowMarks, question.effect);
    const state = question.state === 'skipped' ? `, ${strings.skippedMark}` : '';
    return element(
      'li',
      {
        class: question.state,
        attributes: {
          id: `question-${index}`,
          role: 'option',
          'aria-selected': 'false',
        },
        on: {
          click: () => {
            this.choose(identityOf(question));
          },
        },
      },
      element('span', { class: 'row-words' }, rowWords(question, strings)),
      element('span', { class: 'visually-hidden' }, ` ${question.prompt} ${question.sentence} `),
      element('span', { class: 'row-detail' }, `${strings.kinds[question.kind]} · ${effect}${state}`),
    );
  }
}

/** Return what a question is about in few words. */
function rowWords(question: AnnotatorQuestion, strings: QuestionStrings): string {
  const asked = question.alternatives.filter(({ asked }) => asked);
  const [first] = asked;
  if (!first || question.kind === 'unchanged-reference') {
    return question.kind === 'unchanged-reference' ? question.sentence : question.before || question.sentence;
  }
  return editInWords({ source: first.before, replacement: first.after }, strings.change);
}
