/** The bar above a plan, and the sentence with the edits of both sides. */

import * as l10n from '@vscode/l10n';
import { Fragment } from 'preact';

import { errorTypeInWords } from '../../../marks/kindText';
import type { ReferencePlan } from '../../../protocol/contract';
import type { Vocabulary } from '../../../protocol/vocabularies';
import { editInWords, fillTemplate } from '../../../words';
import { numbers } from '../../page/numbers';
import { Button } from '../../page/view';
import {
  type Measure,
  measureName,
  MEASURES,
  type PlanPageState,
  type ShownPlan,
  type Side,
  stretchesOf,
} from '../planFlow';

/** The edits under the pointer or the focus: a row's, a column's, both or none. */
export interface PointedEdits {
  readonly row?: number | undefined;
  readonly column?: number | undefined;
}

/** What the page shows of a plan, and what a person does with it. */
export interface PlanView {
  readonly shown: ShownPlan;
  readonly reference: ReferencePlan;
  readonly measure: Measure;
  /** The top of the colour scale. */
  readonly top: number;
  readonly vocabulary: Vocabulary;
  readonly pinned: boolean;
  readonly pointed: PointedEdits;
  /** The number of the grid, which is drawn anew for each plan. */
  readonly drawing: number;
  readonly choose: (change: Pick<PlanPageState, 'reference' | 'measure'>) => void;
  readonly pin: () => void;
  readonly write: (how: 'copy' | 'save') => void;
  /** Show an edit in the editor. */
  readonly go: (side: Side, edit: number) => void;
  /** Highlight edits, and describe what is pointed at, if it is a cell. */
  readonly point: (edits: PointedEdits, words?: string) => void;
}

/** Return the texts for an edit's type: its words, with ERRANT's code on request, or the other way round. */
export function typeTexts(type: string, { vocabulary }: PlanView): { readonly shown: string; readonly hint: string } {
  const words = errorTypeInWords(type);
  return vocabulary.showsCodes ? { shown: type, hint: words } : { shown: words, hint: type };
}

/** Return an edit's sign: 1, 2, 3… for the hypothesis's, and a, b, c… z, aa… for a reference's. */
export function signOf(side: Side, index: number): string {
  if (side === 'hypothesis') {
    return String(index + 1);
  }
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : signOf(side, Math.floor(index / 26) - 1) + letter;
}

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

function Tabs({ shown, reference, choose }: PlanView) {
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

function Scores({ shown, reference }: PlanView) {
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
  const { shown, reference } = view;
  const { source, hypothesis } = shown.plan;
  const sides = [
    ['hypothesis', shown.student, hypothesis],
    ['reference', reference.reference, reference.edits],
  ] as const;
  return (
    <dl class="sentences">
      {sides.map(([side, name, edits]) => (
        <Fragment key={side}>
          <dt>{name}</dt>
          <dd>
            {stretchesOf(source, edits).map(({ edit, words }, index) => (
              <Fragment key={index}>
                {edit === undefined ? words.join(' ') : <Edit {...view} side={side} index={edit} />}{' '}
              </Fragment>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Edit(view: PlanView & { side: Side; index: number }) {
  const { shown, reference, vocabulary, side, index, pointed, go, point } = view;
  const isStudent = side === 'hypothesis';
  const edit = (isStudent ? shown.plan.hypothesis : reference.edits)[index];
  if (!edit) {
    return null;
  }
  const { source, replacement } = edit;
  const isPointed = index === (isStudent ? pointed.row : pointed.column);
  const type = errorTypeInWords(edit.type);
  const pointAt = () => point(isStudent ? { row: index } : { column: index });
  return (
    <Button
      class={`edit${isPointed ? ' highlighted' : ''}`}
      title={`${vocabulary.showsCodes ? `${edit.type}: ` : ''}${type}. ${l10n.t('Go to this edit in the editor')}`}
      onClick={() => go(side, index)}
      onMouseEnter={pointAt}
      onFocus={pointAt}
    >
      <span aria-hidden="true">
        <span class="sign">{signOf(side, index)}</span>
        {source && <del>{source}</del>}
        {source && replacement && ' '}
        {replacement && <ins>{replacement}</ins>}
      </span>
      <span class="visually-hidden">{`${editInWords(edit)}, ${type}`}</span>
    </Button>
  );
}
