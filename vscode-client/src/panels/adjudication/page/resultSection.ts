import { editInWords, fillTemplate } from '../../../words';
import type { AdjudicationRuling } from '../../../protocol/contract';
import { element } from '../../page/elements';
import { resultChanges, sentenceParts } from '../sentenceParts';
import { labelsOf, markedLine, type SentenceView } from './sentenceView';

/** Return the result as it stands, and who decided what. */
export function resultSection(view: SentenceView): HTMLElement {
  const { sentence, strings } = view;
  const parts = sentenceParts(sentence.tokens, resultChanges(sentence.rulings), sentence.places);
  const items = sentence.rulings
    .filter(({ origin }) => origin !== 'agreed')
    .map((ruling) => element('li', {}, rulingText(ruling, view), ' ', provenance(ruling, view)));
  return element(
    'section',
    { class: 'result', attributes: { 'aria-labelledby': 'result-title' } },
    element('h2', { attributes: { id: 'result-title' } }, strings.result),
    element('p', {}, ...markedLine(parts, view)),
    items.length > 0 ? element('ul', { attributes: { 'aria-label': strings.decisions } }, ...items) : undefined,
  );
}

function rulingText({ start, source, words, type }: AdjudicationRuling, { strings }: SentenceView): string {
  if (start < 0) {
    return strings.wholeStays;
  }
  if (type === 'noop') {
    return source ? fillTemplate(strings.stays, source) : strings.addsNothing;
  }
  if (type === 'UNK') {
    return fillTemplate(strings.marks, source);
  }
  return editInWords({ source, replacement: words }, strings.change);
}

function provenance(ruling: AdjudicationRuling, view: SentenceView): HTMLElement {
  const { strings } = view;
  const names = labelsOf(ruling.annotators, view);
  const origin = ruling.origin === 'left' && names ? strings.leftAs : strings.origins[ruling.origin];
  const parts = [
    fillTemplate(origin, names),
    ruling.author ? fillTemplate(strings.by, ruling.author) : '',
    ruling.date ? fillTemplate(strings.on, ruling.date) : '',
    ruling.reason,
  ];
  return element('span', { class: 'note' }, parts.filter(Boolean).join(' · '));
}
