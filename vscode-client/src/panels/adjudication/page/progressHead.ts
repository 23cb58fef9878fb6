/** What stands above the sentence: how far the adjudication is, where to go, and what the keys do. */

import { fillTemplate } from '../../../words';
import { button, element, messageBox } from '../../page/elements';
import type { AdjudicationPageState, AdjudicationStrings, ShownSentence } from '../adjudicationMessages';

/** What a person does in the head. */
export interface HeadActions {
  readonly step: (to: 'next' | 'previous') => void;
  /** Show a sentence by its number, from 0. */
  readonly jump: (index: number) => void;
  readonly toggle: (setting: 'all' | 'stays') => void;
  readonly takeMajority: () => void;
  readonly export: () => void;
  /** Give the keyboard back to the sentence. */
  readonly leave: () => void;
}

/** Return the heading, the bar, the controls, and what can't be used. */
export function progressHead(
  exercise: string,
  shown: ShownSentence,
  state: AdjudicationPageState,
  strings: AdjudicationStrings,
  actions: HeadActions,
): HTMLElement[] {
  const { counts, problems } = shown;
  const part = counts.sentences > 0 ? (counts.agreed + counts.decided) / counts.sentences : 0;
  const items = problems.map((problem) => element('li', {}, problem));
  return [
    element(
      'div',
      { class: 'heading' },
      element('h1', {}, strings.title),
      element('p', {}, exercise),
      element('p', { class: 'progress number' }, progressText(shown, strings)),
      element('div', { class: 'actions' }, ...fileButtons(shown, strings, actions)),
    ),
    element('span', { class: 'bar', attributes: { 'aria-hidden': 'true' }, style: { '--part': String(part) } }),
    controls(shown, state, strings, actions),
    ...(problems.length > 0
      ? [
          element(
            'details',
            { class: 'problems' },
            element('summary', {}, `${strings.problems} (${problems.length})`),
            element('ul', {}, ...items),
          ),
        ]
      : []),
  ];
}

function progressText({ counts }: ShownSentence, strings: AdjudicationStrings): string {
  const detail = [
    fillTemplate(strings.detail, counts.agreed, counts.decided),
    ...(counts.tags > 0 ? [fillTemplate(strings.tags, counts.tags)] : []),
    ...(counts.unseen > 0 ? [fillTemplate(strings.unseen, counts.unseen)] : []),
  ].join(', ');
  return `${fillTemplate(strings.progress, counts.open, counts.sentences)} · ${detail}`;
}

function fileButtons(
  { annotators, counts }: ShownSentence,
  strings: AdjudicationStrings,
  actions: HeadActions,
): HTMLElement[] {
  if (annotators.length < 2) {
    return [];
  }
  const take = button(strings.takeMajority, actions.takeMajority, {
    class: 'plain',
    attributes: { title: strings.takeMajorityHint, 'data-key': 'take-majority' },
  });
  take.disabled = counts.open === 0;
  const save = button(strings.export, actions.export, {
    class: 'plain',
    attributes: { title: strings.exportHint, 'data-key': 'export' },
  });
  return [take, save];
}

function controls(
  { sentence, counts }: ShownSentence,
  state: AdjudicationPageState,
  strings: AdjudicationStrings,
  actions: HeadActions,
): HTMLElement {
  const step = (label: string, to: 'next' | 'previous'): HTMLElement =>
    button(
      label,
      () => {
        actions.step(to);
      },
      { class: 'plain', attributes: { 'data-key': to } },
    );
  return element(
    'div',
    { class: 'controls' },
    step(strings.previous, 'previous'),
    step(strings.next, 'next'),
    jumpForm(sentence?.index, counts.sentences, strings, actions),
    checkbox(strings.all, strings.allHint, 'all', state.all ?? false, () => {
      actions.toggle('all');
    }),
    checkbox(strings.advance, strings.advanceHint, 'advance', !state.stays, () => {
      actions.toggle('stays');
    }),
  );
}

/** Return the field in which a person writes the number of a sentence. */
function jumpForm(
  index: number | undefined,
  sentences: number,
  strings: AdjudicationStrings,
  { jump, leave }: HeadActions,
): HTMLElement {
  const value = index === undefined ? '' : index + 1;
  const number = element('input', {
    attributes: { type: 'text', inputmode: 'numeric', size: 5, 'data-key': 'number', value },
  });
  const form = element('form', { class: 'jump' }, element('label', {}, strings.number, ' ', number));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const wanted = Number.parseInt(number.value, 10);
    if (wanted >= 1) {
      leave();
      jump(Math.min(wanted, sentences) - 1);
    }
  });
  form.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') {
      leave();
    }
  });
  return form;
}

function checkbox(label: string, hint: string, key: string, isChecked: boolean, change: () => void): HTMLElement {
  const input = element('input', { attributes: { type: 'checkbox', 'data-key': key }, on: { change } });
  input.checked = isChecked;
  return element('label', { class: 'choice', attributes: { title: hint } }, input, ' ', label);
}

/** The keys with what each does; the short words stand in the bar of keys. */
function keysOf(strings: AdjudicationStrings): readonly (readonly [string, string, string?])[] {
  return [
    ['1–9', strings.keyTake, strings.shortTake],
    ['← → Tab', strings.keyPlaces, strings.shortPlaces],
    ['m', strings.keyMajority, strings.shortMajority],
    ['l', strings.keyLeave, strings.shortLeave],
    ['e', strings.keyWords, strings.shortWords],
    ['c', strings.keyReason, strings.shortReason],
    ['x', strings.keyWithdraw],
    ['u', strings.keyUndo, strings.shortUndo],
    ['n', strings.keyNext, strings.shortNext],
    ['p', strings.keyPrevious, strings.shortPrevious],
    ['a', strings.keyAll],
    ['g', strings.keyNumber],
    ['?', strings.keyHelp, strings.shortHelp],
  ];
}

/** Return the line with the most used keys. */
export function keyBar(strings: AdjudicationStrings): HTMLElement {
  const items = keysOf(strings).flatMap(([key, , short]) =>
    short === undefined ? [] : [element('li', {}, element('kbd', {}, key), ' ', short)],
  );
  return element('ul', { class: 'key-bar', attributes: { 'aria-label': strings.keys } }, ...items);
}

/** Show all keys in a dialog over the page; `closed` is called when it is closed. */
export function showKeys(strings: AdjudicationStrings, closed: () => void): void {
  const dialog = element('dialog', { class: 'keys-dialog', attributes: { 'aria-labelledby': 'keys-title' } });
  const close = button(
    strings.close,
    () => {
      dialog.close();
    },
    { class: 'plain' },
  );
  dialog.append(
    element('h2', { attributes: { id: 'keys-title' } }, strings.keys),
    element(
      'dl',
      {},
      ...keysOf(strings).flatMap(([key, long]) => [
        element('dt', {}, ...key.split(' ').map((each) => element('kbd', {}, each))),
        element('dd', {}, long),
      ]),
    ),
    close,
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
}

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
