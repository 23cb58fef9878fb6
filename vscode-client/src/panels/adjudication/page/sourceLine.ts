import type { AdjudicationPlace } from '../../../protocol/contract';
import { CARET } from '../../../protocol/vocabularies';
import { fillTemplate } from '../../../words';
import { type Child, element } from '../../page/elements';
import type { AdjudicationStrings } from '../adjudicationStrings';
import { sentenceParts, type SentencePart } from '../sentenceParts';
import type { SentenceView } from './sentenceView';

/** Return the source with its places as buttons. */
export function sourceLine(view: SentenceView): HTMLElement {
  const { sentence, strings } = view;
  const parts = sentenceParts(sentence.tokens, [], sentence.places).flatMap((part): Child[] => {
    const { place } = part;
    return [place === undefined ? part.text : placeButton(view, place, part), ' '];
  });
  return element('p', { class: 'sentence-line source-line', attributes: { 'aria-label': strings.source } }, ...parts);
}

function placeButton(view: SentenceView, index: number, part: SentencePart): HTMLElement {
  const { sentence, select } = view;
  const place = sentence.places[index];
  const press = (): void => {
    select(index);
  };
  return element(
    'button',
    {
      class: `place ${place?.state ?? ''}`,
      attributes: {
        type: 'button',
        'data-key': `place-${index}`,
        'aria-current': view.place === index ? 'true' : undefined,
      },
      on: { click: press, focus: press },
    },
    element(
      'span',
      { attributes: { 'aria-hidden': 'true' } },
      element('span', { class: 'place-number' }, String(index + 1)),
      part.text || CARET,
    ),
    element('span', { class: 'visually-hidden' }, place && placeLabel(place, index, part.text, view.strings)),
  );
}

function placeLabel(place: AdjudicationPlace, index: number, words: string, strings: AdjudicationStrings): string {
  const [state, count] = [strings.states[place.state], place.versions.length];
  return words
    ? fillTemplate(strings.placeLabel, index + 1, state, words, count)
    : fillTemplate(strings.gapLabel, index + 1, state, count);
}
