import { button, element } from '../../page/elements';
import { fillTemplate } from '../../../template';
import { POINT_NUMBERS, withoutPreset, withPreset, WORDS, type Basis, type NumberName } from '../draft';
import { numberInput, part, select } from './fields';
import { rowParts } from './rows';
import type { SchemeView } from './schemeView';

/** The bases in the order in which they are shown. */
const BASES: readonly Basis[] = ['share', 'deduct', 'points'];

/** Return the form of a mark scheme, one part below the other. */
export function schemeForm(view: SchemeView): HTMLElement[] {
  return [presetPart(view), basisPart(view), markPart(view), pointsPart(view), focusPart(view), ...rowParts(view)];
}

/** Return the choice of a preset for a class that has no mark scheme yet. */
export function presetChoice(
  { strings, form }: Pick<SchemeView, 'strings' | 'form'>,
  chosen: (preset: string) => void,
): HTMLElement {
  const cards = form.presets.map(({ name, description }) =>
    element(
      'li',
      {},
      button(
        name,
        () => {
          chosen(name);
        },
        { class: 'plain', attributes: { 'data-key': `preset-${name}` } },
      ),
      element('span', { class: 'note' }, description),
    ),
  );
  return element(
    'div',
    { class: 'none' },
    element('p', {}, strings.none),
    element('ul', { class: 'presets' }, ...cards),
  );
}

function presetPart(view: SchemeView): HTMLElement {
  const { strings, form, fields, language } = view;
  const { preset = '' } = view.draft();
  const described = form.presets.find(({ name }) => name === preset);
  const choices = [['', strings.ownSettings], ...form.presets.map(({ name }) => [name, name])] as [string, string][];
  const options = { key: 'preset', label: strings.preset, hint: described?.description ?? strings.ownSettingsHint };
  const list = select(options, choices, preset, (chosen) => {
    const draft = chosen ? withPreset(view.draft(), chosen) : withoutPreset(view.draft(), form, language);
    view.replaced(draft, 'preset');
  });
  return fields.labelled(options, list);
}

function basisPart(view: SchemeView): HTMLElement {
  const { strings, fields } = view;
  const { basis } = view.values();
  const radios: HTMLInputElement[] = [];
  const choices = BASES.map((name) => {
    const radio = element('input', {
      attributes: { type: 'radio', name: 'basis', value: name, 'data-key': `basis-${name}` },
      on: {
        change: () => {
          view.typed({ ...view.draft(), basis: name });
        },
      },
    });
    radio.checked = name === basis;
    radios.push(radio);
    const words = element(
      'span',
      {},
      strings.bases[name],
      ' ',
      element('span', { class: 'note' }, strings.basisExamples[name]),
    );
    return element('label', { class: 'choice' }, radio, words);
  });
  return part(strings.basis, undefined, ...choices, fields.faultOf('basis', radios));
}

function markPart(view: SchemeView): HTMLElement {
  const { strings } = view;
  const fields = [
    numberField(view, 'max', strings.max),
    numberField(view, 'floor', strings.floor),
    numberField(view, 'rounding', strings.rounding, strings.roundingHint),
  ];
  return part(strings.theMark, undefined, element('div', { class: 'numbers' }, ...fields));
}

function pointsPart(view: SchemeView): HTMLElement {
  const { strings } = view;
  const fields = POINT_NUMBERS.map((name) =>
    numberField(view, name, strings.pointNames[name], strings.pointHints[name], 'points/'),
  );
  return part(strings.pointsTitle, strings.optionalHint, element('div', { class: 'points' }, ...fields));
}

/** Return the field of a number, or of what stands in its place. */
function numberField(view: SchemeView, name: NumberName, label: string, hint?: string, place = ''): HTMLElement {
  const { strings, fields } = view;
  const options = { key: `${place}${name}`, label, ...(hint === undefined ? {} : { hint }) };
  const value = view.values().numbers[name];
  const put = (text: string): void => {
    view.typed({ ...view.draft(), numbers: { ...view.draft().numbers, [name]: text } });
  };
  const word = WORDS[name];
  if (word === undefined) {
    return fields.labelled(options, numberInput(options, value, put));
  }
  const input = numberInput(options, value === word ? '0' : value, put);
  input.hidden = value === word;
  const kinds = [
    [word, strings[word]],
    ['number', strings.asNumber],
  ] as const;
  const how = { key: `${options.key}#how`, label: fillTemplate(strings.kindOfPoints, label) };
  const choice = select<string>(how, kinds, value === word ? word : 'number', (chosen) => {
    input.hidden = chosen === word;
    put(chosen === word ? word : input.value);
  });
  return fields.labelled(options, choice, input);
}

function focusPart(view: SchemeView): HTMLElement {
  const { strings, form, fields } = view;
  const chosen = view.values().focus;
  const kinds = [...form.groups, ...chosen.filter((kind) => !form.groups.includes(kind))];
  const state = element(
    'p',
    { class: 'note', attributes: { hidden: chosen.length ? '' : undefined } },
    strings.focusAll,
  );
  const boxes = kinds.map((kind) => {
    const box = element('input', {
      attributes: { type: 'checkbox', 'data-key': `focus-${kind}` },
      on: {
        change: () => {
          const others = view.values().focus.filter((each) => each !== kind);
          const focus = box.checked ? [...others, kind] : others;
          state.hidden = focus.length > 0;
          view.typed({ ...view.draft(), focus });
        },
      },
    });
    box.checked = chosen.includes(kind);
    return box;
  });
  const chips = boxes.map((box, index) => element('label', { class: 'chip' }, box, kinds[index]));
  return part(
    strings.focus,
    strings.focusHint,
    element('div', { class: 'chips' }, ...chips),
    state,
    fields.faultOf('focus', boxes),
  );
}
