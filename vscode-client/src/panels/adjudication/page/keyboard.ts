/** What the keys do with a sentence. */

import type { AdjudicationSentence } from '../../../protocol/contract';
import { choiceOf } from '../../desk/keyTable';
import { focusOn, isWriting } from '../../page/focus';
import { wordsDraft } from '../drafts';
import { decisionOf, takenFrom } from '../keyDecisions';
import { ADJUDICATION_KEYS, type AdjudicationAction } from '../keys';
import type { SentenceDesk } from './sentenceDesk';
import { showKeys } from './keyList';

/** Do what a key means, unless the person is writing or a dialog is open. */
export function press(event: KeyboardEvent, desk: SentenceDesk): void {
  if (isWriting(event) || document.querySelector('dialog[open]')) {
    return;
  }
  const choice = choiceOf(event);
  const action = ADJUDICATION_KEYS.actionOf(event);
  const sentence = desk.shown?.sentence;
  if (choice !== undefined && sentence) {
    event.preventDefault();
    desk.decideOr(takenFrom(desk.shown?.annotators[choice]?.name, sentence, desk.place));
  } else if (action && (move(action, desk) || (sentence && act(action, sentence, desk)))) {
    event.preventDefault();
  }
}

/** Do what needs no sentence; return false for another action. */
function move(action: AdjudicationAction, desk: SentenceDesk): boolean {
  switch (action) {
    case 'next':
    case 'previous':
      desk.show(action, desk.index);
      return true;
    case 'undo':
      desk.undo();
      return true;
    case 'all':
      desk.toggle('all');
      return true;
    case 'number':
      document.querySelector<HTMLInputElement>('[data-key=number]')?.select();
      return true;
    case 'help':
      showKeys(desk.strings, () => {
        focusOn('sentence');
      });
      return true;
    default:
      return false;
  }
}

/** Do what is about the shown sentence; return false for another action. */
function act(action: AdjudicationAction, sentence: AdjudicationSentence, desk: SentenceDesk): boolean {
  switch (action) {
    case 'nextPlace':
    case 'previousPlace':
      desk.movePlace(action === 'nextPlace' ? 1 : -1);
      return true;
    case 'sentence':
      desk.select(undefined);
      return true;
    case 'words':
      desk.write(wordsDraft(sentence, desk.place));
      return true;
    case 'reason':
      desk.write({ kind: 'reason', sentence: sentence.index, text: desk.decisions.reason });
      return true;
    default: {
      const decision = decisionOf(action, sentence, desk.place);
      if (decision) {
        desk.decideOr(decision);
      }
      return decision !== undefined;
    }
  }
}
