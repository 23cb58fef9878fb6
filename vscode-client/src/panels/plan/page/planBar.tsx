import * as l10n from '@vscode/l10n';
import { Fragment } from 'preact';

import { errorTypeInWords } from '../../../marks/kindText';
import type { PlanEdit, ReferencePlan } from '../../../protocol/contract';
import { editInWords, fillTemplate } from '../../../words';
import { Button } from '../../page/view';
import { columnLabel, measureName, MEASURES, type PlanView, rowLabel } from '../planFlow';
import type { Side } from '../planMessages';

/** The bar above the plan: a tab for each reference, the scores, and actions. */
export function PlanBar(view: PlanView) {
  const { measure, pinned, choose, pin, write } = view;
  const hints = {
    mass: l10n.t('How much of the student’s edit lines up with the teacher’s edit'),
    gain: l10n.t(
      'How much a unit of mass earns in this cell: 1 if the two edits are equal, 0 if they have nothing in common',
    ),
  };
  return (
    <div class="bars">
      <Tabs {...view} />
      <div class="tools">
        <Scores {...view} />
        <div class="toolbar">
          <fieldset class="choice">
            <legend class="visually-hidden">{l10n.t('What the cells show')}</legend>
            {MEASURES.map((one) => (
              <label key={one} title={hints[one]}>
                <input
                  type="radio"
                  name="measure"
                  checked={one === measure}
                  onChange={() => choose({ measure: one })}
                />
                <span>{measureName(one)}</span>
              </label>
            ))}
          </fieldset>
          <div class="actions">
            <Button aria-pressed={pinned} title={l10n.t('Keep this sentence when the cursor moves')} onClick={pin}>
              {l10n.t('Pin')}
            </Button>
            <Button onClick={() => write('copy')}>{l10n.t('Copy as CSV')}</Button>
            <Button onClick={() => write('save')}>{l10n.t('Save as SVG…')}</Button>
          </div>
        </div>
      </div>
    </div>
  );
}

function Tabs({ shown, reference, numbers, choose }: PlanView) {
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
    <div class="tabs" role="tablist" aria-label={l10n.t('References')} onKeyDown={move}>
      {references.map((one) => (
        <Button
          key={one.reference}
          class="tab"
          role="tab"
          {...tab(one)}
          onClick={() => choose({ reference: one.reference })}
        >
          <span class="name">{one.reference}</span>
          <span class="number">{`${l10n.t('F')} ${numbers.decimal(one.scores.f)}`}</span>
        </Button>
      ))}
    </div>
  );
}

function Scores({ shown, reference, numbers }: PlanView) {
  const { precision, recall, f } = reference.scores;
  const tiles = [
    [l10n.t('Precision'), l10n.t('How much of what {0} changed earns credit'), precision],
    [l10n.t('Recall'), l10n.t('How much of what {1} changed is covered'), recall],
    [l10n.t('F'), l10n.t('Precision and recall combined'), f],
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
  const { vocabulary, side, edits, highlighted, index, go, point } = view;
  const edit = edits[index];
  if (!edit) {
    return null;
  }
  const { source, replacement } = edit;
  const isStudent = side === 'hypothesis';
  const type = errorTypeInWords(edit.type);
  const pointAt = () => point(isStudent ? { row: index } : { column: index });
  return (
    <Button
      class={`edit${index === highlighted ? ' highlighted' : ''}`}
      title={`${vocabulary.showsCodes ? `${edit.type}: ` : ''}${type}. ${l10n.t('Go to this edit in the editor')}`}
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
      <span class="visually-hidden">{`${editInWords(edit)}, ${type}`}</span>
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
