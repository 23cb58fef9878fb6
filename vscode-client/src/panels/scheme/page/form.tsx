import * as l10n from '@vscode/l10n';
import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useRef } from 'preact/hooks';

import type { SchemeForm as FileForm } from '../../../protocol/contract';
import { Button } from '../../page/view';
import {
  type Draft,
  LISTS,
  mirrored,
  POINT_NAMES,
  readDecimal,
  TAKEN_NAMES,
  type Values,
  withoutPreset,
  withPreset,
  withTaken,
  WORDS,
} from '../scheme';

/** The bases in the order in which they are shown. */
const BASES = ['share', 'deduct', 'points'] as const;

/** The numbers of the mark as a whole. */
const MARK_NAMES = ['max', 'floor', 'rounding'] as const;

/** The id of the names that are offered where a kind of error is written. */
const KIND_NAMES = 'kinds-of-errors';

/** What the parts of the form share. */
export interface FormView {
  readonly language: string;
  readonly form: FileForm;
  readonly draft: Draft;
  readonly values: Values;
  /** What is wrong, by the place that says it: the path of a value in the table's JSON, joined by `/`. */
  readonly faults: ReadonlyMap<string, readonly string[]>;
  /** Replace the draft, and give the field with a key the keyboard. */
  readonly change: (draft: Draft | null, key?: string) => void;
}

/** Return faults by their places: the field of the value, or of what it is part of. Those without one are at ''. */
export function placedFaults(faults: ReadonlyMap<string, string>, values: Values): FormView['faults'] {
  const places = new Set(placesOf(values));
  const placed = new Map<string, readonly string[]>();
  for (const [path, message] of faults) {
    let place = path;
    while (place && !places.has(place)) {
      place = place.slice(0, Math.max(0, place.lastIndexOf('/')));
    }
    placed.set(place, [...(placed.get(place) ?? []), message]);
  }
  return placed;
}

/** Return the places of a form: its fields, the members of its rows, and each row as a whole. */
function placesOf(values: Values): string[] {
  const points = takesPoints(values) ? TAKEN_NAMES : POINT_NAMES;
  const rows = LISTS.flatMap((list) =>
    (values[list] as readonly object[]).flatMap((row, index) => {
      const place = `${list}/${index}`;
      return [place, ...Object.keys(row).map((member) => `${place}/${member}`)];
    }),
  );
  return ['preset', 'basis', 'focus', ...MARK_NAMES, ...points.map((name) => `points/${name}`), ...rows];
}

/** Give the first field with a fault the keyboard. */
export function focusFault(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Whether points are shown as what is taken. A place that costs more than one that is not done can't be said so. */
function takesPoints({ basis, points }: Values): boolean {
  return basis === 'deduct' && readDecimal(points.missed) === 0;
}

/** What each basis is, with an example. */
const BASIS_TEXTS = {
  share: [
    l10n.t('The mark is the share of the errors that the student corrected.'),
    l10n.t('Who corrects 15 of 20 errors gets three quarters of the best mark.'),
  ],
  deduct: [
    l10n.t('The mark begins at the best one, and each error that is left takes points.'),
    l10n.t('With 20 as the best mark, 3 errors that are left give 17.'),
  ],
  points: [
    l10n.t('The mark is the sum of the points for each place.'),
    l10n.t('12 correct places give 12 points, whatever there was to correct.'),
  ],
} as const;

const MARK_LABELS = { max: l10n.t('Best mark'), floor: l10n.t('Lowest mark'), rounding: l10n.t('Rounded to') };

/** The label and the hint of the points that a place earns. */
const POINT_TEXTS = {
  correct: [l10n.t('Correct'), l10n.t('as a teacher has it')],
  partly_correct: [l10n.t('Partly correct'), l10n.t('some of it is done')],
  different: [l10n.t('Different'), l10n.t('changed, but not as any teacher has it')],
  missed: [l10n.t('Missed'), l10n.t('an error that is left; 0 or less')],
  not_needed: [l10n.t('Not needed'), l10n.t('a change where nothing was wrong; 0 or less')],
} as const;

/** The same of the points that a place takes. */
const TAKEN_TEXTS = {
  correct: [l10n.t('Missed'), l10n.t('an error that is left')],
  partly_correct: POINT_TEXTS.partly_correct,
  different: POINT_TEXTS.different,
  not_needed: [l10n.t('Not needed'), l10n.t('a change where nothing was wrong')],
} as const;

/** The lists of rows: a new row, and the heads of the columns, in the order of a row's members. */
const ROWS = {
  weights: {
    title: l10n.t('Kinds of errors that count more or less'),
    hint: l10n.t('2 counts double, 0.5 counts half, 0 not at all.'),
    heads: [l10n.t('Kind of error'), l10n.t('Weight')],
    blank: { kind: '', value: '1' },
  },
  caps: {
    title: l10n.t('The most that a kind of error can cost'),
    hint: l10n.t('So that one weakness, such as spelling, does not decide the mark.'),
    heads: [l10n.t('Kind of error'), l10n.t('Points at most')],
    blank: { kind: '', value: '1' },
  },
  words: {
    title: l10n.t('Short and long texts'),
    hint: l10n.t('Points for the length of a text; with a minus they are taken.'),
    heads: [l10n.t('Length'), l10n.t('Words'), l10n.t('Points')],
    blank: { over: false, bound: '80', points: '-1' },
  },
  bands: {
    title: l10n.t('Names for marks'),
    hint: l10n.t('Such as grades. A name holds from its mark up to the next one; the sentence is for the student.'),
    heads: [l10n.t('From'), l10n.t('Name'), l10n.t('Sentence for the student')],
    blank: { lowest: '0', name: '', text: '' },
  },
} as const;

/** The form of a mark scheme, one part below the other. */
export function SchemeForm(view: FormView) {
  const { form, draft, values, faults, change } = view;
  return (
    <>
      <PresetField {...view} />
      <BasisPart {...view} />
      <Part title={l10n.t('The mark')}>
        <div class="numbers">
          {MARK_NAMES.map((name) => (
            <Field
              {...{ key: name, faults, name, label: MARK_LABELS[name] }}
              hint={name === 'rounding' ? l10n.t('0.5 for half points, 1 for whole ones') : undefined}
              control={(attributes) => (
                <NumberInput
                  {...{ ...attributes, 'data-key': name, value: values[name] }}
                  change={(text) => change({ ...draft, [name]: text })}
                />
              )}
            />
          ))}
        </div>
      </Part>
      <PointsPart {...view} />
      <FocusPart {...view} />
      {LISTS.map((list) => (
        <RowsPart {...{ ...view, key: list, list, ...ROWS[list] }} />
      ))}
      <datalist id={KIND_NAMES}>
        {[...form.groups, ...form.types].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p class="removal">
        <Button class="plain" onClick={() => change(null, 'undo')}>
          {form.exercise === null ? l10n.t('Give No Marks') : l10n.t('Use the Mark Scheme of the Class Again')}
        </Button>
      </p>
    </>
  );
}

/** The presets of a class that has no mark scheme yet. */
export function PresetChoice(props: { form: FileForm; choose: (preset: string) => void }) {
  const { form, choose } = props;
  return (
    <div class="none">
      <p>{l10n.t('There is no mark scheme yet, so nobody has a mark. Choose one to begin with.')}</p>
      <ul class="presets">
        {form.presets.map(({ name, description }) => (
          <li key={name}>
            <Button class="plain" data-key={`preset-${name}`} onClick={() => choose(name)}>
              {name}
            </Button>
            <span class="note">{description}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A part of the form with its title, which names the group for screen readers. */
function Part({ title, hint, children }: { title: string; hint?: string; children: ComponentChildren }) {
  return (
    <fieldset class="part">
      <legend>{title}</legend>
      {hint && <p class="note">{hint}</p>}
      {children}
    </fieldset>
  );
}

/** What is wrong at a place. */
function Fault({ faults, at }: Pick<FormView, 'faults'> & { at: string }) {
  const messages = faults.get(at);
  return messages ? (
    <p class="fault" id={`${at}-fault`}>
      {[...new Set(messages)].join(' ')}
    </p>
  ) : null;
}

/** Return the attributes of a control that name its hint, if it has one, and the faults of its places. */
function describedBy(faults: FormView['faults'], places: readonly string[], hint?: string) {
  const wrong = places.filter((place) => faults.has(place)).map((place) => `${place}-fault`);
  const words = [...(hint === undefined ? [] : [hint]), ...wrong].join(' ');
  return { 'aria-describedby': words || undefined, 'aria-invalid': wrong.length > 0 || undefined } as const;
}

/** A control below its label. */
function Field(props: {
  faults: FormView['faults'];
  name: string;
  label: string;
  hint?: string | undefined;
  control: (attributes: object) => ComponentChildren;
}) {
  const { faults, name, label, hint, control } = props;
  const note = hint && `${name}-hint`;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <div class="line">{control({ id: name, 'aria-label': label, ...describedBy(faults, [name], note) })}</div>
      {hint && (
        <span class="note" id={note}>
          {hint}
        </span>
      )}
      <Fault faults={faults} at={name} />
    </div>
  );
}

type ControlProps = Pick<HTMLAttributes, 'id' | 'hidden' | 'class' | 'inputMode' | 'spellcheck'> & {
  list?: string;
  value: string;
  change: (value: string) => void;
};

/** A list to choose one of some values from, each with its words. */
export function Select(props: ControlProps & { options: readonly (readonly [value: string, words: string])[] }) {
  const { options, change, ...attributes } = props;
  return (
    <select {...attributes} onChange={({ currentTarget }) => change(currentTarget.value)}>
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

function TextInput({ change, ...attributes }: ControlProps) {
  const input = { type: 'text', autocomplete: 'off', spellcheck: false, ...attributes } as const;
  return <input {...input} onInput={({ currentTarget }) => change(currentTarget.value)} />;
}

/** A field for a number, with a decimal point or a decimal comma. What is typed stays while it means the value. */
function NumberInput({ value, change, ...attributes }: ControlProps) {
  const typed = useRef(value);
  const number = readDecimal(value);
  const shown = number !== undefined && readDecimal(typed.current) === number ? typed.current : value;
  const put = (text: string): void => {
    typed.current = text;
    change(text);
  };
  return <TextInput inputMode="decimal" class="number-field" {...attributes} value={shown} change={put} />;
}

function PresetField({ language, form, draft, faults, change }: FormView) {
  const { preset = '' } = draft;
  const described = form.presets.find(({ name }) => name === preset);
  const presets = form.presets.map(({ name }) => [name, name] as const);
  const choose = (chosen: string): void =>
    change(chosen ? withPreset(draft, chosen) : withoutPreset(draft, form, language));
  return (
    <Field
      {...{
        faults,
        name: 'preset',
        label: l10n.t('Begin with'),
        hint: described?.description ?? l10n.t('Every value is yours.'),
      }}
      control={(attributes) => (
        <Select
          {...{ ...attributes, value: preset, options: [['', l10n.t('my own settings')], ...presets], change: choose }}
          data-key="preset"
        />
      )}
    />
  );
}

function BasisPart({ draft, values, faults, change }: FormView) {
  return (
    <Part title={l10n.t('How the mark is made')}>
      {BASES.map((basis) => (
        <label key={basis} class="choice">
          <input
            {...{ type: 'radio', name: 'basis', value: basis, checked: basis === values.basis }}
            {...describedBy(faults, ['basis'])}
            data-key={`basis-${basis}`}
            onChange={() => change({ ...draft, basis })}
          />
          <span>
            {BASIS_TEXTS[basis][0]} <span class="note">{BASIS_TEXTS[basis][1]}</span>
          </span>
        </label>
      ))}
      <Fault faults={faults} at="basis" />
    </Part>
  );
}

/** The fields of what places earn; where points are taken from the best mark, of what they take. */
function PointsPart(view: FormView) {
  const { language, values } = view;
  const { points } = values;
  const takes = takesPoints(values);
  const [title, hint, share, credit] = takes
    ? [
        l10n.t('Points that are taken'),
        l10n.t('A correct place and an optional change take nothing.'),
        l10n.t('for the part that is left'),
        l10n.t('less, the nearer it is to the teachers’ words'),
      ]
    : [
        l10n.t('Points for each place'),
        l10n.t('An optional change gives and takes nothing.'),
        l10n.t('the part that is done'),
        l10n.t('by how near it is to the teachers’ words'),
      ];
  const fields = takes
    ? TAKEN_NAMES.map((name) => ({
        ...{ name, texts: TAKEN_TEXTS[name], text: mirrored(points, name, points[name], language) },
        pointsWith: (text: string) => withTaken(points, name, text, language),
      }))
    : POINT_NAMES.map((name) => ({
        ...{ name, texts: POINT_TEXTS[name], text: points[name] },
        pointsWith: (text: string) => ({ [name]: text }),
      }));
  return (
    <Part title={title} hint={hint}>
      <div class="points">
        {fields.map((field) => (
          <PointsField {...{ ...view, ...field, key: field.name, words: { share, credit } }} />
        ))}
      </div>
    </Part>
  );
}

/** The field of the points for a place, or of the word in their place. */
function PointsField(
  props: FormView & {
    name: (typeof POINT_NAMES)[number];
    /** The label and the hint. */
    texts: readonly [string, string];
    words: Readonly<Record<'share' | 'credit', string>>;
    /** The number as it is shown. */
    text: string;
    /** Return what is written after a change of the number. */
    pointsWith: (text: string) => Draft['points'];
  },
) {
  const { draft, values, faults, change, name, words, text, pointsWith } = props;
  const [label, hint] = props.texts;
  const word = WORDS[name];
  const isWord = values.points[name] === word;
  const number = useRef('0');
  if (!isWord) {
    number.current = text;
  }
  const key = `points/${name}`;
  const put = (points: Draft['points']): void => change({ ...draft, points: { ...draft.points, ...points } });
  const input = { 'data-key': key, value: number.current, change: (typed: string) => put(pointsWith(typed)) };
  const choices = {
    'data-key': `${key}#how`,
    'aria-label': l10n.t('{0}: how points are given', label),
    value: isWord ? 'word' : 'number',
    change: (chosen: string) => put(chosen === 'word' ? { [name]: word } : pointsWith(number.current)),
  };
  return (
    <Field
      {...{ faults, name: key, label, hint }}
      control={(attributes) =>
        word === undefined ? (
          <NumberInput {...attributes} {...input} />
        ) : (
          <>
            <Select
              {...{ ...attributes, ...choices }}
              options={[
                ['word', words[word]],
                ['number', l10n.t('a number')],
              ]}
            />
            <NumberInput {...input} aria-label={label} hidden={isWord} />
          </>
        )
      }
    />
  );
}

function FocusPart({ form, draft, values, faults, change }: FormView) {
  const { focus } = values;
  const others = focus.filter((kind) => !form.groups.includes(kind));
  const toggle = (kind: string): void =>
    change({ ...draft, focus: focus.includes(kind) ? focus.filter((each) => each !== kind) : [...focus, kind] });
  return (
    <Part
      title={l10n.t('Only some kinds of errors')}
      hint={l10n.t('Choose what counts. Other places are shown to the student and do not count.')}
    >
      <div class="chips">
        {[...form.groups, ...others].map((kind) => (
          <label key={kind} class="chip">
            <input
              {...{ type: 'checkbox', checked: focus.includes(kind), ...describedBy(faults, ['focus']) }}
              data-key={`focus-${kind}`}
              onChange={() => toggle(kind)}
            />
            {kind}
          </label>
        ))}
      </div>
      {focus.length === 0 && <p class="note">{l10n.t('Nothing is chosen: all kinds of errors count.')}</p>}
      <Fault faults={faults} at="focus" />
    </Part>
  );
}

type Row = Readonly<Record<string, string | boolean>>;

type RowsProps = FormView & {
  list: (typeof LISTS)[number];
  title: string;
  hint: string;
  blank: Row;
  heads: readonly string[];
};

/** A list of rows that a teacher adds to, changes and takes from. */
function RowsPart(props: RowsProps) {
  const { draft, values, change, list, title, hint, blank, heads } = props;
  const rows = values[list] as unknown as readonly Row[];
  const replace = (changed: readonly Row[], row?: number): void => {
    const key = changed.length === 0 ? `add-${list}` : row === undefined ? undefined : `${list}/${row}#0`;
    change({ ...draft, [list]: changed }, key);
  };
  return (
    <Part title={title} hint={hint}>
      {rows.length > 0 && (
        <div class={`rows ${list}`}>
          <div class="row heads" aria-hidden="true">
            {heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
          {rows.map((row, index) => (
            <RowFields
              {...{ ...props, key: index, row, index }}
              put={(member) => replace(rows.map((each, at) => (at === index ? { ...each, ...member } : each)))}
              remove={() =>
                replace(
                  rows.filter((_, at) => at !== index),
                  Math.min(index, rows.length - 2),
                )
              }
            />
          ))}
        </div>
      )}
      <Button
        {...{ class: 'plain add', 'aria-label': l10n.t('Add: {0}', title), 'data-key': `add-${list}` }}
        onClick={() => replace([...rows, blank], rows.length)}
      >
        + {l10n.t('Add')}
      </Button>
    </Part>
  );
}

function RowFields(props: RowsProps & { row: Row; index: number; put: (member: Row) => void; remove: () => void }) {
  const { faults, list, title, blank, heads, row, index, put, remove } = props;
  const place = `${list}/${index}`;
  const members = Object.keys(blank);
  return (
    <div class="row" role="group" aria-label={l10n.t('Row {0}: {1}', index + 1, title)}>
      {members.map((member, column) => (
        <Cell
          {...{ key: member, member, value: String(row[member]), 'data-key': `${place}#${column}` }}
          {...describedBy(faults, [`${place}/${member}`, place])}
          aria-label={heads[column]}
          change={(text) => put({ [member]: member === 'over' ? text === 'true' : text })}
        />
      ))}
      <Button
        {...{ class: 'plain remove', title: l10n.t('Remove'), onClick: remove }}
        aria-label={l10n.t('Remove row {0}: {1}', index + 1, title)}
      >
        ×
      </Button>
      {members.map((member) => (
        <Fault key={member} faults={faults} at={`${place}/${member}`} />
      ))}
      <Fault faults={faults} at={place} />
    </div>
  );
}

/** The control of a row's member. */
function Cell({ member, ...input }: ControlProps & { member: string }) {
  switch (member) {
    case 'over': {
      const options = [
        ['false', l10n.t('fewer than')],
        ['true', l10n.t('more than')],
      ] as const;
      return <Select {...input} options={options} />;
    }
    case 'kind':
      return <TextInput {...input} list={KIND_NAMES} />;
    case 'name':
      return <TextInput {...input} />;
    case 'text':
      return <TextInput {...input} spellcheck />;
    default:
      return <NumberInput {...input} />;
  }
}
