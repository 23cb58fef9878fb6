import { type ComponentChildren, render, type VNode } from 'preact';

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
import type { Host } from './host';
import { AwaitedFocus, Button, FailureBox, MessageBox, RemedyButton } from './view';

/** The words of each page of something that the server computes. */
export interface ComputedStrings extends StateStrings {
  readonly title: string;
  readonly refresh: string;
}

type ComputedHost<Incoming> = Host<Incoming, ComputedRequest | RemedyRequest, ComputedPageState>;

/**
 * A page of something that the server computes: a heading with actions, how far the computation is, and below it the
 * result. `Other` are the messages that pages of one kind alone have.
 *
 * The page is drawn as a whole from its state, by {@link redraw}.
 */
export abstract class ComputedPage<
  Strings extends ComputedStrings,
  Shown extends ShownResult,
  Other extends { readonly type: string },
> {
  protected numbers = new Numbers('en');
  protected strings: Strings | undefined;
  /** The newest result; `undefined` until there is one. */
  protected shown: Shown | undefined;
  protected readonly focus: AwaitedFocus;
  private scopeName = '';
  private condition: Condition | undefined;
  /** What is read aloud of the computation. */
  private status = '';

  /**
   * `controls` is a selector of the elements that take the keyboard when the extension gives it to the page. `isQuiet`:
   * a computation beside a result, which follows each thing that the person does, is not read aloud.
   */
  constructor(
    private readonly root: HTMLElement,
    protected readonly host: ComputedHost<ComputedMessage<Strings> | Shown | Other>,
    controls: string,
    private readonly isQuiet = false,
  ) {
    this.focus = new AwaitedFocus(controls);
    host.listen((message) => this.receive(message));
    host.post({ type: 'ready' });
  }

  /** Return what a person can choose and do in the heading, with the button that computes the result again. */
  protected abstract actions(shown: Shown, strings: Strings, refresh: VNode): ComponentChildren;

  /** Return what the page shows of the result. */
  protected abstract content(shown: Shown, strings: Strings): ComponentChildren;

  /** Take a message that pages of this kind alone have; the page is drawn afterwards. */
  protected abstract receiveOther(message: Other): void;

  /** Take a newer result, which is in `shown`; it may equal the one before. The page is drawn afterwards. */
  protected abstract renew(shown: Shown, strings: Strings): void;

  /** Whether a result is what the page asked for last; others are dropped. */
  protected isWanted: (shown: Shown) => boolean = () => true;

  /** Draw the page from its state, at once. */
  protected redraw(): void {
    const { strings, shown, condition } = this;
    if (!strings) {
      return;
    }
    const action = this.actionButton(condition?.type === 'computing' ? 'cancel' : 'refresh', strings);
    const actions = shown && this.actions(shown, strings, action);
    render(
      <>
        <div class="bar-of-progress" hidden={condition?.type !== 'computing'} />
        <header class="heading">
          <h1>{strings.title}</h1>
          <p>{this.scopeName}</p>
          {actions && <div class="actions">{actions}</div>}
        </header>
        <div class="notice">{this.notice(strings)}</div>
        <div class="content">{shown && this.content(shown, strings)}</div>
        <p class="visually-hidden" role="status">
          {this.status}
        </p>
      </>,
      this.root,
    );
  }

  private receive(message: ComputedMessage<Strings> | Shown | Other): void {
    if (isWords<Strings>(message)) {
      this.strings = message.strings;
      this.numbers = new Numbers(message.language);
      this.scopeName = message.scope.name;
      document.documentElement.lang = message.language;
      this.host.keep({ scope: message.scope.uri });
    } else if (this.strings) {
      this.update(message, this.strings);
    }
    this.redraw();
    this.focus.take();
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
    if (this.condition && !(this.shown && this.isQuiet)) {
      this.status = strings.updated;
    }
    this.condition = undefined;
    this.shown = shown;
    this.renew(shown, strings);
  }

  private change(condition: Condition, strings: Strings): void {
    const isNew = this.condition?.type !== condition.type;
    this.condition = condition;
    if (isNew && condition.type === 'computing' && !(this.shown && this.isQuiet)) {
      this.status = strings.computing;
    }
  }

  /** Return what stands above the result, or in its place. */
  private notice(strings: Strings): ComponentChildren {
    const { condition } = this;
    const { post } = this.host;
    switch (condition?.type) {
      case undefined:
        return null;
      case 'computing':
        return this.shown ? null : (
          <Computing {...condition} strings={strings} cancel={this.actionButton('cancel', strings)} />
        );
      case 'waiting':
        return <p class="waiting">{strings.waitingServer}</p>;
      case 'cancelled':
        return (
          <MessageBox title={strings.cancelledTitle} text={strings.cancelled}>
            <RemedyButton remedy="retry" strings={strings} post={post} />
          </MessageBox>
        );
      case 'failed':
        return <FailureBox failure={condition} strings={strings} post={post} />;
    }
  }

  /** Return the button that computes the result again, or stops the computation. */
  private actionButton(type: 'refresh' | 'cancel', strings: Strings): VNode {
    return (
      <Button class="plain" data-key="action" onClick={() => this.host.post({ type })}>
        {strings[type]}
      </Button>
    );
  }
}

/** How far a computation is, in place of its result; `part` is `null` if that is unknown. */
function Computing(props: { part: number | null; message: string; strings: StateStrings; cancel: VNode }) {
  const { part, message, strings, cancel } = props;
  return (
    <section class="message-box">
      <p>{strings.computing}</p>
      <progress aria-label={strings.computing} max={1} {...(part === null ? {} : { value: part })} />
      <p class="note">{message}</p>
      {cancel}
    </section>
  );
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
