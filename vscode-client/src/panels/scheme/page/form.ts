import { button, element } from '../../page/elements';
import { fillTemplate } from '../../../words';
import {
  type Basis,
  type Draft,
  type NumberName,
  POINT_NUMBERS,
  readDecimal,
  TAKEN_NUMBERS,
  type TakenNumber,
  takenText,
  withoutPreset,
  withPreset,
  withTaken,
  WORDS,
} from '../draft';
import { type FieldOptions, numberInput, part, rowParts, type SchemeView, select } from './rows';

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
          view.replaced({ ...view.draft(), basis: name }, `basis-${name}`);
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

/** Return the fields of what places earn; where points are taken from the best mark, of what they take. */
function pointsPart(view: SchemeView): HTMLElement {
  const { strings } = view;
  const { basis, numbers } = view.values();
  // A missed place that costs more than one that is not done at all can't be said as one number.
  if (basis === 'deduct' && readDecimal(numbers.missed) === 0) {
    const fields = TAKEN_NUMBERS.map((name) => takenField(view, name));
    return part(strings.takenTitle, strings.takesNothing, element('div', { class: 'points' }, ...fields));
  }
  const fields = POINT_NUMBERS.map((name) =>
    numberField(view, name, strings.pointNames[name], strings.pointHints[name], 'points/'),
  );
  return part(strings.pointsTitle, strings.optionalHint, element('div', { class: 'points' }, ...fields));
}

function numberField(view: SchemeView, name: NumberName, label: string, hint?: string, place = ''): HTMLElement {
  const words = { share: view.strings.share, credit: view.strings.credit };
  return valueField(view, name, { key: `${place}${name}`, label, ...(hint === undefined ? {} : { hint }) }, words, {
    text: () => view.values().numbers[name],
    numbersWith: (text) => ({ [name]: text }),
  });
}

function takenField(view: SchemeView, name: TakenNumber): HTMLElement {
  const { strings, language } = view;
  const options = { key: `points/${name}`, label: strings.takenNames[name], hint: strings.takenHints[name] };
  return valueField(
    view,
    name,
    options,
    { share: strings.takenShare, credit: strings.takenCredit },
    {
      text: () => takenText(view.values().numbers, name, language),
      numbersWith: (text) => withTaken(view.values().numbers, name, text, language),
    },
  );
}

/** How a field shows a number, and what is written after a change. */
interface ShownNumber {
  readonly text: () => string;
  readonly numbersWith: (text: string) => Draft['numbers'];
}

/** Return the field of a number, or of what stands in its place. */
function valueField(
  view: SchemeView,
  name: NumberName,
  options: FieldOptions,
  words: Readonly<Record<'share' | 'credit', string>>,
  { text, numbersWith }: ShownNumber,
): HTMLElement {
  const { strings, fields } = view;
  const value = view.values().numbers[name];
  const put = (numbers: Draft['numbers']): void => {
    view.typed({ ...view.draft(), numbers: { ...view.draft().numbers, ...numbers } });
  };
  const typed = (chosen: string): void => {
    put(numbersWith(chosen));
  };
  const word = WORDS[name];
  if (word === undefined) {
    return fields.labelled(options, numberInput(options, text(), typed));
  }
  const input = numberInput(options, value === word ? '0' : text(), typed);
  input.hidden = value === word;
  const kinds = [
    [word, words[word]],
    ['number', strings.asNumber],
  ] as const;
  const how = { key: `${options.key}#how`, label: fillTemplate(strings.kindOfPoints, options.label) };
  const choice = select<string>(how, kinds, value === word ? word : 'number', (chosen) => {
    input.hidden = chosen === word;
    if (chosen === word) {
      put({ [name]: word });
    } else {
      typed(input.value);
    }
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
