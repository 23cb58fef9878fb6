import { fillTemplate } from '../../../template';
import { button, element } from '../../page/elements';
import type { QuestionStrings } from '../questionStrings';
import { identityOf, type Step } from '../step';

/** The answers that could not be saved, each with its reason, until the person closes it. */
export class FailureList {
  readonly element = element('div', { class: 'alerts', attributes: { role: 'alert' } });

  /** `show` shows the question of an answer. */
  constructor(private readonly show: (identity: string) => void) {}

  add(step: Step, message: string, strings: QuestionStrings): void {
    const close = (): void => {
      row.remove();
    };
    const show = (): void => {
      close();
      this.show(identityOf(step));
    };
    const row = element(
      'p',
      { class: 'failure' },
      element('span', {}, fillTemplate(strings.notSaved, step.words, message)),
      button(strings.showQuestion, show, { class: 'plain' }),
      button(strings.dismiss, close, { class: 'plain' }),
    );
    this.element.append(row);
  }
}
