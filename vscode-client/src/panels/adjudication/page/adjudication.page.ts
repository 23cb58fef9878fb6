/** The page on which a person decides between annotators, with the keyboard. */

import '../../page/panel.css';
import '../../page/form.css';
import './adjudication.css';

import { fillTemplate } from '../../../template';
import type { AdjudicationDecision, AdjudicationResult, AdjudicationSentence } from '../../../protocol/contract';
import { button, element } from '../../page/elements';
import { focusOn, focusedKey } from '../../page/focus';
import { Host } from '../../page/host';
import { failureBox, messageBox } from '../../page/messageBox';
import {
  readAdjudicationPageState,
  readToAdjudicationPage,
  type AdjudicationPageState,
  type Draft,
  type FromAdjudicationPage,
  type ShownSentence,
  type Step,
  type ToAdjudicationPage,
} from '../adjudicationMessages';
import type { AdjudicationStrings } from '../adjudicationStrings';
import { keyDecision, targetOf } from '../keyDecisions';
import { keyBar, showKeys } from './keyTable';
import { PendingDecisions } from './pendingDecisions';
import {
  labelsOf,
  openButtons,
  placeDetail,
  resultSection,
  sourceLine,
  versionTable,
  type SentenceView,
} from './sentenceView';
import { textEntry } from './textEntry';

class AdjudicationPage {
  private readonly host = new Host<ToAdjudicationPage, FromAdjudicationPage, AdjudicationPageState>(
    readAdjudicationPageState,
    readToAdjudicationPage,
    {},
  );
  private readonly decisions = new PendingDecisions(this.host);
  private readonly bar = element('div', { class: 'bar-of-progress', attributes: { hidden: '' } });
  private readonly head = element('header');
  private readonly notice = element('div', { class: 'notice' });
  private readonly pendingNote = element('p', { class: 'pending', attributes: { hidden: '' } });
  private readonly content = element('div', { class: 'content' });
  private readonly foot = element('footer', { class: 'keys' });
  private readonly status = element('p', { class: 'visually-hidden', attributes: { role: 'status' } });
  private readonly message = element('p', { class: 'message note', attributes: { 'aria-hidden': 'true' } });
  private strings: AdjudicationStrings | undefined;
  private exercise = '';
  private shown: ShownSentence | undefined;
  private place: number | undefined;
  /** The newest decision about the shown sentence. */
  private last: AdjudicationDecision | undefined;
  /** The reason that the next decision about the shown sentence gets. */
  private reason = '';

  begin(): void {
    document
      .querySelector('main')
      ?.append(this.bar, this.head, this.notice, this.pendingNote, this.content, this.message, this.status);
    document.body.append(this.foot);
    window.addEventListener('keydown', (event) => {
      this.press(event);
    });
    this.host.listen((message) => {
      this.receive(message);
    });
    this.host.post({ type: 'ready' });
  }

  private receive(message: ToAdjudicationPage): void {
    if (message.type === 'words') {
      this.strings = message.strings;
      this.exercise = message.folder.name;
      document.documentElement.lang = message.language;
      this.host.keep({ uri: message.folder.uri, name: message.folder.name });
      this.foot.replaceChildren(keyBar(message.strings));
      this.decisions.resend();
      const { sentence } = this.host.state;
      this.show(sentence === undefined ? 'next' : 'at', sentence ?? -1);
    } else if (this.strings) {
      this.update(message, this.strings);
    }
  }

  private update(message: Exclude<ToAdjudicationPage, { type: 'words' }>, strings: AdjudicationStrings): void {
    this.bar.hidden = message.type !== 'reading';
    switch (message.type) {
      case 'sentence':
        this.notice.replaceChildren();
        this.showSentence(message, strings);
        break;
      case 'decided':
        this.written(message.id, message.result, strings);
        break;
      case 'refused':
        this.refused(message.id, message.message, strings);
        break;
      case 'reading':
        if (!this.shown) {
          this.notice.replaceChildren(element('p', { class: 'waiting' }, strings.reading));
        }
        break;
      case 'waiting':
        this.notice.replaceChildren(element('p', { class: 'note' }, strings.waiting));
        this.drawPending(strings);
        break;
      case 'failed':
        this.notice.replaceChildren(failureBox(message, strings, this.host.post));
        this.drawPending(strings);
        break;
      case 'resend':
        this.decisions.resend();
        break;
      case 'focus':
        this.focusSentence();
        break;
    }
  }

  private showSentence(shown: ShownSentence, strings: AdjudicationStrings): void {
    const isSame = this.shown !== undefined && this.shown.sentence?.index === shown.sentence?.index;
    const { sentence } = shown;
    this.shown = shown;
    if (isSame) {
      this.place = this.place !== undefined && sentence?.places[this.place] ? this.place : undefined;
      this.draw();
      return;
    }
    [this.place, this.last, this.reason] = [undefined, undefined, ''];
    this.host.keep({ sentence: sentence?.index });
    // A place with the same number in the sentence before must not give the keyboard to this one's.
    this.draw('sentence');
    window.scrollTo(0, 0);
    this.focusSentence();
    this.say(sentence ? this.summary(sentence, strings) : '');
  }

  /** A decision is written: show it, and go on if the sentence is decided. */
  private written(id: string, result: AdjudicationResult, strings: AdjudicationStrings): void {
    const decision = this.decisions.remove(id)?.decision;
    if (this.shown) {
      const sentence = result.sentences.find(({ index }) => index === this.index) ?? this.shown.sentence;
      this.shown = { ...this.shown, counts: result.counts, sentence };
    }
    const open = fillTemplate(strings.progress, result.counts.open, result.counts.sentences);
    if (decision?.action === 'restore') {
      this.say(`${strings.undone} ${open}`);
      this.show('at', result.sentences[0]?.index ?? this.index);
    } else if (decision) {
      this.decisions.keepUndo(result.undo);
      this.say(`${result.changed > 0 ? strings.written : strings.unchangedDecision} ${open}`);
      this.goOn(decision);
    }
    this.draw();
  }

  /** Go to the next open place, or to the next open sentence if nothing is open in this one. */
  private goOn({ action }: AdjudicationDecision): void {
    const sentence = this.shown?.sentence;
    if (!sentence || action === 'withdraw') {
      return;
    }
    if (sentence.state === 'decided') {
      if (!this.host.state.stays) {
        this.show('next', sentence.index, false);
      }
    } else if (this.place !== undefined) {
      const open = sentence.places.flatMap(({ state }, index) => (state === 'open' ? [index] : []));
      this.select(open.find((index) => index > (this.place ?? -1)) ?? open[0]);
    }
  }

  private refused(id: string, reason: string, strings: AdjudicationStrings): void {
    const decision = this.decisions.remove(id)?.decision;
    const { sentence } = this.shown ?? {};
    if (decision?.words != null && sentence) {
      const { place } = decision;
      const index = sentence.places.findIndex(({ start, end }) => start === place?.start && end === place.end);
      this.write({
        kind: 'words',
        sentence: sentence.index,
        text: decision.words,
        ...(index >= 0 ? { place: index } : {}),
      });
    }
    this.draw();
    this.say(fillTemplate(strings.refused, reason));
  }

  // Keys

  private press(event: KeyboardEvent): void {
    const { target, key } = event;
    const isWriting = target instanceof HTMLInputElement && target.type !== 'checkbox';
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) {
      return;
    }
    if (this.strings && this.act(key, this.strings)) {
      event.preventDefault();
    }
  }

  /** Do what a key means; false for a key without a meaning. */
  private act(key: string, strings: AdjudicationStrings): boolean {
    const actions: Record<string, () => void> = {
      n: () => {
        this.show('next', this.index);
      },
      p: () => {
        this.show('previous', this.index);
      },
      u: () => {
        this.undo(strings);
      },
      a: () => {
        this.toggleAll();
      },
      g: () => {
        document.querySelector<HTMLInputElement>('[data-key=number]')?.select();
      },
      '?': () => {
        showKeys(strings, () => {
          this.focusSentence();
        });
      },
    };
    const action = actions[key];
    if (action) {
      action();
      return true;
    }
    const sentence = this.shown?.sentence;
    return sentence ? this.actOnSentence(key, sentence, strings) : false;
  }

  private actOnSentence(key: string, sentence: AdjudicationSentence, strings: AdjudicationStrings): boolean {
    switch (key) {
      case 'ArrowRight':
        this.move(1);
        return true;
      case 'ArrowLeft':
        this.move(-1);
        return true;
      case 'Escape':
        this.select(undefined);
        return true;
      case 'e':
        this.write(this.wordsDraft(sentence));
        return true;
      case 'c':
        this.write({ kind: 'reason', sentence: sentence.index, text: this.reason });
        return true;
      default:
        return this.decideByKey(key, sentence, strings);
    }
  }

  private decideByKey(key: string, sentence: AdjudicationSentence, strings: AdjudicationStrings): boolean {
    const names = (this.shown?.annotators ?? []).map(({ name }) => name);
    const found = keyDecision(key, sentence, this.place, names);
    if (!found) {
      return false;
    }
    if (found.decision) {
      this.decide(found.decision, strings);
    } else {
      this.say(found.problem === 'absent' ? strings.absentAnnotator : strings[found.problem]);
    }
    return true;
  }

  /** Send a decision. One about a sentence waits for the one before it, so that no key falls on a sentence not seen yet. */
  private decide(decision: AdjudicationDecision, strings: AdjudicationStrings): void {
    if (this.decisions.all.length > 0) {
      this.say(strings.isWriting);
      return;
    }
    const reason = decision.reason ?? this.reason;
    const reasoned = reason ? { ...decision, reason } : decision;
    this.last = decision.action === 'withdraw' ? undefined : reasoned;
    this.reason = '';
    this.decisions.add(reasoned);
  }

  private undo(strings: AdjudicationStrings): void {
    if (this.decisions.all.length > 0) {
      this.say(strings.isWriting);
    } else if (!this.decisions.undo()) {
      this.say(strings.noUndo);
    }
  }

  // Places

  private move(step: number): void {
    const count = this.shown?.sentence?.places.length ?? 0;
    if (count > 0) {
      const from = this.place ?? (step > 0 ? -1 : count);
      this.select((from + step + count) % count);
    }
  }

  private select(place: number | undefined): void {
    if (place === this.place) {
      return;
    }
    this.place = place;
    this.draw();
    if (place === undefined) {
      this.focusSentence();
    } else {
      focusOn(`place-${place}`);
    }
  }

  // Words

  private wordsDraft(sentence: AdjudicationSentence): Draft {
    const place = this.place === undefined ? undefined : sentence.places[this.place];
    if (this.place === undefined || !place) {
      return { kind: 'words', sentence: sentence.index, text: sentence.result };
    }
    const words = place.rulings.length === 1 ? place.rulings[0]?.words : undefined;
    return { kind: 'words', sentence: sentence.index, place: this.place, text: words ?? place.source };
  }

  private write(draft: Draft): void {
    this.host.keep({ draft });
    this.draw();
    const input = document.querySelector<HTMLInputElement>('#entry');
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }

  private closeEntry(): void {
    const place = this.host.state.draft?.place;
    this.host.keep({ draft: undefined });
    this.draw();
    if (place === undefined) {
      this.focusSentence();
    } else {
      focusOn(`place-${place}`);
    }
  }

  private saveDraft(draft: Draft, text: string, strings: AdjudicationStrings): void {
    const sentence = this.shown?.sentence;
    if (!sentence) {
      return;
    }
    if (draft.kind === 'words' && this.decisions.all.length > 0) {
      this.say(strings.isWriting);
      return;
    }
    this.closeEntry();
    if (draft.kind === 'words') {
      this.decide({ action: 'own', words: text, ...targetOf(sentence, draft.place) }, strings);
    } else if (this.last && text) {
      this.decide({ ...this.last, reason: text }, strings);
    } else {
      this.reason = text;
      this.draw();
    }
  }

  // Drawing

  private get index(): number {
    return this.shown?.sentence?.index ?? this.host.state.sentence ?? -1;
  }

  private show(to: Step['to'], index: number, all = this.host.state.all ?? false): void {
    this.host.post({ type: 'show', step: { to, index, all } });
  }

  private toggleAll(): void {
    this.host.keep({ all: !this.host.state.all });
    this.draw();
  }

  private focusSentence(): void {
    focusOn('sentence');
  }

  private say(text: string): void {
    this.status.textContent = text;
    this.message.textContent = text;
  }

  private summary(sentence: AdjudicationSentence, strings: AdjudicationStrings): string {
    const open = sentence.places.filter(({ state }) => state === 'open').length;
    const counts = this.shown?.counts.sentences ?? 0;
    return [
      fillTemplate(strings.heading, sentence.index + 1, counts),
      strings.states[sentence.state],
      ...(open > 0 ? [open === 1 ? strings.placeOne : fillTemplate(strings.placeMany, open)] : []),
    ].join(', ');
  }

  /** Draw everything again; the element with the key has the keyboard then. */
  private draw(focused = focusedKey()): void {
    const { strings, shown } = this;
    if (!strings || !shown) {
      return;
    }
    this.drawHead(shown, strings);
    this.drawPending(strings);
    this.content.replaceChildren(
      ...(shown.sentence ? this.sentenceParts(shown.sentence, shown, strings) : [this.emptyState(shown, strings)]),
    );
    this.foot.hidden = shown.annotators.length < 2;
    focusOn(focused);
  }

  private drawHead({ counts, problems }: ShownSentence, strings: AdjudicationStrings): void {
    const done = counts.agreed + counts.decided;
    const detail = [
      fillTemplate(strings.detail, counts.agreed, counts.decided),
      ...(counts.unseen > 0 ? [fillTemplate(strings.unseen, counts.unseen)] : []),
    ].join(', ');
    this.head.replaceChildren(
      element(
        'div',
        { class: 'heading' },
        element('h1', {}, strings.title),
        element('p', {}, this.exercise),
        element(
          'p',
          { class: 'progress number' },
          `${fillTemplate(strings.progress, counts.open, counts.sentences)} · ${detail}`,
        ),
      ),
      element('span', {
        class: 'bar',
        attributes: { 'aria-hidden': 'true' },
        style: { '--part': String(counts.sentences > 0 ? done / counts.sentences : 0) },
      }),
      this.controls(strings, counts.sentences),
      ...(problems.length > 0
        ? [
            element(
              'details',
              { class: 'problems' },
              element('summary', {}, `${strings.problems} (${problems.length})`),
              element('ul', {}, ...problems.map((problem) => element('li', {}, problem))),
            ),
          ]
        : []),
    );
  }

  private controls(strings: AdjudicationStrings, sentences: number): HTMLElement {
    const number = element('input', {
      attributes: {
        type: 'text',
        inputmode: 'numeric',
        size: 5,
        'data-key': 'number',
        value: this.shown?.sentence ? this.index + 1 : '',
      },
    });
    const jump = element('form', { class: 'jump' }, element('label', {}, strings.number, ' ', number));
    jump.addEventListener('submit', (event) => {
      event.preventDefault();
      const wanted = Number.parseInt(number.value, 10);
      if (wanted >= 1) {
        this.focusSentence();
        this.show('at', Math.min(wanted, sentences) - 1);
      }
    });
    jump.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') {
        this.focusSentence();
      }
    });
    const step = (label: string, to: 'next' | 'previous'): HTMLElement =>
      button(
        label,
        () => {
          this.show(to, this.index);
        },
        { class: 'plain', attributes: { 'data-key': to } },
      );
    return element(
      'div',
      { class: 'controls' },
      step(strings.previous, 'previous'),
      step(strings.next, 'next'),
      jump,
      checkbox(strings.all, strings.allHint, 'all', this.host.state.all ?? false, () => {
        this.toggleAll();
      }),
      checkbox(strings.advance, strings.advanceHint, 'advance', !this.host.state.stays, () => {
        this.host.keep({ stays: !this.host.state.stays });
      }),
    );
  }

  private drawPending(strings: AdjudicationStrings): void {
    const count = this.decisions.all.length;
    const isStuck = count > 0 && this.notice.childElementCount > 0;
    this.pendingNote.hidden = !isStuck;
    this.pendingNote.textContent = count === 1 ? strings.pendingOne : fillTemplate(strings.pendingMany, count);
  }

  private sentenceParts(
    sentence: AdjudicationSentence,
    shown: ShownSentence,
    strings: AdjudicationStrings,
  ): HTMLElement[] {
    const view: SentenceView = {
      ...{ sentence, strings, annotators: shown.annotators, documents: shown.documents, place: this.place },
      select: (place) => {
        this.select(place);
      },
      take: (annotator, place) => {
        this.decide({ action: 'take', annotator, ...targetOf(sentence, place) }, strings);
      },
      open: ({ uri, range }) => {
        this.host.post({ type: 'openPlace', uri, range, view: null });
      },
    };
    const { draft } = this.host.state;
    const parts = [
      this.sentenceHead(view),
      sourceLine(view),
      versionTable(view),
      sentence.absent.length > 0
        ? element('p', { class: 'note' }, fillTemplate(strings.absent, labelsOf(sentence.absent, view)))
        : undefined,
      placeDetail(view),
      draft?.sentence === sentence.index ? this.entry(draft, strings) : undefined,
      this.reason ? element('p', { class: 'note' }, fillTemplate(strings.keptReason, this.reason)) : undefined,
      resultSection(view),
      openButtons(view, sentence.documents, strings.openHint),
    ];
    return parts.filter((part) => part !== undefined);
  }

  private sentenceHead({ sentence, strings }: SentenceView): HTMLElement {
    const total = this.shown?.counts.sentences ?? 0;
    const ruling = sentence.rulings.find(({ author, date }) => author || date);
    const state =
      sentence.state === 'decided' && ruling
        ? decidedText(ruling.author, ruling.date, strings)
        : strings.states[sentence.state];
    return element(
      'div',
      { class: 'sentence-head' },
      element(
        'h2',
        { attributes: { tabindex: -1, 'data-key': 'sentence' } },
        fillTemplate(strings.heading, sentence.index + 1, total),
      ),
      element('span', { class: `state ${sentence.state}` }, state),
    );
  }

  private entry(draft: Draft, strings: AdjudicationStrings): HTMLElement {
    return textEntry(draft, strings, this.last === undefined, {
      keep: (text) => {
        this.host.keep({ draft: { ...draft, text } });
      },
      save: (text) => {
        this.saveDraft(draft, text, strings);
      },
      cancel: () => {
        this.closeEntry();
      },
    });
  }

  private emptyState({ annotators, counts }: ShownSentence, strings: AdjudicationStrings): HTMLElement {
    if (annotators.length < 2) {
      return messageBox(strings.oneTitle, strings.one);
    }
    if (counts.sentences === 0) {
      return messageBox(strings.noSentenceTitle, strings.noSentence);
    }
    const showAll = {
      label: strings.showAll,
      press: () => {
        this.host.keep({ all: true });
        this.show('next', -1);
      },
    };
    return counts.decided === 0
      ? messageBox(strings.agreedTitle, fillTemplate(strings.agreed, counts.agreed), showAll)
      : messageBox(strings.doneTitle, fillTemplate(strings.done, counts.decided, counts.agreed), showAll);
  }
}

function checkbox(label: string, hint: string, key: string, isChecked: boolean, change: () => void): HTMLElement {
  const input = element('input', { attributes: { type: 'checkbox', 'data-key': key }, on: { change } });
  input.checked = isChecked;
  return element('label', { class: 'choice', attributes: { title: hint } }, input, ' ', label);
}

function decidedText(author: string, date: string | null, strings: AdjudicationStrings): string {
  if (author) {
    return date ? fillTemplate(strings.decidedByOn, author, date) : fillTemplate(strings.decidedBy, author);
  }
  return fillTemplate(strings.decidedOn, date ?? '');
}

new AdjudicationPage().begin();
