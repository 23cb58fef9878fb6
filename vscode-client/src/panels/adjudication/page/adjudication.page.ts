/** The page on which a person decides between annotators, with the keyboard. */

import '../../page/panel.css';
import '../../page/form.css';
import './adjudication.css';

import type { AdjudicationDecision, AdjudicationResult, AdjudicationSentence } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import { choiceOf } from '../../desk';
import { element, failureBox, focusOn, isWriting } from '../../page/elements';
import { Host } from '../../page/host';
import type { AdjudicationStrings, ShownSentence, ToAdjudicationPage } from '../adjudicationMessages';
import {
  ADJUDICATION_KEYS,
  type AdjudicationAction,
  decisionOf,
  type KeyDecision,
  refusedDraft,
  takenFrom,
  wordsDraft,
} from '../sentenceParts';
import { showKeys } from './progressHead';
import { type AdjudicationHost, SentenceDesk } from './sentenceDesk';
import { Frame, sentenceSummary } from './sentenceView';

/** Do what a key means, unless the person is writing or a dialog is open. */
function press(event: KeyboardEvent, desk: SentenceDesk): void {
  const work = document.querySelector('dialog[open]') || isWriting(event) ? undefined : workOf(event, desk);
  if (work) {
    event.preventDefault();
    work();
  }
}

/** Return what a key does; `undefined` for a key without a meaning. */
function workOf(event: KeyboardEvent, desk: SentenceDesk): (() => void) | undefined {
  const { shown, place } = desk;
  const sentence = shown?.sentence;
  const choice = choiceOf(event);
  if (choice !== undefined) {
    const annotator = shown?.annotators[choice]?.name;
    return sentence ? workFor(desk, takenFrom(annotator, sentence, place)) : undefined;
  }
  const action = ADJUDICATION_KEYS.actionOf(event);
  if (action === undefined) {
    return undefined;
  }
  const work = moves(desk)[action];
  return work ?? (sentence ? actOn(sentence, action, desk) : undefined);
}

type Work = Partial<Record<AdjudicationAction, () => void>>;

/** Return what needs no sentence. */
function moves(desk: SentenceDesk): Work {
  return {
    next: () => {
      desk.show('next', desk.index);
    },
    previous: () => {
      desk.show('previous', desk.index);
    },
    undo: () => {
      desk.undo();
    },
    all: () => {
      desk.toggle('all');
    },
    number: () => {
      document.querySelector<HTMLInputElement>('[data-key=number]')?.select();
    },
    help: () => {
      showKeys(desk.strings, () => {
        focusOn('sentence');
      });
    },
  };
}

/** Return what an action does with the shown sentence. */
function actOn(
  sentence: AdjudicationSentence,
  action: AdjudicationAction,
  desk: SentenceDesk,
): (() => void) | undefined {
  const work: Work = {
    nextPlace: () => {
      desk.movePlace(1);
    },
    previousPlace: () => {
      desk.movePlace(-1);
    },
    sentence: () => {
      desk.select(undefined);
    },
    words: () => {
      desk.write(wordsDraft(sentence, desk.place));
    },
    reason: () => {
      desk.write({ kind: 'reason', sentence: sentence.index, text: desk.decisions.reason });
    },
  };
  const decision = decisionOf(action, sentence, desk.place);
  return decision ? workFor(desk, decision) : work[action];
}

function workFor(desk: SentenceDesk, decision: KeyDecision): () => void {
  return () => {
    desk.decideOr(decision);
  };
}

type Words = ToAdjudicationPage & { readonly type: 'words' };

/** The messages from the extension, and what they change on the desk. */
class AdjudicationPage {
  private desk: SentenceDesk | undefined;
  private readonly frame: Frame;

  constructor(
    root: HTMLElement,
    private readonly host: AdjudicationHost,
  ) {
    this.frame = new Frame(root);
    window.addEventListener('keydown', (event) => {
      if (this.desk) {
        press(event, this.desk);
      }
    });
    host.listen((message) => {
      if (message.type === 'words') {
        this.begin(message);
      } else if (this.desk) {
        this.update(message, this.desk);
      }
    });
    host.post({ type: 'ready' });
  }

  private begin({ strings, language, folder }: Words): void {
    document.documentElement.lang = language;
    this.host.keep({ uri: folder.uri, name: folder.name });
    this.frame.showKeys(strings, true);
    this.desk = new SentenceDesk(this.host, this.frame, strings, folder.name);
    this.desk.decisions.resend();
    const { sentence } = this.host.state;
    this.desk.show(sentence === undefined ? 'next' : 'at', sentence ?? -1);
  }

  private update(message: Exclude<ToAdjudicationPage, Words>, desk: SentenceDesk): void {
    const { frame } = this;
    const { strings, decisions } = desk;
    frame.bar.hidden = message.type !== 'reading';
    switch (message.type) {
      case 'sentence':
        frame.note();
        this.showSentence(message, desk);
        break;
      case 'settled':
        this.settle(decisions.remove(message.id), message.result, desk);
        break;
      case 'refused':
        this.refuse(decisions.remove(message.id), message.message, desk);
        break;
      case 'takeMajority':
        desk.decide({ action: 'majority' });
        break;
      case 'reading':
        this.frame.showReading(desk.shown !== undefined, strings);
        break;
      case 'waiting':
        this.lack(element('p', { class: 'note' }, strings.waiting), desk);
        break;
      case 'failed':
        this.lack(failureBox(message, strings, this.host.post), desk);
        break;
      case 'focus':
        focusOn('sentence');
        break;
    }
  }

  /** Show why there is no sentence, and how many decisions wait for the server. */
  private lack(reason: HTMLElement, { decisions, strings }: SentenceDesk): void {
    this.frame.note(reason);
    this.frame.showPending(decisions.pending.length, strings);
  }

  private showSentence(shown: ShownSentence, desk: SentenceDesk): void {
    const isSame = desk.shown !== undefined && desk.shown.sentence?.index === shown.sentence?.index;
    const { sentence, counts } = shown;
    desk.shown = shown;
    if (isSame) {
      desk.place = desk.place !== undefined && sentence?.places[desk.place] ? desk.place : undefined;
      desk.draw();
      return;
    }
    desk.place = undefined;
    desk.decisions.beginSentence();
    this.host.keep({ sentence: sentence?.index });
    // A place with the same number in the sentence before must not give the keyboard to this one's.
    desk.draw('sentence');
    window.scrollTo(0, 0);
    focusOn('sentence');
    this.frame.say(sentence ? sentenceSummary(sentence, counts.sentences, desk.strings) : '');
  }

  /** Show a decision that is written, and go on if the sentence is decided. Another page's decision changes nothing. */
  private settle(decision: AdjudicationDecision | undefined, result: AdjudicationResult, desk: SentenceDesk): void {
    if (!decision) {
      return;
    }
    const { strings } = desk;
    if (desk.shown) {
      const sentence = result.sentences.find(({ index }) => index === desk.index) ?? desk.shown.sentence;
      desk.shown = { ...desk.shown, counts: result.counts, sentence };
    }
    const progress = fillTemplate(strings.progress, result.counts.open, result.counts.sentences);
    this.frame.say(`${doneWords(decision, result, strings)} ${progress}`);
    if (decision.action === 'restore') {
      desk.show('at', result.sentences[0]?.index ?? desk.index);
    } else {
      desk.decisions.keepUndo(result.undo);
      this.goOn(decision, desk);
    }
    desk.draw();
  }

  /** Go to the next open place, or to the next open sentence if nothing is open in this one. */
  private goOn({ action }: AdjudicationDecision, desk: SentenceDesk): void {
    const sentence = desk.shown?.sentence;
    if (!sentence || action === 'withdraw') {
      return;
    }
    if (sentence.state === 'decided') {
      if (!this.host.state.stays) {
        desk.show('next', sentence.index, false);
      }
    } else if (desk.place !== undefined) {
      const open = sentence.places.flatMap(({ state }, index) => (state === 'open' ? [index] : []));
      desk.select(open.find((index) => index > (desk.place ?? -1)) ?? open[0]);
    }
  }

  private refuse(decision: AdjudicationDecision | undefined, reason: string, desk: SentenceDesk): void {
    if (!decision) {
      return;
    }
    const sentence = desk.shown?.sentence;
    const draft = sentence && refusedDraft(decision, sentence);
    if (draft) {
      desk.write(draft);
    }
    desk.draw();
    this.frame.say(fillTemplate(desk.strings.refused, reason));
  }
}

/** Return what is said of a decision that is written. */
function doneWords(
  { action, key }: AdjudicationDecision,
  { changed }: AdjudicationResult,
  strings: AdjudicationStrings,
): string {
  if (action === 'restore') {
    return strings.undone;
  }
  if (changed === 0) {
    return strings.unchangedDecision;
  }
  return key === undefined ? strings.majorityTaken : strings.written;
}

const root = document.getElementById('page');
if (root) {
  new AdjudicationPage(root, new Host());
}
