import * as l10n from '@vscode/l10n';
import { type ComponentChildren, render, type VNode } from 'preact';

import type {
  ComputedMessage,
  ComputedPageState,
  ComputedRequest,
  Condition,
  RemedyRequest,
  ShownResult,
  ShownScope,
} from '../messages';
import { Numbers } from '../numbers';
import type { Host } from './host';
import { AwaitedFocus, Button, FailureBox, MessageBox, RemedyButton, ServerStarts } from './view';

/** What a page says about the computation of what it shows. */
interface ComputationWords {
  readonly computing: string;
  readonly cancelled: string;
  readonly failedTitle: string;
}

type ComputedHost<Incoming> = Host<Incoming, ComputedRequest | RemedyRequest, ComputedPageState>;

/**
 * A page of something that the server computes: a heading with actions, how far the computation is, and below it the
 * result. `Other` are the messages that pages of one kind alone have.
 *
 * The page is drawn as a whole from its state, by {@link redraw}.
 */
export abstract class ComputedPage<Shown extends ShownResult, Other extends { readonly type: string }> {
  protected readonly numbers = new Numbers(document.documentElement.lang);
  protected readonly words: ComputationWords = {
    computing: l10n.t('Marking the class…'),
    cancelled: l10n.t('Marking was stopped before the end.'),
    failedTitle: l10n.t('The class can’t be marked'),
  };
  /** The newest result; `undefined` until there is one. */
  protected shown: Shown | undefined;
  protected readonly focus: AwaitedFocus;
  private about: ShownScope | undefined;
  private condition: Condition | undefined;
  /** What is read aloud of the computation. */
  private status = '';

  /**
   * `controls` is a selector of the elements that take the keyboard when the extension gives it to the page. `isQuiet`:
   * a computation beside a result, which follows each thing that the person does, is not read aloud.
   */
  constructor(
    private readonly root: HTMLElement,
    protected readonly host: ComputedHost<ComputedMessage | Shown | Other>,
    controls: string,
    private readonly isQuiet = false,
  ) {
    this.focus = new AwaitedFocus(controls);
    host.listen((message) => this.receive(message));
    host.post({ type: 'ready' });
  }

  /** Return what a person can choose and do in the heading, with the button that computes the result again. */
  protected abstract actions(shown: Shown, refresh: VNode): ComponentChildren;

  /** Return what the page shows of the result. */
  protected abstract content(shown: Shown): ComponentChildren;

  /** Take a message that pages of this kind alone have; the page is drawn afterwards. */
  protected abstract receiveOther(message: Other): void;

  /** Take a newer result, which is in `shown`; it may equal the one before. The page is drawn afterwards. */
  protected abstract renew(shown: Shown): void;

  /** Whether a result is what the page asked for last; others are dropped. */
  protected isWanted: (shown: Shown) => boolean = () => true;

  /** Draw the page from its state, at once. */
  protected redraw(): void {
    const { shown, condition, about } = this;
    if (!about) {
      return;
    }
    const action = this.actionButton(condition?.type === 'computing' ? 'cancel' : 'refresh');
    const actions = shown && this.actions(shown, action);
    render(
      <>
        <div class="bar-of-progress" hidden={condition?.type !== 'computing'} />
        <header class="heading">
          <h1>{about.title}</h1>
          <p>{about.scope.name}</p>
          {actions && <div class="actions">{actions}</div>}
        </header>
        <div class="notice">{this.notice()}</div>
        <div class="content">{shown && this.content(shown)}</div>
        <p class="visually-hidden" role="status">
          {this.status}
        </p>
      </>,
      this.root,
    );
  }

  private receive(message: ComputedMessage | Shown | Other): void {
    if (isScope(message)) {
      this.about = message;
      this.host.keep({ scope: message.scope.uri });
    } else {
      this.update(message);
    }
    this.redraw();
    this.focus.take();
  }

  private update(message: Condition | { readonly type: 'focus' } | Shown | Other): void {
    if (isCondition(message)) {
      this.change(message);
    } else if (message.type === 'focus') {
      this.focus.request();
    } else if (message.type === 'result') {
      this.show(message as Shown);
    } else {
      this.receiveOther(message as Other);
    }
  }

  private show(shown: Shown): void {
    if (!this.isWanted(shown)) {
      return;
    }
    if (this.condition && !(this.shown && this.isQuiet)) {
      this.status = l10n.t('Up to date.');
    }
    this.condition = undefined;
    this.shown = shown;
    this.renew(shown);
  }

  private change(condition: Condition): void {
    const isNew = this.condition?.type !== condition.type;
    this.condition = condition;
    if (isNew && condition.type === 'computing' && !(this.shown && this.isQuiet)) {
      this.status = this.words.computing;
    }
  }

  /** Return what stands above the result, or in its place. */
  private notice(): ComponentChildren {
    const { condition } = this;
    const { post } = this.host;
    switch (condition?.type) {
      case undefined:
        return null;
      case 'computing':
        return this.shown ? null : this.computing(condition);
      case 'waiting':
        return <ServerStarts />;
      case 'cancelled':
        return (
          <MessageBox title={l10n.t('Cancelled')} text={this.words.cancelled}>
            <RemedyButton remedy="retry" post={post} />
          </MessageBox>
        );
      case 'failed':
        return <FailureBox title={this.words.failedTitle} failure={condition} post={post} />;
    }
  }

  /** Return how far a computation is, in place of its result. */
  private computing({ part, message }: Condition & { type: 'computing' }): VNode {
    const { computing } = this.words;
    return (
      <section class="message-box">
        <p>{computing}</p>
        <progress aria-label={computing} max={1} {...(part === null ? {} : { value: part })} />
        <p class="note">{message}</p>
        {this.actionButton('cancel')}
      </section>
    );
  }

  /** Return the button that computes the result again, or stops the computation. */
  private actionButton(type: 'refresh' | 'cancel'): VNode {
    return (
      <Button class="plain" data-key="action" onClick={() => this.host.post({ type })}>
        {type === 'refresh' ? l10n.t('Refresh') : l10n.t('Cancel')}
      </Button>
    );
  }
}

function isScope(message: { readonly type: string }): message is ShownScope {
  return message.type === 'scope';
}

/** Whether a message is about the computation. */
function isCondition(message: { readonly type: string }): message is Condition {
  return ['computing', 'cancelled', 'waiting', 'failed'].includes(message.type);
}
