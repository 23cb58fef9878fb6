import type {
  ComputedMessage,
  ComputedPageState,
  ComputedRequest,
  Condition,
  RemedyRequest,
  ShownResult,
} from '../messages';
import { Numbers } from '../numbers';
import type { StateStrings } from '../words';
import { AwaitedFocus, button, element, failureBox, focusedKey, focusOn, messageBox, remedyAction } from './elements';
import type { Host } from './host';

type Computing = Condition & { readonly type: 'computing' };

/** What a page shows of a computation: a bar at its top, a box above its content, and a status that is read aloud. */
class ConditionNotice {
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

/** The words of each page of something that the server computes. */
export interface ComputedStrings extends StateStrings {
  readonly title: string;
  readonly refresh: string;
}

/**
 * A page of something that the server computes: a heading with actions, how far the computation is, and below it the
 * result. `Other` are the messages that pages of one kind alone have.
 */
export abstract class ComputedPage<
  Strings extends ComputedStrings,
  Shown extends ShownResult,
  Other extends { readonly type: string },
> {
  protected language = 'en';
  protected numbers = new Numbers('en');
  protected strings: Strings | undefined;
  /** The newest result; `undefined` until there is one. */
  protected shown: Shown | undefined;
  /** Where a page draws its result. */
  protected readonly content = element('div', { class: 'content' });
  protected readonly focus: AwaitedFocus;
  private scopeName = '';
  private condition: Condition | undefined;
  private readonly head = element('header', { class: 'heading' });
  private readonly notice: ConditionNotice;

  /**
   * `controls` is a selector of the elements that take the keyboard when the extension gives it to the page. `isQuiet`:
   * a computation beside a result, which follows each thing that the person does, is not read aloud.
   */
  constructor(
    root: HTMLElement,
    protected readonly host: Host<
      ComputedMessage<Strings> | Shown | Other,
      ComputedRequest | RemedyRequest,
      ComputedPageState
    >,
    controls: string,
    private readonly isQuiet = false,
  ) {
    this.focus = new AwaitedFocus(controls);
    this.notice = new ConditionNotice(host.post);
    root.append(this.notice.bar, this.head, this.notice.box, this.content, this.notice.status);
    host.listen((message) => {
      this.receive(message);
    });
    host.post({ type: 'ready' });
  }

  /** Return what a person can choose and do in the heading, with the button that computes the result again. */
  protected abstract actions(shown: Shown, strings: Strings, refresh: HTMLElement): HTMLElement[];

  /** Do what a message asks for that pages of this kind alone have. */
  protected abstract receiveOther(message: Other): void;

  /** Draw a newer result; it may equal the one before. */
  protected abstract renew(shown: Shown, isFirst: boolean): void;

  /** Whether a result is what the page asked for last; others are dropped. */
  protected abstract isWanted(shown: Shown): boolean;

  /** Whether the result is being computed. */
  protected get isComputing(): boolean {
    return this.condition?.type === 'computing';
  }

  protected drawHead(): void {
    const { strings, shown } = this;
    if (!strings) {
      return;
    }
    const focused = focusedKey();
    const actions = shown ? this.actions(shown, strings, this.refreshButton(strings)) : [];
    this.head.replaceChildren(
      element('h1', {}, strings.title),
      element('p', {}, this.scopeName),
      ...(actions.length > 0 ? [element('div', { class: 'actions' }, ...actions)] : []),
    );
    focusOn(focused);
  }

  private receive(message: ComputedMessage<Strings> | Shown | Other): void {
    if (isWords<Strings>(message)) {
      this.strings = message.strings;
      this.language = message.language;
      this.numbers = new Numbers(message.language);
      this.scopeName = message.scope.name;
      document.documentElement.lang = message.language;
      this.host.keep({ scope: message.scope.uri });
    } else if (this.strings) {
      this.update(message, this.strings);
      this.focus.take();
    }
  }

  private update(message: Condition | { readonly type: 'focus' } | Shown | Other, strings: Strings): void {
    if (isCondition(message)) {
      this.change(message, strings);
    } else if (message.type === 'focus') {
      this.focus.request();
    } else if (message.type === 'result') {
      this.show(message as Shown, strings);
    } else {
      this.receiveOther(message as Other);
    }
  }

  private show(shown: Shown, strings: Strings): void {
    if (!this.isWanted(shown)) {
      return;
    }
    const isFirst = !this.shown;
    const isSaid = this.condition !== undefined && (isFirst || !this.isQuiet);
    this.condition = undefined;
    this.shown = shown;
    this.notice.clear(isSaid ? strings.updated : undefined);
    this.renew(shown, isFirst);
    this.drawHead();
  }

  private change(condition: Condition, strings: Strings): void {
    const isSame = this.condition?.type === condition.type;
    this.condition = condition;
    if (!isSame) {
      this.drawHead();
    }
    this.notice.show(condition, strings, this.shown !== undefined, this.isQuiet);
  }

  /** Return the button that computes the result again, or stops the computation. */
  private refreshButton(strings: Strings): HTMLElement {
    const refresh = (): void => {
      this.host.post({ type: 'refresh' });
    };
    return this.isComputing
      ? this.notice.cancelButton(strings)
      : button(strings.refresh, refresh, { class: 'plain', attributes: { 'data-key': 'action' } });
  }
}

function isWords<Strings>(message: {
  readonly type: string;
}): message is ComputedMessage<Strings> & { readonly type: 'words' } {
  return message.type === 'words';
}

/** Whether a message is about the computation. */
function isCondition(message: { readonly type: string }): message is Condition {
  return ['computing', 'cancelled', 'waiting', 'failed'].includes(message.type);
}
