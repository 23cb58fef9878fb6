/** What the keys do with a sentence. */

import type { AdjudicationSentence } from '../../../protocol/contract';
import { choiceOf } from '../../desk';
import { focusOn, isWriting } from '../../page/elements';
import { wordsDraft } from '../drafts';
import { decisionOf, takenFrom, type KeyDecision } from '../keyDecisions';
import { ADJUDICATION_KEYS, type AdjudicationAction } from '../keys';
import type { SentenceDesk } from './sentenceDesk';
import { showKeys } from './keyList';

/** Do what a key means, unless the person is writing or a dialog is open. */
export function press(event: KeyboardEvent, desk: SentenceDesk): void {
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
