/** The page on which a person decides between annotators, with the keyboard. */

import * as l10n from '@vscode/l10n';
import '../../page/panel.css';
import '../../page/form.css';
import './adjudication.css';

import { Fragment, render } from 'preact';

import type { ShownFolder } from '../../messages';
import type { AdjudicationDecision, AdjudicationResult, AdjudicationSentence } from '../../../protocol/contract';
import { choiceOf } from '../../desk';
import { Host } from '../../page/host';
import { FailureBox, focusOn, isWriting, ServerStarts } from '../../page/view';
import {
  ADJUDICATION_KEYS,
  type AdjudicationAction,
  type AdjudicationPageState,
  type Condition,
  decisionOf,
  type Draft,
  type FromAdjudicationPage,
  type KeyDecision,
  refusedDraft,
  type ShownSentence,
  type Stop,
  takenFrom,
  targetOf,
  type ToAdjudicationPage,
  wordsDraft,
} from '../adjudication';
import { EmptyState, Head, KeyBar, KeyDialog } from './progressHead';
import { SentenceCard, sentenceSummary } from './sentenceView';

/** Largest number of decisions that can be undone. */
const MAX_UNDO = 200;

/** Why a key can't do anything. */
const PROBLEMS = {
  noAnnotator: l10n.t('No annotator has this number.'),
  absent: l10n.t('This annotator has not seen the sentence.'),
  noMajority: l10n.t('No version is that of more than half of the annotators.'),
  nothingDecided: l10n.t('Nothing is decided here.'),
};

/** The shown sentence with the chosen place, the person's decisions, and the keys. */
class AdjudicationPage {
  private readonly footer = document.body.appendChild(document.createElement('footer'));
  private shown: ShownSentence | undefined;
  private condition: Condition | undefined;
  /** The number of the chosen place, from 0. */
  private place: number | undefined;
  /** The newest decision about the shown sentence. */
  private last: AdjudicationDecision | undefined;
  /** The reason that the next decision about the shown sentence gets. */
  private reason = '';
  private message = '';
  /** The number of messages: one that is said twice is read aloud twice. */
  private messages = 0;

  constructor(
    private readonly root: HTMLElement,
    private readonly host: Host<ToAdjudicationPage, FromAdjudicationPage, AdjudicationPageState>,
    { folder }: ShownFolder,
  ) {
    this.footer.className = 'keys';
    render(<KeyBar />, this.footer);
    window.addEventListener('keydown', (event) => this.press(event));
    host.keep({ uri: folder.uri, name: folder.name });
    if (this.pending.length > 0) {
      host.post({ type: 'steps', steps: this.pending });
    }
    const { sentence } = host.state;
    this.show(sentence === undefined ? 'next' : 'at', sentence ?? -1);
  }

  receive(message: Exclude<ToAdjudicationPage, ShownFolder>): void {
    switch (message.type) {
      case 'sentence':
        this.showSentence(message);
        break;
      case 'settled':
        this.settle(message.id, message.result);
        break;
      case 'refused':
        this.refuse(message.id, message.message);
        break;
      case 'takeMajority':
        this.decide({ action: 'majority' });
        break;
      case 'reading':
      case 'waiting':
      case 'failed':
        this.condition = message;
        break;
      case 'focus':
        focusOn('sentence');
        break;
    }
    this.redraw();
  }

  /** The decisions that are not known to be written, the oldest first. */
  private get pending() {
    return this.host.state.pending ?? [];
  }

  /** The number of the shown sentence, from 0; -1 if there is none. */
  private get index(): number {
    return this.shown?.sentence?.index ?? this.host.state.sentence ?? -1;
  }

  /** Draw the page from its state, at once. */
  private redraw(): void {
    const { shown, condition, message } = this;
    const { state, post } = this.host;
    const notice = this.notice();
    const count = this.pending.length;
    render(
      <>
        <div class="bar-of-progress" hidden={condition?.type !== 'reading'} />
        <header>{shown && <Head {...{ shown, state, post, show: this.show, toggle: this.toggle }} />}</header>
        <div class="notice">{notice}</div>
        {notice && count > 0 && (
          <p class="pending">
            {count === 1
              ? l10n.t('1 decision is not written yet. It is kept, and is written when the server answers.')
              : l10n.t(
                  '{0} decisions are not written yet. They are kept, and are written when the server answers.',
                  count,
                )}
          </p>
        )}
        <div class="content">{shown && this.content(shown)}</div>
        <p class="message note" aria-hidden="true">
          {message}
        </p>
        <p class="visually-hidden" role="status">
          <Fragment key={this.messages}>{message}</Fragment>
        </p>
        <KeyDialog />
      </>,
      this.root,
    );
    this.footer.hidden = shown !== undefined && shown.annotators.length < 2;
  }

  /** Return why there is no newer sentence; while one is read, the sentence before stays. */
  private notice() {
    const { condition, shown, host } = this;
    switch (condition?.type) {
      case 'failed':
        return <FailureBox title={l10n.t('The annotators can’t be compared')} failure={condition} post={host.post} />;
      case 'waiting':
        return <ServerStarts />;
      case 'reading':
        return shown ? null : <p class="waiting">{l10n.t('Comparing annotators…')}</p>;
      case undefined:
        return null;
    }
  }

  private content(shown: ShownSentence) {
    const { place, reason, last, host } = this;
    const { sentence } = shown;
    if (!sentence) {
      const showAll = () => {
        host.keep({ all: true });
        this.show('next', -1);
      };
      return <EmptyState shown={shown} showAll={showAll} />;
    }
    const { draft } = host.state;
    return (
      <SentenceCard
        key={sentence.index}
        {...{ ...shown, sentence, place, draft, reason, isForNext: last === undefined }}
        {...{ select: this.select, take: this.take, cancel: this.closeEntry }}
        open={({ uri, range }) => host.post({ type: 'openPlace', uri, range, view: null })}
        keep={(text) => draft && host.keep({ draft: { ...draft, text } })}
        save={() => host.state.draft && this.save(sentence, host.state.draft)}
      />
    );
  }

  /** Do what a key means, unless the person is writing or a dialog is open. */
  private press(event: KeyboardEvent): void {
    const choice = choiceOf(event);
    const action = ADJUDICATION_KEYS.actionOf(event);
    if (document.querySelector('dialog[open]') || isWriting(event)) {
      return;
    }
    if (choice !== undefined) {
      event.preventDefault();
      this.take(this.shown?.annotators[choice]?.name, this.place);
    } else if (action !== undefined) {
      event.preventDefault();
      this.act(action);
    }
  }

  private act(action: AdjudicationAction): void {
    const sentence = this.shown?.sentence;
    const work: Partial<Record<AdjudicationAction, () => void>> = {
      next: () => this.show('next'),
      previous: () => this.show('previous'),
      undo: () => this.undo(),
      all: () => this.toggle('all'),
      number: () => document.querySelector<HTMLInputElement>('[data-key=number]')?.select(),
      help: () => document.querySelector('dialog')?.showModal(),
      nextPlace: () => this.movePlace(1),
      previousPlace: () => this.movePlace(-1),
      sentence: () => this.select(undefined),
      words: () => sentence && this.write(wordsDraft(sentence, this.place)),
      reason: () => sentence && this.write({ kind: 'reason', sentence: sentence.index, text: this.reason }),
    };
    const decision = sentence && decisionOf(action, sentence, this.place);
    if (decision) {
      this.decideOr(decision);
    } else {
      work[action]?.();
    }
  }

  /** Request a sentence. */
  private readonly show = (to: Stop['to'], index = this.index, all = this.host.state.all ?? false): void => {
    this.host.post({ type: 'show', stop: { to, index, all } });
  };

  private readonly toggle = (setting: 'all' | 'stays'): void => {
    this.host.keep({ [setting]: !this.host.state[setting] });
    this.redraw();
  };

  private readonly take = (annotator: string | undefined, place: number | undefined): void => {
    const sentence = this.shown?.sentence;
    if (sentence) {
      this.decideOr(takenFrom(annotator, sentence, place));
    }
  };

  private movePlace(step: number): void {
    const count = this.shown?.sentence?.places.length ?? 0;
    if (count > 0) {
      const from = this.place ?? (step > 0 ? -1 : count);
      this.select((from + step + count) % count);
    }
  }

  private readonly select = (place: number | undefined): void => {
    if (place !== this.place) {
      this.place = place;
      this.redraw();
      focusOn(keyOf(place));
    }
  };

  /** Show a message, which is read aloud. */
  private say(message: string): void {
    this.message = message;
    this.messages += 1;
    this.redraw();
  }

  /** Send a decision, or say why there is none. */
  private decideOr({ decision, problem }: KeyDecision): void {
    if (decision) {
      this.decide(decision);
    } else {
      this.say(PROBLEMS[problem]);
    }
  }

  /** Send a decision. It waits for the one before it, so that no key falls on a sentence not seen yet. */
  private decide(decision: AdjudicationDecision): void {
    if (!this.isBusy()) {
      const reason = decision.reason ?? this.reason;
      const reasoned = reason ? { ...decision, reason } : decision;
      this.last = decision.action === 'withdraw' ? undefined : reasoned;
      this.reason = '';
      this.send(reasoned);
    }
  }

  /** Take back the newest written decision. */
  private undo(): void {
    const undo = this.host.state.undo ?? [];
    const last = undo.at(-1);
    if (this.isBusy()) {
      return;
    }
    if (last) {
      this.host.keep({ undo: undo.slice(0, -1) });
      this.send({ action: 'restore', restore: [...last] });
    } else {
      this.say(l10n.t('There is nothing to undo.'));
    }
  }

  /** Whether a decision is being written, which the page says then. */
  private isBusy(): boolean {
    const isBusy = this.pending.length > 0;
    if (isBusy) {
      this.say(l10n.t('The last decision about this sentence is being written.'));
    }
    return isBusy;
  }

  private send(decision: AdjudicationDecision): void {
    const step = { id: crypto.randomUUID(), uri: this.host.state.uri ?? '', decision };
    this.host.keep({ pending: [...this.pending, step] });
    this.host.post({ type: 'steps', steps: [step] });
    this.redraw();
  }

  /** Let the person write. */
  private write(draft: Draft): void {
    this.host.keep({ draft });
    this.redraw();
    const input = document.querySelector<HTMLInputElement>('#entry');
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }

  private readonly closeEntry = (): void => {
    const place = this.host.state.draft?.place;
    this.host.keep({ draft: undefined });
    this.redraw();
    focusOn(keyOf(place));
  };

  /** Decide by what is written, or keep the reason; while another decision is being written, the draft stays. */
  private save(sentence: AdjudicationSentence, { kind, text, place }: Draft): void {
    const reasoned = this.last && text ? { ...this.last, reason: text } : undefined;
    const decision =
      kind === 'words' ? { action: 'own' as const, words: text, ...targetOf(sentence, place) } : reasoned;
    if (decision && this.isBusy()) {
      return;
    }
    this.reason = decision ? this.reason : text;
    this.closeEntry();
    if (decision) {
      this.decide(decision);
    }
  }

  private showSentence(shown: ShownSentence): void {
    const { sentence, counts } = shown;
    const isSame = this.shown !== undefined && this.shown.sentence?.index === sentence?.index;
    this.condition = undefined;
    this.shown = shown;
    if (isSame) {
      this.place = sentence?.places[this.place ?? -1] && this.place;
      return;
    }
    this.place = undefined;
    this.last = undefined;
    this.reason = '';
    this.host.keep({ sentence: sentence?.index });
    this.redraw();
    window.scrollTo(0, 0);
    focusOn('sentence');
    this.say(sentence ? sentenceSummary(sentence, counts.sentences) : '');
  }

  /** Forget a decision that is written or refused, and return it; `undefined` if it is none of this page's. */
  private remove(id: string): AdjudicationDecision | undefined {
    const step = this.pending.find((each) => each.id === id);
    if (step) {
      this.host.keep({ pending: this.pending.filter((each) => each !== step) });
    }
    return step?.decision;
  }

  /** Show a decision that is written, and go on if the sentence is decided. Another page's decision changes nothing. */
  private settle(id: string, result: AdjudicationResult): void {
    const decision = this.remove(id);
    if (!decision) {
      return;
    }
    const { shown, index } = this;
    const { counts, sentences, undo } = result;
    this.shown = shown && {
      ...{ ...shown, counts },
      sentence: sentences.find((each) => each.index === index) ?? shown.sentence,
    };
    const progress = l10n.t('{0} of {1} sentences open', counts.open, counts.sentences);
    this.say(`${doneWords(decision, result)} ${progress}`);
    if (decision.action === 'restore') {
      this.show('at', sentences[0]?.index ?? index);
      return;
    }
    if (undo.length > 0) {
      this.host.keep({ undo: [...(this.host.state.undo ?? []), undo].slice(-MAX_UNDO) });
    }
    if (decision.action !== 'withdraw') {
      this.goOn();
    }
  }

  /** Go to the next open place, or to the next open sentence if nothing is open in this one. */
  private goOn(): void {
    const sentence = this.shown?.sentence;
    const { place } = this;
    if (sentence?.state === 'decided') {
      if (!this.host.state.stays) {
        this.show('next', sentence.index, false);
      }
    } else if (sentence && place !== undefined) {
      const open = sentence.places.flatMap(({ state }, index) => (state === 'open' ? [index] : []));
      this.select(open.find((index) => index > place) ?? open[0]);
    }
  }

  private refuse(id: string, reason: string): void {
    const decision = this.remove(id);
    if (!decision) {
      return;
    }
    const sentence = this.shown?.sentence;
    const draft = sentence && refusedDraft(decision, sentence);
    if (draft) {
      this.write(draft);
    }
    this.say(l10n.t('Not written: {0}', reason));
  }
}

/** Return the `data-key` of a place, or of the sentence. */
function keyOf(place: number | undefined): string {
  return place === undefined ? 'sentence' : `place-${place}`;
}

/** Return what is said of a decision that is written. */
function doneWords({ action, key }: AdjudicationDecision, { changed }: AdjudicationResult): string {
  if (action === 'restore') {
    return l10n.t('Taken back.');
  }
  if (changed === 0) {
    return l10n.t('This is decided so already.');
  }
  return key === undefined
    ? l10n.t('The majority’s versions are taken. Undo takes all of them back.')
    : l10n.t('Written.');
}

const root = document.getElementById('page');
if (root) {
  let page: AdjudicationPage | undefined;
  const host = new Host<ToAdjudicationPage, FromAdjudicationPage, AdjudicationPageState>();
  host.listen((message) => {
    if (message.type === 'folder') {
      page ??= new AdjudicationPage(root, host, message);
    } else {
      page?.receive(message);
    }
  });
  host.post({ type: 'ready' });
}
