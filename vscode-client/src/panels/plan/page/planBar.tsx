import { Fragment } from 'preact';

import type { PlanEdit, ReferencePlan } from '../../../protocol/contract';
import { editInWords, errorTypeInWords, fillTemplate } from '../../../words';
import { Button } from '../../page/view';
import { columnLabel, MEASURES, type PlanView, rowLabel } from '../planFlow';
import type { Side } from '../planMessages';

/** The bar above the plan: a tab for each reference, the scores, and actions. */
export function PlanBar(view: PlanView) {
  const { measure, pinned, strings, choose, pin, write } = view;
  const hints = { mass: strings.massHint, gain: strings.gainHint };
  return (
    <div class="bars">
      <Tabs {...view} />
      <div class="tools">
        <Scores {...view} />
        <div class="toolbar">
          <fieldset class="choice">
            <legend class="visually-hidden">{strings.measures}</legend>
            {MEASURES.map((one) => (
              <label key={one} title={hints[one]}>
                <input
                  type="radio"
                  name="measure"
                  checked={one === measure}
                  onChange={() => choose({ measure: one })}
                />
                <span>{strings[one]}</span>
              </label>
            ))}
          </fieldset>
          <div class="actions">
            <Button aria-pressed={pinned} title={strings.pinHint} onClick={pin}>
              {strings.pin}
            </Button>
            <Button onClick={() => write('copy')}>{strings.copy}</Button>
            <Button onClick={() => write('save')}>{strings.save}</Button>
          </div>
        </div>
      </div>
    </div>
  );
}

function Tabs({ shown, reference, strings, numbers, choose }: PlanView) {
  const { references } = shown.plan;
  const move = ({ key }: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const at = references.indexOf(reference) + (step ?? 0) + references.length;
    if (step !== undefined) {
      choose({ reference: references[at % references.length]?.reference });
      document.getElementById('tab-chosen')?.focus();
    }
  };
  const tab = (one: ReferencePlan) =>
    one === reference
      ? ({ id: 'tab-chosen', 'aria-selected': true, 'aria-controls': 'panel', tabIndex: 0 } as const)
      : ({ 'aria-selected': false, tabIndex: -1 } as const);
  return (
    <div class="tabs" role="tablist" aria-label={strings.references} onKeyDown={move}>
      {references.map((one) => (
        <Button
          key={one.reference}
          class="tab"
          role="tab"
          {...tab(one)}
          onClick={() => choose({ reference: one.reference })}
        >
          <span class="name">{one.reference}</span>
          <span class="number">{`${strings.f} ${numbers.decimal(one.scores.f)}`}</span>
        </Button>
      ))}
    </div>
  );
}

function Scores({ shown, reference, strings, numbers }: PlanView) {
  const { precision, recall, f } = reference.scores;
  const tiles = [
    [strings.precision, strings.precisionHint, precision],
    [strings.recall, strings.recallHint, recall],
    [strings.f, strings.fHint, f],
  ] as const;
  return (
    <dl class="tiles">
      {tiles.map(([label, hint, value]) => (
        <div key={label} class="tile" title={fillTemplate(hint, shown.student, reference.reference)}>
          <dt>{label}</dt>
          <dd>
            {numbers.decimal(value)}
            <span class="bar" style={{ '--part': String(value) }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The sentence with the student's edits, and with the reference's. A press on an edit goes to it in the editor. */
export function PlanSentence(view: PlanView) {
  const { shown, reference, pointed } = view;
  return (
    <dl class="sentences">
      <dt>{shown.student}</dt>
      <Line {...view} side="hypothesis" edits={shown.plan.hypothesis} highlighted={pointed.row} />
      <dt>{reference.reference}</dt>
      <Line {...view} side="reference" edits={reference.edits} highlighted={pointed.column} />
    </dl>
  );
}

type LineView = PlanView & { side: Side; edits: readonly PlanEdit[]; highlighted: number | undefined };

function Line(view: LineView) {
  const { shown, edits } = view;
  return (
    <dd>
      {markedSentence(shown.plan.source, edits).map((part, index) => (
        <Fragment key={index}>{'unchanged' in part ? part.unchanged : <Edit {...view} index={part.edit} />} </Fragment>
      ))}
    </dd>
  );
}

function Edit(view: LineView & { index: number }) {
  const { strings, vocabulary, side, edits, highlighted, index, go, point } = view;
  const edit = edits[index];
  if (!edit) {
    return null;
  }
  const { source, replacement } = edit;
  const isStudent = side === 'hypothesis';
  const type = errorTypeInWords(edit.type, strings.types);
  const pointAt = () => point(isStudent ? { row: index } : { column: index });
  return (
    <Button
      class={`edit${index === highlighted ? ' highlighted' : ''}`}
      title={`${vocabulary.showsCodes ? `${edit.type}: ` : ''}${type}. ${strings.goHint}`}
      onClick={() => go(side, index)}
      onMouseEnter={pointAt}
      onFocus={pointAt}
    >
      <span aria-hidden="true">
        <span class="sign">{isStudent ? rowLabel(index) : columnLabel(index)}</span>
        {source && <del>{source}</del>}
        {source && replacement && ' '}
        {replacement && <ins>{replacement}</ins>}
      </span>
      <span class="visually-hidden">{`${editInWords(edit, strings.change)}, ${type}`}</span>
    </Button>
  );
}

/** A part of a sentence: unchanged words, or an edit by its index. */
type SentencePart = { readonly unchanged: string } | { readonly edit: number };

/** Return a sentence's tokens and edits in order. Edits must not overlap. */
export function markedSentence(source: readonly string[], edits: readonly PlanEdit[]): SentencePart[] {
  const parts: SentencePart[] = [];
  let next = 0;
  const keep = (until: number): void => {
    if (until > next) {
      parts.push({ unchanged: source.slice(next, until).join(' ') });
      next = until;
    }
  };
  const order = [...edits.entries()];
  order.sort(([, one], [, other]) => one.start - other.start || one.end - other.end);
  for (const [index, edit] of order) {
    keep(edit.start);
    parts.push({ edit: index });
    next = Math.max(next, edit.end);
  }
  keep(source.length);
  return parts;
}
