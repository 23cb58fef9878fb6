import * as l10n from '@vscode/l10n';
import { type ComponentChildren, render, type VNode } from 'preact';

import type {
  ComputedPageState,
  Condition,
  OtherMessage,
  ResultMessage,
  ResultRequest,
  ShownResult,
  ShownScope,
} from '../messages';
import type { Host } from './host';
import { AwaitedFocus, Button, FailureBox, MessageBox, RemedyButton, ServerStarts } from './view';

export type ResultHost<State extends ComputedPageState> = Host<ResultMessage, ResultRequest, State>;

/**
 * A page of something that the server computes: a heading with actions, how far the computation is, and below it the
 * result.
 *
 * The page is drawn as a whole from its state, by {@link redraw}.
 */
export abstract class ComputedPage<Shown extends ShownResult> {
  /** What the page says about the computation of what it shows. */
  protected readonly words = {
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
    protected readonly host: ResultHost<ComputedPageState>,
    controls: string,
    private readonly isQuiet = false,
  ) {
    this.focus = new AwaitedFocus(controls);
    host.listen((message) => {
      this.receive(message);
      this.redraw();
      this.focus.take();
    });
    host.post({ type: 'ready' });
  }

  /** Return what a person can choose and do in the heading, with the button that computes the result again. */
  protected abstract actions(shown: Shown, refresh: VNode): ComponentChildren;

  /** Return what the page shows of the result. */
  protected abstract content(shown: Shown): ComponentChildren;

  /** Take a message that pages of this kind alone have; the page is drawn afterwards. */
  protected abstract receiveOther(message: OtherMessage): void;

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

  private receive(message: ResultMessage): void {
    if (message.type === 'scope') {
      this.about = message;
      this.host.keep({ scope: message.scope.uri });
    } else if (message.type === 'result') {
      this.show(message as Shown);
    } else if (message.type === 'focus') {
      this.focus.request();
    } else if (isCondition(message)) {
      this.change(message);
    } else {
      this.receiveOther(message);
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
    const { condition, words } = this;
    const { post } = this.host;
    switch (condition?.type) {
      case undefined:
        return null;
      case 'computing':
        return this.shown ? null : (
          <section class="message-box">
            <p>{words.computing}</p>
            <progress
              aria-label={words.computing}
              max={1}
              {...(condition.part === null ? {} : { value: condition.part })}
            />
            <p class="note">{condition.message}</p>
            {this.actionButton('cancel')}
          </section>
        );
      case 'waiting':
        return <ServerStarts />;
      case 'cancelled':
        return (
          <MessageBox title={l10n.t('Cancelled')} text={words.cancelled}>
            <RemedyButton remedy="retry" post={post} />
          </MessageBox>
        );
      case 'failed':
        return <FailureBox title={words.failedTitle} failure={condition} post={post} />;
    }
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

/** Whether a message is about the computation. */
function isCondition(message: ResultMessage): message is Condition {
  return ['computing', 'cancelled', 'waiting', 'failed'].includes(message.type);
}
