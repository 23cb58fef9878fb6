import { fillTemplate } from '../../../words';
import { button, element } from '../../page/elements';
import { changesOf, sentenceGroups, sentenceParts } from '../sentenceParts';
import { labelsOf, markedLine, type SentenceView } from './sentenceView';

/** Return the annotators' sentences, those alike in one row. */
export function versionTable(view: SentenceView): HTMLElement {
  const { sentence, annotators, strings } = view;
  const rows = sentenceGroups(
    sentence,
    annotators.map(({ name }) => name),
  ).map((group) => {
    const [first] = group.annotators;
    const parts = first ? sentenceParts(sentence.tokens, changesOf(sentence, first.name), sentence.places) : [];
    return element(
      'tr',
      {},
      element(
        'th',
        { attributes: { scope: 'row' } },
        ...group.annotators.map(({ name, number }) =>
          element(
            'span',
            { class: 'annotator-buttons' },
            annotatorButton(view, name, number, undefined),
            documentButton(view, name),
          ),
        ),
      ),
      element(
        'td',
        {},
        ...markedLine(parts, view),
        group.changed ? undefined : element('span', { class: 'note' }, strings.unchanged),
      ),
    );
  });
  const head = [strings.annotators, strings.sentence].map((text) =>
    element('th', { attributes: { scope: 'col' } }, text),
  );
  return element(
    'table',
    { class: 'annotators' },
    element('caption', { class: 'visually-hidden' }, strings.versions),
    element('thead', { class: 'visually-hidden' }, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );
}

/** Return the button that opens an annotator's document at the sentence; none where the sentence is in no document. */
function documentButton(view: SentenceView, name: string): HTMLElement | undefined {
  const { sentence, annotators, strings, open } = view;
  const documents = annotators.find((each) => each.name === name)?.documents ?? [];
  const place = sentence.documents.find(({ uri }) => documents.includes(uri));
  if (!place) {
    return undefined;
  }
  const title = fillTemplate(strings.openAnnotator, labelsOf([name], view));
  const press = (): void => {
    open(place);
  };
  return button('↗', press, { class: 'link open-annotator', attributes: { title, 'aria-label': title } });
}

/** Return the button that takes an annotator's version, at a place or of the whole sentence. */
export function annotatorButton(
  view: SentenceView,
  name: string,
  number: number,
  place: number | undefined,
): HTMLElement {
  const { strings, take } = view;
  const label = labelsOf([name], view);
  const title =
    place === undefined ? fillTemplate(strings.take, label) : fillTemplate(strings.takePlace, label, place + 1);
  const press = (): void => {
    take(name, place);
  };
  return element(
    'button',
    {
      class: 'annotator',
      attributes: { type: 'button', title, 'data-key': `take-${place}-${name}` },
      on: { click: press },
    },
    number < 10 ? element('kbd', {}, String(number)) : undefined,
    ' ',
    label,
  );
}
