import type { AnnotatorQuestion } from '../../../protocol/contract';
import type { QuestionsPageState } from '../questionMessages';
import type { QuestionList } from '../questionList';
import { identityOf, stepOf, type GivenAnswer, type Step } from '../step';

/** Largest number of answered questions that the page keeps to take their answers back. */
const MAX_UNDO = 100;

/** Where answers are kept over a reload, and how they are sent. */
export interface AnswerHost {
  readonly state: QuestionsPageState;
  keep(change: Partial<QuestionsPageState>): void;
  readonly post: (message: { readonly type: 'steps'; readonly steps: readonly Step[] }) => void;
}

/** The person's answers: an answer is shown at once, and stays in the page's state until the server has confirmed it. */
export class Answers {
  constructor(
    private readonly host: AnswerHost,
    private readonly list: QuestionList,
  ) {}

  /** Send again everything that the server has not confirmed. */
  resend(): void {
    if (this.list.pending.length > 0) {
      this.host.post({ type: 'steps', steps: this.list.pending });
    }
  }

  give(question: AnnotatorQuestion, given: GivenAnswer): void {
    this.send(question, given);
    this.host.keep({ answered: [...this.answered, question].slice(-MAX_UNDO) });
  }

  /** The question that was answered last; `undefined` if there is none. */
  get last(): AnnotatorQuestion | undefined {
    return this.answered.at(-1);
  }

  /** Take back the answer to a question. */
  takeBack(question: AnnotatorQuestion): void {
    const last = this.answered.map(identityOf).lastIndexOf(identityOf(question));
    this.host.keep({ answered: this.answered.filter((_, index) => index !== last) });
    this.list.bringBack(question);
    this.send(question, { answer: null });
  }

  /** Keep a question as the server has it after a step. */
  settle(id: string, question: AnnotatorQuestion): void {
    this.list.settle(id, question);
    this.host.keep({ pending: this.list.pending });
  }

  /** Forget a step that failed, and return it; `undefined` if it is none of this page's. */
  drop(id: string): Step | undefined {
    const step = this.list.drop(id);
    this.host.keep({ pending: this.list.pending });
    return step;
  }

  private get answered(): readonly AnnotatorQuestion[] {
    return this.host.state.answered ?? [];
  }

  private send(question: AnnotatorQuestion, given: GivenAnswer): void {
    const step = stepOf(question, given);
    this.list.add(step);
    this.host.keep({ pending: this.list.pending });
    this.host.post({ type: 'steps', steps: [step] });
  }
}
