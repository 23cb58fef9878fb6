import type { AdjudicationStrings } from '../adjudicationStrings';
import { button, element } from '../../page/elements';

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
