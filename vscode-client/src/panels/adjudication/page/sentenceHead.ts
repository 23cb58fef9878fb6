import type { AdjudicationSentence } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import { element } from '../../page/elements';
import type { AdjudicationStrings } from '../adjudicationStrings';

/** Return the sentence's number, how far it is, and who decided it; `total` is the number of all sentences. */
export function sentenceHead(sentence: AdjudicationSentence, total: number, strings: AdjudicationStrings): HTMLElement {
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

/** Return what is read aloud when a sentence is shown. */
export function sentenceSummary(sentence: AdjudicationSentence, total: number, strings: AdjudicationStrings): string {
  const open = sentence.places.filter(({ state }) => state === 'open').length;
  return [
    fillTemplate(strings.heading, sentence.index + 1, total),
    strings.states[sentence.state],
    ...(open > 0 ? [open === 1 ? strings.placeOne : fillTemplate(strings.placeMany, open)] : []),
  ].join(', ');
}

function decidedText(author: string, date: string | null, strings: AdjudicationStrings): string {
  if (author) {
    return date ? fillTemplate(strings.decidedByOn, author, date) : fillTemplate(strings.decidedBy, author);
  }
  return fillTemplate(strings.decidedOn, date ?? '');
}
