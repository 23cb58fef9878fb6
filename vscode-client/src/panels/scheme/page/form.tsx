import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useRef } from 'preact/hooks';

import type { SchemeForm as FileForm } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
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
} from '../draft';
import type { SchemeStrings } from '../schemeMessages';

/** The bases in the order in which they are shown. */
const BASES = ['share', 'deduct', 'points'] as const;

/** The numbers of the mark as a whole. */
const MARK_NAMES = ['max', 'floor', 'rounding'] as const;

/** The id of the names that are offered where a kind of error is written. */
const KIND_NAMES = 'kinds-of-errors';

/** What the parts of the form share. */
export interface FormView {
  readonly strings: SchemeStrings;
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

/** The form of a mark scheme, one part below the other. */
export function SchemeForm(view: FormView) {
  const { strings, form, change } = view;
  const { weights, weightsHint, weight, caps, capsHint, cap, kind } = strings;
  const blank = { kind: '', value: '1' };
  return (
    <>
      <PresetField {...view} />
      <BasisPart {...view} />
      <Part title={strings.theMark}>
        <div class="numbers">
          {MARK_NAMES.map((name) => (
            <MarkField key={name} {...view} name={name} />
          ))}
        </div>
      </Part>
      <PointsPart {...view} />
      <FocusPart {...view} />
      <RowsPart {...view} list="weights" title={weights} hint={weightsHint} blank={blank} heads={[kind, weight]} />
      <RowsPart {...view} list="caps" title={caps} hint={capsHint} blank={blank} heads={[kind, cap]} />
      <RowsPart
        {...{ ...view, list: 'words', title: strings.lengths, hint: strings.lengthsHint }}
        blank={{ over: false, bound: '80', points: '-1' }}
        heads={[strings.length, strings.wordCount, strings.wordPoints]}
      />
      <RowsPart
        {...{ ...view, list: 'bands', title: strings.bands, hint: strings.bandsHint }}
        blank={{ lowest: '0', name: '', text: '' }}
        heads={[strings.bandFrom, strings.bandName, strings.bandText]}
      />
      <datalist id={KIND_NAMES}>
        {[...form.groups, ...form.types].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p class="removal">
        <Button class="plain" onClick={() => change(null, 'undo')}>
          {form.exercise === null ? strings.remove : strings.removeOwn}
        </Button>
      </p>
    </>
  );
}

/** The presets of a class that has no mark scheme yet. */
export function PresetChoice(props: { strings: SchemeStrings; form: FileForm; choose: (preset: string) => void }) {
  const { strings, form, choose } = props;
  return (
    <div class="none">
      <p>{strings.none}</p>
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

function PresetField({ strings, language, form, draft, faults, change }: FormView) {
  const { preset = '' } = draft;
  const described = form.presets.find(({ name }) => name === preset);
  const presets = form.presets.map(({ name }) => [name, name] as const);
  const choose = (chosen: string): void =>
    change(chosen ? withPreset(draft, chosen) : withoutPreset(draft, form, language));
  return (
    <Field
      {...{ faults, name: 'preset', label: strings.preset, hint: described?.description ?? strings.ownSettingsHint }}
      control={(attributes) => (
        <Select
          {...{ ...attributes, value: preset, options: [['', strings.ownSettings], ...presets], change: choose }}
          data-key="preset"
        />
      )}
    />
  );
}

function BasisPart({ strings, draft, values, faults, change }: FormView) {
  return (
    <Part title={strings.basis}>
      {BASES.map((basis) => (
        <label key={basis} class="choice">
          <input
            {...{ type: 'radio', name: 'basis', value: basis, checked: basis === values.basis }}
            {...describedBy(faults, ['basis'])}
            data-key={`basis-${basis}`}
            onChange={() => change({ ...draft, basis })}
          />
          <span>
            {strings.bases[basis]} <span class="note">{strings.basisExamples[basis]}</span>
          </span>
        </label>
      ))}
      <Fault faults={faults} at="basis" />
    </Part>
  );
}

function MarkField({ strings, draft, values, faults, change, name }: FormView & { name: (typeof MARK_NAMES)[number] }) {
  const hint = name === 'rounding' ? strings.roundingHint : undefined;
  const put = (text: string): void => change({ ...draft, [name]: text });
  return (
    <Field
      {...{ faults, name, label: strings[name], hint }}
      control={(attributes) => <NumberInput {...attributes} data-key={name} value={values[name]} change={put} />}
    />
  );
}

/** The fields of what places earn; where points are taken from the best mark, of what they take. */
function PointsPart(view: FormView) {
  const { strings, language, values } = view;
  const { points } = values;
  const takes = takesPoints(values);
  return (
    <Part
      title={takes ? strings.takenTitle : strings.pointsTitle}
      hint={takes ? strings.takesNothing : strings.optionalHint}
    >
      <div class="points">
        {takes
          ? TAKEN_NAMES.map((name) => (
              <PointsField
                {...{ ...view, key: name, name, label: strings.takenNames[name], hint: strings.takenHints[name] }}
                words={{ share: strings.takenShare, credit: strings.takenCredit }}
                text={mirrored(points, name, points[name], language)}
                pointsWith={(text) => withTaken(points, name, text, language)}
              />
            ))
          : POINT_NAMES.map((name) => (
              <PointsField
                {...{ ...view, key: name, name, label: strings.pointNames[name], hint: strings.pointHints[name] }}
                words={strings}
                text={points[name]}
                pointsWith={(text) => ({ [name]: text })}
              />
            ))}
      </div>
    </Part>
  );
}

/** The field of the points for a place, or of the word in their place. */
function PointsField(
  props: FormView & {
    name: (typeof POINT_NAMES)[number];
    label: string;
    hint: string;
    words: Readonly<Record<'share' | 'credit', string>>;
    /** The number as it is shown. */
    text: string;
    /** Return what is written after a change of the number. */
    pointsWith: (text: string) => Draft['points'];
  },
) {
  const { strings, draft, values, faults, change, name, label, hint, words, text, pointsWith } = props;
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
    'aria-label': fillTemplate(strings.kindOfPoints, label),
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
                ['number', strings.asNumber],
              ]}
            />
            <NumberInput {...input} aria-label={label} hidden={isWord} />
          </>
        )
      }
    />
  );
}

function FocusPart({ strings, form, draft, values, faults, change }: FormView) {
  const { focus } = values;
  const others = focus.filter((kind) => !form.groups.includes(kind));
  const toggle = (kind: string): void =>
    change({ ...draft, focus: focus.includes(kind) ? focus.filter((each) => each !== kind) : [...focus, kind] });
  return (
    <Part title={strings.focus} hint={strings.focusHint}>
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
      {focus.length === 0 && <p class="note">{strings.focusAll}</p>}
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
  /** The heads of the columns, in the order of a row's members. */
  heads: readonly string[];
};

/** A list of rows that a teacher adds to, changes and takes from. */
function RowsPart(props: RowsProps) {
  const { strings, draft, values, change, list, title, hint, blank, heads } = props;
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
        {...{ class: 'plain add', 'aria-label': fillTemplate(strings.addTo, title), 'data-key': `add-${list}` }}
        onClick={() => replace([...rows, blank], rows.length)}
      >
        + {strings.add}
      </Button>
    </Part>
  );
}

function RowFields(props: RowsProps & { row: Row; index: number; put: (member: Row) => void; remove: () => void }) {
  const { strings, faults, list, title, blank, heads, row, index, put, remove } = props;
  const place = `${list}/${index}`;
  const members = Object.keys(blank);
  return (
    <div class="row" role="group" aria-label={fillTemplate(strings.rowOf, index + 1, title)}>
      {members.map((member, column) => (
        <Cell
          {...{ key: member, strings, member, value: String(row[member]), 'data-key': `${place}#${column}` }}
          {...describedBy(faults, [`${place}/${member}`, place])}
          aria-label={heads[column]}
          change={(text) => put({ [member]: member === 'over' ? text === 'true' : text })}
        />
      ))}
      <Button
        {...{ class: 'plain remove', title: strings.removeRow, onClick: remove }}
        aria-label={fillTemplate(strings.removeRowOf, index + 1, title)}
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
function Cell({ strings, member, ...input }: ControlProps & { strings: SchemeStrings; member: string }) {
  switch (member) {
    case 'over': {
      const options = [
        ['false', strings.fewer],
        ['true', strings.more],
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
