import { fillTemplate } from '../../../words';
import { element } from '../../page/elements';
import type { AdjudicationStrings } from '../adjudicationStrings';
import { keyBar } from './keyList';

/** The parts of the page that stay while sentences come and go. */
export class Frame {
  readonly bar = element('div', { class: 'bar-of-progress', attributes: { hidden: '' } });
  readonly head = element('header');
  readonly content = element('div', { class: 'content' });
  private readonly notice = element('div', { class: 'notice' });
  private readonly pending = element('p', { class: 'pending', attributes: { hidden: '' } });
  private readonly keys = element('footer', { class: 'keys' });
  private readonly status = element('p', { class: 'visually-hidden', attributes: { role: 'status' } });
  private readonly message = element('p', { class: 'message note', attributes: { 'aria-hidden': 'true' } });

  constructor(root: HTMLElement) {
    root.append(this.bar, this.head, this.notice, this.pending, this.content, this.message, this.status);
    document.body.append(this.keys);
  }

  /** Show something above the sentence, in place of what stood there. */
  note(...parts: readonly HTMLElement[]): void {
    this.notice.replaceChildren(...parts);
  }

  /** Say that the sentence is being read, unless one is shown. */
  showReading(hasSentence: boolean, strings: AdjudicationStrings): void {
    if (!hasSentence) {
      this.note(element('p', { class: 'waiting' }, strings.reading));
    }
  }

  /** Say how many decisions are not written, while a notice says why. */
  showPending(count: number, strings: AdjudicationStrings): void {
    this.pending.hidden = count === 0 || this.notice.childElementCount === 0;
    this.pending.textContent = count === 1 ? strings.pendingOne : fillTemplate(strings.pendingMany, count);
  }

  /** Show the most used keys, or none of them where there is nothing to decide. */
  showKeys(strings: AdjudicationStrings, isNeeded: boolean): void {
    this.keys.replaceChildren(keyBar(strings));
    this.keys.hidden = !isNeeded;
  }

  /** Show a message, which is read aloud. */
  say(text: string): void {
    this.status.textContent = text;
    this.message.textContent = text;
  }
}
