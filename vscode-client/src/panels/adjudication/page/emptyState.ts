import { fillTemplate } from '../../../words';
import { messageBox } from '../../page/elements';
import type { ShownSentence } from '../adjudicationMessages';
import type { AdjudicationStrings } from '../adjudicationStrings';

/** Return what the page says where no sentence is to be shown, with the button for all sentences. */
export function emptyState(
  { annotators, counts }: ShownSentence,
  strings: AdjudicationStrings,
  showAll: () => void,
): HTMLElement {
  if (annotators.length < 2) {
    return messageBox(strings.oneTitle, strings.one);
  }
  if (counts.sentences === 0) {
    return messageBox(strings.noSentenceTitle, strings.noSentence);
  }
  const action = { label: strings.showAll, press: showAll };
  return counts.decided === 0
    ? messageBox(strings.agreedTitle, fillTemplate(strings.agreed, counts.agreed), action)
    : messageBox(strings.doneTitle, fillTemplate(strings.done, counts.decided, counts.agreed), action);
}
