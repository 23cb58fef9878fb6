import type { Condition, RemedyRequest } from '../messages';
import type { StateStrings } from '../stateStrings';
import { button, element } from './elements';
import { failureBox, messageBox, remedyAction } from './messageBox';

type Computing = Condition & { readonly type: 'computing' };

/** What a page shows of a computation: a bar at its top, a box above its content, and a status that is read aloud. */
export class ConditionNotice {
  readonly bar = element('div', { class: 'bar-of-progress', attributes: { hidden: '' } });
  readonly box = element('div', { class: 'notice' });
  readonly status = element('p', { class: 'visually-hidden', attributes: { role: 'status' } });
  private type: Condition['type'] | undefined;

  constructor(private readonly post: (message: RemedyRequest | { readonly type: 'cancel' }) => void) {}

  /** Show a condition. Beside a result, a computation has the bar alone; if `isQuiet`, it is not read aloud there. */
  show(condition: Condition, strings: StateStrings, hasResult: boolean, isQuiet: boolean): void {
    const isSame = this.type === condition.type;
    this.type = condition.type;
    this.bar.hidden = condition.type !== 'computing';
    if (condition.type !== 'computing') {
      this.box.replaceChildren(this.boxOf(condition, strings));
      return;
    }
    if (!isSame && !(hasResult && isQuiet)) {
      this.status.textContent = strings.computing;
    }
    if (hasResult) {
      this.box.replaceChildren();
    } else {
      this.showPart(condition, strings, isSame);
    }
  }

  /** Show that a result is there. `words` are read aloud. */
  clear(words?: string): void {
    this.type = undefined;
    this.bar.hidden = true;
    this.box.replaceChildren();
    if (words !== undefined) {
      this.status.textContent = words;
    }
  }

  cancelButton(strings: StateStrings): HTMLButtonElement {
    const press = (): void => {
      this.post({ type: 'cancel' });
    };
    return button(strings.cancel, press, { class: 'plain', attributes: { 'data-key': 'action' } });
  }

  private showPart({ part, message }: Computing, strings: StateStrings, isSame: boolean): void {
    const shown = isSame ? this.box.querySelector('progress') : null;
    if (shown) {
      setPart(shown, part);
      shown.nextElementSibling?.replaceChildren(message);
      return;
    }
    const progress = element('progress', { attributes: { 'aria-label': strings.computing, max: 1 } });
    setPart(progress, part);
    this.box.replaceChildren(
      element(
        'section',
        { class: 'message-box' },
        element('p', {}, strings.computing),
        progress,
        element('p', { class: 'note' }, message),
        this.cancelButton(strings),
      ),
    );
  }

  private boxOf(condition: Exclude<Condition, Computing>, strings: StateStrings): HTMLElement {
    switch (condition.type) {
      case 'waiting':
        return element('p', { class: 'waiting' }, strings.waitingServer);
      case 'cancelled':
        return messageBox(strings.cancelledTitle, strings.cancelled, remedyAction('retry', strings, this.post));
      case 'failed':
        return failureBox(condition, strings, this.post);
    }
  }
}

/** Set how far the computation is; `null` if that is unknown. */
function setPart(progress: HTMLProgressElement, part: number | null): void {
  if (part === null) {
    progress.removeAttribute('value');
  } else {
    progress.value = part;
  }
}
