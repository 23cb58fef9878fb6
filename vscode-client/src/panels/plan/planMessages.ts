/** Messages between the extension and the plan's page. */

import * as l10n from '@vscode/l10n';

import { errorTypeNames } from '../../marks/kindText';
import type { Plan } from '../../protocol/contract';
import type { VocabularyName } from '../../protocol/vocabularies';
import type { Failed, Focus, Notice, Place, RemedyRequest, Words } from '../messages';
import type { Measure } from './planFlow';

export interface ShownPlan {
  readonly type: 'plan';
  /** Returned with each action of the person, which is dropped if the panel shows another plan by then. */
  readonly id: number;
  readonly student: string;
  readonly exercise: string;
  readonly place: Place;
  readonly plan: Plan;
  readonly vocabulary: VocabularyName;
}

export type ToPlanPage =
  | Words<PlanStrings>
  | ShownPlan
  /** What is not ready yet: the plan, or first the engine's models, or first the server. */
  | { readonly type: 'waiting'; readonly awaited: 'plan' | 'engine' | 'server' }
  | { readonly type: 'nothing' }
  | { readonly type: 'pinned'; readonly pinned: boolean }
  | Failed
  | Notice
  | Focus;

/** Whose edit is meant. */
export type Side = 'hypothesis' | 'reference';

export type FromPlanPage =
  | { readonly type: 'ready' }
  | RemedyRequest
  | { readonly type: 'pin'; readonly pinned: boolean }
  | {
      readonly type: 'go';
      readonly id: number;
      readonly side: Side;
      readonly reference: number;
      readonly edit: number;
    }
  | {
      readonly type: 'copy' | 'save';
      readonly id: number;
      readonly reference: number;
      readonly measure: Measure;
    };

/** What the plan's page keeps over a reload. */
export interface PlanPageState {
  readonly place?: Place | undefined;
  readonly pinned?: boolean | undefined;
  readonly reference?: string | undefined;
  readonly measure?: Measure | undefined;
  readonly scroll?: number | undefined;
}

export type PlanStrings = ReturnType<typeof allStrings>;

/** Return everything that the plan's page says, in the person's language. */
export function planStrings(): PlanStrings {
  return allStrings();
}

function allStrings() {
  return {
    title: l10n.t('Transport plan'),
    sentence: l10n.t('Sentence {0}'),
    references: l10n.t('References'),
    measures: l10n.t('What the cells show'),
    mass: l10n.t('Mass'),
    gain: l10n.t('Gain'),
    massHint: l10n.t('How much of the student’s edit lines up with the teacher’s edit'),
    gainHint: l10n.t(
      'How much a unit of mass earns in this cell: 1 if the two edits are equal, 0 if they have nothing in common',
    ),
    pin: l10n.t('Pin'),
    pinHint: l10n.t('Keep this sentence when the cursor moves'),
    copy: l10n.t('Copy as CSV'),
    save: l10n.t('Save as SVG…'),
    precision: l10n.t('Precision'),
    recall: l10n.t('Recall'),
    f: l10n.t('F'),
    precisionHint: l10n.t('How much of what {0} changed earns credit'),
    recallHint: l10n.t('How much of what {1} changed is covered'),
    fHint: l10n.t('Precision and recall combined'),
    goHint: l10n.t('Go to this edit in the editor'),
    plan: l10n.t('Plan: edits of {0} in the rows, of {1} in the columns'),
    corner: l10n.t('Edit'),
    massHeader: l10n.t('Mass'),
    creditHeader: l10n.t('Credit'),
    coveredHeader: l10n.t('Covered'),
    signature: l10n.t('Computed with'),
    scale: l10n.t('Colour: {0} from 0 to {1}'),
    keys: l10n.t('Arrow keys move from cell to cell; Enter goes to the edit in the editor.'),
    waiting: {
      plan: l10n.t('Computing the plan…'),
      engine: l10n.t('Loading the engine’s models. The first time this takes a few seconds…'),
      server: l10n.t('Markscheme’s server is starting…'),
    },
    nothingTitle: l10n.t('No sentence here'),
    nothing: l10n.t('Put the cursor into a sentence of a student’s correction to see its plan.'),
    failedTitle: l10n.t('The plan can’t be computed'),
    retry: l10n.t('Retry'),
    start: l10n.t('Start the Server'),
    noReferences: l10n.t('This sentence is in no reference.'),
    noEdits: l10n.t('Neither {0} nor {1} changes this sentence.'),
    noHypothesisEdits: l10n.t('{0} changes nothing in this sentence. {1} changes this:'),
    noReferenceEdits: l10n.t('{1} changes nothing in this sentence. {0} changes this:'),
    change: {
      replaces: l10n.t('“{0}” → “{1}”'),
      inserts: l10n.t('add “{1}”'),
      removes: l10n.t('remove “{0}”'),
    },
    types: errorTypeNames(),
    ...descriptionStrings(),
  };
}

/** In templates about a cell, `{0}` is the student, `{1}` their edit, `{4}` the teacher, `{5}` the teacher's edit. */
function descriptionStrings() {
  return {
    cellMoved: l10n.t('{0}’s edit {1}: {2} of its mass {3} lines up with {4}’s edit {5}, with gain {6}.'),
    cellNothing: l10n.t('{0}’s edit {1} does not line up with {4}’s edit {5}. The gain would be {6}.'),
    ofEdit: l10n.t('{0}’s edit {1}, {2}.'),
    massOf: l10n.t('mass {0}'),
    itsMass: l10n.t('Mass {0}.'),
    itsCredit: l10n.t('Credit {0}: the part of its mass that earns credit.'),
    itsCoverage: l10n.t('{0} of it is covered.'),
    massColumn: l10n.t('How much each of {0}’s edits changes the meaning: the length of its vector.'),
    massRow: l10n.t('How much each of {0}’s edits changes the meaning: the length of its vector.'),
    creditColumn: l10n.t('The part of each edit’s mass that earns credit, 0 to 1.'),
    coverageRow: l10n.t('How far each of {0}’s edits is covered, 0 to 1.'),
    tableCorner: l10n.t('Rows are {0}’s edits, columns are {1}’s.'),
  };
}
